//! Which options of a select are selected.

use super::{PartAttribute, SelectTree};
use crate::clauses::clause::clause;

/// <https://html.spec.whatwg.org/multipage/form-elements.html#update-an-option's-nearest-ancestor-select>
///
/// The option's cached nearest ancestor select is `old`. That is what it had for its nearest ancestor select when it
/// was last inserted or removed, and `new` is what it has now.
pub(super) fn update_an_options_nearest_ancestor_select<T: SelectTree>(
    tree: &mut T,
    old: Option<T::Node>,
    new: Option<T::Node>,
) {
    if let Some(old) = old
        && tree.step(clause!(
            "option/leaves-select",
            "when an option leaves a select, the select is asked which option is selected"
        ))
    {
        selectedness_setting_algorithm(tree, old);
    }
    if let Some(new) = new
        && tree.step(clause!(
            "option/enters-select",
            "when an option enters a select, the select is asked which option is selected"
        ))
    {
        selectedness_setting_algorithm(tree, new);
    }
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
pub(super) fn selectedness_setting_algorithm<T: SelectTree>(tree: &mut T, select: T::Node) {
    let is_multiple = tree.has_attribute(select, PartAttribute::Multiple);
    if tree.condition(
        clause!("selectedness/multiple", "a select with a multiple attribute lets all its options be as they are"),
        is_multiple,
    ) {
        return;
    }
    let selected = tree.selected_options(select);
    let takes_first = selected.is_none();
    if tree.condition(
        clause!("selectedness/none-selected", "where no option is selected the first that is not disabled is"),
        takes_first,
    ) {
        let is_one_row = display_size(tree, select) == Some(1);
        if tree.condition(
            clause!("selectedness/display-size", "no option is selected by itself where the display size is not 1"),
            is_one_row,
        ) && let Some(option) = tree.first_enabled_option(select)
        {
            set_selectedness(tree, option, true);
            tree.selected_options_change(select);
        }
        return;
    }
    if selected.is_some_and(|(first, last)| first != last)
        && tree.step(clause!("selectedness/all-but-last", "of several selected options the last stays selected"))
    {
        while let Some((first, last)) = tree.selected_options(select)
            && first != last
        {
            set_selectedness(tree, first, false);
            tree.selected_options_change(select);
        }
    }
}

/// Sets an option's selectedness.
pub(super) fn set_selectedness<T: SelectTree>(tree: &mut T, option: T::Node, selectedness: bool) {
    let selected = &mut tree.selects_mut().selected;
    let is_changed = match selectedness {
        true => selected.insert(option),
        false => selected.remove(&option),
    };
    if is_changed {
        tree.state_changed(option);
    }
}

/// The selectedness that an option has when it is created.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-selectedness>
pub fn option_was_created<T: SelectTree>(tree: &mut T, option: T::Node) {
    let has_attribute = tree.has_attribute(option, PartAttribute::Selected);
    if tree.condition(
        clause!("option/selected-attribute", "an option with a selected attribute is created as selected"),
        has_attribute,
    ) {
        set_selectedness(tree, option, true);
    }
}

/// The display size of a select without a multiple attribute; none for one too large for a number.
/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
fn display_size<T: SelectTree>(tree: &T, select: T::Node) -> Option<u64> {
    match tree.attribute(select, PartAttribute::Size) {
        Some(size) => parse_non_negative_integer(&size).unwrap_or(Some(1)),
        None => Some(1),
    }
}

/// The number; none inside for one too large for a number, none outside for an error.
/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers>
fn parse_non_negative_integer(input: &[u8]) -> Option<Option<u64>> {
    let input = input.trim_ascii_start();
    let (is_negative, digits) = match input {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, input),
    };
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = std::str::from_utf8(&digits[..length]).ok()?;
    if digits.is_empty() {
        return None;
    }
    let value = digits.parse().ok();
    // A zero is no less than zero with a sign.
    (!is_negative || value == Some(0)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::parse_non_negative_integer;

    #[test]
    fn integers_are_parsed_as_the_microsyntax_has_them() {
        assert_eq!(parse_non_negative_integer(b" \n+2x"), Some(Some(2)));
        assert_eq!(parse_non_negative_integer(b"-0"), Some(Some(0)));
        assert_eq!(parse_non_negative_integer(b"-1"), None);
        assert_eq!(parse_non_negative_integer(b""), None);
        assert_eq!(parse_non_negative_integer(b"x1"), None);
        assert_eq!(parse_non_negative_integer(&[b'9'; 40]), Some(None));
    }
}
