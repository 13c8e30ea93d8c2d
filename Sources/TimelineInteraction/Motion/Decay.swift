/// Returns e to the power of -x for x ≥ 0, with an absolute error below 1e-9.
///
/// The C library provides `exp`, but this module imports no C module. The result is therefore the same on
/// every system, and tests that compare distances to a tenth of a pixel pass everywhere.
func exponentialDecay(_ x: Double) -> Double {
  precondition(x >= 0)
  guard x < 40 else { return 0 }
  // e^-x = (e^(-x/64))^64. Below 40/64, six terms of the series are enough.
  let r = -x / 64
  var value = 1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4 * (1 + r / 5 * (1 + r / 6)))))
  for _ in 0..<6 { value *= value }
  return value
}

/// Interpolates from 0 to 1, with a slope of zero at both ends.
func smoothstep(_ x: Double) -> Double {
  let t = x.clamped(to: 0...1)
  return t * t * (3 - 2 * t)
}

extension Comparable {
  /// Returns the value, or the nearest bound of the range if the value lies outside it.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
