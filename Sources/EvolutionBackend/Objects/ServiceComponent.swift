import CalendarModel
import ICalendar

/// A VEVENT of Evolution Data Server, which exchanges each component separately and without the VCALENDAR around it:
/// the master of a series, and each of its overrides.
struct ServiceComponent: Hashable, Sendable {
  let uid: ByteString
  /// The value of RECURRENCE-ID as written, by which the service identifies an override; nil for any other event.
  let recurrenceID: String?
  /// The component from BEGIN through the line break after END, without the service's own lines.
  let bytes: [UInt8]
  /// The lines that the service adds for itself and needs again when the component is changed: they identify its
  /// version on the server.
  let serviceLines: [UInt8]
  /// The names of the time zones that it uses.
  let zones: Set<ByteString>

  /// The property in which the service stores the version that a CalDAV server reported.
  private static let serviceProperty = "X-EVOLUTION-CALDAV-ETAG"
  private static let lineBreak = Array("\r\n".utf8)

  /// The events in iCalendar text: a VEVENT as the service sends it, or those of a VCALENDAR.
  ///
  /// - Returns: nil if the text cannot be read.
  static func components(in bytes: [UInt8]) -> [ServiceComponent]? {
    guard let text = try? ICalendarText(bytes) else { return nil }
    return text.eventComponents.compactMap { index in
      text.components[index].hasEnd ? ServiceComponent(index, of: text) : nil
    }
  }

  private init(_ index: Int, of text: ICalendarText) {
    let component = text.components[index]
    // If a property is repeated, its first line counts, as everywhere else.
    var uid: ByteString?
    var recurrenceID: String?
    var serviceLineRanges: [Range<Int>] = []
    for line in text.ownLines(of: index).joined() {
      guard let content = text.line(line) else { continue }
      switch content.name {
      case "UID" where uid == nil: uid = ByteString(Text.unescape(content.value))
      case "RECURRENCE-ID" where recurrenceID == nil:
        recurrenceID = String(decoding: content.value, as: UTF8.self)
      case ServiceComponent.serviceProperty: serviceLineRanges.append(line..<line + 1)
      default: break
      }
    }
    var zones: Set<ByteString> = []
    for line in component.lines {
      for parameter in text.line(line)?.parameters ?? [] where parameter.name == "TZID" {
        zones.formUnion(parameter.values.map { ByteString($0) })
      }
    }
    var bytes: [UInt8] = []
    var start = component.lines.lowerBound
    for range in serviceLineRanges {
      bytes += text.bytes(ofLines: start..<range.lowerBound)
      start = range.upperBound
    }
    bytes += text.bytes(ofLines: start..<component.lines.upperBound)
    if bytes.last != UInt8(ascii: "\n") { bytes += ServiceComponent.lineBreak }
    (self.uid, self.recurrenceID, self.bytes, self.zones) = (uid ?? "", recurrenceID, bytes, zones)
    serviceLines = serviceLineRanges.flatMap { text.bytes(ofLines: $0) }
  }

  /// The component as it was received.
  var receivedBytes: [UInt8] { bytes(with: serviceLines) }

  /// Returns the component with the service's lines at its end.
  func bytes(with serviceLines: [UInt8]) -> [UInt8] {
    guard !serviceLines.isEmpty, let text = try? ICalendarText(bytes),
      let lines = text.components.first?.lines, !lines.isEmpty
    else { return bytes }
    let end = lines.upperBound - 1
    return text.bytes(replacing: end..<end, with: serviceLines)
  }
}
