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
    /// The name of the calendar's file or folder or, if calendars of the same name share that too, the name
    /// of the folder that contains it; nil if the calendar's own name is unique.
    package let detail: String?
    /// Whether the calendar is shown only until the window is closed.
    package var isTemporary = false
  }

  package let place: Place
  package let entries: [Entry]

  /// Divides calendars into groups. No group is empty.
  ///
  /// - Parameter isTemporary: returns whether a calendar is shown only until the window is closed.
  package static func groups(
    of calendars: [CalendarInfo], isTemporary: (CalendarID) -> Bool = { _ in false }
  ) -> [CalendarGroup] {
    Place.allCases.compactMap { place in
      let members = calendars.filter { Place($0.location) == place }
      guard !members.isEmpty else { return nil }
      let entries = members.map {
        Entry(
          calendar: $0, detail: detail(of: $0, among: calendars), isTemporary: isTemporary($0.id))
      }
      return CalendarGroup(place: place, entries: entries)
    }
  }

  private static func detail(of calendar: CalendarInfo, among all: [CalendarInfo]) -> String? {
    let namesakes = all.filter { $0.name == calendar.name && $0.id != calendar.id }
    guard !namesakes.isEmpty else { return nil }
    let fileName = calendar.location.lastPathComponent
    guard namesakes.contains(where: { $0.location.lastPathComponent == fileName }),
      let path = calendar.location.path
    else { return fileName }
    let components = path.split(separator: "/", omittingEmptySubsequences: true)
    return components.dropLast().last.map(String.init) ?? fileName
  }
}
