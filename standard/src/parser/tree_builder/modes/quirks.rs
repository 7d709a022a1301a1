//! Which DOCTYPE tokens set quirks and limited-quirks mode: the two lists of the "initial" insertion mode.
//!
//! Each row is a clause of its own, so that a suite can be asked whether it would notice that one is missing.

use crate::clauses::change::{Change, Edition};
use crate::clauses::clause::{Clause, clause};
use crate::clauses::token::Doctype;

/// A row of a list.
pub(super) struct Row {
    /// What the observer hears of the row.
    pub(super) clause: Clause,
    condition: Condition,
}

/// What a row asks of the identifiers; all comparisons are ASCII case-insensitive.
enum Condition {
    /// The public identifier is this.
    PublicIs(&'static str),
    /// The system identifier is this.
    SystemIs(&'static str),
    /// The public identifier starts with this.
    PublicStarts(&'static str),
    /// The same, and the system identifier is missing or the empty string.
    PublicStartsWithoutSystem(&'static str),
    /// The same, and the system identifier is neither missing nor the empty string.
    PublicStartsWithSystem(&'static str),
}

impl Row {
    /// Whether the token fits the row, in an edition.
    pub(super) fn holds(&self, doctype: &Doctype, edition: Edition) -> bool {
        let public = doctype.public_id.as_deref();
        let system = doctype.system_id.as_deref();
        let empty_is_missing = edition.has(Change::DoctypeEmptyAsMissing2026);
        let has_system = system.is_some_and(|system| !system.is_empty() || !empty_is_missing);
        match self.condition {
            Condition::PublicIs(identifier) => is(public, identifier),
            Condition::SystemIs(identifier) => is(system, identifier),
            Condition::PublicStarts(prefix) => starts(public, prefix),
            Condition::PublicStartsWithoutSystem(prefix) => !has_system && starts(public, prefix),
            Condition::PublicStartsWithSystem(prefix) => has_system && starts(public, prefix),
        }
    }
}

/// The identifiers, and beginnings of identifiers, of both lists, in the standard's order.
pub fn doctype_identifiers() -> impl Iterator<Item = &'static str> {
    QUIRKS.iter().chain(LIMITED_QUIRKS).map(|row| match row.condition {
        Condition::PublicIs(text)
        | Condition::SystemIs(text)
        | Condition::PublicStarts(text)
        | Condition::PublicStartsWithoutSystem(text)
        | Condition::PublicStartsWithSystem(text) => text,
    })
}

fn is(identifier: Option<&[u8]>, wanted: &str) -> bool {
    identifier.is_some_and(|identifier| identifier.eq_ignore_ascii_case(wanted.as_bytes()))
}

fn starts(identifier: Option<&[u8]>, prefix: &str) -> bool {
    identifier
        .and_then(|identifier| identifier.get(..prefix.len()))
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

macro_rules! rows {
    ($(clause!($id:literal, $title:literal) $condition:ident($text:literal);)*) => {
        &[$(Row { clause: clause!($id, $title), condition: Condition::$condition($text) }),*]
    };
}

/// The identifiers of the first list, in the standard's order: each sets quirks mode.
pub(super) const QUIRKS: &[Row] = rows! {
    clause!("initial/quirks/public-w3o-w3-html-strict-3-0-en", "quirks: public identifier `-//W3O//DTD W3 HTML Strict 3.0//EN//`") PublicIs("-//W3O//DTD W3 HTML Strict 3.0//EN//");
    clause!("initial/quirks/public-w3c-html-4-0-transitional-en", "quirks: public identifier `-/W3C/DTD HTML 4.0 Transitional/EN`") PublicIs("-/W3C/DTD HTML 4.0 Transitional/EN");
    clause!("initial/quirks/public-html", "quirks: public identifier `HTML`") PublicIs("HTML");
    clause!("initial/quirks/system-http-www-ibm-com-data-dtd-v11-ibmxhtml1-transitional-dtd", "quirks: system identifier `http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd`") SystemIs("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd");
    clause!("initial/quirks/prefix-silmaril-html-pro-v0r11-19970101", "quirks: public identifier starts `+//Silmaril//dtd html Pro v0r11 19970101//`") PublicStarts("+//Silmaril//dtd html Pro v0r11 19970101//");
    clause!("initial/quirks/prefix-as-html-3-0-aswedit-extensions", "quirks: public identifier starts `-//AS//DTD HTML 3.0 asWedit + extensions//`") PublicStarts("-//AS//DTD HTML 3.0 asWedit + extensions//");
    clause!("initial/quirks/prefix-advasoft-ltd-html-3-0-aswedit-extensions", "quirks: public identifier starts `-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//`") PublicStarts("-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//");
    clause!("initial/quirks/prefix-ietf-html-2-0-level-1", "quirks: public identifier starts `-//IETF//DTD HTML 2.0 Level 1//`") PublicStarts("-//IETF//DTD HTML 2.0 Level 1//");
    clause!("initial/quirks/prefix-ietf-html-2-0-level-2", "quirks: public identifier starts `-//IETF//DTD HTML 2.0 Level 2//`") PublicStarts("-//IETF//DTD HTML 2.0 Level 2//");
    clause!("initial/quirks/prefix-ietf-html-2-0-strict-level-1", "quirks: public identifier starts `-//IETF//DTD HTML 2.0 Strict Level 1//`") PublicStarts("-//IETF//DTD HTML 2.0 Strict Level 1//");
    clause!("initial/quirks/prefix-ietf-html-2-0-strict-level-2", "quirks: public identifier starts `-//IETF//DTD HTML 2.0 Strict Level 2//`") PublicStarts("-//IETF//DTD HTML 2.0 Strict Level 2//");
    clause!("initial/quirks/prefix-ietf-html-2-0-strict", "quirks: public identifier starts `-//IETF//DTD HTML 2.0 Strict//`") PublicStarts("-//IETF//DTD HTML 2.0 Strict//");
    clause!("initial/quirks/prefix-ietf-html-2-0", "quirks: public identifier starts `-//IETF//DTD HTML 2.0//`") PublicStarts("-//IETF//DTD HTML 2.0//");
    clause!("initial/quirks/prefix-ietf-html-2-1e", "quirks: public identifier starts `-//IETF//DTD HTML 2.1E//`") PublicStarts("-//IETF//DTD HTML 2.1E//");
    clause!("initial/quirks/prefix-ietf-html-3-0", "quirks: public identifier starts `-//IETF//DTD HTML 3.0//`") PublicStarts("-//IETF//DTD HTML 3.0//");
    clause!("initial/quirks/prefix-ietf-html-3-2-final", "quirks: public identifier starts `-//IETF//DTD HTML 3.2 Final//`") PublicStarts("-//IETF//DTD HTML 3.2 Final//");
    clause!("initial/quirks/prefix-ietf-html-3-2", "quirks: public identifier starts `-//IETF//DTD HTML 3.2//`") PublicStarts("-//IETF//DTD HTML 3.2//");
    clause!("initial/quirks/prefix-ietf-html-3", "quirks: public identifier starts `-//IETF//DTD HTML 3//`") PublicStarts("-//IETF//DTD HTML 3//");
    clause!("initial/quirks/prefix-ietf-html-level-0", "quirks: public identifier starts `-//IETF//DTD HTML Level 0//`") PublicStarts("-//IETF//DTD HTML Level 0//");
    clause!("initial/quirks/prefix-ietf-html-level-1", "quirks: public identifier starts `-//IETF//DTD HTML Level 1//`") PublicStarts("-//IETF//DTD HTML Level 1//");
    clause!("initial/quirks/prefix-ietf-html-level-2", "quirks: public identifier starts `-//IETF//DTD HTML Level 2//`") PublicStarts("-//IETF//DTD HTML Level 2//");
    clause!("initial/quirks/prefix-ietf-html-level-3", "quirks: public identifier starts `-//IETF//DTD HTML Level 3//`") PublicStarts("-//IETF//DTD HTML Level 3//");
    clause!("initial/quirks/prefix-ietf-html-strict-level-0", "quirks: public identifier starts `-//IETF//DTD HTML Strict Level 0//`") PublicStarts("-//IETF//DTD HTML Strict Level 0//");
    clause!("initial/quirks/prefix-ietf-html-strict-level-1", "quirks: public identifier starts `-//IETF//DTD HTML Strict Level 1//`") PublicStarts("-//IETF//DTD HTML Strict Level 1//");
    clause!("initial/quirks/prefix-ietf-html-strict-level-2", "quirks: public identifier starts `-//IETF//DTD HTML Strict Level 2//`") PublicStarts("-//IETF//DTD HTML Strict Level 2//");
    clause!("initial/quirks/prefix-ietf-html-strict-level-3", "quirks: public identifier starts `-//IETF//DTD HTML Strict Level 3//`") PublicStarts("-//IETF//DTD HTML Strict Level 3//");
    clause!("initial/quirks/prefix-ietf-html-strict", "quirks: public identifier starts `-//IETF//DTD HTML Strict//`") PublicStarts("-//IETF//DTD HTML Strict//");
    clause!("initial/quirks/prefix-ietf-html", "quirks: public identifier starts `-//IETF//DTD HTML//`") PublicStarts("-//IETF//DTD HTML//");
    clause!("initial/quirks/prefix-metrius-metrius-presentational", "quirks: public identifier starts `-//Metrius//DTD Metrius Presentational//`") PublicStarts("-//Metrius//DTD Metrius Presentational//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-2-0-html-strict", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//`") PublicStarts("-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-2-0-html", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 2.0 HTML//`") PublicStarts("-//Microsoft//DTD Internet Explorer 2.0 HTML//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-2-0-tables", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 2.0 Tables//`") PublicStarts("-//Microsoft//DTD Internet Explorer 2.0 Tables//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-3-0-html-strict", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//`") PublicStarts("-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-3-0-html", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 3.0 HTML//`") PublicStarts("-//Microsoft//DTD Internet Explorer 3.0 HTML//");
    clause!("initial/quirks/prefix-microsoft-internet-explorer-3-0-tables", "quirks: public identifier starts `-//Microsoft//DTD Internet Explorer 3.0 Tables//`") PublicStarts("-//Microsoft//DTD Internet Explorer 3.0 Tables//");
    clause!("initial/quirks/prefix-netscape-comm-corp-html", "quirks: public identifier starts `-//Netscape Comm. Corp.//DTD HTML//`") PublicStarts("-//Netscape Comm. Corp.//DTD HTML//");
    clause!("initial/quirks/prefix-netscape-comm-corp-strict-html", "quirks: public identifier starts `-//Netscape Comm. Corp.//DTD Strict HTML//`") PublicStarts("-//Netscape Comm. Corp.//DTD Strict HTML//");
    clause!("initial/quirks/prefix-oreilly-and-associates-html-2-0", "quirks: public identifier starts `-//O'Reilly and Associates//DTD HTML 2.0//`") PublicStarts("-//O'Reilly and Associates//DTD HTML 2.0//");
    clause!("initial/quirks/prefix-oreilly-and-associates-html-extended-1-0", "quirks: public identifier starts `-//O'Reilly and Associates//DTD HTML Extended 1.0//`") PublicStarts("-//O'Reilly and Associates//DTD HTML Extended 1.0//");
    clause!("initial/quirks/prefix-oreilly-and-associates-html-extended-relaxed-1-0", "quirks: public identifier starts `-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//`") PublicStarts("-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//");
    clause!("initial/quirks/prefix-sq-html-2-0-hotmetal-extensions", "quirks: public identifier starts `-//SQ//DTD HTML 2.0 HoTMetaL + extensions//`") PublicStarts("-//SQ//DTD HTML 2.0 HoTMetaL + extensions//");
    clause!("initial/quirks/prefix-softquad-software-hotmetal-pro-6-0-19990601-extensions-to-html-4-0", "quirks: public identifier starts `-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//`") PublicStarts("-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//");
    clause!("initial/quirks/prefix-softquad-hotmetal-pro-4-0-19971010-extensions-to-html-4-0", "quirks: public identifier starts `-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//`") PublicStarts("-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//");
    clause!("initial/quirks/prefix-spyglass-html-2-0-extended", "quirks: public identifier starts `-//Spyglass//DTD HTML 2.0 Extended//`") PublicStarts("-//Spyglass//DTD HTML 2.0 Extended//");
    clause!("initial/quirks/prefix-sun-microsystems-corp-hotjava-html", "quirks: public identifier starts `-//Sun Microsystems Corp.//DTD HotJava HTML//`") PublicStarts("-//Sun Microsystems Corp.//DTD HotJava HTML//");
    clause!("initial/quirks/prefix-sun-microsystems-corp-hotjava-strict-html", "quirks: public identifier starts `-//Sun Microsystems Corp.//DTD HotJava Strict HTML//`") PublicStarts("-//Sun Microsystems Corp.//DTD HotJava Strict HTML//");
    clause!("initial/quirks/prefix-w3c-html-3-1995-03-24", "quirks: public identifier starts `-//W3C//DTD HTML 3 1995-03-24//`") PublicStarts("-//W3C//DTD HTML 3 1995-03-24//");
    clause!("initial/quirks/prefix-w3c-html-3-2-draft", "quirks: public identifier starts `-//W3C//DTD HTML 3.2 Draft//`") PublicStarts("-//W3C//DTD HTML 3.2 Draft//");
    clause!("initial/quirks/prefix-w3c-html-3-2-final", "quirks: public identifier starts `-//W3C//DTD HTML 3.2 Final//`") PublicStarts("-//W3C//DTD HTML 3.2 Final//");
    clause!("initial/quirks/prefix-w3c-html-3-2", "quirks: public identifier starts `-//W3C//DTD HTML 3.2//`") PublicStarts("-//W3C//DTD HTML 3.2//");
    clause!("initial/quirks/prefix-w3c-html-3-2s-draft", "quirks: public identifier starts `-//W3C//DTD HTML 3.2S Draft//`") PublicStarts("-//W3C//DTD HTML 3.2S Draft//");
    clause!("initial/quirks/prefix-w3c-html-4-0-frameset", "quirks: public identifier starts `-//W3C//DTD HTML 4.0 Frameset//`") PublicStarts("-//W3C//DTD HTML 4.0 Frameset//");
    clause!("initial/quirks/prefix-w3c-html-4-0-transitional", "quirks: public identifier starts `-//W3C//DTD HTML 4.0 Transitional//`") PublicStarts("-//W3C//DTD HTML 4.0 Transitional//");
    clause!("initial/quirks/prefix-w3c-html-experimental-19960712", "quirks: public identifier starts `-//W3C//DTD HTML Experimental 19960712//`") PublicStarts("-//W3C//DTD HTML Experimental 19960712//");
    clause!("initial/quirks/prefix-w3c-html-experimental-970421", "quirks: public identifier starts `-//W3C//DTD HTML Experimental 970421//`") PublicStarts("-//W3C//DTD HTML Experimental 970421//");
    clause!("initial/quirks/prefix-w3c-w3-html", "quirks: public identifier starts `-//W3C//DTD W3 HTML//`") PublicStarts("-//W3C//DTD W3 HTML//");
    clause!("initial/quirks/prefix-w3o-w3-html-3-0", "quirks: public identifier starts `-//W3O//DTD W3 HTML 3.0//`") PublicStarts("-//W3O//DTD W3 HTML 3.0//");
    clause!("initial/quirks/prefix-webtechs-mozilla-html-2-0", "quirks: public identifier starts `-//WebTechs//DTD Mozilla HTML 2.0//`") PublicStarts("-//WebTechs//DTD Mozilla HTML 2.0//");
    clause!("initial/quirks/prefix-webtechs-mozilla-html", "quirks: public identifier starts `-//WebTechs//DTD Mozilla HTML//`") PublicStarts("-//WebTechs//DTD Mozilla HTML//");
    clause!("initial/quirks/no-system-w3c-html-4-01-frameset", "quirks without system identifier: public identifier starts `-//W3C//DTD HTML 4.01 Frameset//`") PublicStartsWithoutSystem("-//W3C//DTD HTML 4.01 Frameset//");
    clause!("initial/quirks/no-system-w3c-html-4-01-transitional", "quirks without system identifier: public identifier starts `-//W3C//DTD HTML 4.01 Transitional//`") PublicStartsWithoutSystem("-//W3C//DTD HTML 4.01 Transitional//");
};

/// The identifiers of the second list, in the standard's order: each sets limited-quirks mode.
pub(super) const LIMITED_QUIRKS: &[Row] = rows! {
    clause!("initial/limited-quirks/prefix-w3c-xhtml-1-0-frameset", "limited quirks: public identifier starts `-//W3C//DTD XHTML 1.0 Frameset//`") PublicStarts("-//W3C//DTD XHTML 1.0 Frameset//");
    clause!("initial/limited-quirks/prefix-w3c-xhtml-1-0-transitional", "limited quirks: public identifier starts `-//W3C//DTD XHTML 1.0 Transitional//`") PublicStarts("-//W3C//DTD XHTML 1.0 Transitional//");
    clause!("initial/limited-quirks/system-w3c-html-4-01-frameset", "limited quirks with system identifier: public identifier starts `-//W3C//DTD HTML 4.01 Frameset//`") PublicStartsWithSystem("-//W3C//DTD HTML 4.01 Frameset//");
    clause!("initial/limited-quirks/system-w3c-html-4-01-transitional", "limited quirks with system identifier: public identifier starts `-//W3C//DTD HTML 4.01 Transitional//`") PublicStartsWithSystem("-//W3C//DTD HTML 4.01 Transitional//");
};
