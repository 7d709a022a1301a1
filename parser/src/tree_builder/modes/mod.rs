//! The insertion modes, one file each. "in body" and "text" stand beside this folder.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml>

// One row, one line that names its clause, whatever its length: these files are laid out by hand.
#[rustfmt::skip]
mod after_after_body;
#[rustfmt::skip]
mod after_after_frameset;
#[rustfmt::skip]
mod after_body;
#[rustfmt::skip]
mod after_frameset;
#[rustfmt::skip]
mod after_head;
#[rustfmt::skip]
mod before_head;
#[rustfmt::skip]
mod before_html;
#[rustfmt::skip]
mod in_caption;
#[rustfmt::skip]
mod in_cell;
#[rustfmt::skip]
mod in_column_group;
#[rustfmt::skip]
mod in_frameset;
#[rustfmt::skip]
mod in_head;
#[rustfmt::skip]
mod in_head_noscript;
#[rustfmt::skip]
mod in_row;
#[rustfmt::skip]
mod in_table;
#[rustfmt::skip]
mod in_table_body;
#[rustfmt::skip]
mod in_table_text;
#[rustfmt::skip]
mod in_template;
#[rustfmt::skip]
mod initial;
mod quirks;
#[rustfmt::skip]
mod template_start;

use super::{InsertionMode, Next, TreeBuilder};
use crate::clause::Clause;
use crate::error::TreeError;
use crate::observer::Observer;
pub use quirks::doctype_identifiers;

impl<O: Observer> TreeBuilder<O> {
    /// Reports an error and ignores the token.
    pub(in crate::tree_builder) fn ignore(&mut self, error: TreeError) -> Next {
        self.error(error);
        Next::Done
    }

    /// The step that switches the insertion mode.
    pub(in crate::tree_builder) fn switch_mode(&mut self, clause: Clause, mode: InsertionMode) {
        if self.step(clause) {
            self.mode = mode;
        }
    }

    /// The step that has the token reprocessed, by the insertion mode there is now.
    pub(in crate::tree_builder) fn reprocess(&mut self, clause: Clause) -> Next {
        if self.step(clause) {
            Next::Reprocess
        } else {
            Next::Done
        }
    }
}
