//! The queues of out-of-process engines: which documents each is asked about, and its progress.

use std::collections::VecDeque;

/// Which documents to send to process engines and browsers. In-process engines get all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ask {
    /// A sample, and documents that are the first to reach a clause.
    #[default]
    Sampled,
    /// Documents on which an in-process engine fails an oracle.
    Divergent,
    /// All.
    All,
}

/// One document in this many is in the sample.
const SAMPLE: u64 = 16;

impl Ask {
    /// Whether the document of this number is one of them.
    pub(super) fn wants(self, number: u64, is_new: bool, is_divergent: bool) -> bool {
        match self {
            // The remainder varies, so that the sample does not correlate with other choices by number.
            Self::Sampled => is_new || number % SAMPLE == (number / SAMPLE) % SAMPLE,
            Self::Divergent => is_divergent,
            Self::All => true,
        }
    }
}

/// Numbers of documents, in order. Each engine takes all of them, at its own pace.
#[derive(Debug)]
pub(super) struct Backlog {
    /// How many numbers no engine is to take any more.
    dropped: usize,
    numbers: VecDeque<u64>,
    engines: Vec<Pace>,
}

/// How far an engine is.
#[derive(Debug, Clone, Default)]
struct Pace {
    taken: usize,
    answered: usize,
    /// Whether it takes no more.
    has_left: bool,
}

impl Backlog {
    /// Creates queues for this number of engines.
    pub(super) fn new(engines: usize) -> Self {
        Self { dropped: 0, numbers: VecDeque::new(), engines: vec![Pace::default(); engines] }
    }

    /// Adds the number of a document.
    pub(super) fn push(&mut self, number: u64) {
        if self.staying().next().is_some() {
            self.numbers.push_back(number);
        }
    }

    /// The next numbers for an engine, up to a limit.
    pub(super) fn take(&mut self, engine: usize, most: usize) -> Vec<u64> {
        let first = self.engines[engine].taken - self.dropped;
        let numbers: Vec<u64> = self.numbers.range(first..).take(most).copied().collect();
        self.engines[engine].taken += numbers.len();
        self.drop_taken();
        numbers
    }

    /// An engine takes no more, and nothing is kept for it.
    pub(super) fn leave(&mut self, engine: usize) {
        self.engines[engine].has_left = true;
        self.drop_taken();
    }

    fn drop_taken(&mut self) {
        let all_have = self.staying().map(|pace| pace.taken).min();
        let surplus = all_have.map_or(self.numbers.len(), |taken| taken - self.dropped);
        self.numbers.drain(..surplus);
        self.dropped += surplus;
    }

    fn staying(&self) -> impl Iterator<Item = &Pace> {
        self.engines.iter().filter(|pace| !pace.has_left)
    }

    /// Records that an engine has answered the questions about this many more.
    pub(super) fn answered(&mut self, engine: usize, count: usize) {
        self.engines[engine].answered += count;
    }

    /// How many documents all engines have answered the questions about; `None` if no engine is left to wait for.
    pub(super) fn answered_by_all(&self) -> Option<usize> {
        self.staying().map(|pace| pace.answered).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_takes_all_in_order_at_its_own_pace() {
        let mut queue = Backlog::new(2);
        (0..10).for_each(|number| queue.push(number));
        assert_eq!(queue.take(0, 4), [0, 1, 2, 3]);
        assert_eq!(queue.take(0, 4), [4, 5, 6, 7]);
        assert_eq!(queue.take(1, 3), [0, 1, 2]);
        assert_eq!((queue.dropped, queue.numbers.len()), (3, 7));
        queue.push(10);
        assert_eq!(queue.take(0, 4), [8, 9, 10]);
        assert!(queue.take(0, 4).is_empty());
        assert_eq!(queue.take(1, 100), [3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!((queue.dropped, queue.numbers.len()), (11, 0));
        queue.answered(0, 11);
        queue.answered(1, 3);
        assert_eq!(queue.answered_by_all(), Some(3));
    }

    #[test]
    fn nobody_waits_for_an_engine_that_left() {
        let mut queue = Backlog::new(2);
        (0..10).for_each(|number| queue.push(number));
        queue.take(0, 6);
        queue.take(1, 2);
        queue.answered(0, 6);
        queue.leave(1);
        assert_eq!((queue.dropped, queue.numbers.len()), (6, 4));
        assert_eq!(queue.answered_by_all(), Some(6));
        assert_eq!(queue.take(0, 100), [6, 7, 8, 9]);
        queue.leave(0);
        queue.push(10);
        assert!(queue.numbers.is_empty());
        assert_eq!(queue.answered_by_all(), None);
    }

    #[test]
    fn nothing_is_kept_for_nobody() {
        let mut queue = Backlog::new(0);
        queue.push(1);
        assert!(queue.numbers.is_empty());
        assert_eq!(queue.answered_by_all(), None);
    }

    #[test]
    fn a_sample_is_one_in_so_many_and_has_every_remainder() {
        let sample = |number: &u64| Ask::Sampled.wants(*number, false, false);
        let sample: Vec<u64> = (0..SAMPLE * SAMPLE).filter(sample).collect();
        assert_eq!(sample.len() as u64, SAMPLE);
        let mut remainders: Vec<u64> = sample.iter().map(|number| number % SAMPLE).collect();
        remainders.sort_unstable();
        assert_eq!(remainders, (0..SAMPLE).collect::<Vec<_>>());
        assert!(Ask::Sampled.wants(1, true, false) && !Ask::Sampled.wants(1, false, true));
        assert!(Ask::Divergent.wants(1, false, true) && !Ask::Divergent.wants(0, true, false));
        assert!(Ask::All.wants(1, false, false));
    }
}
