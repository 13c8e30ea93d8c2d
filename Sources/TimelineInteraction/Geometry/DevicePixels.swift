import CalendarModel

/// Rounding to device pixels.
package enum DevicePixels {
  /// The nearest device pixel's edge, in px; the lower or righter of two.
  package static func round(_ px: Double, _ scale: Int) -> Double {
    (px * Double(scale) + 0.5).rounded(.down) / Double(scale)
  }
}
