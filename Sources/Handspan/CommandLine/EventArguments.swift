import ArgumentParser
import CalendarModel

/// The arguments that name one event to be changed, alike in every command that does.
struct EventArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The calendar file or folder.", valueName: "PATH"))
  var path: String

  @Argument(
    help: ArgumentHelp(
      "The event's UID, as handspan list --json shows it; one that begins with a dash goes behind two dashes.",
      valueName: "UID"))
  var uid: String

  @OptionGroup var force: ForceArguments

  /// Opens the calendar and finds the event.
  ///
  /// - Throws: `CommandFailure` if either cannot be had.
  func find() throws -> (access: StoreAccess, event: CalendarEvent) {
    var access = try StoreAccess(path: path, isForced: force.force)
    let event = try access.event(uid: uid)
    return (access, event)
  }
}

/// The option to change a file that would otherwise be left alone.
struct ForceArguments: ParsableArguments {
  @Flag(help: "Change the file even if it is incomplete: its last BEGIN has no END.")
  var force = false
}
