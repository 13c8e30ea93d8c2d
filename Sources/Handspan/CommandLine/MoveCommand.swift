import ArgumentParser
import CalendarModel
import CalendarText
import UserSettings

/// `handspan move`: moves an event and keeps its duration.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move an event, keeping its duration.",
    discussion: """
      START is YYYY-MM-DD or YYYY-MM-DDTHH:MM[:SS], in the event's own time zone unless it has an offset \
      such as +01:00 or Z. With a date alone, the event keeps its time of day.

      MINUTES may be negative. It is added to the event's local time. An all-day event moves by whole days, \
      so MINUTES must be a multiple of 1440.

      A repeating event needs --occurrence START and --scope. With "all", the other occurrences move by the \
      same amount of time.
      """)

  @OptionGroup var arguments: EventArguments

  @Option(parsing: .unconditional, help: ArgumentHelp("The new start.", valueName: "START"))
  var to: MomentArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of minutes to move the event by.", valueName: "MINUTES"))
  var by: Int?

  func validate() throws {
    guard (to == nil) != (by == nil) else {
      throw ValidationError(Language.translator.tr("Use either --to START or --by MINUTES."))
    }
    // The limit is ten thousand years, which exceeds the time between any two dates but cannot cause an
    // overflow.
    guard (by ?? 0).magnitude <= 10_000 * 366 * 1_440 else {
      throw ValidationError(
        Language.translator.tr(
          "--by {minutes} is out of range: years range from 1 to 9999.", ["minutes": "\(by ?? 0)"]))
    }
  }

  func run() throws {
    let eventToEdit = try arguments.findEvent()
    let event = eventToEdit.event
    let times: EventTimes
    if let to {
      times = try eventToEdit.times(movedTo: to)
    } else {
      let minutes = by ?? 0
      guard !event.times.isAllDay || minutes % 1_440 == 0 else {
        throw CommandFailure.usage(
          Language.translator.tr("All-day events move by whole days: --by must be a multiple of 1440."))
      }
      times = eventToEdit.times(movedTo: event.times.start.wall.adding(minutes: minutes))
    }
    try eventToEdit.perform(.move(times))
    eventToEdit.access.printNewTimes(event, times)
  }
}
