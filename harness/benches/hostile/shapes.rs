//! Documents that make a careless parser go quadratic, overflow its stack, or run out of memory.

use super::parse;

/// A family of documents that grow with a number.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// The document for a number.
    pub(crate) document: fn(usize) -> String,
    /// Whether what is in the document, or in the tree, grows with the square of the number: the standard says so, and
    /// no parser can help it. The numbers are then small, and time is held against input and output together.
    pub(crate) is_square: bool,
}

impl Shape {
    /// What time and memory are to be in proportion to: the bytes of the document, and where the tree grows faster than
    /// these, the nodes of the tree with them.
    pub(crate) fn extent(&self, n: usize) -> usize {
        let document = (self.document)(n);
        if !self.is_square {
            return document.len();
        }
        let parsed = parse(&document);
        document.len() + parsed.document.descendants(parsed.root()).count()
    }
}

/// A shape whose document and tree grow with the number.
const fn linear(name: &'static str, document: fn(usize) -> String) -> Shape {
    Shape { name, document, is_square: false }
}

/// A shape whose tree grows with the square of the number.
const fn square(name: &'static str, document: fn(usize) -> String) -> Shape {
    Shape { name, document, is_square: true }
}

/// A piece for each number below `n`.
fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// One piece `n` times, and then another `n` times.
fn twice(n: usize, first: &str, then: &str) -> String {
    first.repeat(n) + &then.repeat(n)
}

/// All shapes.
pub(crate) const SHAPES: &[Shape] = &[
    // Depth.
    linear("div", |n| "<div>".repeat(n)),
    linear("b", |n| "<b>".repeat(n)),
    linear("svg", |n| "<svg>".repeat(n)),
    linear("math-mi-svg-desc", |n| "<math><mi><svg><desc>".repeat(n)),
    linear("table-tr-td", |n| "<table><tr><td>".repeat(n)),
    linear("ul-li", |n| "<ul><li>".repeat(n)),
    linear("dl-dd", |n| "<dl><dd>".repeat(n)),
    linear("template", |n| "<template>".repeat(n)),
    linear("select-option-b", |n| "<select>".to_owned() + &"<option><b>".repeat(n)),
    linear("selects-option-b", |n| "<select><option><b>".repeat(n)),
    linear("object-b", |n| "<object><b>".repeat(n)),
    linear("button-p", |n| "<button><p>".repeat(n)),
    linear("ruby-rt", |n| "<ruby><rt>".repeat(n)),
    linear("unknown-elements", |n| each(n, |i| format!("<x{i}>"))),
    linear("div-unknown-end-tags", |n| "<span>".repeat(n) + &each(n, |i| format!("</x{i}>"))),
    linear("frameset", |n| "<frameset>".repeat(n)),
    // Formatting elements and the adoption agency.
    linear("font-a-i", |n| each(n, |i| format!("<font a={i}>"))),
    linear("b-i-div-end-b", |n| twice(n, "<b><i><div>", "</b>")),
    linear("b-i-div-end-i", |n| twice(n, "<b><i><div>", "</i>")),
    linear("b-i-div-end-div", |n| twice(n, "<b><i><div>", "</div>")),
    linear("b-i-div-end-all", |n| twice(n, "<b><i><div>", "</b></i></div>")),
    linear("font-a-i-div-end-font", |n| each(n, |i| format!("<font a={i}><div>")) + &"</font>".repeat(n)),
    linear("font-a-i-end-b", |n| each(n, |i| format!("<font a={i}>")) + &"</b>".repeat(n)),
    linear("fonts-p-end-font", |n| each(n, |i| format!("<font a={i}>")) + &twice(n, "<p>", "</font>")),
    linear("b-p-end-b", |n| "<b><p></b>".repeat(n)),
    linear("p-b", |n| "<p><b>".repeat(n)),
    linear("a-div", |n| "<a><div>".repeat(n)),
    linear("a-table", |n| "<a><table>".repeat(n)),
    linear("nobr", |n| "<nobr>".repeat(n)),
    linear("formatting-holes", |n| {
        let fonts = each(n, |i| format!("<font a={i}>"));
        format!("<p><b>{fonts}<i>{}{}", "</font>".repeat(n), "<p>x".repeat(n))
    }),
    square("reconstruction", |n| {
        let fonts = each(n, |i| format!("<font a={i}>"));
        format!("<p>{fonts}{}", "<p>x".repeat(n))
    }),
    // End tags without start tags, and what closes something far away.
    linear("div-end-p", |n| twice(n, "<div>", "</p>")),
    linear("end-p", |n| "</p>".repeat(n)),
    linear("end-br", |n| "</br>".repeat(n)),
    linear("span-end-q", |n| twice(n, "<span>", "</q>")),
    linear("span-li", |n| twice(n, "<span>", "<li>")),
    linear("span-end-h1", |n| twice(n, "<span>", "</h1>")),
    linear("form-div-end-form", |n| "<form><div></form>".repeat(n)),
    linear("svg-g-end-x", |n| "<svg>".to_owned() + &twice(n, "<g>", "</x>")),
    linear("svg-break-out", |n| "<svg><g><p>".repeat(n)),
    linear("svg-deep-break-out", |n| "<svg>".to_owned() + &twice(n, "<g>", "<p>")),
    linear("div-svg-end-div", |n| twice(n, "<div>", "<svg><g></div>")),
    // Tables.
    linear("table-i-x", |n| "<table><i>x".repeat(n)),
    linear("table-x-tr", |n| "<table>".to_owned() + &"x<tr>".repeat(n)),
    linear("table-text", |n| "<table>".to_owned() + &"x".repeat(n)),
    linear("table-caption", |n| "<table>".to_owned() + &"<caption>".repeat(n)),
    linear("table-colgroup", |n| "<table>".to_owned() + &"<colgroup><col>".repeat(n)),
    linear("table-td", |n| "<table>".to_owned() + &"<td>x".repeat(n)),
    linear("table-caption-b", |n| "<table>".to_owned() + &"<caption><b>".repeat(n)),
    linear("tables-end-table", |n| twice(n, "<table><tr><td>", "</table>")),
    // Attributes.
    linear("html-a-i", |n| each(n, |i| format!("<html a{i}>"))),
    linear("body-a-i", |n| each(n, |i| format!("<body a{i}>"))),
    linear("one-tag-a-i", |n| format!("<p {}>", each(n, |i| format!("a{i} ")))),
    linear("one-tag-duplicates", |n| format!("<p {}>", "a=1 ".repeat(n))),
    linear("svg-a-i", |n| format!("<svg {}>", each(n, |i| format!("a{i} ")))),
    linear("p-a-i", |n| each(n, |i| format!("<p a{i}></p>"))),
    linear("long-value", |n| format!("<p a=\"{}\">", "xyz ".repeat(n))),
    linear("long-name", |n| format!("<p {}>", "xyz".repeat(n))),
    linear("long-tag-name", |n| format!("<{}>", "xyz".repeat(n))),
    // Text, comments, and what looks like them.
    linear("ampersand", |n| "&".repeat(n)),
    linear("reference-prefixes", |n| "&CounterClockwiseContourIntegra".repeat(n)),
    linear("references", |n| "&notit;&amp".repeat(n)),
    linear("references-in-value", |n| format!("<p a='{}'>", "&notit;&amp=&x".repeat(n))),
    linear("numeric-reference", |n| format!("&#{}", "9".repeat(n))),
    linear("comment-open", |n| "<!--".repeat(n)),
    linear("comments", |n| "<!---->".repeat(n)),
    linear("comment-dashes", |n| "<!--".to_owned() + &"-".repeat(n)),
    linear("comment-bangs", |n| "<!--".to_owned() + &"<!--!".repeat(n)),
    linear("null", |n| "\0".repeat(n)),
    linear("null-x", |n| "x\0".repeat(n)),
    linear("cdata", |n| "<![CDATA[".repeat(n)),
    linear("svg-cdata", |n| "<svg>".to_owned() + &"<![CDATA[".repeat(n)),
    linear("svg-cdata-end", |n| "<svg><![CDATA[".to_owned() + &"]]".repeat(n)),
    linear("end-tag-open", |n| "</".repeat(n)),
    linear("less-than", |n| "<".repeat(n)),
    linear("processing-instructions", |n| "<?x y?>".repeat(n)),
    linear("doctypes", |n| "<!DOCTYPE html>".repeat(n)),
    linear("newlines", |n| "\r\n\0".repeat(n)),
    linear("controls", |n| "\u{1}".repeat(n)),
    linear("script-end-tags", |n| "<script>".to_owned() + &"</scrip".repeat(n)),
    linear("script-escapes", |n| "<script><!--".to_owned() + &"<script></script>".repeat(n)),
    linear("textarea-end-tags", |n| "<textarea>".to_owned() + &"</texta&am".repeat(n)),
    // Content patching.
    linear("template-for-missing", |n| "<template for=a></template>".repeat(n)),
    linear("template-for-missing-i", |n| each(n, |i| format!("<template for=a{i}></template>"))),
    linear("template-for-missing-deep", |n| "<div><template for=a></template>".repeat(n)),
    linear("template-for-other-markers", |n| twice(n, "<?marker name=\"b\">", "<template for=a></template>")),
    linear("template-for-out-of-scope", |n| {
        "<div><?marker name=\"a\"></div><div>".to_owned() + &"<p><template for=a></template>".repeat(n)
    }),
    linear("template-for-out-of-scope-many", |n| {
        let markers = "<?marker name=\"a\">".repeat(n);
        let templates = "<p><template for=a></template>".repeat(n);
        format!("<div>{markers}</div><div>{templates}")
    }),
    linear("template-for-deep-marker", |n| {
        let open = "<div><?marker name=\"a\">".repeat(n);
        let templates = "<template for=a></template>".repeat(n);
        format!("<section>{open}{}{templates}", "</div>".repeat(n))
    }),
    linear("template-for-marker-i", |n| {
        let markers = each(n, |i| format!("<?marker name=\"a{i}\">"));
        markers + &each(n, |i| format!("<template for=a{i}>x</template>"))
    }),
    linear("template-for-marker-same", |n| twice(n, "<?marker name=\"a\">", "<template for=a>x</template>")),
    linear("template-for-start-same", |n| {
        twice(n, "<?start name=\"a\">", "<template for=a><?start name=\"a\"></template>")
    }),
    linear("template-for-start-end", |n| "<?start name=\"a\">x<?end><template for=a>y</template>".repeat(n)),
    linear("template-for-nested", |n| "<?marker name=\"a\"><template for=a>".repeat(n)),
    // The selected option's clones.
    linear("selectedcontent-options", |n| {
        "<select><button><selectedcontent></selectedcontent></button>".to_owned()
            + &"<option selected><i>x</i>".repeat(n)
    }),
    linear("selectedcontent-deep-option", |n| {
        "<select><button><selectedcontent></selectedcontent></button><option>".to_owned() + &twice(n, "<i>", "</i>")
    }),
    linear("selectedcontent-many", |n| {
        let option = format!("<option>{}</option>", "<i></i>".repeat(n));
        format!("<select>{option}{}", "<selectedcontent></selectedcontent>".repeat(n))
    }),
    linear("selectedcontent-many-open", |n| {
        let option = format!("<option>{}</option>", "<i></i>".repeat(n));
        format!("<select>{option}{}", "<selectedcontent>".repeat(n))
    }),
    linear("selectedcontent-selects", |n| "<select><selectedcontent></selectedcontent><option>x</select>".repeat(n)),
    linear("selectedcontent-around-options", |n| {
        "<select><selectedcontent>".to_owned() + &"<option selected><i>x</i>".repeat(n)
    }),
];
