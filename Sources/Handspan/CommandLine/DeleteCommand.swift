import ArgumentParser
import CalendarModel
import CalendarText

/// `handspan delete`: removes an event.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an event.",
    discussion: """
      In a calendar file, only the lines of the event are removed; in a folder, the file of the event is deleted.

      Repeating events cannot be deleted yet.
      """)

  @OptionGroup var arguments: EventArguments

  func run() throws {
    let (access, event) = try arguments.find()
    try access.perform(EventEdit(target: event.id, change: .delete))
    let occurrence = Occurrence(event: event, zone: event.times.start.ownZone)
    let text = Language.phrases.toast(.delete, from: occurrence, to: occurrence)
    print(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
