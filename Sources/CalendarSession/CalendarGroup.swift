import CalendarModel
import CalendarStore

/// Calendars that are stored in one place, in the order in which they were opened.
package struct CalendarGroup: Hashable, Sendable {
  /// Where calendars are stored.
  package enum Place: Hashable, Sendable, CaseIterable {
    /// In files and folders.
    case computer
    /// In a backend whose calendars have no path.
    case elsewhere

    init(_ location: CalendarLocation) { self = location.path == nil ? .elsewhere : .computer }
  }

  /// A calendar, with a detail that distinguishes it from calendars of the same name.
  package struct Entry: Hashable, Sendable {
    package let calendar: CalendarInfo
    /// The name of its file or folder or, if that is the same too, of the folder that contains it; nil if its
    /// name is unique.
    package let detail: String?
    /// Whether it is shown only until the window is closed.
    package var isTemporary = false
  }

  package let place: Place
  package let entries: [Entry]

  /// Divides calendars into groups. No group is empty.
  ///
  /// - Parameter isTemporary: whether a calendar is shown only until the window is closed.
  package static func groups(
    of calendars: [CalendarInfo], isTemporary: (CalendarID) -> Bool = { _ in false }
  ) -> [CalendarGroup] {
    Place.allCases.compactMap { place in
      let own = calendars.filter { Place($0.location) == place }
      guard !own.isEmpty else { return nil }
      let entries = own.map {
        Entry(
          calendar: $0, detail: detail(of: $0, among: calendars), isTemporary: isTemporary($0.id))
      }
      return CalendarGroup(place: place, entries: entries)
    }
  }

  private static func detail(of calendar: CalendarInfo, among all: [CalendarInfo]) -> String? {
    let namesakes = all.filter { $0.name == calendar.name && $0.id != calendar.id }
    guard !namesakes.isEmpty else { return nil }
    let last = calendar.location.lastPathComponent
    guard namesakes.contains(where: { $0.location.lastPathComponent == last }),
      let path = calendar.location.path
    else { return last }
    let names = path.split(separator: "/", omittingEmptySubsequences: true)
    return names.dropLast().last.map(String.init) ?? last
  }
}
