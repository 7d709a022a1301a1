//! Names of elements and attributes, interned: comparing two names is comparing two integers.

use std::collections::HashMap;

/// An interned name: one of the standard's, which are constants here, or one that a document brought along.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(u32);

impl Name {
    /// The position among the [`KNOWN`] names, for a name the standard or this crate knows.
    pub const fn known_index(self) -> Option<usize> {
        if (self.0 as usize) < KNOWN.len() {
            Some(self.0 as usize)
        } else {
            None
        }
    }

    /// A number that tells names of one [`Names`] apart, dense from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The known name at this position.
    pub(crate) const fn from_known_index(index: usize) -> Self {
        assert!(index < KNOWN.len());
        Self(index as u32)
    }

    /// The known name of this spelling.
    pub fn known(spelling: &[u8]) -> Option<Self> {
        find_known(spelling)
    }

    /// The spelling of a known name; `None` for one that only its [`Names`] can spell.
    pub fn known_spelling(self) -> Option<&'static str> {
        self.known_index().map(|index| KNOWN[index])
    }
}

/// The names of one parse: the known ones and those that the document brought along.
#[derive(Debug, Default, Clone)]
pub struct Names {
    // Hostile documents choose these names, hence the standard library's keyed hash.
    found: HashMap<Box<[u8]>, Name>,
    spellings: Vec<Box<[u8]>>,
}

impl Names {
    /// The name of this spelling, which is WTF-8.
    pub fn intern(&mut self, spelling: &[u8]) -> Name {
        if let Some(name) = find_known(spelling) {
            return name;
        }
        if let Some(name) = self.found.get(spelling) {
            return *name;
        }
        let name = Name((KNOWN.len() + self.spellings.len()) as u32);
        self.found.insert(spelling.into(), name);
        self.spellings.push(spelling.into());
        name
    }

    /// The spelling of a name of this parse.
    pub fn spelling(&self, name: Name) -> &[u8] {
        match name.known_index() {
            Some(index) => KNOWN[index].as_bytes(),
            None => &self.spellings[name.index() - KNOWN.len()],
        }
    }

    /// How many names there are, known ones included.
    pub fn len(&self) -> usize {
        KNOWN.len() + self.spellings.len()
    }

    /// Never: the known names are always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

const SLOTS: usize = 2048;
const EMPTY: u16 = u16::MAX;

/// Open addressing over the known names, filled at compile time.
static SLOT_TABLE: [u16; SLOTS] = {
    let mut slots = [EMPTY; SLOTS];
    let mut i = 0;
    while i < KNOWN.len() {
        let mut slot = hash(KNOWN[i].as_bytes());
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = i as u16;
        i += 1;
    }
    slots
};

#[inline]
const fn hash(spelling: &[u8]) -> usize {
    let mut hash = spelling.len() as u32;
    let mut i = 0;
    while i < spelling.len() {
        hash = (hash ^ spelling[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    ((hash ^ (hash >> 15)) as usize) % SLOTS
}

#[inline]
fn find_known(spelling: &[u8]) -> Option<Name> {
    let mut slot = hash(spelling);
    loop {
        match SLOT_TABLE[slot] {
            EMPTY => return None,
            index if KNOWN[index as usize].as_bytes() == spelling => {
                return Some(Name(u32::from(index)));
            }
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

macro_rules! names {
    ($($constant:ident = $spelling:literal,)*) => {
        /// The spellings of the known names.
        pub const KNOWN: &[&str] = &[$($spelling),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the constants below")]
        enum Index { $($constant),* }

        impl Name {
            $(#[doc = concat!("`", $spelling, "`")] pub const $constant: Self = Self(Index::$constant as u32);)*
        }
    };
}

names! {
A = "a",
ABBR = "abbr",
ACRONYM = "acronym",
ADDRESS = "address",
APPLET = "applet",
AREA = "area",
ARTICLE = "article",
ASIDE = "aside",
AUDIO = "audio",
B = "b",
BASE = "base",
BASEFONT = "basefont",
BDI = "bdi",
BDO = "bdo",
BGSOUND = "bgsound",
BIG = "big",
BLINK = "blink",
BLOCKQUOTE = "blockquote",
BODY = "body",
BR = "br",
BUTTON = "button",
CANVAS = "canvas",
CAPTION = "caption",
CENTER = "center",
CITE = "cite",
CODE = "code",
COL = "col",
COLGROUP = "colgroup",
DATA = "data",
DATALIST = "datalist",
DD = "dd",
DEL = "del",
DETAILS = "details",
DFN = "dfn",
DIALOG = "dialog",
DIR = "dir",
DIV = "div",
DL = "dl",
DT = "dt",
EM = "em",
EMBED = "embed",
FIELDSET = "fieldset",
FIGCAPTION = "figcaption",
FIGURE = "figure",
FONT = "font",
FOOTER = "footer",
FORM = "form",
FRAME = "frame",
FRAMESET = "frameset",
H1 = "h1",
H2 = "h2",
H3 = "h3",
H4 = "h4",
H5 = "h5",
H6 = "h6",
HEAD = "head",
HEADER = "header",
HGROUP = "hgroup",
HR = "hr",
HTML = "html",
I = "i",
IFRAME = "iframe",
IMAGE = "image",
IMG = "img",
INPUT = "input",
INS = "ins",
ISINDEX = "isindex",
KBD = "kbd",
KEYGEN = "keygen",
LABEL = "label",
LEGEND = "legend",
LI = "li",
LINK = "link",
LISTING = "listing",
MAIN = "main",
MAP = "map",
MARK = "mark",
MARQUEE = "marquee",
MATH = "math",
MENU = "menu",
MENUITEM = "menuitem",
META = "meta",
METER = "meter",
MULTICOL = "multicol",
NAV = "nav",
NEXTID = "nextid",
NOBR = "nobr",
NOEMBED = "noembed",
NOFRAMES = "noframes",
NOSCRIPT = "noscript",
OBJECT = "object",
OL = "ol",
OPTGROUP = "optgroup",
OPTION = "option",
OUTPUT = "output",
P = "p",
PARAM = "param",
PICTURE = "picture",
PLAINTEXT = "plaintext",
PRE = "pre",
PROGRESS = "progress",
Q = "q",
RB = "rb",
RBC = "rbc",
RP = "rp",
RT = "rt",
RTC = "rtc",
RUBY = "ruby",
S = "s",
SAMP = "samp",
SCRIPT = "script",
SEARCH = "search",
SECTION = "section",
SELECT = "select",
SELECTEDCONTENT = "selectedcontent",
SLOT = "slot",
SMALL = "small",
SOURCE = "source",
SPACER = "spacer",
SPAN = "span",
STRIKE = "strike",
STRONG = "strong",
STYLE = "style",
SUB = "sub",
SUMMARY = "summary",
SUP = "sup",
SVG = "svg",
TABLE = "table",
TBODY = "tbody",
TD = "td",
TEMPLATE = "template",
TEXTAREA = "textarea",
TFOOT = "tfoot",
TH = "th",
THEAD = "thead",
TIME = "time",
TITLE = "title",
TR = "tr",
TRACK = "track",
TT = "tt",
U = "u",
UL = "ul",
VAR = "var",
VIDEO = "video",
WBR = "wbr",
XMP = "xmp",
MI = "mi",
MO = "mo",
MN = "mn",
MS = "ms",
MTEXT = "mtext",
MGLYPH = "mglyph",
MALIGNMARK = "malignmark",
ANNOTATION_XML = "annotation-xml",
ANNOTATION = "annotation",
MROW = "mrow",
MFRAC = "mfrac",
MSQRT = "msqrt",
ALTGLYPH = "altglyph",
ALT_GLYPH = "altGlyph",
ALTGLYPHDEF = "altglyphdef",
ALT_GLYPH_DEF = "altGlyphDef",
ALTGLYPHITEM = "altglyphitem",
ALT_GLYPH_ITEM = "altGlyphItem",
ANIMATECOLOR = "animatecolor",
ANIMATE_COLOR = "animateColor",
ANIMATEMOTION = "animatemotion",
ANIMATE_MOTION = "animateMotion",
ANIMATETRANSFORM = "animatetransform",
ANIMATE_TRANSFORM = "animateTransform",
CLIPPATH = "clippath",
CLIP_PATH = "clipPath",
FEBLEND = "feblend",
FE_BLEND = "feBlend",
FECOLORMATRIX = "fecolormatrix",
FE_COLOR_MATRIX = "feColorMatrix",
FECOMPONENTTRANSFER = "fecomponenttransfer",
FE_COMPONENT_TRANSFER = "feComponentTransfer",
FECOMPOSITE = "fecomposite",
FE_COMPOSITE = "feComposite",
FECONVOLVEMATRIX = "feconvolvematrix",
FE_CONVOLVE_MATRIX = "feConvolveMatrix",
FEDIFFUSELIGHTING = "fediffuselighting",
FE_DIFFUSE_LIGHTING = "feDiffuseLighting",
FEDISPLACEMENTMAP = "fedisplacementmap",
FE_DISPLACEMENT_MAP = "feDisplacementMap",
FEDISTANTLIGHT = "fedistantlight",
FE_DISTANT_LIGHT = "feDistantLight",
FEDROPSHADOW = "fedropshadow",
FE_DROP_SHADOW = "feDropShadow",
FEFLOOD = "feflood",
FE_FLOOD = "feFlood",
FEFUNCA = "fefunca",
FE_FUNC_A = "feFuncA",
FEFUNCB = "fefuncb",
FE_FUNC_B = "feFuncB",
FEFUNCG = "fefuncg",
FE_FUNC_G = "feFuncG",
FEFUNCR = "fefuncr",
FE_FUNC_R = "feFuncR",
FEGAUSSIANBLUR = "fegaussianblur",
FE_GAUSSIAN_BLUR = "feGaussianBlur",
FEIMAGE = "feimage",
FE_IMAGE = "feImage",
FEMERGE = "femerge",
FE_MERGE = "feMerge",
FEMERGENODE = "femergenode",
FE_MERGE_NODE = "feMergeNode",
FEMORPHOLOGY = "femorphology",
FE_MORPHOLOGY = "feMorphology",
FEOFFSET = "feoffset",
FE_OFFSET = "feOffset",
FEPOINTLIGHT = "fepointlight",
FE_POINT_LIGHT = "fePointLight",
FESPECULARLIGHTING = "fespecularlighting",
FE_SPECULAR_LIGHTING = "feSpecularLighting",
FESPOTLIGHT = "fespotlight",
FE_SPOT_LIGHT = "feSpotLight",
FETILE = "fetile",
FE_TILE = "feTile",
FETURBULENCE = "feturbulence",
FE_TURBULENCE = "feTurbulence",
FOREIGNOBJECT = "foreignobject",
FOREIGN_OBJECT = "foreignObject",
GLYPHREF = "glyphref",
GLYPH_REF = "glyphRef",
LINEARGRADIENT = "lineargradient",
LINEAR_GRADIENT = "linearGradient",
RADIALGRADIENT = "radialgradient",
RADIAL_GRADIENT = "radialGradient",
TEXTPATH = "textpath",
TEXT_PATH = "textPath",
DESC = "desc",
G = "g",
PATH = "path",
CIRCLE = "circle",
RECT = "rect",
LINE = "line",
USE = "use",
DEFS = "defs",
ANIMATE = "animate",
TEXT = "text",
TSPAN = "tspan",
POLYGON = "polygon",
POLYLINE = "polyline",
ELLIPSE = "ellipse",
STOP = "stop",
SYMBOL = "symbol",
MASK = "mask",
PATTERN = "pattern",
FILTER = "filter",
VIEW = "view",
MARKER = "marker",
ID = "id",
CLASS = "class",
HREF = "href",
SRC = "src",
ALT = "alt",
TYPE = "type",
NAME = "name",
VALUE = "value",
WIDTH = "width",
HEIGHT = "height",
CONTENT = "content",
CHARSET = "charset",
HTTP_EQUIV = "http-equiv",
LANG = "lang",
REL = "rel",
ACTION = "action",
METHOD = "method",
ENCODING = "encoding",
DEFINITIONURL = "definitionurl",
DEFINITION_URL = "definitionURL",
COLOR = "color",
FACE = "face",
SIZE = "size",
FOR = "for",
SHADOWROOTMODE = "shadowrootmode",
SHADOWROOTDELEGATESFOCUS = "shadowrootdelegatesfocus",
SHADOWROOTCLONABLE = "shadowrootclonable",
SHADOWROOTSERIALIZABLE = "shadowrootserializable",
SHADOWROOTCUSTOMELEMENTREGISTRY = "shadowrootcustomelementregistry",
SHADOWROOTSLOTASSIGNMENT = "shadowrootslotassignment",
MULTIPLE = "multiple",
SELECTED = "selected",
TARGET = "target",
ONCLICK = "onclick",
ROLE = "role",
ALIGN = "align",
VALIGN = "valign",
BORDER = "border",
COLSPAN = "colspan",
ROWSPAN = "rowspan",
DATA_SRC = "data-src",
TABINDEX = "tabindex",
MEDIA = "media",
PROPERTY = "property",
ITEMPROP = "itemprop",
ITEMSCOPE = "itemscope",
ITEMTYPE = "itemtype",
PLACEHOLDER = "placeholder",
CHECKED = "checked",
DISABLED = "disabled",
ASYNC = "async",
DEFER = "defer",
CROSSORIGIN = "crossorigin",
INTEGRITY = "integrity",
SRCSET = "srcset",
SIZES = "sizes",
LOADING = "loading",
DECODING = "decoding",
BGCOLOR = "bgcolor",
CELLPADDING = "cellpadding",
CELLSPACING = "cellspacing",
HIDDEN = "hidden",
ARIA_LABEL = "aria-label",
ARIA_HIDDEN = "aria-hidden",
XMLNS = "xmlns",
XMLNS_XLINK = "xmlns:xlink",
XML_LANG = "xml:lang",
XML_SPACE = "xml:space",
XLINK_ACTUATE = "xlink:actuate",
XLINK_ARCROLE = "xlink:arcrole",
XLINK_HREF = "xlink:href",
XLINK_ROLE = "xlink:role",
XLINK_SHOW = "xlink:show",
XLINK_TITLE = "xlink:title",
XLINK_TYPE = "xlink:type",
ACTUATE = "actuate",
ARCROLE = "arcrole",
SHOW = "show",
SPACE = "space",
XLINK = "xlink",
D = "d",
FILL = "fill",
STROKE = "stroke",
ATTRIBUTENAME = "attributename",
ATTRIBUTE_NAME = "attributeName",
ATTRIBUTETYPE = "attributetype",
ATTRIBUTE_TYPE = "attributeType",
BASEFREQUENCY = "basefrequency",
BASE_FREQUENCY = "baseFrequency",
BASEPROFILE = "baseprofile",
BASE_PROFILE = "baseProfile",
CALCMODE = "calcmode",
CALC_MODE = "calcMode",
CLIPPATHUNITS = "clippathunits",
CLIP_PATH_UNITS = "clipPathUnits",
DIFFUSECONSTANT = "diffuseconstant",
DIFFUSE_CONSTANT = "diffuseConstant",
EDGEMODE = "edgemode",
EDGE_MODE = "edgeMode",
FILTERUNITS = "filterunits",
FILTER_UNITS = "filterUnits",
GRADIENTTRANSFORM = "gradienttransform",
GRADIENT_TRANSFORM = "gradientTransform",
GRADIENTUNITS = "gradientunits",
GRADIENT_UNITS = "gradientUnits",
KERNELMATRIX = "kernelmatrix",
KERNEL_MATRIX = "kernelMatrix",
KERNELUNITLENGTH = "kernelunitlength",
KERNEL_UNIT_LENGTH = "kernelUnitLength",
KEYPOINTS = "keypoints",
KEY_POINTS = "keyPoints",
KEYSPLINES = "keysplines",
KEY_SPLINES = "keySplines",
KEYTIMES = "keytimes",
KEY_TIMES = "keyTimes",
LENGTHADJUST = "lengthadjust",
LENGTH_ADJUST = "lengthAdjust",
LIMITINGCONEANGLE = "limitingconeangle",
LIMITING_CONE_ANGLE = "limitingConeAngle",
MARKERHEIGHT = "markerheight",
MARKER_HEIGHT = "markerHeight",
MARKERUNITS = "markerunits",
MARKER_UNITS = "markerUnits",
MARKERWIDTH = "markerwidth",
MARKER_WIDTH = "markerWidth",
MASKCONTENTUNITS = "maskcontentunits",
MASK_CONTENT_UNITS = "maskContentUnits",
MASKUNITS = "maskunits",
MASK_UNITS = "maskUnits",
NUMOCTAVES = "numoctaves",
NUM_OCTAVES = "numOctaves",
PATHLENGTH = "pathlength",
PATH_LENGTH = "pathLength",
PATTERNCONTENTUNITS = "patterncontentunits",
PATTERN_CONTENT_UNITS = "patternContentUnits",
PATTERNTRANSFORM = "patterntransform",
PATTERN_TRANSFORM = "patternTransform",
PATTERNUNITS = "patternunits",
PATTERN_UNITS = "patternUnits",
POINTSATX = "pointsatx",
POINTS_AT_X = "pointsAtX",
POINTSATY = "pointsaty",
POINTS_AT_Y = "pointsAtY",
POINTSATZ = "pointsatz",
POINTS_AT_Z = "pointsAtZ",
PRESERVEALPHA = "preservealpha",
PRESERVE_ALPHA = "preserveAlpha",
PRESERVEASPECTRATIO = "preserveaspectratio",
PRESERVE_ASPECT_RATIO = "preserveAspectRatio",
PRIMITIVEUNITS = "primitiveunits",
PRIMITIVE_UNITS = "primitiveUnits",
REFX = "refx",
REF_X = "refX",
REFY = "refy",
REF_Y = "refY",
REPEATCOUNT = "repeatcount",
REPEAT_COUNT = "repeatCount",
REPEATDUR = "repeatdur",
REPEAT_DUR = "repeatDur",
REQUIREDEXTENSIONS = "requiredextensions",
REQUIRED_EXTENSIONS = "requiredExtensions",
REQUIREDFEATURES = "requiredfeatures",
REQUIRED_FEATURES = "requiredFeatures",
SPECULARCONSTANT = "specularconstant",
SPECULAR_CONSTANT = "specularConstant",
SPECULAREXPONENT = "specularexponent",
SPECULAR_EXPONENT = "specularExponent",
SPREADMETHOD = "spreadmethod",
SPREAD_METHOD = "spreadMethod",
STARTOFFSET = "startoffset",
START_OFFSET = "startOffset",
STDDEVIATION = "stddeviation",
STD_DEVIATION = "stdDeviation",
STITCHTILES = "stitchtiles",
STITCH_TILES = "stitchTiles",
SURFACESCALE = "surfacescale",
SURFACE_SCALE = "surfaceScale",
SYSTEMLANGUAGE = "systemlanguage",
SYSTEM_LANGUAGE = "systemLanguage",
TABLEVALUES = "tablevalues",
TABLE_VALUES = "tableValues",
TARGETX = "targetx",
TARGET_X = "targetX",
TARGETY = "targety",
TARGET_Y = "targetY",
TEXTLENGTH = "textlength",
TEXT_LENGTH = "textLength",
VIEWBOX = "viewbox",
VIEW_BOX = "viewBox",
VIEWTARGET = "viewtarget",
VIEW_TARGET = "viewTarget",
XCHANNELSELECTOR = "xchannelselector",
X_CHANNEL_SELECTOR = "xChannelSelector",
YCHANNELSELECTOR = "ychannelselector",
Y_CHANNEL_SELECTOR = "yChannelSelector",
ZOOMANDPAN = "zoomandpan",
ZOOM_AND_PAN = "zoomAndPan",}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_and_stands_once() {
        for (index, spelling) in KNOWN.iter().enumerate() {
            assert_eq!(
                find_known(spelling.as_bytes()),
                Some(Name(index as u32)),
                "{spelling}"
            );
        }
    }

    #[test]
    fn an_unknown_name_is_interned_once() {
        let mut names = Names::default();
        let first = names.intern(b"x-unknown");
        assert_eq!(names.intern(b"x-unknown"), first);
        assert_eq!(names.spelling(first), b"x-unknown");
        assert_ne!(names.intern(b"x-other"), first);
        assert_eq!(names.intern(b"div"), Name::DIV);
    }
}
