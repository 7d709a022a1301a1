//! The insertion modes, one file each. "in body" and "text" stand beside this folder.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml>

mod after_after_body;
mod after_after_frameset;
mod after_body;
mod after_frameset;
mod after_head;
mod before_head;
mod before_html;
mod in_caption;
mod in_cell;
mod in_column_group;
mod in_frameset;
mod in_head;
mod in_head_noscript;
mod in_row;
mod in_table;
mod in_table_body;
mod in_table_text;
mod in_template;
mod initial;
mod quirks;
mod template_start;

use super::{Next, TreeBuilder};
use crate::clauses::clause::Clause;
use crate::clauses::error::TreeError;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
pub use quirks::doctype_identifiers;

impl<O: Observer> TreeBuilder<O> {
    /// Reports an error and ignores the token.
    pub(in crate::parser::tree_builder) fn ignore(&mut self, error: TreeError) -> Next {
        self.error(error);
        Next::Done
    }

    /// The step that switches the insertion mode.
    pub(in crate::parser::tree_builder) fn switch_mode(&mut self, clause: Clause, mode: InsertionMode) {
        if self.step(clause) {
            self.mode = mode;
        }
    }

    /// The step that has the token reprocessed, by the insertion mode there is now.
    pub(in crate::parser::tree_builder) fn reprocess(&mut self, clause: Clause) -> Next {
        if self.step(clause) { Next::Reprocess } else { Next::Done }
    }
}
