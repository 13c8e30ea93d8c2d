/// The automatic motion while an event is lifted: scrolling at the edges, and page turns after a dwell there.
package struct EdgeMotion: Hashable, Sendable {
  package var edgeScroll: EdgeScroll
  package var edgeDwell: EdgeDwell

  package init(at point: Point) {
    edgeScroll = EdgeScroll(pointerY: point.y)
    edgeDwell = EdgeDwell(pointerX: point.x)
  }

  /// Stops immediately, because the pointer has moved from the view to the sidebar. After returning, the pointer has to
  /// approach an edge again before the view scrolls.
  mutating func stop(at point: Point) {
    edgeScroll.restart(pointerY: point.y)
    _ = edgeDwell.advance(0, edgeZone: nil, dayBoundary: nil)
  }
}
