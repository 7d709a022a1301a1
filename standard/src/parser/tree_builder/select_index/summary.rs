//! What the index knows of a part of a tree, written as a sequence of brackets: one where a node begins and one where
//! it ends.

use crate::parser::select::Part;

/// An item of a sequence. 0 is none.
pub(super) type Item = u32;

/// No item.
pub(super) const NONE: Item = 0;

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

/// How deep a sequence is in brackets that hide options.
#[derive(Debug, Clone, Copy)]
struct Depth {
    /// The sum of all weights.
    sum: i32,
    /// The least sum of a part at the start: how far a bracket closes that is opened before.
    least: i32,
}

/// Two options: one of those that the fewest brackets are around, and one of those with a weight of one more at most.
type Shallow = [Item; 2];

/// What is known of a sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Summary {
    /// In what hides options from the list of options. An optgroup has weight 1, so that one hides nothing.
    listed: Depth,
    first: Shallow,
    first_selected: Shallow,
    last_selected: Shallow,
    /// The same, where a disabled optgroup hides its options.
    enabled: Depth,
    first_enabled: Shallow,
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
    const EMPTY: Self = Self { sum: 0, greatest_at_end: 0 };

    fn of(weight: i32) -> Self {
        Self { sum: weight, greatest_at_end: weight.max(0) }
    }

    fn then(self, next: Self) -> Self {
        Self { sum: self.sum + next.sum, greatest_at_end: next.greatest_at_end.max(self.greatest_at_end + next.sum) }
    }
}

impl Depth {
    const EMPTY: Self = Self { sum: 0, least: 0 };

    fn of(weight: i32) -> Self {
        Self { sum: weight, least: weight.min(0) }
    }

    /// Of this sequence with another behind it; and how much deeper the shallowest of each is than that of both.
    fn then(self, next: Self) -> (Self, [i32; 2]) {
        let next_least = self.sum + next.least;
        let least = self.least.min(next_least);
        let both = Self { sum: self.sum + next.sum, least };
        (both, [self.least - least, next_least - least])
    }
}

/// The options of a sequence that are shallow in a longer one, in which its shallowest are deeper by so much.
fn within(options: Shallow, deeper: i32) -> Shallow {
    match deeper {
        0 => options,
        1 => [NONE, options[0]],
        _ => [NONE; 2],
    }
}

fn either(one: Item, other: Item) -> Item {
    if one == NONE { other } else { one }
}

/// The options of one sequence, or else of another.
fn either_option(one: Shallow, other: Shallow) -> Shallow {
    [either(one[0], other[0]), either(one[1], other[1])]
}

impl Summary {
    /// Of no items.
    pub(super) const EMPTY: Self = Self {
        listed: Depth::EMPTY,
        first: [NONE; 2],
        first_selected: [NONE; 2],
        last_selected: [NONE; 2],
        enabled: Depth::EMPTY,
        first_enabled: [NONE; 2],
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
        let if_option = |holds: bool| {
            if is_option && holds { [item; 2] } else { [NONE; 2] }
        };
        let is_content = part == Some(Part::Selectedcontent);
        let is_disabling = matches!(part, Some(Part::Select | Part::Option | Part::Selectedcontent));
        let content = if is_content && !is_end { item } else { NONE };
        Self {
            // An option is where its own bracket is not yet open.
            listed: Depth::of(sign * weight),
            first: if_option(true),
            first_selected: if_option(own.is_selected),
            last_selected: if_option(own.is_selected),
            enabled: Depth::of(sign * enabled_weight),
            first_enabled: if_option(!own.has_disabled_attribute),
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
        let (listed, [before, behind]) = self.listed.then(next.listed);
        let (enabled, [enabled_before, enabled_behind]) = self.enabled.then(next.enabled);
        Self {
            listed,
            first: either_option(within(self.first, before), within(next.first, behind)),
            first_selected: either_option(within(self.first_selected, before), within(next.first_selected, behind)),
            last_selected: either_option(within(next.last_selected, behind), within(self.last_selected, before)),
            enabled,
            first_enabled: either_option(
                within(self.first_enabled, enabled_before),
                within(next.first_enabled, enabled_behind),
            ),
            barriers: self.barriers.then(next.barriers),
            disabling: self.disabling.then(next.disabling),
            selects: self.selects.then(next.selects),
            first_selectedcontent: either(self.first_selectedcontent, next.first_selectedcontent),
            first_filled_selectedcontent: either(self.first_filled_selectedcontent, next.first_filled_selectedcontent),
            has_hosts: self.has_hosts || next.has_hosts,
            is_unique: self.is_unique || next.is_unique,
            changed: self.changed.max(next.changed),
        }
    }

    /// The first option that is on the list of a select around the sequence, if that has one optgroup between them or
    /// none.
    pub(super) fn first_listed(&self, in_optgroup: bool) -> Item {
        self.first[usize::from(!in_optgroup)]
    }

    /// The first and the last selected option on the list of a select, of what is in it.
    pub(super) fn selected(&self) -> (Item, Item) {
        (self.first_selected[1], self.last_selected[1])
    }

    /// The first option on the list of a select that is not disabled, of what is in it.
    pub(super) fn first_enabled(&self) -> Item {
        self.first_enabled[1]
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
