import CalendarModel
import ICalendar

extension EventPerson {
  /// Creates the person named in an ORGANIZER or ATTENDEE line. Returns nil if the line names nobody.
  init?(_ line: ContentLine) {
    let name = line.parameters.first { $0.name == "CN" }?.values.first
    self.init(commonName: name, address: String(decoding: TimeValue.trimmed(line.value), as: UTF8.self))
    let status = line.parameters.first { $0.name == "PARTSTAT" }?.values.first
    answer =
      switch status?.uppercased() {
      case "ACCEPTED": .accepted
      case "DECLINED": .declined
      case "TENTATIVE": .tentative
      case "DELEGATED": .delegated
      default: nil
      }
  }
}
