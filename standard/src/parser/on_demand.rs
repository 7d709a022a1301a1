//! What most documents do without.

use std::ops::{Deref, DerefMut};

/// A type that has an empty value to look at while there is nothing else.
pub(crate) trait Empty: Default + 'static {
    const EMPTY: &'static Self;
}

/// A value that is made when it is first changed: until then it takes no room, and no time to make, move and drop.
#[derive(Debug, Default)]
pub(crate) struct OnDemand<T>(Option<Box<T>>);

impl<T: Empty> OnDemand<T> {
    /// Whether the value is made.
    #[inline]
    pub(crate) fn is_made(&self) -> bool {
        self.0.is_some()
    }

    /// Makes the value.
    pub(crate) fn make(&mut self) {
        self.0.get_or_insert_default();
    }
}

impl<T: Empty> Deref for OnDemand<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match &self.0 {
            Some(made) => made,
            None => T::EMPTY,
        }
    }
}

impl<T: Empty> DerefMut for OnDemand<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}
