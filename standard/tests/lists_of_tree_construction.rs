//! The lists of the standard's text on tree construction, written down from the text, against what the code has.

use std::collections::BTreeSet;

use crosscheck_standard::clauses::clause;
use crosscheck_standard::clauses::insertion_mode::InsertionMode;
use crosscheck_standard::clauses::list::List;
use crosscheck_standard::dom::{Namespace, NodeId, NodeKind, QuirksMode};
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parsed, parse_document};

/// <https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode>
const INSERTION_MODES: &[&str] = &[
    "initial",
    "before html",
    "before head",
    "in head",
    "in head noscript",
    "after head",
    "in body",
    "text",
    "in table",
    "in table text",
    "in caption",
    "in column group",
    "in table body",
    "in row",
    "in cell",
    "in template",
    "after body",
    "in frameset",
    "after frameset",
    "after after body",
    "after after frameset",
];

/// What MathML and SVG have on the lists of special elements and of scopes.
const FOREIGN_BARRIERS: &str = "math:mi math:mo math:mn math:ms math:mtext math:annotation-xml \
    svg:foreignObject svg:desc svg:title";

const SPECIAL: &str = "address applet area article aside base basefont bgsound blockquote body br \
    button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure \
    footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen \
    li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext \
    pre script search section select source style summary table tbody td template textarea tfoot th \
    thead title tr track ul wbr xmp";

const SCOPE: &str = "applet caption html table td th marquee object select template";

const IMPLIED_END_TAGS: &str = "dd dt li optgroup option p rb rp rt rtc";

const FOREIGN_BREAKOUT: &str = "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 \
    h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub \
    sup table tt u ul var";

const FOREIGN_ATTRIBUTES: &str = "xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show \
    xlink:title xlink:type xml:lang xml:space xmlns xmlns:xlink";

/// <https://html.spec.whatwg.org/multipage/parsing.html#formatting>
const FORMATTING: &str = "a b big code em font i nobr s small strike strong tt u";

/// A list as the text has it: local names, those of MathML and SVG with a prefix.
fn text_of(list: List) -> String {
    let first = |rows: &[(&str, &str)]| rows.iter().map(|row| format!("{} ", row.0)).collect();
    match list {
        List::Special => format!("{SPECIAL} {FOREIGN_BARRIERS}"),
        List::Scope => format!("{SCOPE} {FOREIGN_BARRIERS}"),
        List::ListItemScope => format!("{SCOPE} {FOREIGN_BARRIERS} ol ul"),
        List::ButtonScope => format!("{SCOPE} {FOREIGN_BARRIERS} button"),
        List::TableScope | List::TableContext => "html table template".into(),
        List::TableBodyContext => "tbody tfoot thead template html".into(),
        List::TableRowContext => "tr template html".into(),
        List::ListItemTransparent => "address div p".into(),
        List::ExpectedOpenAtEnd => {
            format!("{IMPLIED_END_TAGS} tbody td tfoot th thead tr body html")
        }
        List::ImpliedEndTags => IMPLIED_END_TAGS.into(),
        List::ImpliedEndTagsThorough => {
            format!("{IMPLIED_END_TAGS} caption colgroup tbody td tfoot th thead tr")
        }
        List::TableText => "table tbody template tfoot thead tr".into(),
        List::FosterParenting => "table tbody tfoot thead tr".into(),
        List::TableSections => "tbody tfoot thead".into(),
        List::Cell => "td th".into(),
        List::Headings => "h1 h2 h3 h4 h5 h6".into(),
        List::MathMlTextIntegrationPoint => "math:mi math:mo math:mn math:ms math:mtext".into(),
        List::HtmlIntegrationPoint => "svg:foreignObject svg:desc svg:title".into(),
        List::ForeignBreakout => FOREIGN_BREAKOUT.into(),
        List::SvgTagNames => first(SVG_TAG_NAMES),
        List::SvgAttributes => first(SVG_ATTRIBUTES),
        List::MathMlAttributes => "definitionurl".into(),
        List::ForeignAttributes => FOREIGN_ATTRIBUTES.into(),
        List::Void => "area base br col embed hr img input link meta source track wbr".into(),
        List::FormerlyVoid => "basefont bgsound frame keygen param".into(),
        List::SerialisedLiterally => "style script xmp iframe noembed noframes plaintext".into(),
    }
}

/// Tag names, and the element names they become.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
const SVG_TAG_NAMES: &[(&str, &str)] = &[
    ("altglyph", "altGlyph"),
    ("altglyphdef", "altGlyphDef"),
    ("altglyphitem", "altGlyphItem"),
    ("animatecolor", "animateColor"),
    ("animatemotion", "animateMotion"),
    ("animatetransform", "animateTransform"),
    ("clippath", "clipPath"),
    ("feblend", "feBlend"),
    ("fecolormatrix", "feColorMatrix"),
    ("fecomponenttransfer", "feComponentTransfer"),
    ("fecomposite", "feComposite"),
    ("feconvolvematrix", "feConvolveMatrix"),
    ("fediffuselighting", "feDiffuseLighting"),
    ("fedisplacementmap", "feDisplacementMap"),
    ("fedistantlight", "feDistantLight"),
    ("fedropshadow", "feDropShadow"),
    ("feflood", "feFlood"),
    ("fefunca", "feFuncA"),
    ("fefuncb", "feFuncB"),
    ("fefuncg", "feFuncG"),
    ("fefuncr", "feFuncR"),
    ("fegaussianblur", "feGaussianBlur"),
    ("feimage", "feImage"),
    ("femerge", "feMerge"),
    ("femergenode", "feMergeNode"),
    ("femorphology", "feMorphology"),
    ("feoffset", "feOffset"),
    ("fepointlight", "fePointLight"),
    ("fespecularlighting", "feSpecularLighting"),
    ("fespotlight", "feSpotLight"),
    ("fetile", "feTile"),
    ("feturbulence", "feTurbulence"),
    ("foreignobject", "foreignObject"),
    ("glyphref", "glyphRef"),
    ("lineargradient", "linearGradient"),
    ("radialgradient", "radialGradient"),
    ("textpath", "textPath"),
];

/// Attribute names of a token, and those of the element.
/// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes>
const SVG_ATTRIBUTES: &[(&str, &str)] = &[
    ("attributename", "attributeName"),
    ("attributetype", "attributeType"),
    ("basefrequency", "baseFrequency"),
    ("baseprofile", "baseProfile"),
    ("calcmode", "calcMode"),
    ("clippathunits", "clipPathUnits"),
    ("diffuseconstant", "diffuseConstant"),
    ("edgemode", "edgeMode"),
    ("filterunits", "filterUnits"),
    ("glyphref", "glyphRef"),
    ("gradienttransform", "gradientTransform"),
    ("gradientunits", "gradientUnits"),
    ("kernelmatrix", "kernelMatrix"),
    ("kernelunitlength", "kernelUnitLength"),
    ("keypoints", "keyPoints"),
    ("keysplines", "keySplines"),
    ("keytimes", "keyTimes"),
    ("lengthadjust", "lengthAdjust"),
    ("limitingconeangle", "limitingConeAngle"),
    ("markerheight", "markerHeight"),
    ("markerunits", "markerUnits"),
    ("markerwidth", "markerWidth"),
    ("maskcontentunits", "maskContentUnits"),
    ("maskunits", "maskUnits"),
    ("numoctaves", "numOctaves"),
    ("pathlength", "pathLength"),
    ("patterncontentunits", "patternContentUnits"),
    ("patterntransform", "patternTransform"),
    ("patternunits", "patternUnits"),
    ("pointsatx", "pointsAtX"),
    ("pointsaty", "pointsAtY"),
    ("pointsatz", "pointsAtZ"),
    ("preservealpha", "preserveAlpha"),
    ("preserveaspectratio", "preserveAspectRatio"),
    ("primitiveunits", "primitiveUnits"),
    ("refx", "refX"),
    ("refy", "refY"),
    ("repeatcount", "repeatCount"),
    ("repeatdur", "repeatDur"),
    ("requiredextensions", "requiredExtensions"),
    ("requiredfeatures", "requiredFeatures"),
    ("specularconstant", "specularConstant"),
    ("specularexponent", "specularExponent"),
    ("spreadmethod", "spreadMethod"),
    ("startoffset", "startOffset"),
    ("stddeviation", "stdDeviation"),
    ("stitchtiles", "stitchTiles"),
    ("surfacescale", "surfaceScale"),
    ("systemlanguage", "systemLanguage"),
    ("tablevalues", "tableValues"),
    ("targetx", "targetX"),
    ("targety", "targetY"),
    ("textlength", "textLength"),
    ("viewbox", "viewBox"),
    ("viewtarget", "viewTarget"),
    ("xchannelselector", "xChannelSelector"),
    ("ychannelselector", "yChannelSelector"),
    ("zoomandpan", "zoomAndPan"),
];

/// The public identifiers of quirks mode.
/// <https://html.spec.whatwg.org/multipage/parsing.html#quirks-mode-doctypes>
const QUIRKS_PUBLIC: &[&str] = &["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];

/// The system identifier of quirks mode.
const QUIRKS_SYSTEM: &[&str] = &["http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"];

/// What public identifiers of quirks mode start with.
const QUIRKS_PREFIXES: &[&str] = &[
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
];

/// The same, if the system identifier is missing or empty; else they are of limited-quirks mode.
const QUIRKS_PREFIXES_WITHOUT_SYSTEM: &[&str] =
    &["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];

/// What public identifiers of limited-quirks mode start with.
const LIMITED_QUIRKS_PREFIXES: &[&str] = &["-//W3C//DTD XHTML 1.0 Frameset//", "-//W3C//DTD XHTML 1.0 Transitional//"];

#[test]
fn the_insertion_modes_are_those_of_the_text_in_its_order() {
    let modes: Vec<_> = InsertionMode::all().iter().map(|mode| mode.name()).collect();
    assert_eq!(modes, INSERTION_MODES);
}

#[test]
fn every_insertion_mode_is_a_section_with_clauses() {
    let keys: BTreeSet<_> = clause::all().map(|clause| clause.section().key).collect();
    for mode in INSERTION_MODES {
        assert!(keys.contains(mode.replace(' ', "-").as_str()), "{mode}");
    }
}

#[test]
fn the_closed_lists_are_those_of_the_text() {
    for list in List::ALL {
        let expected: BTreeSet<_> = text_of(*list).split_whitespace().map(String::from).collect();
        let mut members = BTreeSet::new();
        for (namespace, prefix) in [(Namespace::Html, ""), (Namespace::MathMl, "math:"), (Namespace::Svg, "svg:")] {
            for name in list.members(namespace) {
                let name = format!("{prefix}{}", name.known_spelling().unwrap());
                assert!(members.insert(name.clone()), "{list:?} has {name} twice");
            }
        }
        assert_eq!(members, expected, "{list:?}");
    }
}

/// Nobody asks whether an element is one: it is its tags that have rows, the start tags of a and nobr each its own.
#[test]
fn the_rows_of_formatting_elements_are_for_those_of_the_text() {
    let names = |rows: &[&str]| -> BTreeSet<&str> {
        clause::all()
            .filter(|clause| rows.contains(&clause.id()))
            .flat_map(|clause| clause.names())
            .filter_map(|name| name.known_spelling())
            .collect()
    };
    let expected: BTreeSet<_> = FORMATTING.split(' ').collect();
    let start_tags = ["in-body/start-tag-a", "in-body/start-tag-formatting", "in-body/start-tag-nobr"];
    assert_eq!(names(&start_tags), expected);
    assert_eq!(names(&["in-body/end-tag-formatting"]), expected);
}

#[test]
fn svg_tag_names_become_those_of_the_text() {
    for (tag_name, name) in SVG_TAG_NAMES {
        assert_eq!(last_element(&format!("<svg><{tag_name}>")).0, *name);
    }
}

#[test]
fn svg_attribute_names_become_those_of_the_text() {
    for (attribute, name) in SVG_ATTRIBUTES {
        for element in ["svg", "svg><g"] {
            let attributes = last_element(&format!("<{element} {attribute}>")).1;
            assert_eq!(attributes, [*name], "on {element}");
        }
    }
}

/// The clauses are one for each identifier and hold it in their titles, so that none can be missing or too many.
#[test]
fn the_quirks_identifiers_are_those_of_the_text() {
    let titles = |prefix: &str| -> BTreeSet<&str> {
        clause::all()
            .filter(|clause| clause.id().starts_with(prefix))
            .filter_map(|clause| clause.title().split('`').nth(1))
            .collect()
    };
    let quirks = [QUIRKS_PUBLIC, QUIRKS_SYSTEM, QUIRKS_PREFIXES, QUIRKS_PREFIXES_WITHOUT_SYSTEM];
    let limited = [LIMITED_QUIRKS_PREFIXES, QUIRKS_PREFIXES_WITHOUT_SYSTEM];
    assert_eq!(titles("initial/quirks/"), BTreeSet::from_iter(quirks.concat()));
    assert_eq!(titles("initial/limited-quirks/"), BTreeSet::from_iter(limited.concat()));
}

#[test]
fn the_quirks_identifiers_make_the_mode_that_the_text_says() {
    use QuirksMode::{LimitedQuirks, NoQuirks, Quirks};
    for identifier in QUIRKS_PUBLIC {
        assert_public(identifier, "", Quirks);
        assert_public(&identifier.to_ascii_lowercase(), "", Quirks);
        assert_public(&format!("{identifier}x"), "", NoQuirks);
    }
    for identifier in QUIRKS_SYSTEM {
        assert_mode(&format!("SYSTEM '{identifier}'"), Quirks);
        assert_mode(&format!("SYSTEM '{identifier}x'"), NoQuirks);
    }
    for prefix in QUIRKS_PREFIXES {
        assert_public(&format!("{prefix}EN"), "", Quirks);
        assert_public(&format!("{prefix}EN"), "'x'", Quirks);
        assert_public(&prefix.to_ascii_uppercase(), "", Quirks);
        assert_public(prefix.strip_suffix('/').unwrap(), "", NoQuirks);
    }
    for prefix in QUIRKS_PREFIXES_WITHOUT_SYSTEM {
        assert_public(&format!("{prefix}EN"), "", Quirks);
        assert_public(&format!("{prefix}EN"), "''", Quirks);
        assert_public(&format!("{prefix}EN"), "'x'", LimitedQuirks);
    }
    for prefix in LIMITED_QUIRKS_PREFIXES {
        assert_public(&format!("{prefix}EN"), "", LimitedQuirks);
        assert_public(&format!("{prefix}EN"), "'x'", LimitedQuirks);
    }
}

#[track_caller]
fn assert_public(public_id: &str, system_id: &str, expected: QuirksMode) {
    assert_mode(&format!("PUBLIC \"{public_id}\" {system_id}"), expected);
}

#[track_caller]
fn assert_mode(identifiers: &str, expected: QuirksMode) {
    let parsed = parse(&format!("<!DOCTYPE html {identifiers}>"));
    assert_eq!(parsed.document.quirks_mode, expected, "{identifiers}");
}

fn parse(text: &str) -> Parsed {
    parse_document(text, Options::default()).unwrap()
}

/// The local name of the last element in tree order, and the names of its attributes.
fn last_element(text: &str) -> (String, Vec<String>) {
    let document = parse(text).document;
    let spelling = |name| String::from_utf8(document.names.spelling(name).to_vec()).unwrap();
    let last = document
        .descendants(NodeId::DOCUMENT)
        .filter_map(|(_, node)| match document.kind(node) {
            NodeKind::Element(element) => Some(element),
            _ => None,
        })
        .last()
        .unwrap();
    let attributes = document.attributes(last.attributes);
    (spelling(last.name.local), attributes.iter().map(|attribute| spelling(attribute.name)).collect())
}
