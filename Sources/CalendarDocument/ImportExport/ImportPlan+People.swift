import CalendarModel
import ICalendar

extension ImportPlan {
  /// The addresses of the attendees of the events that the import adds and changes, in lower case.
  package var attendeeAddresses: Set<String> {
    var addresses: Set<String> = []
    for component in (insertions + updates).flatMap(\.newObject.components) where component.kind == .event {
      guard let text = try? ICalendarText(component.bytes) else { continue }
      for line in text.components.indices.flatMap({ text.ownLines(of: $0) }).joined() {
        guard let contentLine = text.line(line), contentLine.name == "ATTENDEE" else { continue }
        if let person = EventPerson(contentLine) { addresses.insert(person.address.lowercased()) }
      }
    }
    return addresses
  }
}
