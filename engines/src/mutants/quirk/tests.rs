//! What quirks make of documents.

use super::*;
use crate::engines::Engine as _;
use crate::engines::standard::Standard;
use crate::model::answer::Answer;

/// The result of an engine with a quirk for a document, or a fragment in a context.
fn dump(quirk: Quirk, text: &str, context: &str) -> String {
    let name = format!("standard@mutant:quirk:{quirk}");
    let mut engine = Standard::from_name(&name).expect("a quirk has a name");
    let mut input = Input::document(text);
    if let Task::Tree { context: of, .. } = &mut input.task {
        *of = (!context.is_empty()).then(|| context.parse().expect("a context"));
    }
    match engine.answer(&input) {
        Answer::Tree { tree, .. } => tree.dump().to_display().into_owned(),
        other => panic!("{other:?}"),
    }
}

const BODY: &str = "| <html>\n|   <head>\n|   <body>";

#[test]
fn nulls_in_text_are_ignored() {
    let ignored = |text, context| dump(Quirk::NullsIgnored, text, context);
    let in_head = "| <html>\n|   <head>\n|     <template>\n|       content\n|   <body>";
    assert_eq!(ignored("\0<template>", ""), in_head);
    assert_eq!(ignored("a\0", "title"), "| \"a\"");
    assert_eq!(ignored("<\0&\0", "style"), "| \"<&\"");
    assert_eq!(ignored("\0<!--\0<script>\0", "script"), "| \"<!--<script>\"");
    assert_eq!(ignored("\0", "plaintext"), "| \"\u{FFFD}\"");
    assert_eq!(ignored("\0", "svg a"), "| \"\u{FFFD}\"");
    assert_eq!(ignored("\0", "svg desc"), "");
    assert!(ignored("<title>\0", "").contains("\u{FFFD}"));
}

#[test]
fn nulls_are_dropped_or_replaced_as_they_are_read() {
    let read = |text, context| dump(Quirk::NullsRead, text, context);
    assert_eq!(read("\0<!DOCTYPE html><\0", ""), format!("| <!DOCTYPE html>\n{BODY}\n|     \"<\u{FFFD}\""));
    assert_eq!(read("<?x?\0>", ""), format!("| <?x ?\u{FFFD}?>\n{BODY}"));
    assert_eq!(read("a\0<\0&\0", "title"), "| \"a<\u{FFFD}&\"");
    assert_eq!(read("a\0", "style"), "| \"a\u{FFFD}\"");
    assert_eq!(read("\0", "svg a"), "| \"\u{FFFD}\"");
    assert_eq!(read("<![CDATA[\0", "svg desc"), "| \"\u{FFFD}\"");
}

#[test]
fn what_is_foreign_is_found_out_late() {
    let read = |text, context| dump(Quirk::NullsReadLate, text, context);
    assert_eq!(read("a\0&\0", "svg a"), "| \"a&\"");
    assert_eq!(read("<!>\0", "svg a"), "| <!--  -->\n| \"\u{FFFD}\"");
    assert_eq!(read("<!>\0", "svg desc"), "| <!--  -->\n| \"\u{FFFD}\"");
    assert_eq!(read("<p>\0", "svg desc"), "| <p>");
    assert_eq!(read("a\0", "style"), "| \"a\"");
    assert_eq!(read("<![CDATA[", "svg a"), "| <!-- [CDATA[ -->");
    assert_eq!(read("x<![CDATA[y", "svg a"), "| \"xy\"");
}

#[test]
fn declarations_are_cut_off() {
    let lost = |text, context| dump(Quirk::DeclarationsCutOff, text, context);
    assert_eq!(lost("<!DOCt", ""), "");
    assert_eq!(lost("x<!d", ""), format!("{BODY}\n|     \"x\""));
    assert_eq!(lost("<!d>", "p"), "| <!-- d -->");
    assert_eq!(lost("<!doctypf", "p"), "| <!-- doctypf -->");
    assert_eq!(lost("<!", "p"), "| <!--  -->");
    assert_eq!(lost("<![CD", "svg a"), "| <!-- [CD -->");
    assert_eq!(lost("x<![CD", "svg a"), "| \"x\"");
    let lost = |text, context| dump(Quirk::CdataCutOff, text, context);
    assert_eq!(lost("<![CD", "svg a"), "");
    assert_eq!(lost("<![CD", "svg desc"), "");
    assert_eq!(lost("<![cd", "svg a"), "| <!-- [cd -->");
    assert_eq!(lost("<![CD", "p"), "| <!-- [CD -->");
    assert_eq!(lost("<!d", "p"), "| <!-- d -->");
}

/// What engines were seen to answer.
#[test]
fn what_goes_by_the_tag_at_hand() {
    for (quirk, text, context, expected) in [
        (Quirk::ImpliedEndTags, "<rt><rt></rt><rp></rt>x", "p", "| <rt>\n|   <rt>\n|   <rp>\n| \"x\""),
        (Quirk::IsAttribute, "<b><i is=x></b>y", "p", "| <b>\n|   <i>\n|     is=\"x\"\n| \"y\""),
        (Quirk::IsAttribute, "<a is=x><a>", "p", "| <a>\n|   is=\"x\"\n|   <a>"),
        (Quirk::SvgEndTags, "<fefuncg><svg></fefuncg><p>", "p", "| <fefuncg>\n|   <svg svg>\n|   <p>"),
        (
            Quirk::SvgEndTags,
            "<fefuncg><foreignobject><math></fefuncg><p>",
            "svg a",
            "| <svg feFuncG>\n|   <svg foreignObject>\n|     <math math>\n|     <p>",
        ),
        (Quirk::BodyEnd, "<select></html><!", "", "| <html>\n|   <head>\n|   <body>\n|     <select>\n| <!--  -->"),
        (Quirk::ContextName, "<table><table>", "svg table", "| <table>"),
        (
            Quirk::RootEndTag,
            "<p><b></p><svg></b><p>x",
            "math i",
            "| <p>\n|   <b>\n| <math svg>\n| <p>\n|   <b>\n|     \"x\"",
        ),
        (Quirk::RootEndTag, "<p><math></p>x", "math i", "| <p>\n|   <math math>\n| \"x\""),
        (
            Quirk::AnnotationBreakOut,
            "<annotation-xml encoding=text/html><b></p>",
            "math u",
            "| <math annotation-xml>\n|   encoding=\"text/html\"\n|   <b>\n|     <p>",
        ),
        (
            Quirk::AnnotationBreakOut,
            "<annotation-xml encoding=text/html><math><p>",
            "math u",
            "| <math annotation-xml>\n|   encoding=\"text/html\"\n|   <math math>\n| <p>",
        ),
        (
            Quirk::LineFeedBehindError,
            "<pre></>\n<pre/>\n<pre>&#10",
            "p",
            "| <pre>\n|   \"\n\"\n|   <pre>\n|     <pre>\n|       \"\n\"",
        ),
    ] {
        assert_eq!(dump(quirk, text, context), expected, "{quirk}: {text}");
    }
}

#[test]
fn the_text_right_in_a_foreign_context_is_literal() {
    let markup = |text: &str, context: &str, scripting| {
        let mut engine = Standard::from_name("standard@mutant:quirk:context-text").expect("a quirk has a name");
        let input = Input {
            task: Task::Serialise(Serialise {
                context: Some(context.parse().expect("a context")),
                scripting,
                ..Serialise::default()
            }),
            ..Input::document(text)
        };
        match engine.answer(&input) {
            Answer::Markup(markup) => markup.to_display().into_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(markup("&<style>&</style>&", "svg style", false), "&<style>&amp;</style>&");
    assert_eq!(markup("&", "svg a", false), "&amp;");
    assert_eq!(markup("&", "svg noscript", false), "&amp;");
    assert_eq!(markup("&", "math noscript", true), "&");
}
