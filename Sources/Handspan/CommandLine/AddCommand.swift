import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan add`: adds an event.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an event.",
    discussion: """
      START and END are either dates (YYYY-MM-DD) for an all-day event, where END is the day after the last \
      one, or times (YYYY-MM-DDTHH:MM[:SS]) in the system's time zone. Times with an offset such as +01:00 \
      or Z are stored in UTC.

      MINUTES is the exact duration, even if the clocks change during the event. For an all-day event it must be a multiple of 1440.

      RRULE is a recurrence rule of RFC 5545, such as "FREQ=WEEKLY;BYDAY=TU,TH" or "FREQ=MONTHLY;COUNT=12".

      If PATH is a calendar file, the event is appended to it; if it is a folder, the event gets a file of \
      its own. The UID of the new event is printed.
      """)

  @Argument(help: ArgumentHelp("The calendar file or folder, or its ID.", valueName: "PATH"))
  var path: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The title of the event.", valueName: "TEXT"))
  var summary: String

  @Option(help: ArgumentHelp("The start of the event.", valueName: "START"))
  var start: MomentArgument

  @Option(help: ArgumentHelp("The end of the event.", valueName: "END"))
  var end: MomentArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("The duration in minutes.", valueName: "MINUTES"))
  var duration: Int?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("How the event repeats.", valueName: "RRULE"))
  var repetition: [String] = []

  @Option(
    help: ArgumentHelp(
      "Remind this many minutes before the start. May be given several times.", valueName: "MINUTES"))
  var remind: [Int] = []

  @OptionGroup var force: ForceArguments

  func validate() throws {
    guard (end == nil) != (duration == nil) else {
      throw ValidationError(Language.translator.tr("Use either --end END or --duration MINUTES."))
    }
    if let end, (end.wall == nil) != (start.wall == nil) {
      throw ValidationError(
        Language.translator.tr("--start and --end must both be dates or both be times."))
    }
    _ = try rule()
    guard remind.allSatisfy({ (0...366 * 1_440).contains($0) }) else {
      throw ValidationError(
        Language.translator.tr("--remind must be a number of minutes from 0 to 527040."))
    }
    // The limit is ten thousand years, which exceeds the time between any two dates but cannot cause an
    // overflow.
    if let duration, !(1...10_000 * 366 * 1_440).contains(duration) {
      throw ValidationError(
        Language.translator.tr(
          "--duration {minutes} is not valid: it must be from 1 minute to 10,000 years.",
          ["minutes": "\(duration)"]))
    }
    if let duration, start.wall == nil, duration % 1_440 != 0 {
      throw ValidationError(
        Language.translator.tr("All-day events last whole days: --duration must be a multiple of 1440.")
      )
    }
  }

  func run() throws {
    let access = try StoreAccess(path: path, isForced: force.force)
    guard let calendar = access.snapshot.calendars.first else { throw CommandFailure.failed(nil) }
    for moment in [start, end].compactMap(\.self) {
      try moment.requireExistence(in: SystemZones.shared.local)
    }
    var random = SystemRandomNumberGenerator()
    let id = EventID.random(in: calendar.id, hasSeparateObjects: calendar.hasSeparateObjects, using: &random)
    var event = CalendarEvent(id: id, times: times, summary: summary)
    if let rule = try rule() {
      let fittedRule = rule.fitting(event.times.start)
      event.repetition = .series(.master(Recurrence(start: event.times.start, rules: [fittedRule])))
    }
    event.alarms = remind.map { .offset(EventDuration(seconds: -$0 * 60), from: .start) }
    try access.perform(.add(event))
    TerminalOutput.printLine(id.uid.text)
  }

  /// Returns the rule by which the event repeats; nil if it does not repeat.
  private func rule() throws -> RecurrenceRule? {
    guard let text = repetition.first else { return nil }
    let t = Language.translator
    guard repetition.count == 1 else { throw ValidationError(t.tr("Use --repeat only once.")) }
    do throws(NewRuleError) {
      return try RecurrenceRule(newRule: text, isAllDay: start.wall == nil)
    } catch {
      throw ValidationError(t.tr("--repeat: {reason}", ["reason": error.message(t)]))
    }
  }

  /// The event's times, in the form in which the file stores them.
  private var times: EventTimes {
    let zone = SystemZones.shared.local
    let startTime = start.eventTime(in: zone)
    if let end {
      // The end is written in the same form as the start, even if it was given with a different offset.
      return EventTimes(
        start: startTime, end: .time(startTime.with(time: end.eventTime(in: zone).time(in: zone))))
    }
    let minutes = duration ?? 0
    if startTime.isDate {
      let days = minutes / 1_440
      return EventTimes(
        start: startTime, end: .time(startTime.with(wall: startTime.wall.adding(days: days))))
    }
    let endInstant = startTime.time(in: zone).instant.adding(seconds: minutes * 60)
    let endTime = startTime.with(time: zone.time(at: endInstant))
    // A local time in a repeated hour denotes the first of two moments. If the event ends at the second
    // moment, the duration is written instead of the end.
    guard endTime.time(in: zone).instant == endInstant else {
      return EventTimes(start: startTime, end: .duration(EventDuration(seconds: minutes * 60)))
    }
    return EventTimes(start: startTime, end: .time(endTime))
  }
}

extension MomentArgument {
  /// Checks that the clocks show this time. Whoever types one that they skip would get another one.
  fileprivate func requireExistence(in zone: Zone) throws {
    guard let wall, offset == nil, zone.time(at: wall).wall != wall else { return }
    let t = Language.translator
    throw CommandFailure.failed(
      t.tr(
        "In {zone}, the clocks skip {time} on {date}. Choose a different time.",
        [
          "zone": zone.identifier, "time": Language.phrases.time(wall),
          "date": Language.phrases.date(wall.day),
        ]))
  }

  /// Returns the event time to write: a date, a time in the zone, or a time in UTC if an offset was given.
  fileprivate func eventTime(in zone: Zone) -> EventTime {
    guard let wall else { return .date(day) }
    guard let offset else { return .at(wall, in: zone) }
    return .utc(wall.adding(seconds: -offset))
  }
}
