/// Decides when a lifted event that is held over the sidebar shows a day or turns the months.
package struct SidebarDwell: Hashable, Sendable {
  private var timer = DwellTimer<SidebarPlace>(
    firstDelay: Feel.sidebarDwell, nextDelay: Feel.nextMonthDwell)

  package init() {}

  /// Advances by a frame of `dt` seconds with the event held over a place; nil if it is not over the sidebar. The
  /// dwell starts over when the place changes.
  ///
  /// - Returns: the place if its dwell time is over. A day is returned once, a button for months repeatedly.
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
