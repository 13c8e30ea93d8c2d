import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan list`: lists the events in a range of days.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the events in a range of days.",
    discussion: """
      Lists the events from the start of the --from day up to the start of the --to day, ordered by start \
      time. For example, --from 2026-01-05 --to 2026-01-06 covers one day. Each occurrence of a repeating event is listed, \
      under each of its days.

      With --json, the output is an array of objects with the keys uid, summary, start, end, allDay, \
      status (confirmed, tentative or cancelled), recurrenceId, startByFile, index, calendar (the PATH), calendarName and color (#rrggbb). start and end are RFC 3339 times with an offset; for all-day \
      events they are dates, and end is the day after the last one. For dates before about 1900, the offset \
      may include seconds, as in +00:53:28. For an occurrence of a repeating event, recurrenceId is its original start according to the \
      rule, in the same format as start, but without an offset if the event has no time zone; otherwise it is null.

      startByFile is when the event would start by the definition of its time zone in the file, if that contradicts the \
      time zone database, which counts; otherwise it is null.

      index is the position of the event in its file, followed by a hyphen and a hash of the file. It names the event \
      even if it has no UID, or the same one as others: --index accepts it until the file changes.
      """)

  @Argument(help: ArgumentHelp("Calendar files and folders, or their IDs.", valueName: "PATH"))
  var paths: [String] = []

  @Flag(help: "List the events of all calendars that \"handspan calendars\" lists.")
  var all = false

  @Option(help: ArgumentHelp("The first day.", valueName: "DATE"))
  var from: Day

  @Option(help: ArgumentHelp("The day after the last one.", valueName: "DATE"))
  var to: Day

  @Option(
    help: ArgumentHelp(
      "The time zone of the days, such as Europe/Berlin. The default is the system's time zone.",
      valueName: "TZ")
  )
  var zone: ZoneArgument?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard paths.isEmpty == all else {
      throw ValidationError(Language.translator.tr("Use either PATH or --all."))
    }
    guard from < to else {
      throw ValidationError(
        Language.translator.tr(
          "--to {to} is not after --from {from}. For --to, enter the day after the last day to list.",
          ["to": "\(to)", "from": "\(from)"]))
    }
  }

  func run() throws {
    let zone = zone?.zone ?? SystemZones.shared.local
    let paths = all ? try KnownCalendars.load().openablePaths() : paths
    let access = try StoreAccess(paths: paths, zone: zone)
    var snapshot = access.snapshot
    // Only JSON has the names and colors.
    if json { snapshot = snapshot.withDisplayedNamesAndColors() }
    let result = snapshot.index.query(from..<to)
    if json {
      OccurrenceJSON.printArray(
        result.occurrences, zone: zone, calendars: snapshot.calendars, positions: access.positions())
    } else {
      printDays(result.occurrences, zone)
    }
    printTruncations(result.truncations)
    // Files that could not be read are reported, because their events are missing from the list.
    for problem in snapshot.problems where problem.line == nil {
      TerminalOutput.printError(problem.message(Language.translator))
    }
    for error in snapshot.failures { TerminalOutput.printError(KnownCalendars.message(for: error)) }
    if !snapshot.failures.isEmpty { throw CommandFailure.reported(snapshot.failures) }
  }

  private func printTruncations(_ truncations: [OccurrenceQueryResult.Truncation]) {
    let phrases = Language.phrases
    for truncation in truncations.prefix(Self.maximumTruncationCount) {
      if let text = phrases.truncationMessage(truncation.event, truncation.reason) {
        TerminalOutput.printError(text)
      }
    }
    if truncations.count > Self.maximumTruncationCount {
      TerminalOutput.printError(
        phrases.moreIncompleteSeries(count: truncations.count - Self.maximumTruncationCount))
    }
  }

  /// The maximum number of repeating events that are named because they are not listed completely.
  private static let maximumTruncationCount = 10

  private func printDays(_ occurrences: [Occurrence], _ zone: Zone) {
    let phrases = Language.phrases
    let occurrencesByDay = ListCommand.occurrencesByDay(occurrences, in: from..<to)
    let days = occurrencesByDay.keys.sorted()
    let times = days.map { day in
      occurrencesByDay[day, default: []].map { phrases.blockTime(occurrences[$0], on: day) }
    }
    let width = times.joined().reduce(0) { max($0, $1.count) }
    for (day, times) in zip(days, times) {
      if day != days.first { TerminalOutput.printLines("") }
      let date = phrases.date(day)
      // Times in another zone than the computer's would be taken for the computer's.
      TerminalOutput.printLine(
        zone == SystemZones.shared.local ? date : phrases.date(date, inZone: zone.identifier))
      for (index, time) in zip(occurrencesByDay[day, default: []], times) {
        let event = occurrences[index].event
        let padding = String(repeating: " ", count: width - time.count)
        TerminalOutput.printLine(["  \(time)\(padding)  "] + phrases.summaryParts(event))
      }
    }
  }

  /// Returns the indices of the occurrences on each day, in the given order. An occurrence that lasts several days is
  /// on each of them.
  private static func occurrencesByDay(_ occurrences: [Occurrence], in days: Range<Day>) -> [Day: [Int]] {
    var result: [Day: [Int]] = [:]
    for (index, occurrence) in occurrences.enumerated() {
      for day in occurrence.days.clamped(to: days)
      where occurrence.span.overlaps(TimeSpan(days: day..<day.adding(days: 1))) {
        result[day, default: []].append(index)
      }
    }
    return result
  }
}
