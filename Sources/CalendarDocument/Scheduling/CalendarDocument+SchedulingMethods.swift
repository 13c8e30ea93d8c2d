import CalendarModel
import ICalendar

extension CalendarDocument {
  /// The METHOD of each VCALENDAR in the file that has one other than PUBLISH, by component.
  var schedulingMethods: [Int: SchedulingMethod] {
    var methods: [Int: SchedulingMethod] = [:]
    for index in text.components.indices where text.components[index].name == "VCALENDAR" {
      let line = text.ownLines(of: index).joined().lazy.compactMap { text.line($0) }.first {
        $0.name == "METHOD"
      }
      guard let line else { continue }
      let method = SchedulingMethod(String(decoding: TimeValue.trimmed(line.value), as: UTF8.self))
      if method != .publish { methods[index] = method }
    }
    return methods
  }
}
