import CalendarModel
import CalendarStore
import CalendarText
import Glibc

/// The calendars that the window opens, for which commands accept short IDs instead of paths.
///
/// An ID is derived from the name of the file or folder, so it stays the same when the calendar is renamed. The
/// calendars of accounts and the subscriptions come last, and their IDs are derived from the calendars' names.
struct KnownCalendars: Sendable {
  /// A calendar that the window opens.
  struct Entry: Sendable {
    let id: String
    /// The path or, for a calendar of an account or a subscription, the key of the calendar.
    let path: String
    /// The name of the account; nil for a file, a folder or a subscription, or if the account has no server.
    var account: String?
    /// The status of a subscription; nil for any other calendar.
    var subscription: SubscriptionStatus?
  }

  let entries: [Entry]

  /// - Parameters:
  ///   - paths: the paths of the calendars in the order in which the window lists them.
  ///   - accounts: the calendars of accounts.
  init(paths: [String], accounts: [ListedCalendar] = []) {
    let names = paths.map { path in
      let name = CalendarLocation.path(path).lastPathComponent
      return name.hasSuffix(".ics") ? String(name.dropLast(4)) : name
    }
    let ids = CalendarShortID.identifiers(for: names + accounts.map(\.name))
    entries =
      zip(ids, paths).map { Entry(id: $0, path: $1) }
      + zip(ids.dropFirst(paths.count), accounts).map {
        Entry(id: $0, path: $1.id.key, account: $1.account, subscription: $1.subscription)
      }
  }

  /// Reads which calendars were open last time; if there were none, the user's own calendar takes their place. If
  /// Evolution Data Server is running, the calendars of accounts follow. The subscriptions come last.
  static func load() -> KnownCalendars {
    let lastOpened = MainActor.assumeIsolated { Preferences()[Preferences.lastOpened] }
    let accounts = runBlocking { () -> [ListedCalendar] in
      let subscriptions = (try? await Subscriptions.shared.listCalendars()) ?? []
      guard let backend = Accounts.shared, await backend.isRunning() else { return subscriptions }
      return ((try? await backend.listCalendars()) ?? []) + subscriptions
    }
    return KnownCalendars(
      paths: lastOpened.isEmpty ? [UserFolders.personalPath] : lastOpened, accounts: accounts)
  }

  /// Returns the paths of all calendars. Like the window, it creates the user's own calendar if needed.
  func openablePaths() throws(StoreError) -> [String] {
    var paths: [String] = []
    for entry in entries { paths.append(try openablePath(entry)) }
    return paths
  }

  private func openablePath(_ entry: Entry) throws(StoreError) -> String {
    entry.path == UserFolders.personalPath ? try UserFolders.createPersonalCalendarIfNeeded() : entry.path
  }

  // MARK: Arguments

  /// Returns the paths for arguments that are paths or IDs. An existing path takes precedence. An unknown
  /// argument is returned unchanged, and opening it fails.
  static func paths(for arguments: [String]) throws(StoreError) -> [String] {
    guard arguments.contains(where: mayBeID) else { return arguments }
    let knownCalendars = load()
    var paths: [String] = []
    for argument in arguments {
      if mayBeID(argument), let entry = knownCalendars.entries.first(where: { $0.id == argument }) {
        paths.append(try knownCalendars.openablePath(entry))
      } else {
        paths.append(argument)
      }
    }
    return paths
  }

  /// Whether an argument may be an ID: it is not the path of an existing file, and does not look like a path.
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
    let ids = load().entries.map(\.id).joined(separator: ", ")
    return t.tr(
      "“{name}” is neither a path nor the ID of a calendar. These IDs are known: {ids}",
      ["name": argument, "ids": ids])
  }
}
