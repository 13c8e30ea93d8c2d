import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan delete`: removes an event.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an event.",
    discussion: """
      In a calendar file, only the lines of the event are removed; in a folder, the file of the event is deleted.

      A repeating event needs --occurrence START and --scope. Deleting all occurrences removes every part of \
      the series.
      """)

  @OptionGroup var arguments: EventArguments

  func run() throws {
    let eventToEdit = try arguments.findEvent()
    let event = eventToEdit.event
    try eventToEdit.perform(.delete)
    let occurrence = Occurrence(event: event, zone: SystemZones.shared.local)
    TerminalOutput.printLine(
      Language.phrases.toast(.delete, from: occurrence, to: occurrence, scope: eventToEdit.scope))
  }
}
