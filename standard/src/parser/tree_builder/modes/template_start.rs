//! The template start tag of the "in head" insertion mode: plain templates, declarative shadow roots, and templates
//! whose contents go to a marker.

use crate::clauses::change::Change;
use crate::clauses::clause::clause;
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::observer::Observer;
use crate::clauses::token::Tag;
use crate::dom::{NodeId, ShadowRoot, ShadowRootMode};
use crate::name::Name;
use crate::parser::tree_builder::{Location, Next, TreeBuilder};

impl<O: Observer> TreeBuilder<O> {
    pub(super) fn in_head_start_tag_template(&mut self, tag: &Tag) -> Next {
        if self.step(clause!("in-head/start-tag-template/marker", "a marker is put on the formatting list")) {
            self.push_marker();
        }
        if self.step(clause!("in-head/start-tag-template/frameset-ok", "a frameset is no longer ok")) {
            self.frameset_ok = false;
        }
        self.switch_mode(
            clause!("in-head/start-tag-template/in-template", "the mode becomes in template"),
            InsertionMode::InTemplate,
        );
        if self.step(clause!("in-head/start-tag-template/push-mode", "in template is pushed as the template's mode")) {
            self.template_modes.push(InsertionMode::InTemplate);
        }
        let location = self.appropriate_place(None);
        let mode = shadow_root_mode(tag).filter(|_| self.edition.has(Change::DeclarativeShadow2023));
        if self.condition(
            clause!("in-head/start-tag-template/shadow", "a template with a shadowrootmode declares a shadow root"),
            mode.is_some(),
        ) && let Some(mode) = mode
        {
            self.declare_shadow_root(tag, mode, location);
        } else if self.edition.has(Change::TemplateFor2026)
            && self.condition(
                clause!("in-head/start-tag-template/for", "a template with a for attribute patches"),
                tag.attribute(Name::FOR).is_some(),
            )
        {
            self.open_patching_template(tag);
        } else if self.step(clause!("in-head/start-tag-template/insert", "a plain template is inserted")) {
            self.insert_html_element(tag);
        }
        Next::Done
    }

    fn declare_shadow_root(&mut self, tag: &Tag, mode: ShadowRootMode, location: Location) {
        let host = self.adjusted_current_node();
        let allowed = self.options.allow_declarative_shadow_roots;
        let host_is_root = host == self.root_element();
        if !self.condition(
            clause!("in-head/start-tag-template/shadow-allowed", "declarative shadow roots must be allowed"),
            allowed,
        ) || self.condition(
            clause!("in-head/start-tag-template/shadow-host-root", "the topmost element cannot be the host"),
            host_is_root,
        ) {
            if self.step(clause!(
                "in-head/start-tag-template/shadow-insert-plain",
                "without a host it is a plain template"
            )) {
                self.insert_html_element(tag);
            }
            return;
        }
        let template = self.push_without_inserting(tag);
        let Some(host) = host else { return };
        let is_host = self.document.shadow_root(host).is_some();
        if self.condition(clause!("in-head/start-tag-template/shadow-second", "a host has one shadow root"), is_host) {
            return match self.edition.has(Change::ShadowFirstWins2024) {
                true => self.insert_element_at(template, Some(location.parent)),
                false => self.replace_in_shadow_root(host, template),
            };
        }
        let fit = self.document.can_be_shadow_host(host);
        if !self.condition(
            clause!("in-head/start-tag-template/shadow-attach", "the host must be fit for a shadow root"),
            fit,
        ) {
            return self.insert_element_at(template, Some(location.parent));
        }
        let root = self.declared_shadow_root(tag, mode);
        let shadow = self.document.attach_shadow(host, root);
        self.document.set_template_contents(template, shadow);
        self.shadow_was_attached(host);
    }

    /// What a second template of a host did before [`Change::ShadowFirstWins2024`]: the shadow root there was lost its
    /// children, and became the template's contents.
    fn replace_in_shadow_root(&mut self, host: NodeId, template: NodeId) {
        self.markers.shuffle();
        let Some(shadow) = self.document.shadow_root(host).map(|(root, _)| root) else { return };
        while let Some(child) = self.document.first_child(shadow) {
            self.remove(child);
        }
        self.document.set_template_contents(template, shadow);
    }

    fn declared_shadow_root(&mut self, tag: &Tag, mode: ShadowRootMode) -> ShadowRoot {
        let edition = self.edition;
        let has = |name| tag.attribute(name).is_some();
        let has_since = |change, name| edition.has(change) && has(name);
        let manual =
            edition.has(Change::ShadowSlotAssignment2026) && is(tag, Name::SHADOWROOTSLOTASSIGNMENT, b"manual");
        let serializable = has_since(Change::GethtmlSerializable2024, Name::SHADOWROOTSERIALIZABLE);
        let clonable = has(Name::SHADOWROOTCLONABLE) || !edition.has(Change::ShadowClonable2024);
        let null_registry = has_since(Change::ShadowRegistry2025, Name::SHADOWROOTCUSTOMELEMENTREGISTRY);
        ShadowRoot {
            mode,
            delegates_focus: self.condition(
                clause!(
                    "in-head/start-tag-template/shadow-delegates-focus",
                    "shadowrootdelegatesfocus delegates focus"
                ),
                has(Name::SHADOWROOTDELEGATESFOCUS),
            ),
            serializable: self.condition(
                clause!(
                    "in-head/start-tag-template/shadow-serializable",
                    "shadowrootserializable makes the root serializable"
                ),
                serializable,
            ),
            manual_slot_assignment: self.condition(
                clause!(
                    "in-head/start-tag-template/shadow-slot-assignment",
                    "slots are assigned by hand if shadowrootslotassignment is manual"
                ),
                manual,
            ),
            clonable: self.condition(
                clause!("in-head/start-tag-template/shadow-clonable", "shadowrootclonable makes the root clonable"),
                clonable,
            ),
            keeps_null_registry: self.condition(
                clause!(
                    "in-head/start-tag-template/shadow-registry",
                    "shadowrootcustomelementregistry keeps the registry null"
                ),
                null_registry,
            ),
        }
    }

    fn open_patching_template(&mut self, tag: &Tag) {
        let mut scope = self.adjusted_insertion_location(None).parent;
        let contents = self.document.element(scope).and_then(|element| element.contents);
        let is_body = self.document.is_body_element(scope);
        if self.condition(
            clause!("in-head/start-tag-template/scope-template", "within a template the scope is its contents"),
            contents.is_some(),
        ) {
            scope = contents.unwrap_or(scope);
        } else if self.condition(
            clause!("in-head/start-tag-template/scope-body", "for the body the scope is its parent"),
            is_body,
        ) {
            scope = self.document.parent(scope).unwrap_or(scope);
        }
        let template = self.push_without_inserting(tag);
        let found = self.prepare_content_patching(scope, template);
        if !self.condition(clause!("in-head/start-tag-template/patching", "the marker must be found"), found) {
            self.pop();
            self.insert_element_at(template, None);
            self.push(template);
        }
    }

    /// The end tag's part for a template that patches: its markers go, and it patches no more.
    pub(super) fn finish_content_patching(&mut self) {
        let patch = self.last_template().and_then(|template| self.take_patch(template));
        if !self.condition(
            clause!("in-head/end-tag-template/patching", "a template that patches is done with its markers"),
            patch.is_some(),
        ) {
            return;
        }
        let Some(patch) = patch else { return };
        if self.step(clause!("in-head/end-tag-template/remove-start", "the start marker is removed")) {
            self.detach_marker(patch.start);
        }
        if let Some(end) = patch.end
            && self.step(clause!("in-head/end-tag-template/remove-end", "the end marker is removed"))
        {
            self.detach_marker(end);
        }
    }
}

/// The state of the shadowrootmode attribute, `None` for its None state.
fn shadow_root_mode(tag: &Tag) -> Option<ShadowRootMode> {
    if is(tag, Name::SHADOWROOTMODE, b"open") {
        Some(ShadowRootMode::Open)
    } else if is(tag, Name::SHADOWROOTMODE, b"closed") {
        Some(ShadowRootMode::Closed)
    } else {
        None
    }
}

/// Whether the tag's attribute has this value, ASCII case-insensitively.
fn is(tag: &Tag, name: Name, value: &[u8]) -> bool {
    tag.attribute(name).is_some_and(|found| found.eq_ignore_ascii_case(value))
}
