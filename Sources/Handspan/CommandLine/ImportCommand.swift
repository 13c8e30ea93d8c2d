import ArgumentParser
import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

/// `handspan import`: imports files into a calendar.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import calendar files into a calendar.",
    discussion: """
      All events, tasks and journal entries in the files are added to the calendar, or none if any of the \
      files cannot be read. Their text is kept. If the calendar already has an item with the same UID, the \
      item is updated if the file has a different revision that is not older; with --no-update, the item stays as \
      it is. In a folder, each item gets a file of its own.

      A message about an event (METHOD) does only what RFC 5546 allows: an invitation adds or updates its event, a \
      cancellation marks it as cancelled, an answer counts only for its organizer, and all others change nothing. The \
      user's own alarms and answer are kept.

      With --json, the output is an object with the keys new, updated, same, kept and ignored: how many there were \
      of each kind. With --dry-run, nothing is changed.

      Exit status: 0 if the calendar now has everything in the files, 3 if some of it was left out, 1 if all of it was \
      or if the import failed.
      """)

  @Argument(help: ArgumentHelp("The files to import.", valueName: "PATH"))
  var paths: [String]

  @Option(help: ArgumentHelp("The calendar file or folder, or its ID.", valueName: "CALENDAR"))
  var into: String

  @Flag(name: .customLong("no-update"), help: "Keep what the calendar already has.")
  var keepsExisting = false

  @Flag(name: .customLong("dry-run"), help: "Only print what would be imported.")
  var isDryRun = false

  @OptionGroup var people: PeopleArguments

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let t = Language.translator
    let access = try StoreAccess(path: into, isForced: false, userAddresses: people.me)
    guard let calendar = access.snapshot.calendars.first else { throw CommandFailure.failed(nil) }
    var objects = ImportedObjects()
    for path in paths {
      let bytes = try access.contents(of: path)
      do throws(ImportRefusal) {
        try objects.add(bytes, zones: SystemZones.shared)
      } catch {
        throw CommandFailure.failed("\(path): \(error.messageForFile(t))")
      }
    }
    var plan = try access.plan(objects.objects, into: calendar.id)
    if keepsExisting { plan = plan.withoutUpdates() }
    var skippedCount = 0
    if !isDryRun, !plan.isEmpty {
      skippedCount = try access.perform(plan, into: calendar.id, consent: people.consent)
    }
    if skippedCount > 0 { TerminalOutput.printError(Language.phrases.skippedAsChangedMessage(skippedCount)) }
    // The counts say how many there are.
    for message in plan.ignoredMessages.prefix(10) {
      TerminalOutput.printError(Language.phrases.explanation(message))
    }
    let totals = plan.counts.values.reduce(into: ImportCounts()) { $0 += $1 }
    if json {
      TerminalOutput.printLine(
        "{\"new\": \(totals.new), \"updated\": \(totals.updated), \"same\": \(totals.same), \"kept\": \(totals.kept), \"ignored\": \(totals.ignored)}"
      )
    } else {
      TerminalOutput.printLine(Language.phrases.importCounts(plan.counts))
    }
    let leftOutCount = totals.ignored + (keepsExisting ? 0 : totals.kept) + skippedCount
    guard leftOutCount > 0 else { return }
    let presentCount = totals.new + totals.updated + totals.same - skippedCount
    throw CommandFailure(status: presentCount > 0 ? .partial : .failed, message: nil)
  }
}
