//! Resetting the insertion mode appropriately.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately>

use super::TreeBuilder;
use super::classes::Class;
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::dom::ElementName;
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// Goes up the stack until an element sets the mode; elements that cannot are passed over.
    pub(super) fn reset_insertion_mode(&mut self) {
        let mut passed = 0;
        while let Some(position) = self.stack.nth_last_of(Class::SetsMode, passed) {
            passed += 1;
            let Some(mut node) = self.stack.get(position).map(|element| element.name) else { continue };
            let last = position == 0;
            if let Some(context) = self.context.as_ref().map(|context| context.name).filter(|_| last)
                && self.step(clause!(
                    "reset-insertion-mode/context",
                    "for the first node on the stack the context element counts"
                ))
            {
                node = context;
            }
            if let Some(mode) = self.mode_set_by(node, last, position) {
                self.mode = mode;
                return;
            }
        }
        if self.step(clause!("reset-insertion-mode/last", "the first node sets in body unless it says otherwise")) {
            self.mode = InsertionMode::InBody;
        }
    }

    fn mode_set_by(&mut self, node: ElementName, last: bool, position: u32) -> Option<InsertionMode> {
        let is = |name: Name| node.is_html(name);
        let cell = (is(Name::TD) || is(Name::TH)) && !last;
        let section = is(Name::TBODY) || is(Name::THEAD) || is(Name::TFOOT);
        if !self.edition.has(Change::RelaxedSelect2025)
            && self.condition(
                clause!("reset-insertion-mode/select", "before 2025, a select had modes of its own"),
                is(Name::SELECT),
            )
        {
            return Some(self.mode_in_select(last, position));
        }
        if self.condition(clause!("reset-insertion-mode/cell", "a td or th sets in cell, but not as the last"), cell) {
            Some(InsertionMode::InCell)
        } else if self.condition(clause!("reset-insertion-mode/row", "a tr sets in row"), is(Name::TR)) {
            Some(InsertionMode::InRow)
        } else if self
            .condition(clause!("reset-insertion-mode/section", "a tbody, thead or tfoot sets in table body"), section)
        {
            Some(InsertionMode::InTableBody)
        } else if self
            .condition(clause!("reset-insertion-mode/caption", "a caption sets in caption"), is(Name::CAPTION))
        {
            Some(InsertionMode::InCaption)
        } else if self
            .condition(clause!("reset-insertion-mode/colgroup", "a colgroup sets in column group"), is(Name::COLGROUP))
        {
            Some(InsertionMode::InColumnGroup)
        } else if self.condition(clause!("reset-insertion-mode/table", "a table sets in table"), is(Name::TABLE)) {
            Some(InsertionMode::InTable)
        } else if self.condition(
            clause!("reset-insertion-mode/template", "a template sets its own insertion mode"),
            is(Name::TEMPLATE),
        ) {
            self.template_modes.last().copied()
        } else if self.condition(
            clause!("reset-insertion-mode/head", "a head sets in head, but not as the last"),
            is(Name::HEAD) && !last,
        ) {
            Some(InsertionMode::InHead)
        } else if self.condition(clause!("reset-insertion-mode/body", "a body sets in body"), is(Name::BODY)) {
            Some(InsertionMode::InBody)
        } else if self
            .condition(clause!("reset-insertion-mode/frameset", "a frameset sets in frameset"), is(Name::FRAMESET))
        {
            Some(InsertionMode::InFrameset)
        } else if self.condition(
            clause!("reset-insertion-mode/html", "an html element sets before or after head"),
            is(Name::HTML),
        ) {
            let no_head = self.head.is_none();
            let before = self.condition(
                clause!("reset-insertion-mode/html-before-head", "without a head yet it sets before head"),
                no_head,
            );
            Some(if before { InsertionMode::BeforeHead } else { InsertionMode::AfterHead })
        } else {
            None
        }
    }

    /// The mode a select set before [`Change::RelaxedSelect2025`].
    fn mode_in_select(&mut self, last: bool, position: u32) -> InsertionMode {
        let before = |name| self.stack.last_position(name).filter(|other| *other < position);
        let in_table = !last && before(Name::TABLE) > before(Name::TEMPLATE);
        if self.condition(
            clause!("reset-insertion-mode/select-in-table", "before 2025, a select in a table had another mode"),
            in_table,
        ) {
            InsertionMode::InSelectInTable
        } else {
            InsertionMode::InSelect
        }
    }
}
