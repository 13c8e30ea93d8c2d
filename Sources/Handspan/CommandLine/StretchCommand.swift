import ArgumentParser
import CalendarModel
import UserSettings

/// `handspan stretch`: changes the start of an event, its end, or both.
struct StretchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stretch", abstract: "Change the start or the end of an event.",
    discussion: """
      START and END are YYYY-MM-DD or YYYY-MM-DDTHH:MM[:SS], in the event's own zone unless an offset like \
      +01:00 or Z follows them. A date alone keeps the time of day. The end of an all-day event is the day \
      after its last one.

      A repeating event needs --occurrence START and --scope.
      """)

  @OptionGroup var arguments: EventArguments

  @Option(parsing: .unconditional, help: ArgumentHelp("The new start.", valueName: "START"))
  var start: MomentArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("The new end.", valueName: "END"))
  var end: MomentArgument?

  func validate() throws {
    guard start != nil || end != nil else {
      throw ValidationError(Language.translator.tr("Use --start START, --end END, or both."))
    }
  }

  func run() throws {
    let eventToEdit = try arguments.findEvent()
    let event = eventToEdit.event
    var times = event.times
    if let start { times = try times.resized(toStart: start) }
    if let end { times = try times.resized(toEnd: end) }
    // The start and the end are changed in one edit, so that other programs never read a file with only one
    // of the changes.
    let change: EventEdit.Change = end == nil ? .resizeStart(times) : .resizeEnd(times)
    try eventToEdit.perform(change)
    eventToEdit.access.printNewTimes(event, times)
  }
}
