import ArgumentParser
import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

/// `handspan export`: writes a calendar, or some of its events, to a file.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a calendar, or some of its events, to a file.",
    discussion: """
      The output is a single iCalendar file with the text of each event, task and journal entry, and with the time zones \
      that they use. Without --to, it is printed. An existing file is replaced.
      """)

  @Argument(help: ArgumentHelp("The calendar file or folder, or its ID.", valueName: "PATH"))
  var path: String

  @Option(
    name: .customLong("uid"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only the event or series with this UID. May be given several times.", valueName: "UID"))
  var uids: [String] = []

  @Option(help: ArgumentHelp("The file to write.", valueName: "FILE"))
  var to: String?

  func run() throws {
    let access = try StoreAccess(paths: [path], zone: SystemZones.shared.local)
    if let error = access.snapshot.failures.first { throw CommandFailure.failed(error) }
    guard let calendar = access.snapshot.calendars.first else { throw CommandFailure.failed(nil) }
    for uid in uids where !access.snapshot.events.contains(where: { $0.id.uid == ByteString(uid) }) {
      throw CommandFailure.failed(.unknownEvent(uid: uid))
    }
    try access.export(
      uids.isEmpty
        ? .calendar(calendar.id)
        : .events([calendar.id: ObjectSelection(uids: Set(uids.map { ByteString($0) }))]), to: to)
  }
}
