import CalendarModel
import ICalendar

// Support for previewing an edit to a series without changing the file.
extension CalendarDocument {
  /// Returns a document that contains only the VTIMEZONEs and the components with the given UID. The cost of
  /// editing that document does not depend on the size of the file.
  package func extract(of uid: ByteString) -> CalendarDocument? {
    let zones = text.components.indices.filter { text.components[$0].name == "VTIMEZONE" }
    let shownComponents = Set(zip(events, components).filter { $0.0.id.uid == uid }.map(\.1))
    let olderComponents = supersedingComponents.filter { shownComponents.contains($0.value) }.map(\.key)
    let (head, tail) = EventWriter.calendarLines
    let lines = (zones + shownComponents.union(olderComponents).sorted()).flatMap {
      Array(text.bytes(ofComponent: $0))
    }
    let bytes =
      ICalendarText.bytes(ofNewLines: head) + ICalendarText.bytes(ofLines: lines)
      + ICalendarText.bytes(ofNewLines: tail)
    return try? CalendarDocument(bytes: bytes, calendar: calendar, file: file, zones: systemZones)
  }

  /// Returns the events with the given UID.
  package func events(withUID uid: ByteString) -> [CalendarEvent] { events.filter { $0.id.uid == uid } }
}
