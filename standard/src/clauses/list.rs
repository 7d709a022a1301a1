//! The closed lists of the standard, each in one place.

pub(crate) mod adjustments;

use crate::dom::{ElementName, Namespace};
use crate::name::{KNOWN, Name};

macro_rules! lists {
    ($($(#[doc = $doc:literal])* $list:ident $members:tt)*) => {
        /// A closed list of the standard: of element names, tag names or attribute names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum List { $($(#[doc = $doc])* $list),* }

        impl List {
            /// All lists.
            pub const ALL: &[Self] = &[$(Self::$list),*];

            /// The list in the standard, where that gives it a place of its own.
            pub fn link(self) -> Option<&'static str> {
                let doc: &[&str] = match self { $(Self::$list => &[$($doc),*]),* };
                doc.iter().find_map(|line| line.trim().strip_prefix('<')?.strip_suffix('>'))
            }

            /// The names on the list, by namespace. Tag names and attribute names of tokens count as HTML's.
            pub const fn members(self, namespace: Namespace) -> &'static [Name] {
                match self { $(Self::$list => lists!(@members namespace, $members)),* }
            }
        }
    };
    (@members $namespace:ident, { html: [$($html:ident)*] $(, math: [$($math:ident)*], svg: [$($svg:ident)*])? }) => {
        match $namespace {
            Namespace::Html => &[$(Name::$html),*],
            Namespace::MathMl => &[$($(Name::$math),*)?],
            Namespace::Svg => &[$($(Name::$svg),*)?],
        }
    };
    (@members $namespace:ident, { html: $table:path }) => {
        match $namespace {
            Namespace::Html => &$table,
            _ => &[],
        }
    };
}

lists! {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#special>
    Special {
        html: [
            ADDRESS APPLET AREA ARTICLE ASIDE BASE BASEFONT BGSOUND BLOCKQUOTE BODY BR BUTTON CAPTION CENTER COL
            COLGROUP DD DETAILS DIR DIV DL DT EMBED FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAME FRAMESET H1 H2 H3 H4
            H5 H6 HEAD HEADER HGROUP HR HTML IFRAME IMG INPUT KEYGEN LI LINK LISTING MAIN MARQUEE MENU META NAV NOEMBED
            NOFRAMES NOSCRIPT OBJECT OL P PARAM PLAINTEXT PRE SCRIPT SEARCH SECTION SELECT SOURCE STYLE SUMMARY TABLE
            TBODY TD TEMPLATE TEXTAREA TFOOT TH THEAD TITLE TR TRACK UL WBR XMP
        ],
        math: [MI MO MN MS MTEXT ANNOTATION_XML],
        svg: [FOREIGN_OBJECT DESC TITLE]
    }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope>
    Scope {
        html: [APPLET CAPTION HTML TABLE TD TH MARQUEE OBJECT SELECT TEMPLATE],
        math: [MI MO MN MS MTEXT ANNOTATION_XML],
        svg: [FOREIGN_OBJECT DESC TITLE]
    }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope>
    ListItemScope {
        html: [APPLET CAPTION HTML TABLE TD TH MARQUEE OBJECT SELECT TEMPLATE OL UL],
        math: [MI MO MN MS MTEXT ANNOTATION_XML],
        svg: [FOREIGN_OBJECT DESC TITLE]
    }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope>
    ButtonScope {
        html: [APPLET CAPTION HTML TABLE TD TH MARQUEE OBJECT SELECT TEMPLATE BUTTON],
        math: [MI MO MN MS MTEXT ANNOTATION_XML],
        svg: [FOREIGN_OBJECT DESC TITLE]
    }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope>
    TableScope { html: [HTML TABLE TEMPLATE] }
    /// What is special but does not stop the search for an open list item.
    ListItemTransparent { html: [ADDRESS DIV P] }
    /// What may be left open when the body ends.
    ExpectedOpenAtEnd { html: [DD DT LI OPTGROUP OPTION P RB RP RT RTC TBODY TD TFOOT TH THEAD TR BODY HTML] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    ImpliedEndTags { html: [DD DT LI OPTGROUP OPTION P RB RP RT RTC] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly>
    ImpliedEndTagsThorough {
        html: [CAPTION COLGROUP DD DT LI OPTGROUP OPTION P RB RP RT RTC TBODY TD TFOOT TH THEAD TR]
    }
    /// Where "in table" holds characters back.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    TableText { html: [TABLE TBODY TEMPLATE TFOOT THEAD TR] }
    /// What a table's rows are in.
    TableSections { html: [TBODY TFOOT THEAD] }
    /// td and th.
    Cell { html: [TD TH] }
    /// What foster parenting takes content out of.
    FosterParenting { html: [TABLE TBODY TFOOT THEAD TR] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context>
    TableContext { html: [TABLE TEMPLATE HTML] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context>
    TableBodyContext { html: [TBODY TFOOT THEAD TEMPLATE HTML] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context>
    TableRowContext { html: [TR TEMPLATE HTML] }
    /// h1 to h6.
    Headings { html: [H1 H2 H3 H4 H5 H6] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point>
    MathMlTextIntegrationPoint { html: [], math: [MI MO MN MS MTEXT], svg: [] }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point>
    HtmlIntegrationPoint { html: [], math: [], svg: [FOREIGN_OBJECT DESC TITLE] }
    /// The start tags that end foreign content.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
    ForeignBreakout {
        html: [
            B BIG BLOCKQUOTE BODY BR CENTER CODE DD DIV DL DT EM EMBED H1 H2 H3 H4 H5 H6 HEAD HR I IMG LI LISTING MENU
            META NOBR OL P PRE RUBY S SMALL SPAN STRONG STRIKE SUB SUP TABLE TT U UL VAR
        ]
    }
    /// The tag names whose case is put right in SVG.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
    SvgTagNames { html: adjustments::SVG_TAG_NAMES }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes>
    SvgAttributes { html: adjustments::SVG_ATTRIBUTE_NAMES }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes>
    MathMlAttributes { html: adjustments::MATHML_ATTRIBUTE_NAMES }
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes>
    ForeignAttributes { html: adjustments::FOREIGN_ATTRIBUTE_NAMES }
    /// <https://html.spec.whatwg.org/multipage/syntax.html#void-elements>
    Void { html: [AREA BASE BR COL EMBED HR IMG INPUT LINK META SOURCE TRACK WBR] }
    /// What serialises as void beside the void elements.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void>
    FormerlyVoid { html: [BASEFONT BGSOUND FRAME KEYGEN PARAM] }
    /// The elements whose text is not escaped.
    /// <https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm>
    SerialisedLiterally { html: [STYLE SCRIPT XMP IFRAME NOEMBED NOFRAMES PLAINTEXT] }
}

/// The lists that one name is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListSet(u32);

impl ListSet {
    /// The lists an element's name is on; for a tag or attribute name take the HTML element's.
    #[inline(always)]
    pub const fn of(name: ElementName) -> Self {
        match name.local.known_index() {
            Some(index) => Self(MEMBERSHIP[name.namespace as usize][index]),
            None => Self(0),
        }
    }

    /// Whether the name is on the list.
    #[inline(always)]
    pub const fn contains(self, list: List) -> bool {
        self.0 & (1 << list as u8) != 0
    }

    /// This set, with the name on the list or not.
    #[must_use]
    pub const fn with(self, list: List, is_member: bool) -> Self {
        Self(self.0 & !(1 << list as u8) | (is_member as u32) << list as u8)
    }
}

impl List {
    /// Whether the list is of names that are adjusted, each in its way, not of names that are treated alike.
    pub const fn is_table(self) -> bool {
        matches!(self, Self::SvgTagNames | Self::SvgAttributes | Self::MathMlAttributes | Self::ForeignAttributes)
    }

    /// Whether the list holds this name.
    #[inline(always)]
    pub const fn contains(self, name: ElementName) -> bool {
        ListSet::of(name).contains(self)
    }
}

/// One bit per list for every known name, by namespace.
static MEMBERSHIP: [[u32; KNOWN.len()]; 3] =
    [membership(Namespace::Html), membership(Namespace::MathMl), membership(Namespace::Svg)];

const fn membership(namespace: Namespace) -> [u32; KNOWN.len()] {
    let mut bits = [0; KNOWN.len()];
    let mut list = 0;
    while list < List::ALL.len() {
        let members = List::ALL[list].members(namespace);
        let mut i = 0;
        while i < members.len() {
            bits[members[i].index()] |= 1 << list;
            i += 1;
        }
        list += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn membership_is_the_members() {
        assert!(List::Headings.contains(ElementName::html(Name::H6)));
        assert!(!List::Headings.contains(ElementName { namespace: Namespace::Svg, local: Name::H6 }));
        assert!(!List::Headings.contains(ElementName::html(Name::DIV)));
    }
}
