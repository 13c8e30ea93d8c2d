/// The initial scroll position of newly opened days: the most important time is a third of the way down the
/// viewport.
///
/// On a page that shows today, this is the present moment, or the event nearest to it if no event would
/// otherwise be visible. On other pages, it is the first event of the working day, so that an automated event
/// at three in the morning does not make the page open in the middle of the night. If there is no such event,
/// it is the first event of the page; without any events, it is the start of the working hours. All positions
/// are in px from the top of the scrolled hours.
package struct InitialScroll: Hashable, Sendable {
  /// The vertical extents of the events that begin on the shown days.
  package var eventExtents: [ClosedRange<Double>]
  /// The position of the present moment, if one of the days is today.
  package var nowY: Double?
  /// The vertical extent of the working hours.
  package var workingHours: ClosedRange<Double>
  /// The position of midnight at the start of the days.
  package var midnightY: Double
  /// The height of an hour.
  package var hourHeight: Double
  /// The distance by which an hour label extends above and below its line. It is used to avoid cutting off a
  /// label at the upper edge of the viewport.
  package var labelReach: Double
  /// The height of the viewport.
  package var viewportHeight: Double
  /// The maximum scroll offset.
  package var scrollMax: Double
  /// The minimum distance of an event's start from the lower edge of the viewport for the event to count as
  /// visible.
  package var minimumVisibleHeight: Double

  /// The number of hours before work that still count as part of the working day, for example for breakfast,
  /// the gym or a train.
  private static let hoursBeforeWork = 2.0

  package init(
    eventExtents: [ClosedRange<Double>], nowY: Double?, workingHours: ClosedRange<Double>,
    midnightY: Double = 0, hourHeight: Double, labelReach: Double, viewportHeight: Double, scrollMax: Double,
    minimumVisibleHeight: Double
  ) {
    self.eventExtents = eventExtents
    self.nowY = nowY
    self.workingHours = workingHours
    self.midnightY = midnightY
    self.hourHeight = hourHeight
    self.labelReach = labelReach
    self.viewportHeight = viewportHeight
    self.scrollMax = scrollMax
    self.minimumVisibleHeight = minimumVisibleHeight
  }

  /// The scroll offset.
  package var offset: Double {
    guard let nowY else { return offset(of: mostImportantTop) }
    let defaultOffset = offset(of: nowY)
    let visibleStarts =
      defaultOffset...max(defaultOffset, defaultOffset + viewportHeight - minimumVisibleHeight)
    let isAnyEventVisible = eventExtents.contains { $0.overlaps(visibleStarts) }
    let nearestExtent = eventExtents.min { abs($0.lowerBound - nowY) < abs($1.lowerBound - nowY) }
    guard !isAnyEventVisible, let nearestExtent else { return defaultOffset }
    return offset(of: nearestExtent.lowerBound)
  }

  private var mostImportantTop: Double {
    let workingDay =
      workingHours.lowerBound - InitialScroll.hoursBeforeWork * hourHeight...workingHours.upperBound
    let tops = eventExtents.map(\.lowerBound)
    return tops.filter(workingDay.contains).min() ?? tops.min() ?? workingHours.lowerBound
  }

  private func offset(of y: Double) -> Double {
    let offset = y - viewportHeight / 3
    let nearestHour = midnightY + ((offset - midnightY) / hourHeight).rounded() * hourHeight
    let isLabelCut = abs(nearestHour - offset) < labelReach
    return min(max(0, isLabelCut ? nearestHour - labelReach : offset), scrollMax)
  }
}
