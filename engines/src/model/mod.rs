//! The model: questions to engines and their answers, as plain data.

pub mod answer;
pub mod hash;
pub mod input;
pub mod mode;
pub mod token;
pub mod tree;
pub mod wtf8_json;
