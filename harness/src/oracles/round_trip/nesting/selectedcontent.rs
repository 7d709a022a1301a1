//! Trees with selectedcontent elements, which the parser fills.

use super::Place;

impl<'r, 't> Place<'r, 't> {
    /// Whether what a selectedcontent element holds is not what it holds when it is parsed.
    pub(super) fn is_of_selectedcontent(&self) -> bool {
        self.is_in_selectedcontent_of_its_option()
            || self.is_behind_its_option()
            || self.is_of_another_than_the_selected_option()
            || self.is_cleared_by_another()
    }

    /// Whether it is in a selectedcontent element that is in an option.
    fn is_in_selectedcontent_of_its_option(&self) -> bool {
        let mut names = self
            .rows
            .ancestors(self.index)
            .filter_map(|index| self.rows.html(index));
        names.any(|name| name == b"selectedcontent") && names.any(|name| name == b"option")
    }

    /// Whether it is in a selectedcontent element, or right behind one, that comes behind an option of its select or holds
    /// one. Behind an option the clone is there first, and what the markup holds is added to it; an option in it is
    /// one of the select's when parsed, and can be the selected one.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>
    fn is_behind_its_option(&self) -> bool {
        let mut contents = self.contents_before();
        contents.any(|content| {
            let end = self.rows.subtree(content).end;
            self.index <= end && self.options_around(content).any(|option| option < end)
        })
    }

    /// Whether it is in a selectedcontent element, or right behind one, that holds something else than the option does
    /// which is selected when the markup is parsed: removing an option selects another, but does not show it.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm>
    fn is_of_another_than_the_selected_option(&self) -> bool {
        let mut contents = self.contents_before();
        contents.any(|content| {
            let is_here = self.index <= self.rows.subtree(content).end;
            let option = self.selected_option(content).filter(|_| is_here);
            option.is_some_and(|option| !self.rows.have_same_below(content, option))
        })
    }

    /// Whether it is in a selectedcontent element, or right behind one, that shows an option which is there no more, and
    /// behind which another is inserted: no option being selected, that clears the first of the select.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#update-a-select's-selectedcontent>
    fn is_cleared_by_another(&self) -> bool {
        let mut contents = self.contents_before();
        contents.any(|content| {
            let end = self.rows.subtree(content).end;
            let select = self.select_around(content);
            let within = select.map_or(0..0, |select| self.rows.subtree(select));
            let mut behind = within.filter(|&other| other >= end);
            let is_of_select = |other| self.select_around(other) == select;
            self.index <= end
                && self.selected_option(content).is_none()
                && behind
                    .any(|other| self.rows.is_html(other, "selectedcontent") && is_of_select(other))
        })
    }

    /// The option that the parser selects, if it selects one, in the select that a node is in: the last that says so, or else
    /// the first that is not disabled.
    fn selected_option(&self, index: usize) -> Option<usize> {
        let options = || self.options_around(index);
        let says_so = |&option: &usize| self.rows.attribute(option, b"selected").is_some();
        let selected = options().filter(says_so).last();
        selected.or_else(|| options().find(|&option| !self.is_disabled_option(option)))
    }

    /// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-option-disabled>
    fn is_disabled_option(&self, option: usize) -> bool {
        let is_disabled = |index: usize| self.rows.attribute(index, b"disabled").is_some();
        let ends: [&[u8]; 5] = [b"datalist", b"hr", b"optgroup", b"option", b"select"];
        let is_end = |&index: &usize| {
            self.rows
                .html(index)
                .is_some_and(|name| ends.contains(&name))
        };
        let end = self.rows.ancestors(option).find(is_end);
        let group = end.filter(|&end| self.rows.is_html(end, "optgroup"));
        is_disabled(option) || group.is_some_and(is_disabled)
    }

    /// The places behind this one, in a selectedcontent element or right behind one, in the same select: which option that
    /// shows, and what of it, hangs on all that the select holds.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element>
    pub(super) fn that_fill_it(self) -> impl Iterator<Item = Self> + use<'r, 't> {
        let contents = self.contents_before();
        let mut here = contents.filter(|&content| self.index <= self.rows.subtree(content).end);
        let select = here.find_map(|content| self.outermost_select_around(content));
        let within = select.map_or(0..0, |select| self.rows.subtree(select));
        let places = within.filter(move |&index| index > self.index);
        places.map(move |index| Self { index, ..self })
    }

    /// The places in selectedcontent elements before this one that are filled from an option of their select: where their
    /// markup takes the parser shows behind them alone.
    pub(super) fn in_refilled_contents(self) -> impl Iterator<Item = Self> + use<'r, 't> {
        let contents = self.contents_before();
        contents
            .map(move |content| (content, self.rows.subtree(content)))
            .filter(move |(_, within)| within.end <= self.index)
            .filter(move |(content, _)| self.options_around(*content).next().is_some())
            .flat_map(|(_, within)| within)
            .map(move |index| Self { index, ..self })
    }

    /// The selectedcontent elements that begin before this place.
    fn contents_before(self) -> impl Iterator<Item = usize> + use<'r, 't> {
        (0..self.index.min(self.rows.len()))
            .filter(move |&index| self.rows.is_html(index, "selectedcontent"))
    }

    /// The options of the select that a node is in.
    fn options_around(self, index: usize) -> impl Iterator<Item = usize> + use<'r, 't> {
        let select = self.select_around(index);
        let within = select.map_or(0..0, |select| self.rows.subtree(select));
        within.filter(move |&index| {
            self.rows.is_html(index, "option") && self.select_of_option(index) == select
        })
    }

    /// The select on whose list of options an option is.
    /// <https://html.spec.whatwg.org/multipage/form-elements.html#option-element-nearest-ancestor-select>
    fn select_of_option(&self, option: usize) -> Option<usize> {
        let barriers: [&[u8]; 4] = [b"datalist", b"hr", b"option", b"select"];
        let is_barrier = |&index: &usize| {
            let name = self.rows.html(index);
            name.is_some_and(|name| barriers.contains(&name))
        };
        let nearest = self.rows.ancestors(option).find(is_barrier);
        let is_group =
            |&index: &usize| Some(index) > nearest && self.rows.is_html(index, "optgroup");
        let groups = self.rows.ancestors(option).filter(is_group).count();
        nearest.filter(|&nearest| self.rows.is_html(nearest, "select") && groups < 2)
    }

    /// The nearest select that a node is in.
    fn select_around(&self, index: usize) -> Option<usize> {
        let mut ancestors = self.rows.ancestors(index);
        ancestors.find(|&ancestor| self.rows.is_html(ancestor, "select"))
    }

    /// The outermost: what it holds is of each select between.
    fn outermost_select_around(&self, index: usize) -> Option<usize> {
        let ancestors = self.rows.ancestors(index);
        let selects = ancestors.filter(|&ancestor| self.rows.is_html(ancestor, "select"));
        selects.last()
    }
}
