import ArgumentParser
import CalendarModel
import CalendarSession
import CalendarStore
import Glibc
import UserSettings

/// `handspan`, `handspan PATH...` and `handspan open PATH...`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a window. This is the default subcommand.")

  @Option(help: ArgumentHelp("The day to show first. The default is today.", valueName: "YYYY-MM-DD"))
  var date: Day?

  @Option(
    help: ArgumentHelp(
      "The view: day, 3day, workweek or week. The default is the last view used.", valueName: "VIEW")
  )
  var view: ViewKind?

  @Flag(help: "Open a sample calendar to try things out. None of your files are changed.")
  var sample = false

  @Flag(help: "Show the calendars only until the window is closed, like files opened from the file manager.")
  var forNow = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --uid: the calendar of the event to show, as `handspan calendars --json` prints its ID.",
      valueName: "ID")
  )
  var calendar: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("With --calendar: the event to show.", valueName: "UID"))
  var uid: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The occurrence to show, by its original start in UTC, or without “Z” if the event has no time zone.",
      valueName: "YYYYMMDDTHHMMSSZ"))
  var occurrence: String?

  @Argument(
    help: ArgumentHelp("Calendar files and folders, and links that begin with webcal:.", valueName: "PATH"))
  var paths: [String] = []

  /// Opens the window and returns when it is closed. Called instead of `run`, which is not isolated to the
  /// main actor.
  ///
  /// - Returns: the exit status.
  @MainActor func open() -> Int32 {
    var command = self
    do {
      // The window lists the calendars of accounts and the subscriptions anyway.
      command.paths = try KnownCalendars.paths(for: paths).filter { !StoreAccess.isListed($0) }
    } catch let failure as CommandFailure {
      return CommandFailure.report(failure)
    } catch {
      // The window shows why the calendar cannot be opened.
    }
    return runApplication(command.request)
  }

  /// The request described by the arguments. Its paths are absolute, because a running instance
  /// with a different working directory may handle it.
  var request: OpenRequest {
    OpenRequest(
      paths: paths.map { path in
        CalendarLink.isLink(path)
          ? path : AbsolutePath.of(CalendarLink.path(ofFile: path) ?? path, in: workingDirectory)
      }, date: date, view: view,
      isSample: sample, isTemporary: forNow, event: event)
  }

  func validate() throws {
    guard (calendar == nil) == (uid == nil), occurrence == nil || uid != nil else {
      throw ValidationError(
        Language.translator.tr("Use --calendar ID together with --uid UID, and --occurrence only with both."))
    }
  }

  /// The event to show; nil for none.
  private var event: OccurrenceReference? {
    guard let uid, let calendar else { return nil }
    return OccurrenceReference(calendar: CalendarID(calendar), uid: uid, recurrenceID: occurrence ?? "")
  }

  /// The current working directory; `/` if it cannot be determined.
  private var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
