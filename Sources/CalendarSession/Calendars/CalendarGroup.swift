import CalendarModel
import CalendarStore

/// Calendars that are stored in one place, in the order in which they were opened.
package struct CalendarGroup: Hashable, Sendable {
  /// Where calendars are stored.
  package enum Place: Hashable, Sendable {
    /// On this computer: in files and folders, or in an account without a server.
    case computer
    /// In an account with a name.
    case account(String)
    /// On the web: a subscription.
    case subscriptions
    /// In a backend whose calendars have no path.
    case elsewhere
  }

  /// A calendar, with a detail that distinguishes it from other calendars of the same name.
  package struct Entry: Hashable, Sendable {
    package let calendar: CalendarInfo
    /// The name of the calendar's file or folder or, if calendars of the same name share that too, the name
    /// of the folder that contains it; "Handspan" for a calendar in Handspan's own folder if no other file or folder
    /// has the calendar's name; nil if the calendar's own name is unique, or if it is neither a file nor a folder.
    package let detail: String?
    /// Whether the calendar is shown only until the window is closed.
    package var isTemporary = false
    /// The state to show; nil if the calendar can be used, or for a file or folder.
    package var state: CalendarSession.AccountState?
    /// Whether it is one of the listed calendars of accounts or subscriptions.
    package var isListed = false
    /// For a subscription, how long ago it was refreshed.
    package var age: String?
  }

  package let place: Place
  package let entries: [Entry]

  /// Divides calendars into groups: those on this computer, the accounts by name, the subscriptions, and the
  /// others. No group is empty.
  ///
  /// - Parameters:
  ///   - listed: the listed calendars of accounts, and the subscriptions.
  ///   - isTemporary: returns whether a calendar is shown only until the window is closed.
  ///   - state: returns the state of a calendar of an account.
  ///   - age: returns how long ago a subscription was refreshed.
  package static func groups(
    of calendars: [CalendarInfo], listed: [ListedCalendar] = [],
    isTemporary: (CalendarID) -> Bool = { _ in false },
    state: (CalendarInfo) -> CalendarSession.AccountState? = { _ in nil },
    age: (SubscriptionStatus) -> String? = { _ in nil }
  ) -> [CalendarGroup] {
    let listedCalendars = Dictionary(listed.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let byPlace = Dictionary(grouping: calendars) { calendar -> Place in
      if listedCalendars[calendar.id]?.subscription != nil { return .subscriptions }
      if let listed = listedCalendars[calendar.id] { return listed.account.map(Place.account) ?? .computer }
      return calendar.location.path == nil ? .elsewhere : .computer
    }
    let names = Set(listed.compactMap(\.account)).sorted()
    return ([.computer] + names.map(Place.account) + [.subscriptions, .elsewhere]).compactMap { place in
      guard let members = byPlace[place] else { return nil }
      let entries = members.map {
        Entry(
          calendar: $0, detail: detail(of: $0, among: calendars), isTemporary: isTemporary($0.id),
          state: state($0), isListed: listedCalendars[$0.id] != nil,
          age: listedCalendars[$0.id]?.subscription.flatMap(age))
      }
      return CalendarGroup(place: place, entries: entries)
    }
  }

  private static func detail(of calendar: CalendarInfo, among calendars: [CalendarInfo]) -> String? {
    let name = calendar.name.lowercased()
    let namesakes = calendars.filter { $0.name.lowercased() == name && $0.id != calendar.id }
    guard !namesakes.isEmpty else { return nil }
    // Without a path, the location is the name.
    guard let path = calendar.location.path else { return nil }
    let fileName = calendar.location.lastPathComponent
    let hasOtherFile = namesakes.contains { $0.location.path != nil }
    if !hasOtherFile, path.hasPrefix(UserFolders.calendars + "/") { return "Handspan" }
    guard namesakes.contains(where: { $0.location.lastPathComponent == fileName }) else { return fileName }
    let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
    return components.dropLast().last.map { String(Substring($0)) } ?? fileName
  }
}
