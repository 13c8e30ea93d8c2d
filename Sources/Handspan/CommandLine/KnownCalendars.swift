import CalendarModel
import CalendarStore
import CalendarText
import Glibc

/// The calendars that the window opens, for which commands accept IDs and short names.
///
/// The ID of a file or folder is its path, and that of any other calendar is its key: neither changes as long as the
/// calendar exists. A short name comes from the name of the file or folder or, for the calendars of accounts and the
/// subscriptions, which come last, from the calendar's name. Others may choose such a name, so it is accepted only as
/// long as no other calendar has the same one.
struct KnownCalendars: Sendable {
  /// A calendar that the window opens.
  struct Entry: Sendable {
    /// The path or, for a calendar of an account or a subscription, the key of the calendar.
    let path: String
    /// The short name, whether or not other calendars have the same one.
    let name: String
    /// Whether no other calendar has the same short name.
    let isUnambiguous: Bool
    /// The name of the account; nil for a file, a folder or a subscription, or if the account has no server.
    var account: String?
    /// The status of a subscription; nil for any other calendar.
    var subscription: SubscriptionStatus?

    var id: String { path }
    /// The short name; nil if other calendars have the same one.
    var shortName: String? { isUnambiguous ? name : nil }
  }

  let entries: [Entry]
  /// Whether there may be calendars that could not be listed. Any short name may then be the name of one of them.
  let isIncomplete: Bool

  /// - Parameters:
  ///   - paths: the paths of the calendars in the order in which the window lists them.
  ///   - accounts: the calendars of accounts.
  ///   - isIncomplete: whether the calendars of accounts or the subscriptions could not be listed.
  init(paths: [String], accounts: [ListedCalendar] = [], isIncomplete: Bool = false) {
    self.isIncomplete = isIncomplete
    let fileNames = paths.map { path in
      let name = CalendarLocation.path(path).lastPathComponent
      return name.hasSuffix(".ics") ? String(name.dropLast(4)) : name
    }
    let names = fileNames + accounts.map(\.name)
    let shortNames = CalendarShortID.unambiguous(for: names)
    func entry(_ index: Int, _ path: String) -> Entry {
      Entry(
        path: path, name: CalendarShortID.slug(names[index]), isUnambiguous: shortNames[index] != nil)
    }
    entries =
      paths.indices.map { entry($0, paths[$0]) }
      + accounts.indices.map { index in
        var entry = entry(paths.count + index, accounts[index].id.key)
        (entry.account, entry.subscription) = (accounts[index].account, accounts[index].subscription)
        return entry
      }
  }

  /// Reads which calendars were open last time; if there were none, the user's own calendar takes their place. If
  /// Evolution Data Server is running, the calendars of accounts follow. The subscriptions come last.
  static func load() -> KnownCalendars {
    let lastOpened = MainActor.assumeIsolated { Preferences()[Preferences.lastOpened] }
    let lists = runBlocking { () -> [[ListedCalendar]?] in
      let subscriptions = try? await Subscriptions.shared.listCalendars()
      guard let backend = Accounts.shared, await backend.isRunning() else { return [subscriptions] }
      return [try? await backend.listCalendars(), subscriptions]
    }
    return KnownCalendars(
      paths: lastOpened.isEmpty ? [UserFolders.personalPath] : lastOpened,
      accounts: lists.flatMap { $0 ?? [] }, isIncomplete: lists.contains(nil))
  }

  /// Returns the paths of all calendars. Like the window, it creates the user's own calendar if needed.
  func openablePaths() throws(StoreError) -> [String] {
    var paths: [String] = []
    for entry in entries { paths.append(try openablePath(entry)) }
    return paths
  }

  private func openablePath(_ entry: Entry) throws(StoreError) -> String {
    entry.path == UserFolders.personalPath
      ? try UserFolders.createPersonalCalendarIfNeeded(named: Language.phrases.personalCalendar) : entry.path
  }

  // MARK: Arguments

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
