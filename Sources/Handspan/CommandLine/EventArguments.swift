import ArgumentParser
import CalendarModel

/// The arguments that identify the event to change, shared by all commands that change one.
struct EventArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("The calendar file or folder.", valueName: "PATH"))
  var path: String

  @Argument(
    help: ArgumentHelp(
      "The UID of the event, as printed by \"handspan list --json\". Put -- before a UID that begins with a dash.",
      valueName: "UID"))
  var uid: String

  @OptionGroup var force: ForceArguments

  /// Opens the calendar and finds the event.
  ///
  /// - Throws: `CommandFailure` if the calendar cannot be opened or the event is not found.
  func find() throws -> (access: StoreAccess, event: CalendarEvent) {
    var access = try StoreAccess(path: path, isForced: force.force)
    let event = try access.event(uid: uid)
    return (access, event)
  }
}

/// The option to change an incomplete file, which is otherwise refused.
struct ForceArguments: ParsableArguments {
  @Flag(help: "Change the file even if it is incomplete: its last BEGIN has no END.")
  var force = false
}
