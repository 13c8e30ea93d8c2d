import CalendarModel
import TimelinePainting

/// Sample events for pictures.
enum SampleDays {
  static let monday = Day(ordinal: 20_458)
  static let blue = EventColor(red: 0.21, green: 0.52, blue: 0.89)
  static let green = EventColor(red: 0.18, green: 0.76, blue: 0.49)
  static let orange = EventColor(red: 1, green: 0.47, blue: 0)
  static let purple = EventColor(red: 0.57, green: 0.25, blue: 0.67)
  static let red = EventColor(red: 0.88, green: 0.11, blue: 0.14)
  static let yellow = EventColor(red: 0.96, green: 0.83, blue: 0.18)
  static let colors = [blue, green, orange, purple, red, yellow]

  static func event(
    _ summary: String, from start: String, to end: String, location: String = "", color: EventColor? = blue,
    status: CalendarEvent.Status = .confirmed, isFree: Bool = false, isRepeating: Bool = false
  ) -> Occurrence {
    let times = EventTimes(start: time(start), end: .time(time(end)))
    return Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("sample"), uid: summary + start), times: times,
        summary: summary, location: location, status: status, transparency: isFree ? .free : .busy,
        color: color, repetition: isRepeating ? .unreadable : .once), zone: .utc)
  }

  private static func time(_ text: String) -> EventTime {
    if let wall = WallTime("\(monday)T\(text)") { return .floating(wall) }
    if let wall = WallTime(text) { return .floating(wall) }
    return .date(Day(text) ?? monday)
  }

  static let oneEvent = [event("Standup", from: "09:00", to: "09:15", location: "Room 4")]

  static let ordinaryDay = [
    event("Spring conference", from: "2026-01-05", to: "2026-01-07", color: purple),
    event("Aunt Mary’s birthday", from: "2026-01-05", to: "2026-01-06", color: orange, isFree: true),
    event(
      "Night train", from: "2026-01-04T22:00", to: "2026-01-05T06:30", location: "Platform 7", color: green),
    event("Standup", from: "09:00", to: "09:15", location: "Room 4", isRepeating: true),
    event("Review of the spring collection", from: "09:15", to: "10:30", location: "Studio", color: orange),
    event("Call with Ines", from: "09:30", to: "10:00", color: purple, status: .tentative),
    event(
      "Lunch with Paul", from: "12:00", to: "13:00", location: "Café Lumière", color: green, isFree: true),
    event("Dentist", from: "13:30", to: "14:15", color: red, status: .canceled),
    event("Workshop on type and white space", from: "14:00", to: "17:00", location: "Hall 2", color: blue),
    event("Budget", from: "15:00", to: "15:30", color: yellow),
    event("Evening run", from: "18:30", to: "19:30", location: "Along the river", color: yellow),
  ]

  /// Forty events of various durations, up to four at the same time.
  static let fortyEvents: [Occurrence] = (0..<40).map { index in
    let start = 7 * 60 + index * 37 % 720
    let length = [15, 30, 45, 60, 90, 25, 120][index % 7]
    func timeText(_ minutes: Int) -> String {
      let (h, m) = (minutes / 60, minutes % 60)
      return "\(h < 10 ? "0" : "")\(h):\(m < 10 ? "0" : "")\(m)"
    }
    let names = [
      "Standup", "Interview", "Design review", "Office hours", "Planning the quarter", "1:1 with Kim",
    ]
    return event(
      names[index % names.count], from: timeText(start), to: timeText(start + length),
      location: index % 3 == 0 ? "Room \(index)" : "", color: colors[index * 5 % 6])
  }.sorted(by: Occurrence.inReadingOrder)

  /// A week with every kind of event, from Monday on.
  static let week: [Occurrence] = [
    event("Spring conference", from: "2026-01-06", to: "2026-01-09", color: purple),
    event("Aunt Mary’s birthday", from: "2026-01-08", to: "2026-01-09", color: orange, isFree: true),
    event("Skiing", from: "2026-01-10", to: "2026-01-14", color: blue),
    event("School holidays", from: "2025-12-22", to: "2026-01-07", color: green, isFree: true),
    event("Stocktaking", from: "2026-01-08T06:00", to: "2026-01-09T18:00", color: yellow),
    event(
      "Night train", from: "2026-01-04T22:00", to: "2026-01-05T06:30", location: "Platform 7", color: green),
    event("Standup", from: "2026-01-05T09:00", to: "2026-01-05T09:15", location: "Room 4", isRepeating: true),
    event("Review of the collection", from: "2026-01-05T10:00", to: "2026-01-05T11:30", color: orange),
    event("Lunch with Paul", from: "2026-01-05T12:30", to: "2026-01-05T13:30", location: "Café Lumière"),
    event("Standup", from: "2026-01-06T09:00", to: "2026-01-06T09:15", location: "Room 4", isRepeating: true),
    event("Dentist", from: "2026-01-06T14:00", to: "2026-01-06T15:00", color: red, status: .canceled),
    event("Late shift", from: "2026-01-06T21:00", to: "2026-01-07T05:00", location: "Ward 3", color: purple),
    event("Standup", from: "2026-01-07T09:00", to: "2026-01-07T09:15", location: "Room 4", isRepeating: true),
    event(
      "Workshop on type", from: "2026-01-07T10:30", to: "2026-01-07T12:30", location: "Hall 2", color: green),
    event("Call with Ines", from: "2026-01-07T11:00", to: "2026-01-07T12:00", status: .tentative),
    event("Budget", from: "2026-01-07T15:00", to: "2026-01-07T16:30", color: yellow),
    event("Interview", from: "2026-01-08T10:00", to: "2026-01-08T11:00", location: "Studio", color: purple),
    event("Evening run", from: "2026-01-08T18:00", to: "2026-01-08T19:00", color: green),
    event("Standup", from: "2026-01-09T09:00", to: "2026-01-09T09:15", location: "Room 4", isRepeating: true),
    event("Retrospective", from: "2026-01-09T14:00", to: "2026-01-09T15:30", color: orange),
    event("Concert", from: "2026-01-10T20:00", to: "2026-01-10T22:30", location: "Philharmonie", color: red),
    event("Brunch", from: "2026-01-11T11:00", to: "2026-01-11T13:00", color: yellow),
  ]

  /// A crowded week: many overlapping events, and more all-day events than fit.
  static let crowdedWeek: [Occurrence] = {
    let timed = (0..<7).flatMap { day in
      fortyEvents.enumerated().filter { $0.offset % 3 != day % 3 }.map { _, item in
        event(
          item.event.summary, from: "\(item.start.wall.adding(days: day))",
          to: "\(item.end.wall.adding(days: day))", location: item.event.location, color: item.event.color)
      }
    }
    let allDay = (0..<20).map { index in
      let first = monday.adding(days: index * 5 % 9 - 2)
      return event(
        "Fair \(index + 1)", from: "\(first)", to: "\(first.adding(days: 1 + index % 4))",
        color: colors[index % 6])
    }
    return allDay + timed
  }()

  /// A zone whose clocks go forward from 02:00 to 03:00 on March 29, 2026.
  static let zoneWithSpringChange = Zone(
    identifier: "Spring",
    rules: SingleClockChange(moment: 1_774_746_000, offsetBefore: 3600, offsetAfter: 7200))
  /// A zone whose clocks go back from 03:00 to 02:00 on October 25, 2026.
  static let zoneWithAutumnChange = Zone(
    identifier: "Autumn",
    rules: SingleClockChange(moment: 1_792_890_000, offsetBefore: 7200, offsetAfter: 3600))

  private struct SingleClockChange: ZoneRules {
    /// The time of the change in seconds since 1970, and the offsets from UTC in seconds.
    let moment, offsetBefore, offsetAfter: Int
    func offset(at instant: Instant) -> Int { instant.seconds < moment ? offsetBefore : offsetAfter }
  }
}
