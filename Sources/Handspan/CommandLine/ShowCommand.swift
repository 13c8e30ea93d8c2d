import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import UserSettings

/// `handspan show`: prints a description of an event and its next occurrences.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an event and when it takes place next.",
    discussion: """
      Prints the event in words and its next occurrences, at most --count of them.

      With --json the output is an object with the keys uid, summary, location, notes, status, repeats (in words, or \
      null), reminders (in words) and next: the occurrences, with the same keys as in "handspan list --json". \
      The recurrenceId of an occurrence is what --occurrence expects.
      """)

  @OptionGroup var reference: EventReference

  @Option(help: ArgumentHelp("The day from which to list occurrences (default: today).", valueName: "DATE"))
  var from: Day?

  @Option(help: ArgumentHelp("The maximum number of occurrences.", valueName: "NUMBER"))
  var count = 5

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (0...1_000).contains(count) else {
      throw ValidationError(Language.translator.tr("--count must be a number from 0 to 1000."))
    }
  }

  func run() throws {
    let zone = SystemZones.shared.local
    var access = try StoreAccess(paths: [reference.path], zone: zone)
    if let error = access.snapshot.failures.first { throw CommandFailure.failed(error) }
    let events = try reference.events(in: &access)
    let master = events.first { if case .master = $0.series { true } else { false } }
    let event = master ?? events[0]
    let snapshot = access.snapshot.withDisplayedNamesAndColors()
    let upcoming = nextOccurrences(of: Set(events.map(\.id)), in: snapshot.index, zone)
    guard json else { return TerminalOutput.printLines(text(event, upcoming, zone)) }
    let next = OccurrenceJSON.array(
      upcoming, zone: zone, calendars: snapshot.calendars, positions: access.positions())
    TerminalOutput.printLines(object(event, next: next, zone))
  }

  /// Returns at most `count` occurrences, ordered by start. The first day is `from`, or today by default.
  private func nextOccurrences(of ids: Set<EventID>, in index: OccurrenceIndex, _ zone: Zone) -> [Occurrence]
  {
    let firstDay = from ?? zone.time(at: Instant(seconds: time(nil))).wall.day
    // The range grows in steps, because most repeating events take place again soon, and querying a thousand years
    // takes a long time.
    for days in [40, 400, 4_000, 40_000, 400_000] {
      let end = min(firstDay.adding(days: days), Day.latest)
      let matches = index.occurrences(in: firstDay..<max(firstDay, end)).filter { ids.contains($0.event.id) }
      if matches.count >= count || end == Day.latest { return Array(matches.prefix(count)) }
    }
    return Array(
      index.occurrences(in: firstDay..<Day.latest).filter { ids.contains($0.event.id) }.prefix(count))
  }

  private func text(_ event: CalendarEvent, _ upcoming: [Occurrence], _ zone: Zone) -> String {
    let phrases = Language.phrases
    let occurrence = Occurrence(event: event, zone: zone)
    var lines = [phrases.title(event), phrases.fullTime(occurrence)]
    if let status = phrases.status(of: event) { lines.append(status) }
    if let words = repetition(of: event) { lines.append(words) }
    if !event.location.isEmpty { lines.append(event.location) }
    lines += event.alarms.map {
      Language.translator.tr(
        "Reminder: {when}", ["when": phrases.reminder($0, isAllDay: event.times.isAllDay, in: zone)])
    }
    if !event.notes.isEmpty { lines.append(event.notes) }
    if event.isRepeating, !upcoming.isEmpty {
      lines += ["", Language.translator.tr("Next:")]
      lines += upcoming.map { occurrence in
        let words = phrases.fullTime(occurrence)
        let title = occurrence.event.summary == event.summary ? nil : phrases.title(occurrence.event)
        let status = occurrence.event.status == event.status ? nil : phrases.status(of: occurrence.event)
        return "  " + [words, title, status].compactMap { $0 }.joined(separator: " · ")
      }
    }
    return lines.map(TerminalText.line).joined(separator: "\n")
  }

  private func repetition(of event: CalendarEvent) -> String? {
    guard case .master(let recurrence) = event.series else { return nil }
    let words = Language.phrases.repetition(recurrence, relativeTo: event.times.start.wall.day)
    return words.isEmpty ? nil : words
  }

  private func object(_ event: CalendarEvent, next: String, _ zone: Zone) -> String {
    let reminders = event.alarms.map {
      OccurrenceJSON.string(Language.phrases.reminder($0, isAllDay: event.times.isAllDay, in: zone))
    }
    let members: KeyValuePairs = [
      "uid": OccurrenceJSON.string(event.id.uid.text),
      "summary": OccurrenceJSON.string(event.summary),
      "location": OccurrenceJSON.string(event.location),
      "notes": OccurrenceJSON.string(event.notes),
      "status": OccurrenceJSON.string(OccurrenceJSON.name(of: event.status)),
      "repeats": repetition(of: event).map(OccurrenceJSON.string) ?? "null",
      "reminders": "[\(reminders.joined(separator: ", "))]",
      "next": next,
    ]
    return "{" + members.map { "\(OccurrenceJSON.string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }
}
