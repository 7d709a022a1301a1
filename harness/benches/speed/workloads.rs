//! What the engines are timed on.

use std::path::PathBuf;

use crosscheck::documents::warc::{PAGE_LIMIT, Record, Warc};
use crosscheck::fixtures::{self, Body};

/// Documents to work through one after the other.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) documents: Vec<String>,
}

/// The one-megabyte page always; real pages and fixtures where the environment says where they are.
pub(crate) struct Workloads {
    pub(crate) page: Workload,
    pub(crate) pages: Option<Workload>,
    pub(crate) fixtures: Option<Workload>,
}

impl Workloads {
    pub(crate) fn find() -> Self {
        let folder = |variable: &str| {
            let folder = std::env::var_os(variable).map(PathBuf::from);
            if folder.is_none() {
                eprintln!("{variable} is not set: what it points to is left out");
            }
            folder
        };
        Self {
            page: Workload { name: "the 1 MB page", documents: vec![megabyte_page()] },
            pages: folder("CROSSCHECK_PAGES").map(pages),
            fixtures: folder("CROSSCHECK_HTML5LIB_TESTS").map(small_fixtures),
        }
    }
}

fn pages(folder: PathBuf) -> Workload {
    let mut archives: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.to_string_lossy().ends_with(".warc.gz"))
        .collect();
    archives.sort();
    let mut documents = Vec::new();
    for archive in archives {
        for record in Warc::open(&archive, PAGE_LIMIT).expect("an archive opens") {
            if let Record::Page(page) = record.expect("an archive is whole") {
                documents.push(String::from_utf8_lossy(&page.bytes).into_owned());
            }
        }
    }
    Workload { name: "real pages", documents }
}

fn small_fixtures(folder: PathBuf) -> Workload {
    let found = fixtures::discover(&[folder.join("tree-construction")], None);
    let mut documents = Vec::new();
    for fixture in found.files.iter().flat_map(|file| &file.fixtures) {
        if let Body::Tree(test) = &fixture.body
            && test.circumstances.context.is_none()
            && let Some(text) = test.data().as_str()
        {
            documents.push(text.to_owned());
        }
    }
    Workload { name: "small fixtures", documents }
}

/// A page like many: a head, navigation, articles with inline markup, lists, a table, a form, some scripts and styles.
fn megabyte_page() -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Weather &amp; tides</title>\n\
         <style>body { margin: 0 } .tide > td { color: #123 }</style>\n\
         <script>if (1 < 2 && 3 > 2) { document.title += '!'; }</script>\n</head>\n<body class=\"wide\">\n",
    );
    let mut article = 0;
    while page.len() < 1_000_000 {
        article += 1;
        page.push_str(&format!(
            "<article id=\"a{article}\" class=\"post h-entry\" data-index='{article}'>\n\
             <h2><a href=\"/posts/{article}?ref=home&amp;page=2\" title=\"Post {article}\">Post number {article}</a></h2>\n\
             <p>The <em>quick</em> brown fox &mdash; jumps over <b>the lazy</b> dog, and then it rests for a while in \
             the shade of a tree whose leaves are <i>green</i> &lt;most of the time&gt;.</p>\n\
             <p>Unclosed paragraphs are common too<br>and so are <img src=\"/i/{article}.png\" alt=\"\" width=320 \
             height=200> images, caf\u{e9}s and \u{4f60}\u{597d}.\n\
             <ul class=list><li>one<li>two <a href=#x>link</a><li>three</ul>\n\
             <table><tr class=\"tide\"><th>High<td>04:1{}<tr><th>Low<td>10:3{}</table>\n\
             <!-- comment {article} -->\n\
             <form action=\"/s\"><label>Name <input name=n type=text disabled></label>\
             <select name=c><option value=1 selected>One<option value=2>Two</select></form>\n</article>\n",
            article % 10,
            article % 7,
        ));
    }
    page.push_str("</body>\n</html>\n");
    page
}
