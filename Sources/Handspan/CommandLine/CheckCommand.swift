import ArgumentParser
import CalendarStore
import CalendarText
import UserSettings

/// `handspan check`: lists the problems in calendars.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check calendars against RFC 5545.",
    discussion: """
      Prints each problem as "file:line: text" and exits with status 1. If there are none, it prints nothing \
      and exits with status 0. No file is changed.
      """)

  @Argument(help: ArgumentHelp("Calendar files and folders, or their IDs.", valueName: "PATH"))
  var paths: [String]

  func run() throws {
    let access = try StoreAccess(paths: paths, zone: SystemZones.shared.local)
    let problems = access.problems()
    for problem in problems { TerminalOutput.printLine(problem.diagnostic(Language.translator)) }
    for error in access.snapshot.failures { TerminalOutput.printError(KnownCalendars.message(for: error)) }
    if !problems.isEmpty || !access.snapshot.failures.isEmpty { throw CommandFailure.failed(nil) }
  }
}
