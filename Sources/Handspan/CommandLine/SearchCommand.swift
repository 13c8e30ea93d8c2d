import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan search`: finds events by their text.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find events by their text.",
    discussion: """
      Finds the events in which each word of TEXT occurs: in the title, the location, the notes, the names and \
      addresses of the organizer and the attendees, or the name of the calendar. Case and accents do not matter. \
      Write several words in quotation marks.

      Upcoming events are listed first, the soonest first, followed by past events, the latest first. A repeating \
      event is listed once, with its next occurrence or, if it has ended, its last one.

      With --json, the output is an array of the objects that "handspan list --json" prints.
      """)

  @Argument(
    help: ArgumentHelp(
      "Calendar files and folders, or their IDs, and the text to find.", valueName: "PATH... TEXT"))
  var arguments: [String]

  @Option(
    help: ArgumentHelp(
      "The time zone of the times, such as Europe/Berlin. The default is the system's time zone.",
      valueName: "TZ")
  )
  var zone: ZoneArgument?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let t = Language.translator
    guard arguments.count > 1 else {
      throw ValidationError(t.tr("Give the path or the ID of a calendar, and the text to find."))
    }
    guard !SearchQuery(arguments.last ?? "").isEmpty else {
      throw ValidationError(t.tr("The text to find is empty."))
    }
  }

  func run() throws {
    let zone = zone?.zone ?? SystemZones.shared.local
    let access = try StoreAccess(paths: arguments.dropLast(), zone: zone)
    let snapshot = access.snapshot.withDisplayedNamesAndColors()
    let now = Instant.now
    let index = SearchIndex(of: snapshot.index, calendars: snapshot.calendars, at: now)
    let results = index?.results(of: SearchQuery(arguments.last ?? ""), now: now)
    let occurrences = results.map { results in (0..<results.count).map { results[$0] } } ?? []
    if json {
      OccurrenceJSON.printArray(
        occurrences, zone: zone, calendars: snapshot.calendars, positions: access.positions())
    } else {
      for occurrence in occurrences { SearchCommand.printLine(occurrence, zone) }
    }
    for problem in snapshot.problems where problem.line == nil {
      TerminalOutput.printError(problem.message(Language.translator))
    }
    for error in snapshot.failures { TerminalOutput.printError(KnownCalendars.message(for: error)) }
    if !snapshot.failures.isEmpty { throw CommandFailure.reported(snapshot.failures) }
  }

  private static func printLine(_ occurrence: Occurrence, _ zone: Zone) {
    let phrases = Language.phrases
    let date = phrases.dateAndTime(occurrence)
    // A time in another zone than the computer's would be taken for the computer's.
    let time = zone == SystemZones.shared.local ? date : phrases.date(date, inZone: zone.identifier)
    TerminalOutput.printLine(["\(time)  "] + phrases.summaryParts(occurrence.event))
  }
}
