import TimelineInteraction

/// A press in progress on a widget that can be swiped to turn pages, and can also be tapped.
package struct PagingPress {
  /// Decides whether the press turns pages.
  package var axisDetector: SwipeAxisDetector
  /// Whether the press stopped pages that were still moving. Such a press is not a tap.
  package let stopsMotion: Bool

  package init(axisDetector: SwipeAxisDetector, stopsMotion: Bool) {
    (self.axisDetector, self.stopsMotion) = (axisDetector, stopsMotion)
  }
}
