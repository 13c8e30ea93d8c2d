import CalendarModel
import ICalendar

/// The text of one component, and changes to its own lines.
struct ComponentLines {
  private let text: ICalendarText
  private var edits: [LineEdit] = []

  /// Returns nil if the bytes are not a component.
  init?(_ bytes: [UInt8]) {
    guard let text = try? ICalendarText(bytes), !text.components.isEmpty else { return nil }
    self.text = text
  }

  /// The component with the changes.
  var bytes: [UInt8] { text.bytes(ofComponent: 0, applying: edits) }

  private var ownLines: [(index: Int, line: ContentLine)] {
    text.ownLines(of: 0).joined().compactMap { index in text.line(index).map { (index, $0) } }
  }

  private func first(_ name: String) -> (index: Int, line: ContentLine)? {
    ownLines.first { $0.line.name == name }
  }

  /// Whether all lines can be read.
  var areReadable: Bool { text.ownLines(of: 0).joined().allSatisfy { text.line($0) != nil } }

  /// Returns the value of a parameter, or an empty string if the property does not have it; nil if there is no such
  /// property.
  func parameter(_ parameter: String, of name: String) -> String? {
    first(name).map { line in line.line.parameters.first { $0.name == parameter }?.values.first ?? "" }
  }

  /// Returns the addresses in all properties of a name, in lower case and without a scheme.
  func addresses(of name: String) -> [String] {
    ownLines.filter { $0.line.name == name }.map { Self.address($0.line) ?? "" }
  }

  /// Returns the text of a property; nil if there is no such property.
  func text(of name: String) -> String? { first(name).map { Text.unescape($0.line.value) } }

  // MARK: Changing lines

  /// Sets a property that has no parameters.
  mutating func set(_ name: String, _ value: [UInt8]) {
    let content = Array("\(name):".utf8) + value
    if let (index, line) = first(name) {
      if !line.value.elementsEqual(value) { edits.append(.replace(line: index, with: content)) }
    } else {
      insert(content, after: "UID")
    }
  }

  /// Sets the value of a property, if there is one, and keeps its parameters.
  mutating func setValue(of name: String, _ value: [UInt8]) {
    if let (index, _) = first(name) { edits.append(.setValue(line: index, value: value)) }
  }

  mutating func remove(_ name: String) {
    edits += ownLines.filter { $0.line.name == name }.map { .remove(line: $0.index) }
  }

  /// Returns the VALUE and TZID parameters of a property, each with a leading semicolon.
  func form(of name: String) -> [UInt8] { text.formParameters(of: first(name)?.index) }

  mutating func insert(_ name: String, _ value: [UInt8], form: [UInt8], after position: String) {
    insert(Array(name.utf8) + form + Array(":".utf8) + value, after: position)
  }

  private mutating func insert(_ content: [UInt8], after name: String) {
    edits.append(.insert(after: first(name)?.index ?? text.components[0].lines.lowerBound, content: content))
  }

  /// Sets SEQUENCE and DTSTAMP to those of a message, which make the component the revision that the sender knows.
  mutating func setRevision(of message: CalendarObject.Component) {
    if message.sequence > 0 { set("SEQUENCE", Array(String(message.sequence).utf8)) }
    if Self.isStamp(message.stamp) { set("DTSTAMP", message.stamp) }
  }

  static func isStamp(_ value: [UInt8]) -> Bool {
    if case .time(_, isUTC: true)? = TimeValue(value[...]) { true } else { false }
  }

  // MARK: Alarms and private properties

  /// The VALARMs, each with its line breaks.
  var alarms: [UInt8] {
    text.children(of: 0).filter { text.components[$0].name == "VALARM" }
      .flatMap { Array(text.bytes(ofComponent: $0)) }
  }

  /// Returns the component with other VALARMs.
  func bytes(replacingAlarmsBy alarms: [UInt8]) -> [UInt8] {
    guard let edited = try? ICalendarText(bytes) else { return bytes }
    let component = edited.components[0]
    var result: [UInt8] = []
    var nextLine = 0
    for child in edited.children(of: 0) where edited.components[child].name == "VALARM" {
      result += edited.bytes(ofLines: nextLine..<edited.components[child].lines.lowerBound)
      nextLine = edited.components[child].lines.upperBound
    }
    let end = component.lines.upperBound - (component.hasEnd ? 1 : 0)
    return result + edited.bytes(ofLines: nextLine..<end) + alarms
      + edited.bytes(ofLines: end..<edited.lineCount)
  }

  /// The properties, beside those of other programs, that say how the user wants to see an event.
  private static let ownProperties: Set<String> = ["COLOR", "CATEGORIES", "TRANSP", "CLASS"]

  /// Adds the private properties of another component that this one does not have.
  mutating func addPrivateLines(of other: ComponentLines) {
    let names = Set(ownLines.map(\.line.name))
    for (_, line) in other.ownLines
    where (line.name.hasPrefix("X-") || Self.ownProperties.contains(line.name)) && !names.contains(line.name)
    {
      insert(Array(line.head + line.value), after: "UID")
    }
  }

  // MARK: People

  /// Returns the address in a property, in lower case and without a scheme; nil if there is no such property.
  func address(of name: String) -> String? { first(name).flatMap { Self.address($0.line) } }

  private static func address(_ line: ContentLine) -> String? { EventPerson(line)?.identity }

  /// The answer of an attendee, as a reply states it.
  struct Answer {
    let address: String
    /// PARTSTAT as written.
    let status: String
  }

  private static let answers: Set<String> = [
    "NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED",
  ]

  /// The answer of the only attendee in a reply; nil if there is none (RFC 5546 3.2.3).
  var answer: Answer? {
    let attendees = ownLines.filter { $0.line.name == "ATTENDEE" }
    guard attendees.count == 1, let person = EventPerson(attendees[0].line), person.address.contains("@"),
      let status = attendees[0].line.token("PARTSTAT")?.uppercased(), Self.answers.contains(status)
    else { return nil }
    return Answer(address: person.identity, status: status)
  }

  /// Copies the answers of the given people from another component, and the times of everybody's last answers.
  mutating func setAnswers(of addresses: Set<String>, from other: ComponentLines) {
    let ownLines = other.ownLines.filter { $0.line.name == "ATTENDEE" }.map(\.line)
    for (index, line) in self.ownLines where line.name == "ATTENDEE" {
      guard let address = Self.address(line), let own = ownLines.first(where: { Self.address($0) == address })
      else { continue }
      let status = addresses.contains(address) ? own.token("PARTSTAT") : nil
      let stamp = line.token(Self.answerStamp) == nil ? own.token(Self.answerStamp) : nil
      let values = [("PARTSTAT", status), (Self.answerStamp, stamp)].compactMap { name, value in
        value.map { (name: name, value: $0) }
      }
      guard !values.isEmpty else { continue }
      edits.append(.replace(line: index, with: line.setting(values)))
    }
  }

  /// The parameter in which the time of an attendee's last answer is kept, because a reply may arrive late.
  private static let answerStamp = "X-HANDSPAN-ANSWERED"

  /// Records the answer of an attendee.
  ///
  /// - Returns: why the answer was not recorded; nil if it was.
  mutating func record(_ answer: Answer, stamp: [UInt8]) -> IgnoredMessage.Reason? {
    let attendee = ownLines.first { $0.line.name == "ATTENDEE" && Self.address($0.line) == answer.address }
    guard let (index, line) = attendee else { return .notInvited }
    let answered = Self.isStamp(stamp) ? String(decoding: stamp, as: UTF8.self) : ""
    if let last = line.token(Self.answerStamp), answered < last { return .older }
    edits.append(
      .replace(
        line: index, with: line.setting([("PARTSTAT", answer.status), (Self.answerStamp, answered)])))
    return nil
  }
}

extension ContentLine {
  /// Returns the value of a parameter if it needs no quotation marks.
  fileprivate func token(_ name: String) -> String? {
    guard let value = parameters.first(where: { $0.name == name })?.values.first else { return nil }
    let isToken = value.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
    return isToken ? value : nil
  }

  /// Returns the line with other values of some parameters, which need no quotation marks.
  fileprivate func setting(_ values: [(name: String, value: String)]) -> [UInt8] {
    let names = values.map(\.name)
    var content = Array(name.utf8)
    for parameter in parameters where !names.contains(parameter.name) {
      content += Array(";".utf8) + parameter.bytes
    }
    for (name, value) in values where !value.isEmpty { content += Array(";\(name)=\(value)".utf8) }
    return content + Array(":".utf8) + value
  }
}
