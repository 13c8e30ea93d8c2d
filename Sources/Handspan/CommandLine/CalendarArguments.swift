import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import UserSettings

// Arguments that are paths, IDs or short names of calendars.
extension KnownCalendars {
  /// Reads which calendars the window opens.
  static func load() -> KnownCalendars {
    let lastOpened = MainActor.assumeIsolated { Preferences()[Preferences.lastOpened] }
    return runBlocking { await load(lastOpened: lastOpened) }
  }

  /// Returns the paths for arguments that are paths, IDs or short names. An existing path takes precedence. An unknown
  /// argument is returned unchanged, and opening it fails.
  ///
  /// - Throws: `CommandFailure` if several calendars have the same short name.
  static func paths(for arguments: [String]) throws -> [String] {
    guard arguments.contains(where: mayBeID) else { return arguments }
    let knownCalendars = load()
    return try arguments.map { argument in
      guard mayBeID(argument), let entry = try knownCalendars.entry(for: argument) else { return argument }
      return try knownCalendars.openablePath(entry)
    }
  }

  /// Returns the calendar with an ID or a short name; nil if there is none.
  ///
  /// - Throws: a failure that lists the IDs if several calendars have the short name, or may have it because not all
  ///   calendars could be listed.
  func entry(for argument: String) throws(CommandFailure) -> Entry? {
    if let entry = entries.first(where: { CalendarID($0.id) == CalendarID(argument) }) { return entry }
    let namesakes = entries.filter { $0.name == argument }
    guard namesakes.count > 1 || (isIncomplete && !namesakes.isEmpty) else { return namesakes.first }
    let ids = namesakes.map { entry in entry.account.map { "\(entry.id) (\($0))" } ?? entry.id }
    if namesakes.count == 1 {
      throw .usage(
        Language.translator.tr(
          "The calendars of online accounts could not be listed, so “{name}” may be the name of several calendars. Use the ID: {id}",
          ["name": argument, "id": ids[0]]))
    }
    throw .usage(
      Language.translator.tr(
        "“{name}” is the name of several calendars. Use one of these IDs: {ids}",
        ["name": argument, "ids": ids.joined(separator: ", ")]))
  }

  /// Whether an argument may be an ID or a short name: it is not the path of an existing file, and does not look like a path.
  private static func mayBeID(_ argument: String) -> Bool {
    !argument.isEmpty && !argument.contains("/") && !argument.hasSuffix(".ics")
      && access(argument, F_OK) != 0
  }

  /// Returns the message for an error of the store. If an unknown ID was given, the message lists the known
  /// ones.
  static func message(for error: StoreError) -> String {
    let t = Language.translator
    if case .offline(let location) = error {
      return t.tr("“{calendar}” is offline. Try again later.", ["calendar": location.text])
    }
    guard case .notFound(.path(let argument)) = error, mayBeID(argument) else { return error.message(t) }
    let ids = load().entries.map { $0.shortName ?? $0.id }.joined(separator: ", ")
    return t.tr(
      "“{name}” is neither a path nor the ID of a calendar. These IDs are known: {ids}",
      ["name": argument, "ids": ids])
  }
}
