import CalendarModel

/// The marks of a day in a month calendar: the number of the day's events, and up to three dots.
package struct DayMarks: Hashable, Sendable {
  /// The number of events of any kind.
  package var eventCount: Int
  /// The colors of the dots; nil stands for the accent color.
  package private(set) var dots: [EventColor?]

  /// The maximum number of dots for a day.
  package static let maximumDots = 3

  /// Creates the marks of a day without events.
  package init() { (eventCount, dots) = (0, []) }

  /// Creates the marks of a day from its occurrences.
  ///
  /// There is one dot for each event, up to three dots. If there are more events, the dots have as many
  /// different colors as possible. Canceled events are counted, but have no dot.
  ///
  /// - Parameter occurrences: the occurrences that overlap the day, in reading order.
  package init(of occurrences: [Occurrence]) {
    eventCount = occurrences.count
    let colors = occurrences.filter { $0.event.status != .canceled }.map(\.event.color)
    var indices: [Int] = []
    for (index, color) in colors.enumerated() where !indices.contains(where: { colors[$0] == color }) {
      indices.append(index)
    }
    for index in colors.indices where !indices.contains(index) { indices.append(index) }
    dots = indices.prefix(DayMarks.maximumDots).sorted().map { colors[$0] }
  }

  /// Returns the marks of each day in a range.
  ///
  /// - Parameter occurrences: the occurrences that overlap the range, and possibly others, in reading order.
  package static func marks(of occurrences: [Occurrence], on days: Range<Day>) -> [DayMarks] {
    guard !days.isEmpty else { return [] }
    let dayCount = days.upperBound.days(since: days.lowerBound)
    var occurrencesByDay = [[Occurrence]](repeating: [], count: dayCount)
    let wholeRange = TimeSpan(days: days)
    for occurrence in occurrences where occurrence.span.overlaps(wholeRange) {
      var day = max(occurrence.span.start.day, days.lowerBound)
      while day < days.upperBound, occurrence.span.overlaps(TimeSpan(days: day..<day.adding(days: 1))) {
        occurrencesByDay[day.days(since: days.lowerBound)].append(occurrence)
        day = day.adding(days: 1)
      }
    }
    return occurrencesByDay.map { DayMarks(of: $0) }
  }
}

/// A day in a month calendar, and its appearance.
package struct MonthDay: Hashable, Sendable {
  /// The day of the month, from 1 to 31.
  package var dayOfMonth: Int
  /// Whether the day is in the month itself rather than in the previous or next one.
  package var isInMonth = true
  package var isWeekend = false
  package var isToday = false
  /// Whether the day is the one that is shown or edited.
  package var isSelected = false
  /// The colors of the day's dots; nil stands for the accent color.
  package var dots: [EventColor?] = []

  package init(_ dayOfMonth: Int) { self.dayOfMonth = dayOfMonth }
}
