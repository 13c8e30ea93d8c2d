import CalendarModel
import ICalendar

extension EventPerson {
  /// The person of an ORGANIZER or ATTENDEE line; nil if it names nobody.
  init?(_ line: ContentLine) {
    let name = line.parameters.first { $0.name == "CN" }?.values.first
    self.init(commonName: name, address: String(decoding: TimeValue.trimmed(line.value), as: UTF8.self))
  }
}
