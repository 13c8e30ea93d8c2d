import ArgumentParser
import CalendarModel
import FoundationEssentials

/// `handspan`, `handspan PATH...` and `handspan open PATH...`: the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a window. This is what handspan does without a subcommand.")

  @Option(help: ArgumentHelp("The day to show first; today unless given.", valueName: "YYYY-MM-DD"))
  var date: Day?

  @Option(
    help: ArgumentHelp("What to show: day, 3day, workweek or week; the last unless given.", valueName: "view")
  )
  var view: CalendarView?

  @Flag(help: "Open a sample to play with: a copy, no file of yours is changed.")
  var sample = false

  @Argument(help: ArgumentHelp("Calendar files and folders.", valueName: "PATH"))
  var paths: [String] = []

  /// Opens the window and returns when it is closed. It is called instead of `run`, which has no main actor.
  ///
  /// - Returns: the exit status.
  @MainActor func open() -> Int32 {
    runApplication(request)
  }

  /// What is asked for. Another instance, in another working folder, may have to open it, so paths are whole.
  var request: OpenRequest {
    OpenRequest(
      paths: paths.map { URL(fileURLWithPath: $0).standardizedFileURL.path }, date: date, view: view,
      isSample: sample)
  }
}
