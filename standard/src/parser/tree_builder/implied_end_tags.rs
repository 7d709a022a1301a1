//! Closing elements that have implied end tags.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#closing-elements-that-have-implied-end-tags>

use super::TreeBuilder;
use crate::clauses::clause::clause;
use crate::clauses::list::List;
use crate::clauses::observer::Observer;
use crate::name::Name;

impl<O: Observer> TreeBuilder<O> {
    /// Generates implied end tags, but for elements of one name.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    #[inline]
    pub(super) fn generate_implied_end_tags(&mut self, except: Option<Name>) {
        if !self.step(clause!("implied-end-tags/generate", "elements with implied end tags are popped")) {
            return;
        }
        while let Some(current) = self.current_node_name()
            && self.on_list(List::ImpliedEndTags, current)
        {
            let excluded = except.is_some_and(|name| current.is_html(name));
            if self.condition(clause!("implied-end-tags/except", "one name may be excluded"), excluded) {
                return;
            }
            self.pop();
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly>
    pub(super) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        while self.current_node_on(List::ImpliedEndTagsThorough) {
            self.pop();
        }
    }
}
