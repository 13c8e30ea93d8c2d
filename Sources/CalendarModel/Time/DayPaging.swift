/// Maps between days and the pages of a view, from `Day.earliest` to `Day.latest`.
///
/// A page is identified by an integer. Page 0 is the page of 1970-01-01 or, in the three-day view, begins at
/// most two days later. All arithmetic uses integers. A page is computed from its number, not from the page
/// before it, so no page can be skipped.
package struct DayPaging: Hashable, Sendable {
  /// Monday to Friday.
  package static let defaultWorkdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

  package let view: ViewKind
  /// The number of day columns on a page.
  package let dayCount: Int
  /// The pages that contain a day between `Day.earliest` and `Day.latest`.
  package private(set) var pages = 0...0
  /// The first day that belongs to page 0. The page of a work week may show only some of the days that belong
  /// to it.
  private let epoch: Day
  /// The number of days from one page to the next.
  private let stride: Int
  /// The number of days from the first day that belongs to a page to the first day that it shows.
  private let leadingDays: Int

  /// Creates the pages of a view.
  ///
  /// - Parameters:
  ///   - firstWeekday: the weekday on which the user's weeks begin.
  ///   - workdays: the days that a work week shows, together with any days between them: for Friday and
  ///     Sunday, Saturday is shown as well. If the set is empty, the work week is Monday to Friday.
  ///   - anchor: a day on which a page of the three-day view begins.
  package init(
    _ view: ViewKind, firstWeekday: Weekday = .monday, workdays: Set<Weekday> = defaultWorkdays,
    anchor: Day = Day(ordinal: 0)
  ) {
    self.view = view
    let origin = Day(ordinal: 0)
    switch view {
    case .day: (epoch, stride, leadingDays, dayCount) = (origin, 1, 0, 1)
    case .threeDays:
      (epoch, stride, leadingDays, dayCount) = (Day(ordinal: floorModulo(anchor.ordinal, 3)), 3, 0, 3)
    case .week: (epoch, stride, leadingDays, dayCount) = (origin.startOfWeek(first: firstWeekday), 7, 0, 7)
    case .workWeek:
      let run = WorkdayRun(
        workdays.isEmpty ? DayPaging.defaultWorkdays : workdays, weeksBeginOn: firstWeekday)
      // A run that crosses the end of the week (Sunday to Thursday, where weeks begin on Monday) is not
      // split: the page begins with the run.
      let first = run.leadingDays + run.count <= 7 ? firstWeekday : run.first
      (epoch, stride) = (origin.startOfWeek(first: first), 7)
      (leadingDays, dayCount) = (first == run.first ? 0 : run.leadingDays, run.count)
    }
    // The page of the week that contains `earliest` or `latest` may show only days that Handspan does not
    // support, for example if the work week is Saturday and Sunday.
    let (firstPage, lastPage) = (index(of: Day.earliest), index(of: Day.latest))
    let lowerBound = days(ofPage: firstPage).isEmpty ? firstPage + 1 : firstPage
    let upperBound = days(ofPage: lastPage).isEmpty ? lastPage - 1 : lastPage
    pages = lowerBound...upperBound
  }

  /// Returns the page that shows a day or, for a day off in a work week, the page of that week. A day before the
  /// first page or after the last one belongs to the nearest page.
  package func page(containing day: Day) -> Int {
    min(max(index(of: day), pages.lowerBound), pages.upperBound)
  }

  /// Returns the day in the first column of a page. On the first and last pages, it may be before
  /// `Day.earliest` or after `Day.latest`.
  package func firstDay(ofPage page: Int) -> Day {
    epoch.adding(days: page * stride + leadingDays)
  }

  /// Returns the days of a page between `Day.earliest` and `Day.latest`: one for each column, possibly fewer on
  /// the first and last pages, and none on pages beyond them.
  package func days(ofPage page: Int) -> Range<Day> {
    let bounds = Day.earliest..<Day.latest.adding(days: 1)
    let first = firstDay(ofPage: page)
    return (first..<first.adding(days: dayCount)).clamped(to: bounds)
  }

  /// Returns the ISO 8601 week of a page. In the week views, this is the week that contains the Thursday among the
  /// seven days that belong to the page, and therefore most of those days, on whichever weekday the page begins.
  /// In other views, it is the week of the first day.
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
  /// The number of days from the beginning of the week to `first`.
  let leadingDays: Int
  /// The number of days in the run.
  let count: Int

  /// Creates the run. If several runs are equally short, it is the one that begins first in a week that
  /// starts on `firstWeekday`.
  init(_ workdays: Set<Weekday>, weeksBeginOn firstWeekday: Weekday) {
    func distance(_ from: Weekday, _ to: Weekday) -> Int { floorModulo(to.rawValue - from.rawValue, 7) }
    let runs = workdays.map { first in
      (
        first: first, leadingDays: distance(firstWeekday, first),
        count: 1 + (workdays.map { distance(first, $0) }.max() ?? 0)
      )
    }
    let shortest = runs.min { ($0.count, $0.leadingDays) < ($1.count, $1.leadingDays) }
    (first, leadingDays, count) = shortest ?? (first: firstWeekday, leadingDays: 0, count: 7)
  }
}
