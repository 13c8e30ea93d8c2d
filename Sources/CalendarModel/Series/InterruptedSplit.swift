/// A series whose later occurrences are in two files: a split wrote the later part, but the program or the
/// computer stopped before the earlier part was shortened.
///
/// No occurrence is lost. Either `completion` or `withdrawal` repairs the series, and the user can undo the
/// repair.
package struct InterruptedSplit: Hashable, Sendable {
  /// The series that was being split. It has not been shortened yet.
  package let earlierPart: CalendarEvent
  /// The new series.
  package let laterPart: CalendarEvent
  /// The original start of the first occurrence in the earlier part that should be only in the later part.
  package let start: EventTime

  /// - Parameter keptDateCount: the number of dates that should remain in the earlier part.
  /// - Returns: nil if no occurrence follows those dates.
  package init?(earlierPart: CalendarEvent, laterPart: CalendarEvent, keptDateCount: Int) {
    guard earlierPart.id != laterPart.id, case .master(let recurrence) = earlierPart.series,
      let start = recurrence.firstInstance(afterDates: keptDateCount)
    else { return nil }
    (self.earlierPart, self.laterPart, self.start) = (earlierPart, laterPart, start)
  }

  /// The edit that shortens the earlier part.
  package var completion: EventEdit {
    EventEdit(target: earlierPart.id, originalStart: start, scope: .thisAndFollowing, change: .delete)
  }

  /// The edit that removes the later part.
  package var withdrawal: EventEdit { EventEdit(target: laterPart.id, scope: .all, change: .delete) }
}

extension Recurrence {
  /// Returns the number of dates of DTSTART, RRULE and RDATE before a wall time. Dates that EXDATE excludes
  /// are counted as well, so the number stays the same when an occurrence is deleted or all occurrences are
  /// moved.
  ///
  /// - Parameter ruleDates: the dates of each rule before the wall time.
  package func dateCount(before wall: WallTime, ruleDates: [[WallTime]]) -> Int {
    Set(ruleDates.joined()).union((addedWallTimes + [start.wall]).filter { $0 < wall }).count
  }

  /// The maximum number of dates to count. The requested number is read from a file, so it may be arbitrarily
  /// large.
  private static let maximumDateCount = 100_000

  /// Returns the start of the first instance after a number of dates, counted as in `dateCount`; nil if there
  /// is none or if the number is too large.
  fileprivate func firstInstance(afterDates count: Int) -> EventTime? {
    guard (0..<Self.maximumDateCount).contains(count) else { return nil }
    let end = WallTime(Day.latest.adding(days: 1))
    let budget = ExpansionBudget(starts: count + 1, steps: 10 * Self.maximumDateCount)
    var dates = Set(addedWallTimes + [start.wall])
    for index in rules.indices {
      dates.formUnion(starts(ofRule: index, in: start.wall..<max(start.wall, end), budget: budget).starts)
    }
    guard count < dates.count else { return nil }
    let first = dates.sorted()[count]
    let instanceBudget = ExpansionBudget(starts: 1_000, steps: 100_000)
    return instances(in: first..<max(first, end), budget: instanceBudget).starts.first?.start
  }
}
