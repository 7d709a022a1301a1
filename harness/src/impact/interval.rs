//! Confidence intervals of rates.

/// The standard score that 95 % of a normal distribution lie within.
const SCORE: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of a rate at 95 % confidence: the lower and the upper bound, from 0 to 1. Without
/// documents it is 0 to 1.
/// <https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval>
pub fn wilson(part: usize, all: usize) -> [f64; 2] {
    if all == 0 {
        return [0.0, 1.0];
    }
    let (part, all) = (part as f64, all as f64);
    let (rate, square) = (part / all, SCORE * SCORE);
    let middle = rate + square / (2.0 * all);
    let spread = SCORE * (rate * (1.0 - rate) / all + square / (4.0 * all * all)).sqrt();
    let scale = 1.0 + square / all;
    let lower = if part == 0.0 { 0.0 } else { (middle - spread) / scale };
    let upper = if part == all { 1.0 } else { (middle + spread) / scale };
    [lower, upper]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_literature() {
        let close = |[lower, upper]: [f64; 2], [a, b]: [f64; 2]| {
            assert!((lower - a).abs() < 5e-4 && (upper - b).abs() < 5e-4, "{lower} {upper}");
        };
        // Newcombe (1998), table I: methods for a single proportion, method 3.
        close(wilson(81, 263), [0.2553, 0.3662]);
        close(wilson(15, 148), [0.0624, 0.1605]);
        close(wilson(0, 20), [0.0, 0.1611]);
        close(wilson(1, 29), [0.0061, 0.1718]);
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
        assert_eq!(wilson(5, 5)[1], 1.0);
    }
}
