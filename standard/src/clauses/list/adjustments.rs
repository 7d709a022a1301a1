//! The tables of names that foreign content has its own spelling or namespace for.

use crate::dom::AttributeNamespace;
use crate::name::{KNOWN, Name};

/// Tag names, and the element names they become in SVG.
/// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign>
const SVG_ELEMENTS: [(Name, Name); 37] = [
    (Name::ALTGLYPH, Name::ALT_GLYPH),
    (Name::ALTGLYPHDEF, Name::ALT_GLYPH_DEF),
    (Name::ALTGLYPHITEM, Name::ALT_GLYPH_ITEM),
    (Name::ANIMATECOLOR, Name::ANIMATE_COLOR),
    (Name::ANIMATEMOTION, Name::ANIMATE_MOTION),
    (Name::ANIMATETRANSFORM, Name::ANIMATE_TRANSFORM),
    (Name::CLIPPATH, Name::CLIP_PATH),
    (Name::FEBLEND, Name::FE_BLEND),
    (Name::FECOLORMATRIX, Name::FE_COLOR_MATRIX),
    (Name::FECOMPONENTTRANSFER, Name::FE_COMPONENT_TRANSFER),
    (Name::FECOMPOSITE, Name::FE_COMPOSITE),
    (Name::FECONVOLVEMATRIX, Name::FE_CONVOLVE_MATRIX),
    (Name::FEDIFFUSELIGHTING, Name::FE_DIFFUSE_LIGHTING),
    (Name::FEDISPLACEMENTMAP, Name::FE_DISPLACEMENT_MAP),
    (Name::FEDISTANTLIGHT, Name::FE_DISTANT_LIGHT),
    (Name::FEDROPSHADOW, Name::FE_DROP_SHADOW),
    (Name::FEFLOOD, Name::FE_FLOOD),
    (Name::FEFUNCA, Name::FE_FUNC_A),
    (Name::FEFUNCB, Name::FE_FUNC_B),
    (Name::FEFUNCG, Name::FE_FUNC_G),
    (Name::FEFUNCR, Name::FE_FUNC_R),
    (Name::FEGAUSSIANBLUR, Name::FE_GAUSSIAN_BLUR),
    (Name::FEIMAGE, Name::FE_IMAGE),
    (Name::FEMERGE, Name::FE_MERGE),
    (Name::FEMERGENODE, Name::FE_MERGE_NODE),
    (Name::FEMORPHOLOGY, Name::FE_MORPHOLOGY),
    (Name::FEOFFSET, Name::FE_OFFSET),
    (Name::FEPOINTLIGHT, Name::FE_POINT_LIGHT),
    (Name::FESPECULARLIGHTING, Name::FE_SPECULAR_LIGHTING),
    (Name::FESPOTLIGHT, Name::FE_SPOT_LIGHT),
    (Name::FETILE, Name::FE_TILE),
    (Name::FETURBULENCE, Name::FE_TURBULENCE),
    (Name::FOREIGNOBJECT, Name::FOREIGN_OBJECT),
    (Name::GLYPHREF, Name::GLYPH_REF),
    (Name::LINEARGRADIENT, Name::LINEAR_GRADIENT),
    (Name::RADIALGRADIENT, Name::RADIAL_GRADIENT),
    (Name::TEXTPATH, Name::TEXT_PATH),
];

/// Attribute names of a token, and those of an SVG element.
/// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes>
const SVG_ATTRIBUTES: [(Name, Name); 58] = [
    (Name::ATTRIBUTENAME, Name::ATTRIBUTE_NAME),
    (Name::ATTRIBUTETYPE, Name::ATTRIBUTE_TYPE),
    (Name::BASEFREQUENCY, Name::BASE_FREQUENCY),
    (Name::BASEPROFILE, Name::BASE_PROFILE),
    (Name::CALCMODE, Name::CALC_MODE),
    (Name::CLIPPATHUNITS, Name::CLIP_PATH_UNITS),
    (Name::DIFFUSECONSTANT, Name::DIFFUSE_CONSTANT),
    (Name::EDGEMODE, Name::EDGE_MODE),
    (Name::FILTERUNITS, Name::FILTER_UNITS),
    (Name::GLYPHREF, Name::GLYPH_REF),
    (Name::GRADIENTTRANSFORM, Name::GRADIENT_TRANSFORM),
    (Name::GRADIENTUNITS, Name::GRADIENT_UNITS),
    (Name::KERNELMATRIX, Name::KERNEL_MATRIX),
    (Name::KERNELUNITLENGTH, Name::KERNEL_UNIT_LENGTH),
    (Name::KEYPOINTS, Name::KEY_POINTS),
    (Name::KEYSPLINES, Name::KEY_SPLINES),
    (Name::KEYTIMES, Name::KEY_TIMES),
    (Name::LENGTHADJUST, Name::LENGTH_ADJUST),
    (Name::LIMITINGCONEANGLE, Name::LIMITING_CONE_ANGLE),
    (Name::MARKERHEIGHT, Name::MARKER_HEIGHT),
    (Name::MARKERUNITS, Name::MARKER_UNITS),
    (Name::MARKERWIDTH, Name::MARKER_WIDTH),
    (Name::MASKCONTENTUNITS, Name::MASK_CONTENT_UNITS),
    (Name::MASKUNITS, Name::MASK_UNITS),
    (Name::NUMOCTAVES, Name::NUM_OCTAVES),
    (Name::PATHLENGTH, Name::PATH_LENGTH),
    (Name::PATTERNCONTENTUNITS, Name::PATTERN_CONTENT_UNITS),
    (Name::PATTERNTRANSFORM, Name::PATTERN_TRANSFORM),
    (Name::PATTERNUNITS, Name::PATTERN_UNITS),
    (Name::POINTSATX, Name::POINTS_AT_X),
    (Name::POINTSATY, Name::POINTS_AT_Y),
    (Name::POINTSATZ, Name::POINTS_AT_Z),
    (Name::PRESERVEALPHA, Name::PRESERVE_ALPHA),
    (Name::PRESERVEASPECTRATIO, Name::PRESERVE_ASPECT_RATIO),
    (Name::PRIMITIVEUNITS, Name::PRIMITIVE_UNITS),
    (Name::REFX, Name::REF_X),
    (Name::REFY, Name::REF_Y),
    (Name::REPEATCOUNT, Name::REPEAT_COUNT),
    (Name::REPEATDUR, Name::REPEAT_DUR),
    (Name::REQUIREDEXTENSIONS, Name::REQUIRED_EXTENSIONS),
    (Name::REQUIREDFEATURES, Name::REQUIRED_FEATURES),
    (Name::SPECULARCONSTANT, Name::SPECULAR_CONSTANT),
    (Name::SPECULAREXPONENT, Name::SPECULAR_EXPONENT),
    (Name::SPREADMETHOD, Name::SPREAD_METHOD),
    (Name::STARTOFFSET, Name::START_OFFSET),
    (Name::STDDEVIATION, Name::STD_DEVIATION),
    (Name::STITCHTILES, Name::STITCH_TILES),
    (Name::SURFACESCALE, Name::SURFACE_SCALE),
    (Name::SYSTEMLANGUAGE, Name::SYSTEM_LANGUAGE),
    (Name::TABLEVALUES, Name::TABLE_VALUES),
    (Name::TARGETX, Name::TARGET_X),
    (Name::TARGETY, Name::TARGET_Y),
    (Name::TEXTLENGTH, Name::TEXT_LENGTH),
    (Name::VIEWBOX, Name::VIEW_BOX),
    (Name::VIEWTARGET, Name::VIEW_TARGET),
    (Name::XCHANNELSELECTOR, Name::X_CHANNEL_SELECTOR),
    (Name::YCHANNELSELECTOR, Name::Y_CHANNEL_SELECTOR),
    (Name::ZOOMANDPAN, Name::ZOOM_AND_PAN),
];

/// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes>
const MATHML_ATTRIBUTES: [(Name, Name); 1] = [(Name::DEFINITIONURL, Name::DEFINITION_URL)];

/// Attribute names of a token, and the namespaces and local names they stand for; the prefix follows from the
/// namespace.
/// <https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes>
const FOREIGN_ATTRIBUTES: [(Name, AttributeNamespace, Name); 11] = [
    (Name::XLINK_ACTUATE, AttributeNamespace::XLink, Name::ACTUATE),
    (Name::XLINK_ARCROLE, AttributeNamespace::XLink, Name::ARCROLE),
    (Name::XLINK_HREF, AttributeNamespace::XLink, Name::HREF),
    (Name::XLINK_ROLE, AttributeNamespace::XLink, Name::ROLE),
    (Name::XLINK_SHOW, AttributeNamespace::XLink, Name::SHOW),
    (Name::XLINK_TITLE, AttributeNamespace::XLink, Name::TITLE),
    (Name::XLINK_TYPE, AttributeNamespace::XLink, Name::TYPE),
    (Name::XML_LANG, AttributeNamespace::Xml, Name::LANG),
    (Name::XML_SPACE, AttributeNamespace::Xml, Name::SPACE),
    (Name::XMLNS, AttributeNamespace::Xmlns, Name::XMLNS),
    (Name::XMLNS_XLINK, AttributeNamespace::Xmlns, Name::XLINK),
];

pub(crate) static SVG_TAG_NAMES: [Name; SVG_ELEMENTS.len()] = first_column(&SVG_ELEMENTS);
pub(crate) static SVG_ATTRIBUTE_NAMES: [Name; SVG_ATTRIBUTES.len()] = first_column(&SVG_ATTRIBUTES);
pub(crate) static MATHML_ATTRIBUTE_NAMES: [Name; MATHML_ATTRIBUTES.len()] = first_column(&MATHML_ATTRIBUTES);
pub(crate) static FOREIGN_ATTRIBUTE_NAMES: [Name; FOREIGN_ATTRIBUTES.len()] = {
    let mut names = [Name::A; FOREIGN_ATTRIBUTES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = FOREIGN_ATTRIBUTES[i].0;
        i += 1;
    }
    names
};

static SVG_ELEMENT_NAMES: [Name; KNOWN.len()] = second_column(&SVG_ELEMENTS);
static SVG_ATTRIBUTE_SPELLINGS: [Name; KNOWN.len()] = second_column(&SVG_ATTRIBUTES);

/// The SVG element's name for a tag name; the same for all but a few.
pub(crate) fn svg_element_name(tag_name: Name) -> Name {
    adjusted(&SVG_ELEMENT_NAMES, tag_name)
}

/// The SVG attribute's name for one of a token; the same for all but a few.
pub(crate) fn svg_attribute_name(name: Name) -> Name {
    adjusted(&SVG_ATTRIBUTE_SPELLINGS, name)
}

/// The MathML attribute's name for one of a token; the same for all but one.
pub(crate) fn mathml_attribute_name(name: Name) -> Name {
    match MATHML_ATTRIBUTES.iter().find(|row| row.0 == name) {
        Some(row) => row.1,
        None => name,
    }
}

/// The namespace and local name that an attribute name of a token stands for in foreign content.
pub(crate) fn foreign_attribute(name: Name) -> (AttributeNamespace, Name) {
    match FOREIGN_ATTRIBUTES.iter().find(|row| row.0 == name) {
        Some(row) => (row.1, row.2),
        None => (AttributeNamespace::None, name),
    }
}

fn adjusted(table: &[Name; KNOWN.len()], name: Name) -> Name {
    name.known_index().map_or(name, |index| table[index])
}

const fn first_column<const N: usize>(rows: &[(Name, Name); N]) -> [Name; N] {
    let mut names = [Name::A; N];
    let mut i = 0;
    while i < N {
        names[i] = rows[i].0;
        i += 1;
    }
    names
}

/// For every known name the one that replaces it: itself where no row says otherwise.
const fn second_column(rows: &[(Name, Name)]) -> [Name; KNOWN.len()] {
    let mut names = [Name::A; KNOWN.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Name::from_known_index(i);
        i += 1;
    }
    let mut row = 0;
    while row < rows.len() {
        names[rows[row].0.index()] = rows[row].1;
        row += 1;
    }
    names
}
