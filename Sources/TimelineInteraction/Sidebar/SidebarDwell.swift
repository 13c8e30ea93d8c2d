/// Decides when the timeline shows a day, or the month calendar turns, because a lifted event is held over the
/// sidebar.
package struct SidebarDwell: Hashable, Sendable {
  private var timer = DwellTimer<SidebarPlace>(
    firstDelay: Feel.sidebarDwell, nextDelay: Feel.nextMonthDwell)

  package init() {}

  /// Advances by a frame of `dt` seconds with the event held over `place`, which is nil if the event is not over
  /// the sidebar. The dwell starts over when `place` changes.
  ///
  /// - Returns: `place` if the dwell there is complete, otherwise nil. A day is returned only once, a button that
  ///   turns months repeatedly.
  package mutating func advance(_ dt: Double, over place: SidebarPlace?) -> SidebarPlace? {
    switch place {
    case .day:
      let isFirst = timer.count == 0 || timer.place != place
      return timer.advance(dt, at: place) && isFirst ? place : nil
    case .turningMonths: return timer.advance(dt, at: place) ? place : nil
    case .calendar, .elsewhere, nil:
      _ = timer.advance(dt, at: nil)
      return nil
    }
  }
}
