/// Maps days to the pages of a view, for all pages of the calendar.
///
/// A page is identified by an integer, counted from the page with 1970-01-01 (or from the anchor, for three days).
/// All arithmetic is on integers: no page is reached by accumulation, so none can be missed.
package struct PageCalendar: Hashable, Sendable {
  /// Monday to Friday.
  package static let usualWorkdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

  package let view: CalendarView
  /// The number of days side by side on a page.
  package let dayCount: Int
  /// The pages that have a day between `Day.earliest` and `Day.latest`.
  package private(set) var pages = 0...0
  /// The first day that belongs to page 0. A work week's page has more days belonging to it than it shows.
  private let epoch: Day
  /// Days from one page to the next.
  private let stride: Int
  /// Days from the first one that belongs to a page to the first one that it shows.
  private let lead: Int

  /// The pages of a view.
  ///
  /// - Parameters:
  ///   - firstWeekday: The day that weeks begin with where the user lives.
  ///   - workdays: The days that a work week shows, with those between them: from Friday and Sunday come Friday
  ///     to Sunday. None means Monday to Friday.
  ///   - anchor: A day that begins a page of three days.
  package init(
    _ view: CalendarView, firstWeekday: Weekday = .monday, workdays: Set<Weekday> = usualWorkdays,
    anchor: Day = Day(ordinal: 0)
  ) {
    self.view = view
    let origin = Day(ordinal: 0)
    switch view {
    case .day: (epoch, stride, lead, dayCount) = (origin, 1, 0, 1)
    case .threeDays: (epoch, stride, lead, dayCount) = (Day(ordinal: floorModulo(anchor.ordinal, 3)), 3, 0, 3)
    case .week: (epoch, stride, lead, dayCount) = (origin.startOfWeek(first: firstWeekday), 7, 0, 7)
    case .workWeek:
      let run = WorkdayRun(workdays.isEmpty ? PageCalendar.usualWorkdays : workdays, in: firstWeekday)
      // A run that goes on over the week's end (Sunday to Thursday, where weeks begin on Monday) is not torn:
      // the page then begins with the run.
      let first = run.lead + run.count <= 7 ? firstWeekday : run.first
      (epoch, stride) = (origin.startOfWeek(first: first), 7)
      (lead, dayCount) = (first == run.first ? 0 : run.lead, run.count)
    }
    // The week of the calendar's first or last day may show none of its days: a work week of Saturday and Sunday.
    let (first, last) = (index(of: Day.earliest), index(of: Day.latest))
    pages = (days(ofPage: first).isEmpty ? first + 1 : first)...(days(ofPage: last).isEmpty ? last - 1 : last)
  }

  /// The page that a day belongs to: the one that shows it, or for a day off in a work week the one of its week.
  /// A day outside the calendar belongs to the page at that end.
  package func page(containing day: Day) -> Int {
    min(max(index(of: day), pages.lowerBound), pages.upperBound)
  }

  /// The day in the first column of a page. On the pages at the ends of the calendar it may lie outside of it.
  package func firstDay(ofPage page: Int) -> Day {
    epoch.adding(days: page * stride + lead)
  }

  /// The days of a page that the calendar has: all of its columns, but fewer on the pages at the ends of the
  /// calendar, and none beyond them.
  package func days(ofPage page: Int) -> Range<Day> {
    let bounds = Day.earliest..<Day.latest.adding(days: 1)
    let first = firstDay(ofPage: page)
    return (first..<first.adding(days: dayCount)).clamped(to: bounds)
  }

  /// The week in ISO 8601 that a page is in: of weeks that of their Thursday, which is the week that most of their days
  /// are in, whatever weekday they begin with; of other views that of the first day.
  package func isoWeek(ofPage page: Int) -> (year: Int, week: Int) {
    guard stride == 7 else { return firstDay(ofPage: page).isoWeek }
    let start = epoch.adding(days: page * stride)
    return start.adding(days: 6).startOfWeek(first: .thursday).isoWeek
  }

  private func index(of day: Day) -> Int {
    floorQuotient(day.days(since: epoch), stride)
  }
}

/// The shortest run of consecutive weekdays that contains all workdays.
private struct WorkdayRun {
  let first: Weekday
  /// Days from the week's beginning to `first`.
  let lead: Int
  let count: Int

  /// Of rows as short, the one that begins earlier in a week from `firstWeekday`.
  init(_ workdays: Set<Weekday>, in firstWeekday: Weekday) {
    func distance(_ from: Weekday, _ to: Weekday) -> Int { floorModulo(to.rawValue - from.rawValue, 7) }
    let runs = workdays.map { first in
      (first, distance(firstWeekday, first), 1 + (workdays.map { distance(first, $0) }.max() ?? 0))
    }
    let shortest = runs.min { ($0.2, $0.1) < ($1.2, $1.1) }
    (first, lead, count) = shortest ?? (firstWeekday, 0, 7)
  }
}
