//! Oracles: properties that must hold of one input, or say in which known way they do not.

pub mod round_trip;
