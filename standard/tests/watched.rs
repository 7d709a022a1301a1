//! That watching changes nothing: what is found by an index when nobody watches is what walking through the tree finds,
//! which the parser does when somebody does.

use crosscheck_standard::clauses::observer::Observer;
use crosscheck_standard::dom::NodeId;
use crosscheck_standard::parser::options::Options;
use crosscheck_standard::parser::parse::{Parser, parse_document};

/// Watches, and lets everything happen.
struct Watch;

impl Observer for Watch {}

/// What moves markers about, and what looks for them.
const PIECES: &[&str] = &[
    "<?marker name=\"a\">",
    "<?marker name=\"b\">",
    "<?start name=\"a\">",
    "<?start name=\"b\">",
    "<?end>",
    "<template for=a>",
    "<template for=b>",
    "<template>",
    "<template shadowrootmode=open>",
    "</template>",
    "</template>",
    "<template for=a></template>",
    "<template for=b>x</template>",
    "<template for=a><i>x</i></template>",
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<frameset>",
    "<select>",
    "<option>",
    "<selectedcontent>",
    "</option>",
    "</select>",
    "<svg>",
    "<desc>",
    "</svg>",
    "x",
    "<!---->",
];

#[test]
fn the_index_of_markers_finds_what_the_tree_holds() {
    let mut random = 77_u64;
    let mut draw = |below: usize| {
        // Knuth's MMIX generator; its upper bits are the better ones.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for _ in 0..200_000 {
        let length = 1 + draw(30);
        let document: String = (0..length).map(|_| PIECES[draw(PIECES.len())]).collect();
        let unwatched = parse_document(&document, Options::default()).unwrap();
        let mut parser = Parser::new(Watch, Options::default());
        parser.feed(&document).unwrap();
        let watched = parser.finish().unwrap();
        let root = NodeId::DOCUMENT;
        let same = unwatched.document.same_below(root, &watched.document, root);
        assert!(same, "the trees differ: {document}");
    }
}
