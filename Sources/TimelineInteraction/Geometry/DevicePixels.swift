import CalendarModel

/// Rounds coordinates to device pixels. The scale, which is the number of device pixels per px, may be a
/// fraction: at a scale of 1.5, a line of 1 px would cover one and a half device pixels and look blurred.
package enum DevicePixels {
  /// Returns the coordinate of the nearest edge of a device pixel, in px. A coordinate halfway between two
  /// edges is rounded up, that is, downward or to the right on the screen.
  package static func round(_ px: Double, _ scale: Double) -> Double {
    (px * scale + 0.5).rounded(.down) / scale
  }

  /// Returns the thickness, in px, at which a line of `px` px is drawn: a whole number of device pixels, and at
  /// least one.
  package static func thickness(_ px: Double, _ scale: Double) -> Double {
    max(1, (px * scale + 0.5).rounded(.down)) / scale
  }
}
