import CalendarModel

/// Rounding to device pixels.
package enum DevicePixels {
  /// The nearest edge of a device pixel, in px. Halfway between two edges, the lower or right one.
  package static func round(_ px: Double, _ scale: Int) -> Double {
    (px * Double(scale) + 0.5).rounded(.down) / Double(scale)
  }
}
