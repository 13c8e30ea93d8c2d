import CalendarModel
import CalendarStore
import CalendarText

/// The calendars that the window opens, each with an ID and a short name for commands.
///
/// The ID of a file or folder is its path, and that of any other calendar is its key: neither changes as long as the
/// calendar exists. A short name comes from the name of the file or folder or, for the calendars of accounts and the
/// subscriptions, which come last, from the calendar's name. Others may choose such a name, so it is accepted only as
/// long as no other calendar has the same one.
package struct KnownCalendars: Sendable {
  /// A calendar that the window opens.
  package struct Entry: Sendable {
    /// The path or, for a calendar of an account or a subscription, the key of the calendar.
    package let path: String
    /// The short name, whether or not other calendars have the same one.
    package let name: String
    /// Whether no other calendar has the same short name.
    package let isUnambiguous: Bool
    /// The name of the account; nil for a file, a folder or a subscription, or if the account has no server.
    package var account: String?
    /// The status of a subscription; nil for any other calendar.
    package var subscription: SubscriptionStatus?

    package var id: String { path }
    /// The short name; nil if other calendars have the same one.
    package var shortName: String? { isUnambiguous ? name : nil }
  }

  package let entries: [Entry]
  /// Whether there may be calendars that could not be listed. Any short name may then be the name of one of them.
  package let isIncomplete: Bool

  /// - Parameters:
  ///   - paths: the paths of the calendars in the order in which the window lists them.
  ///   - accounts: the calendars of accounts.
  ///   - isIncomplete: whether the calendars of accounts or the subscriptions could not be listed.
  package init(paths: [String], accounts: [ListedCalendar] = [], isIncomplete: Bool = false) {
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

  /// Lists the calendars that were open last time; if there were none, the user's own calendar takes their place. If
  /// Evolution Data Server is running, the calendars of accounts follow. The subscriptions come last.
  package static func load(lastOpened: [String]) async -> KnownCalendars {
    var lists: [[ListedCalendar]?] = []
    if let backend = Accounts.shared, await backend.isRunning() {
      lists.append(try? await backend.listCalendars())
    }
    lists.append(try? await Subscriptions.shared.listCalendars())
    return KnownCalendars(
      paths: lastOpened.isEmpty ? [UserFolders.personalPath] : lastOpened,
      accounts: lists.flatMap { $0 ?? [] }, isIncomplete: lists.contains(nil))
  }

  /// Returns the paths of all calendars. Like the window, it creates the user's own calendar if needed.
  package func openablePaths() throws(StoreError) -> [String] {
    var paths: [String] = []
    for entry in entries { paths.append(try openablePath(entry)) }
    return paths
  }

  package func openablePath(_ entry: Entry) throws(StoreError) -> String {
    entry.path == UserFolders.personalPath
      ? try UserFolders.createPersonalCalendarIfNeeded(named: Language.phrases.personalCalendar) : entry.path
  }
}
