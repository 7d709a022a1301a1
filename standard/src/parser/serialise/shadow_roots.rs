//! Shadow roots, written as declarative ones.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>

use super::{Pending, Serialiser};
use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::observer::Observer;
use crate::dom::{NodeId, ShadowRoot, ShadowRootMode};

impl<O: Observer> Serialiser<'_, O> {
    /// Writes the start of the node's shadow root, if it has one that is to be written, before anything pending; its
    /// children and its end become pending.
    pub(super) fn shadow_root_of(&mut self, node: NodeId) {
        let are_written = self.options.edition.has(Change::GethtmlSerializable2024);
        let shadow = self.document.shadow_root(node).filter(|_| are_written);
        let is_host = self.condition(
            clause!("serialise/shadow-host", "a shadow host may have its shadow root written"),
            shadow.is_some(),
        );
        let Some((root, shadow)) = shadow.filter(|_| is_host) else { return };
        let serializable = self.options.serializable_shadow_roots && shadow.serializable;
        let listed = self.options.shadow_roots.contains(&root);
        if self.condition(
            clause!("serialise/shadow-serializable", "a serializable shadow root is written if they are asked for"),
            serializable,
        ) || self.condition(clause!("serialise/shadow-listed", "a shadow root that is listed is written"), listed)
        {
            self.start_of_shadow_root(*shadow);
            self.pending.push(Pending::EndOfShadowRoot);
            self.pending.extend(self.document.first_child(root).map(Pending::Siblings));
        }
    }

    fn start_of_shadow_root(&mut self, shadow: ShadowRoot) {
        self.write(b"<template shadowrootmode=\"");
        let is_open = shadow.mode == ShadowRootMode::Open;
        if self.condition(clause!("serialise/shadow-mode", "the shadow root's mode is open or closed"), is_open) {
            self.write(b"open");
        } else {
            self.write(b"closed");
        }
        self.write(b"\"");
        if self.condition(
            clause!("serialise/shadow-delegates-focus", "shadowrootdelegatesfocus is written if it does"),
            shadow.delegates_focus,
        ) {
            self.write(b" shadowrootdelegatesfocus=\"\"");
        }
        if self.condition(
            clause!("serialise/shadow-is-serializable", "shadowrootserializable is written if it is"),
            shadow.serializable,
        ) {
            self.write(b" shadowrootserializable=\"\"");
        }
        if self.condition(
            clause!(
                "serialise/shadow-slot-assignment",
                "shadowrootslotassignment is written if slots are assigned by hand"
            ),
            shadow.manual_slot_assignment,
        ) {
            self.write(b" shadowrootslotassignment=\"manual\"");
        }
        if self
            .condition(clause!("serialise/shadow-clonable", "shadowrootclonable is written if it is"), shadow.clonable)
        {
            self.write(b" shadowrootclonable=\"\"");
        }
        // The root's registry is its document's, or else null: they differ where the document has one and the root not.
        // The document of what is in a template has none.
        let has_registry = self.options.document_has_registry && self.templates == 0;
        let differs = has_registry && shadow.keeps_null_registry;
        if self.condition(
            clause!(
                "serialise/shadow-registry",
                "shadowrootcustomelementregistry is written if the root's registry is not the document's"
            ),
            differs,
        ) {
            self.write(b" shadowrootcustomelementregistry=\"\"");
        }
        self.write(b">");
    }

    pub(super) fn end_of_shadow_root(&mut self) {
        if self
            .step(clause!("serialise/shadow-end", "behind the shadow root's content comes the end tag of its template"))
        {
            self.write(b"</template>");
        }
    }
}
