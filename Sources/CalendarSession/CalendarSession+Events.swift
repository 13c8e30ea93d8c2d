import CalendarModel
import CalendarStore

// New events, and the calendars that they are in. They are changed and deleted as they are moved: by `apply`.
extension CalendarSession {
  /// The calendars that can be written, in the order in which they were opened.
  package var writableCalendars: [CalendarInfo] { calendars.filter { !$0.isReadOnly && $0.isAvailable } }

  /// Where a new event goes unless somebody says otherwise: where the last one went, else the first calendar that can
  /// be written. While the one where the last went is not there, nowhere: the event would come to stand where nobody
  /// meant it to, so that has to be said, by giving `lastCalendar`.
  package var calendarForNewEvents: CalendarInfo? {
    guard awaitedCalendar == nil else { return nil }
    return writableCalendars.first { $0.id == lastCalendar } ?? writableCalendars.first
  }

  /// The calendar that new events go to, while it is not there.
  package var awaitedCalendar: CalendarInfo? { calendars.first { $0.id == lastCalendar && !$0.isAvailable } }

  /// The calendars that a new event can be in.
  package var calendarOptions: [CalendarOption] { writableCalendars.map(\.option) }

  /// The same in the usual calendar.
  package func newEvent(at times: EventTimes) -> CalendarEvent? { newEvent(at: times, in: nil) }

  /// An event that stands nowhere yet, to be shown and given its words; `apply(.add(event))` makes it.
  ///
  /// - Parameter calendar: where it is to go; nil for the usual one.
  /// - Returns: nil if no calendar takes it.
  package func newEvent(at times: EventTimes, in calendar: CalendarID?) -> CalendarEvent? {
    let named = writableCalendars.first { $0.id == calendar }
    guard let info = calendar == nil ? calendarForNewEvents : named else { return nil }
    var random = SystemRandomNumberGenerator()
    var event = CalendarEvent(
      id: .fresh(in: info.id, isFolder: info.isFolder, using: &random), times: times)
    event.calendarColor = info.color
    return event
  }

  /// Lets an event go to another calendar, with all that its file says of it; nothing happens if that takes none.
  package func transfer(_ event: CalendarEvent, to calendar: CalendarID) {
    guard let new = newEvent(at: event.times, in: calendar) else { return }
    let uid = event.id.uid.isEmpty ? new.id.uid : event.id.uid
    let name = EventID(calendar: new.id.calendar, file: new.id.file, uid: uid)
    // Until the store had refused it, what is changed next would be changed of the other event of that name.
    guard index.event(name) == nil else {
      refuse(.notMoved(.refused(.exists)))
      return
    }
    apply(EventEdit(target: event.id, change: .transfer(to: name, calendarColor: new.calendarColor)))
  }
}

extension CalendarInfo {
  /// The calendar as it is offered to be chosen.
  package var option: CalendarOption { CalendarOption(id: id, name: name, color: color) }
}
