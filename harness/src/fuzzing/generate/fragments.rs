//! Fragments in every context: all element names the standard knows in every namespace.

use arbitrary::{Result, Unstructured};

use super::tag_soup;
use super::test_case::TestCase;
use super::vocabulary::FAMILIES;
use crate::model::input::{Context, Task};
use crate::model::tree::Namespace;

/// Every context: each name that a rule is about, and some that none is, in each namespace.
pub fn contexts() -> impl Iterator<Item = Context> {
    let names = FAMILIES.last().map_or(&[][..], Vec::as_slice);
    Namespace::ALL
        .into_iter()
        .flat_map(move |namespace| names.iter().map(move |name| Context { namespace, local_name: (*name).to_owned() }))
}

/// Tag soup in one of the contexts, of names that go with it.
pub(super) fn fragment(u: &mut Unstructured<'_>) -> Result<TestCase> {
    let all = FAMILIES.last().ok_or(arbitrary::Error::EmptyChoose)?;
    let local_name = *u.choose(all)?;
    let task = Task::Tree {
        context: Some(Context { namespace: *u.choose(&Namespace::ALL)?, local_name: local_name.to_owned() }),
        scripting: u.ratio(1, 4)?,
    };
    let mut names = tag_soup::names(u)?;
    names.push(local_name);
    tag_soup::soup_of(u, task, &names)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::fuzzing::generate::Generator;

    #[test]
    fn every_context_is_used() {
        let all: HashSet<Context> = contexts().collect();
        for known in ["td", "svg foreignObject", "math annotation-xml"] {
            assert!(all.contains(&known.parse().unwrap()), "{known}");
        }
        let mut missing = all.clone();
        for case in Generator::Fragments.documents(1).take(40 * all.len()) {
            if let Task::Tree { context: Some(context), .. } = &case.task {
                assert!(all.contains(context));
                missing.remove(context);
            }
        }
        assert!(missing.is_empty(), "never: {missing:?}");
    }
}
