//! Tree construction: what the tokens make of the document.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>

mod adoption_agency;
mod change_encoding;
mod classes;
mod dispatcher;
mod foreign_content;
mod formatting;
mod fragment;
mod implied_end_tags;
mod in_body;
mod insertion;
mod markers;
mod merged_attributes;
mod modes;
mod open_elements;
mod patching;
mod reconstruction;
mod reset_insertion_mode;
mod select_index;
mod select_tree;
mod stack;
mod text;

use smallvec::SmallVec;

use crate::clauses::change::Edition;
use crate::clauses::clause::{Clause, clause};
use crate::clauses::error::{ParseErrorKind, TreeError, TreeErrors};
use crate::clauses::insertion_mode::InsertionMode;
use crate::clauses::list::{List, ListSet};
use crate::clauses::observer::{Null, Observer};
use crate::clauses::state::State;
use crate::clauses::token::Token;
use crate::clauses::view::{OpenElement, View};
use crate::dom::{Document, ElementName, NodeId};
use crate::name::Name;
use crate::parser::on_demand::OnDemand;
use crate::parser::options::Options;
pub(crate) use change_encoding::InputEncoding;
use formatting::FormattingList;
use insertion::Location;
use markers::Markers;
use merged_attributes::MergedAttributes;
pub use modes::doctype_identifiers;
use patching::Patches;
pub use select_tree::Disagreement;
use select_tree::SelectState;
use stack::Stack;

/// What is to happen after the rules for a token have run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The token is done with.
    Done,
    /// The token is reprocessed, by the insertion mode there is now.
    Reprocess,
    /// The start tag is reprocessed under another name.
    ReprocessAs(Name),
}

/// The tree construction stage.
#[derive(Debug)]
pub struct TreeBuilder<O> {
    observer: O,
    options: Options,
    edition: Edition,
    input_encoding: InputEncoding,
    pub(crate) document: Document,
    mode: InsertionMode,
    original_mode: InsertionMode,
    template_modes: Vec<InsertionMode>,
    stack: Stack,
    formatting: FormattingList,
    /// The head element pointer.
    head: Option<NodeId>,
    /// The form element pointer.
    form: Option<NodeId>,
    /// Whether the frameset-ok flag is "ok".
    frameset_ok: bool,
    foster_parenting: bool,
    /// The pending table character tokens.
    pending_table_text: Vec<u8>,
    /// Whether the next token is ignored if it is a line feed.
    ignore_line_feed: bool,
    root_insertion_target: Option<NodeId>,
    context: Option<OpenElement>,
    patches: OnDemand<Patches>,
    markers: OnDemand<Markers>,
    merged_attributes: MergedAttributes,
    select_state: OnDemand<SelectState>,
    /// The state the tokenizer is to switch to.
    tokenizer_state: Option<State>,
    /// Where in the run of characters at hand the part that is processed begins.
    part_offset: usize,
    /// The errors that the characters in a row have made so far; none while the token is not a character.
    character_errors: Option<TreeErrors>,
    /// The errors found in the token at hand, with the offset of the character.
    errors: SmallVec<[(TreeError, usize); 4]>,
}

impl<O: Observer> TreeBuilder<O> {
    /// A tree construction stage for a new document.
    #[inline(always)]
    pub fn new(observer: O, options: Options) -> Self {
        let mut document = Document::default();
        document.most_nodes = options.most_nodes;
        document.quirks_mode = options.quirks_mode;
        Self {
            observer,
            options,
            edition: options.edition,
            input_encoding: InputEncoding::default(),
            document,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            template_modes: Vec::new(),
            stack: Stack::default(),
            formatting: FormattingList::default(),
            head: None,
            form: None,
            frameset_ok: true,
            foster_parenting: false,
            pending_table_text: Vec::new(),
            ignore_line_feed: false,
            root_insertion_target: None,
            context: None,
            patches: OnDemand::default(),
            markers: OnDemand::default(),
            merged_attributes: MergedAttributes::default(),
            select_state: OnDemand::default(),
            tokenizer_state: None,
            part_offset: 0,
            character_errors: None,
            errors: SmallVec::new(),
        }
    }

    /// The document as it is now.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The insertion mode.
    pub fn insertion_mode(&self) -> InsertionMode {
        self.mode
    }

    /// Tells the observer of a token that is about to be processed. Whether it is.
    fn tell_token(&mut self, token: Token<'_>) -> bool {
        let (observer, view) = self.observer_and_view();
        observer.token(token, view)
    }

    /// Tells the observer that the token is processed.
    fn tell_processed(&mut self) {
        let (observer, view) = self.observer_and_view();
        observer.processed(view);
    }

    /// Asks the observer what is read in the place of a U+0000.
    fn ask_null(&mut self, state: State) -> Null {
        let (observer, view) = self.observer_and_view();
        observer.null(state, Some(view))
    }

    fn observer_and_view(&mut self) -> (&mut O, View<'_>) {
        let view =
            View { document: &self.document, mode: self.mode, stack: &self.stack, context: self.context.as_ref() };
        (&mut self.observer, view)
    }

    /// The stack of open elements, the topmost first.
    pub fn open_elements(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.stack.in_order().map(|element| element.node)
    }

    /// The node that has what a fragment was parsed to for its children: a fragment, or the root element before
    /// [`Change::FragmentParserRefactor2026`](crate::clauses::change::Change).
    pub fn fragment(&self) -> Option<NodeId> {
        self.context?;
        self.root_insertion_target.or_else(|| self.document.document_element())
    }

    /// Who watches.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Ends tree construction, after which the document is what was parsed.
    pub(crate) fn end(&mut self) {
        self.merged_attributes.add_to(&mut self.document);
    }

    /// Gives back who watched.
    pub(crate) fn into_observer(self) -> O {
        self.observer
    }

    /// Whether a row matches the token, which it does unless the observer says otherwise.
    #[inline(always)]
    fn row(&mut self, clause: Clause) -> bool {
        self.observer.row(clause, 1)
    }

    /// The same for a row that takes a run of characters.
    #[inline(always)]
    fn text_row(&mut self, clause: Clause, text: &[u8]) -> bool {
        self.observer.row(clause, text.len())
    }

    /// The same for a row that matches tags by their names.
    #[inline(always)]
    fn tag_row(&mut self, clause: Clause, name: Name) -> bool {
        self.observer.tag_row(clause, name)
    }

    /// Whether a step is to run.
    #[inline(always)]
    fn step(&mut self, clause: Clause) -> bool {
        self.observer.step(clause)
    }

    /// What the algorithm is to go by where a condition holds or not.
    #[inline(always)]
    fn condition(&mut self, clause: Clause, holds: bool) -> bool {
        self.observer.condition(clause, holds)
    }

    /// Whether the name is on the list.
    #[inline(always)]
    fn on_list(&mut self, list: List, name: ElementName) -> bool {
        self.observer.lists(name, ListSet::of(name)).contains(list)
    }

    /// Reports a parse error. One that characters make is reported once for all that come in a row, however they are
    /// cut into runs.
    #[inline]
    fn error(&mut self, error: TreeError) {
        if let Some(reported) = &mut self.character_errors
            && !reported.insert(error)
        {
            return;
        }
        self.error_at(error, 0);
    }

    /// Reports a parse error at one character of the run that is processed.
    #[inline]
    fn error_at(&mut self, error: TreeError, offset: usize) {
        self.observer.error(ParseErrorKind::Tree(error));
        if self.options.errors {
            self.errors.push((error, self.part_offset + offset));
        }
    }

    /// Switches the tokenizer to a state.
    fn switch_tokenizer(&mut self, state: State) {
        self.tokenizer_state = Some(state);
    }

    /// Whether the parser was created as part of the fragment parsing algorithm.
    #[inline]
    fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Stops parsing: nothing is open any more.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing>
    fn stop_parsing(&mut self) -> Next {
        if self.step(clause!("stop-parsing/pop", "all nodes are popped off the stack")) {
            while self.stack.last_position(Name::OPTION).is_some() {
                self.pop();
            }
            // What else is popped makes no difference to anybody.
            self.stack.clear();
        }
        Next::Done
    }
}

/// Whether a run of characters is ASCII whitespace; where the modes ask, runs are all white space or have none.
#[inline]
fn is_whitespace(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
}

/// Whether characters are all ASCII whitespace.
#[inline]
fn is_all_whitespace(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' '))
}

/// Whether a token is a start tag of this name.
#[inline]
fn is_start_tag(token: Token<'_>, name: Name) -> bool {
    matches!(token, Token::StartTag(tag) if tag.name == name)
}
