import CalendarModel
import CalendarStore

/// The folder that serves as the user's own calendar if there is no other one.
///
/// It is not needed as long as it has no events and new events go to the default calendar of the accounts, which may
/// have the same name. Once it has had events, it stays.
struct PersonalCalendar {
  /// The folder; nil once it has had events.
  private var calendar: CalendarID?
  /// The folder while it is open but not needed.
  private(set) var unneeded: CalendarID?

  init(_ calendar: CalendarID = CalendarID(UserFolders.personalPath)) { self.calendar = calendar }

  /// Determines whether the folder is needed beside the open calendars.
  ///
  /// - Parameters:
  ///   - defaultAccountCalendar: the default calendar of the accounts; nil if there is none.
  ///   - lastUsed: the calendar to which new events are added.
  mutating func update(
    among calendars: [CalendarInfo], defaultAccountCalendar: CalendarID?, lastUsed: CalendarID?
  ) {
    unneeded = nil
    guard let personal = calendars.first(where: { $0.id == calendar }) else { return }
    if personal.eventCount > 0 { calendar = nil }
    guard personal.eventCount == 0, personal.isAvailable, lastUsed != personal.id else { return }
    let isReplaced = calendars.contains {
      $0.id == defaultAccountCalendar && $0.isAvailable && $0.state == .ready
    }
    if isReplaced { unneeded = personal.id }
  }
}
