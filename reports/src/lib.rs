//! The results of Crosscheck, as plain types with their JSON, and what renders them.
