import ArgumentParser
import CalendarModel
import CalendarText

/// `handspan delete`: an event is removed.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an event.",
    discussion: """
      Takes exactly the event's lines out of a calendar file; of a folder it removes the event's file.

      UID names the event, as handspan list --json shows it. A UID that begins with a dash goes behind two \
      dashes. Repeating events cannot be deleted yet.
      """)

  @Argument(help: ArgumentHelp("The calendar file or folder.", valueName: "PATH"))
  var path: String

  @Argument(help: ArgumentHelp("The event's UID.", valueName: "UID"))
  var uid: String

  func run() throws {
    let access = try StoreAccess(path: path)
    let event = try access.event(uid: uid)
    try access.perform(EventEdit(target: event.id, change: .delete))
    let occurrence = Occurrence(event: event, zone: event.times.start.ownZone)
    let text = Language.phrases.toast(.delete, from: occurrence, to: occurrence)
    print(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
