import ArgumentParser
import UserSettings

/// The root command of `handspan`, which runs a subcommand or opens the window.
@main
struct HandspanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "handspan",
    abstract: "A calendar you can hold.",
    usage: """
      handspan [--date YYYY-MM-DD] [--view VIEW] [--sample] [PATH...]
      handspan SUBCOMMAND ...
      """,
    discussion: """
      PATH is an iCalendar file (.ics) or a folder of them, or the ID of a calendar that "handspan calendars" \
      lists. Without PATH, the calendars that were open last time are opened. If a window is already open, the \
      files open in that window. --date is the day to show first (default: today). --view is day, 3day, workweek or week (default: the last view used).

      Every change is saved at once. The commands make the same changes as the window and do not need a display.

      If another program is writing a file, commands wait for it. After 5 seconds they exit with status 75 \
      without changing anything. An incomplete file is changed only with --force.

      To open a file that has the name of a command, use ./list or "handspan open list".
      """,
    version: applicationVersion,
    subcommands: [
      OpenCommand.self, CalendarsCommand.self, ListCommand.self, ShowCommand.self, AddCommand.self,
      MoveCommand.self,
      StretchCommand.self,
      DeleteCommand.self, ImportCommand.self, ExportCommand.self, SearchCommand.self, RenderCommand.self,
      CheckCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Runs a command or opens the window. Help is always in English, like the names of commands and options.
  /// The output of commands is translated.
  @MainActor static func main() {
    ArgumentMemory.hideLinks()
    Language.start()
    do {
      var command = try parseAsRoot()
      if let openCommand = command as? OpenCommand { endProcess(status: openCommand.open()) }
      try command.run()
    } catch {
      endProcess(status: CommandFailure.report(error))
    }
  }
}
