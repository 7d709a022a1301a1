//! What the index knows of a part of a tree, written as a sequence of brackets: one where a node begins and one where it
//! ends.

use super::splay::{Item, NONE};
use crate::select::Part;

/// What an item is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Own {
    pub(super) part: Option<Part>,
    /// Whether the item is where a node ends.
    pub(super) is_end: bool,
    /// Whether the node has a disabled attribute.
    pub(super) has_disabled_attribute: bool,
    /// Whether the node is an option whose selectedness is true.
    pub(super) is_selected: bool,
    /// Whether the node is a selectedcontent element that has children.
    pub(super) is_filled: bool,
    /// Whether the node is a shadow host.
    pub(super) is_host: bool,
    /// Whether a second clone of the node in the place of one can make a difference.
    pub(super) is_unique: bool,
    /// When the node's children last changed.
    pub(super) changed: u32,
}

/// The nesting of brackets that have a weight.
#[derive(Debug, Clone, Copy)]
struct Nesting {
    /// The sum of all weights.
    sum: i32,
    /// The greatest sum of a part at the end.
    greatest_at_end: i32,
}

/// The options that the least brackets are around.
#[derive(Debug, Clone, Copy)]
struct Options {
    sum: i32,
    /// The least sum of a part at the start: how far a bracket closes that is opened before.
    least: i32,
    /// The options at which the sum is `least`, and those at which it is at most one greater.
    first: [Item; 2],
    first_selected: [Item; 2],
    last_selected: [Item; 2],
}

/// What is known of a sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// What hides options from the list of options. An optgroup has weight 1, so that one hides nothing.
    listed: Options,
    /// The same, but a disabled optgroup hides its options, and options that are disabled do not count.
    enabled: Options,
    /// Of the elements that matter to the nearest ancestor select of an option.
    barriers: Nesting,
    /// Of the elements that can disable a selectedcontent element.
    disabling: Nesting,
    /// Of selects.
    selects: Nesting,
    pub(super) first_selectedcontent: Item,
    pub(super) first_filled_selectedcontent: Item,
    pub(super) has_hosts: bool,
    pub(super) is_unique: bool,
    /// When the children of a node last changed.
    pub(super) changed: u32,
}

impl Nesting {
    const EMPTY: Self = Self {
        sum: 0,
        greatest_at_end: 0,
    };

    fn of(weight: i32) -> Self {
        Self {
            sum: weight,
            greatest_at_end: weight.max(0),
        }
    }

    fn then(self, next: Self) -> Self {
        Self {
            sum: self.sum + next.sum,
            greatest_at_end: next.greatest_at_end.max(self.greatest_at_end + next.sum),
        }
    }
}

impl Options {
    const EMPTY: Self = Self {
        sum: 0,
        least: 0,
        first: [NONE; 2],
        first_selected: [NONE; 2],
        last_selected: [NONE; 2],
    };

    fn of(item: Item, weight: i32, is_option: bool, is_selected: bool) -> Self {
        let option = if is_option { item } else { NONE };
        let selected = if is_selected { item } else { NONE };
        // The sum at an option is that before its own bracket. Where that of another closes, no option is.
        Self {
            sum: weight,
            least: weight.min(0),
            first: [option; 2],
            first_selected: [selected; 2],
            last_selected: [selected; 2],
        }
    }

    fn then(self, next: Self) -> Self {
        let next_least = self.sum + next.least;
        let least = self.least.min(next_least);
        // Of each side: what it has where the sum is the new least, and where it is at most one greater.
        let side = |options: [Item; 2], its_least: i32| match its_least - least {
            0 => options,
            1 => [NONE, options[0]],
            _ => [NONE; 2],
        };
        let either = |a: [Item; 2], b: [Item; 2]| {
            [0, 1].map(|level| if a[level] == NONE { b[level] } else { a[level] })
        };
        Self {
            sum: self.sum + next.sum,
            least,
            first: either(side(self.first, self.least), side(next.first, next_least)),
            first_selected: either(
                side(self.first_selected, self.least),
                side(next.first_selected, next_least),
            ),
            last_selected: either(
                side(next.last_selected, next_least),
                side(self.last_selected, self.least),
            ),
        }
    }
}

impl Summary {
    /// Of no items.
    pub(super) const EMPTY: Self = Self {
        listed: Options::EMPTY,
        enabled: Options::EMPTY,
        barriers: Nesting::EMPTY,
        disabling: Nesting::EMPTY,
        selects: Nesting::EMPTY,
        first_selectedcontent: NONE,
        first_filled_selectedcontent: NONE,
        has_hosts: false,
        is_unique: false,
        changed: 0,
    };

    /// Of one item.
    pub(super) fn of(item: Item, own: Own) -> Self {
        let Own { part, is_end, .. } = own;
        let sign = if is_end { -1 } else { 1 };
        let weight = match part {
            Some(Part::Optgroup) => 1,
            Some(Part::Select | Part::Hr | Part::Option | Part::Datalist) => 2,
            Some(Part::Selectedcontent) | None => 0,
        };
        let is_disabled_group = part == Some(Part::Optgroup) && own.has_disabled_attribute;
        let enabled_weight = if is_disabled_group { 2 } else { weight };
        let is_option = part == Some(Part::Option) && !is_end;
        let is_enabled = is_option && !own.has_disabled_attribute;
        let is_content = part == Some(Part::Selectedcontent);
        let is_disabling = matches!(
            part,
            Some(Part::Select | Part::Option | Part::Selectedcontent)
        );
        let content = if is_content && !is_end { item } else { NONE };
        Self {
            listed: Options::of(item, sign * weight, is_option, is_option && own.is_selected),
            enabled: Options::of(item, sign * enabled_weight, is_enabled, false),
            barriers: Nesting::of(sign * weight),
            disabling: Nesting::of(sign * i32::from(is_disabling)),
            selects: Nesting::of(sign * i32::from(part == Some(Part::Select))),
            first_selectedcontent: content,
            first_filled_selectedcontent: if own.is_filled { content } else { NONE },
            has_hosts: own.is_host,
            is_unique: own.is_unique,
            changed: own.changed,
        }
    }

    /// Of this sequence with another behind it.
    pub(super) fn then(&self, next: &Self) -> Self {
        let either = |a: Item, b: Item| if a == NONE { b } else { a };
        Self {
            listed: self.listed.then(next.listed),
            enabled: self.enabled.then(next.enabled),
            barriers: self.barriers.then(next.barriers),
            disabling: self.disabling.then(next.disabling),
            selects: self.selects.then(next.selects),
            first_selectedcontent: either(self.first_selectedcontent, next.first_selectedcontent),
            first_filled_selectedcontent: either(
                self.first_filled_selectedcontent,
                next.first_filled_selectedcontent,
            ),
            has_hosts: self.has_hosts || next.has_hosts,
            is_unique: self.is_unique || next.is_unique,
            changed: self.changed.max(next.changed),
        }
    }

    /// The first option that is on the list of a select around the sequence, if that has one optgroup between them or none.
    pub(super) fn first_listed(&self, in_optgroup: bool) -> Item {
        self.listed.first[usize::from(!in_optgroup)]
    }

    /// The first and the last selected option on the list of a select, of what is in it.
    pub(super) fn selected(&self) -> (Item, Item) {
        (self.listed.first_selected[1], self.listed.last_selected[1])
    }

    /// The first option on the list of a select that is not disabled, of what is in it.
    pub(super) fn first_enabled(&self) -> Item {
        self.enabled.first[1]
    }

    /// The sum of the weights of barriers, and the greatest sum at the end.
    pub(super) fn barriers(&self) -> (i32, i32) {
        (self.barriers.sum, self.barriers.greatest_at_end)
    }

    /// The same of what disables a selectedcontent element.
    pub(super) fn disabling(&self) -> (i32, i32) {
        (self.disabling.sum, self.disabling.greatest_at_end)
    }

    /// The same of selects.
    pub(super) fn selects(&self) -> (i32, i32) {
        (self.selects.sum, self.selects.greatest_at_end)
    }
}
