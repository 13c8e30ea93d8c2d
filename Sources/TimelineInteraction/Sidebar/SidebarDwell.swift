/// Decides when the timeline shows a day, or the month calendar turns, because a lifted event is held over the
/// sidebar.
package struct SidebarDwell: Hashable, Sendable {
  private var timer = DwellTimer<SidebarDropTarget>(
    firstDelay: Feel.sidebarDwell, nextDelay: Feel.nextMonthDwell)

  package init() {}

  /// Advances by a frame of `dt` seconds with the event held over `dropTarget`, which is nil if the event is not over
  /// the sidebar. The dwell starts over when `dropTarget` changes.
  ///
  /// - Returns: `dropTarget` if the dwell there is complete, otherwise nil. A day is returned only once; a button that
  ///   turns months is returned again after each further dwell.
  package mutating func advance(_ dt: Double, over dropTarget: SidebarDropTarget?) -> SidebarDropTarget? {
    switch dropTarget {
    case .day:
      let isFirst = timer.count == 0 || timer.place != dropTarget
      return timer.advance(dt, at: dropTarget) && isFirst ? dropTarget : nil
    case .turningMonths: return timer.advance(dt, at: dropTarget) ? dropTarget : nil
    case .calendar, .elsewhere, nil:
      _ = timer.advance(dt, at: nil)
      return nil
    }
  }
}
