/// Chooses where a context menu opens. All values are in px, increasing downward.
package enum MenuPlacement {
  /// Returns the position of the menu's top edge: the clicked point or, if the menu fits into the window neither below
  /// nor above that point, the lowest position at which it fits. Without this, the compositor would cut off the menu's
  /// last rows.
  ///
  /// - Parameters:
  ///   - y: the clicked point.
  ///   - window: the extent of the window.
  ///   - naturalHeight: the menu's natural height.
  package static func top(at y: Double, in window: Range<Double>, naturalHeight: Double) -> Double {
    let fits = window.upperBound - y >= naturalHeight || y - window.lowerBound >= naturalHeight
    return fits ? y : max(window.lowerBound, window.upperBound - naturalHeight)
  }
}
