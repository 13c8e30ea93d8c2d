import ArgumentParser

/// `handspan`: the window and the command-line commands.
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
      PATH is an iCalendar file (.ics) or a folder of them. Without one, what was open last opens again. A \
      window that is open already takes the files. --date is the day to show first; today unless given. \
      --view is day, 3day, workweek or week; the last one unless given.

      Every change is saved at once. The commands make the same changes as the window, and need no display.

      A file that another program is writing is waited for; after 5 seconds a command ends with status 75, and \
      nothing is changed. A file that is incomplete is changed by --force alone.

      A file whose name is that of a command is opened as ./list, or by handspan open list.
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, ListCommand.self, AddCommand.self, MoveCommand.self, StretchCommand.self,
      DeleteCommand.self, RenderCommand.self, CheckCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)

  /// Help is always in English, like the names of commands and options. The output of commands is translated.
  @MainActor static func main() {
    Language.start()
    do {
      var command = try parseAsRoot()
      if let window = command as? OpenCommand { endProcess(status: window.open()) }
      try command.run()
    } catch {
      endProcess(status: CommandFailure.report(error))
    }
  }
}
