import CalendarModel
import ICalendar

/// Names for the time zones of objects whose own names are taken.
package enum ZoneNames {
  /// Whether a name has the form Area/City, and therefore means the system's zone, if there is one, whatever is defined.
  package static func isAreaAndCity(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

  /// Returns a name for a time zone, which is the same for the same definition.
  ///
  /// - Parameter attempt: the number of names that are taken too.
  package static func newName(for name: String, _ definition: [UInt8], attempt: Int) -> String {
    let hash = (definition + [UInt8(truncatingIfNeeded: attempt)]).stableHash()
    return "\(name) \(String(hash, radix: 16))"
  }

  /// Returns iCalendar text with other names for time zones, in their definitions and wherever they are used.
  package static func renaming(_ names: [ByteString: String], in bytes: [UInt8]) -> [UInt8] {
    guard !names.isEmpty, let text = try? ICalendarText(bytes) else { return bytes }
    // RFC 5545 2 compares parameter values case-insensitively.
    let names = Dictionary(
      names.map { (folded($0.key.text), $0.value) }, uniquingKeysWith: { first, _ in first })
    var result: [UInt8] = []
    var nextLine = 0
    for (index, component) in text.components.enumerated() where component.parent == nil {
      let edits = component.lines.compactMap { line in
        text.line(line).flatMap { newLine(for: $0, names) }.map { LineEdit.replace(line: line, with: $0) }
      }
      result += text.bytes(ofLines: nextLine..<component.lines.lowerBound)
      result += text.bytes(ofComponent: index, applying: edits)
      nextLine = component.lines.upperBound
    }
    return result + text.bytes(ofLines: nextLine..<text.lineCount)
  }

  private static func folded(_ name: String) -> ByteString { ByteString(DocumentZones.folded(name)) }

  /// Returns a content line with other names for time zones; nil if it contains none that change.
  private static func newLine(for line: ContentLine, _ names: [ByteString: String]) -> [UInt8]? {
    if line.name == "TZID", let name = names[folded(Text.unescape(line.value))] {
      return Array(line.head) + Text.escape(name)
    }
    func newName(of parameter: Parameter) -> String? {
      parameter.name == "TZID" ? parameter.values.first.flatMap { names[folded($0)] } : nil
    }
    let parameters = line.parameters
    guard parameters.contains(where: { newName(of: $0) != nil }) else { return nil }
    let newParameters = parameters.flatMap { parameter in
      newName(of: parameter).map { Parameter.encoded("TZID", $0) } ?? Array(";".utf8) + parameter.bytes
    }
    return Array(line.name.utf8) + newParameters + Array(":".utf8) + line.value
  }
}

/// Gives time zones with different rules different names among those that a calendar defines.
struct ZoneNaming {
  private let systemZone: (String) -> Zone?
  /// Returns the definition that the calendar has for a name.
  private let existingDefinition: (String) -> [UInt8]?
  private let findUndefinedNames: () -> Set<String>
  /// The case-folded names that the calendar uses without a definition. A definition would change what they mean. All
  /// lines of the calendar are read to find them, so that is done only if a name is not defined.
  private lazy var undefinedNames = findUndefinedNames()
  /// The case-folded names without a definition in the objects that were added.
  private var addedUndefinedNames: Set<String> = []
  /// The definitions that were added to those of the calendar, by case-folded name.
  private var addedDefinitions: [String: [UInt8]] = [:]
  /// Results of comparisons, because thousands of events may use the same two definitions.
  private var comparisons: [[[UInt8]]: Bool] = [:]

  /// - Parameters:
  ///   - systemZone: returns the zone of the system's database with a name. It applies everywhere if the name has the
  ///     form Area/City.
  ///   - undefinedNames: returns the case-folded names that the calendar uses without a definition.
  ///   - existingDefinition: returns the definition that the calendar has for a name.
  init(
    systemZone: @escaping (String) -> Zone?, undefinedNames: @escaping () -> Set<String> = { [] },
    existingDefinition: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    (self.systemZone, findUndefinedNames) = (systemZone, undefinedNames)
    self.existingDefinition = existingDefinition
  }

  /// The names that a document defines.
  init(_ document: CalendarDocument) {
    self.init(
      systemZone: document.zones.systemZone,
      undefinedNames: {
        let names = document.objectComponents.flatMap { document.text.zoneNames(in: $0) }
        return Set(
          names.filter { !document.zones.defines($0) && !document.zones.isAlwaysSystemZone($0) }
            .map(DocumentZones.folded))
      },
      existingDefinition: { name in
        document.zones.definition(of: name).map { Array(document.text.bytes(ofComponent: $0)) }
      })
  }

  /// Returns an object with other names for the zones whose names have other rules in the calendar.
  mutating func adapting(_ object: CalendarObject) -> CalendarObject {
    var names: [ByteString: String] = [:]
    for (name, definition) in object.zones where !ZoneNames.isAreaAndCity(name) || systemZone(name) == nil {
      var (candidate, attempt) = (name, 0)
      while isTaken(candidate, by: definition) {
        candidate = ZoneNames.newName(for: name, definition, attempt: attempt)
        attempt += 1
      }
      if candidate != name { names[ByteString(name)] = candidate }
      if self.definition(of: candidate) == nil {
        addedDefinitions[DocumentZones.folded(candidate)] = definition
      }
    }
    // A definition of another object would move what has none.
    for name in object.undefinedZones {
      var (candidate, attempt) = (name, 0)
      while definition(of: candidate) != nil {
        candidate = ZoneNames.newName(for: name, [], attempt: attempt)
        attempt += 1
      }
      if candidate != name { names[ByteString(name)] = candidate }
      addedUndefinedNames.insert(DocumentZones.folded(candidate))
    }
    guard !names.isEmpty else { return object }
    var result = object
    result.undefinedZones = Set(object.undefinedZones.map { names[ByteString($0)] ?? $0 })
    result.zones = [:]
    for (name, definition) in object.zones {
      let newName = names[ByteString(name)]
      result.zones[newName ?? name] = newName == nil ? definition : ZoneNames.renaming(names, in: definition)
    }
    for index in result.components.indices {
      result.components[index].bytes = ZoneNames.renaming(names, in: result.components[index].bytes)
    }
    return result
  }

  private mutating func isTaken(_ name: String, by definition: [UInt8]) -> Bool {
    guard let known = self.definition(of: name) else {
      // Without a definition, the name means the database's zone.
      if let zone = systemZone(name) { return isUndefined(name) && !agrees(definition, with: zone) }
      return isUndefined(name)
    }
    if let zone = systemZone(name), agrees(known, with: zone), agrees(definition, with: zone) { return false }
    return !haveSameRules(known, definition)
  }

  private mutating func isUndefined(_ name: String) -> Bool {
    let name = DocumentZones.folded(name)
    return addedUndefinedNames.contains(name) || undefinedNames.contains(name)
  }

  private func agrees(_ definition: [UInt8], with zone: Zone) -> Bool {
    guard let rules = FileZone(bytes: definition) else { return false }
    return ZoneComparisons.shared.contradiction(of: definition, to: zone) { rules } == nil
  }

  private func definition(of name: String) -> [UInt8]? {
    addedDefinitions[DocumentZones.folded(name)] ?? existingDefinition(name)
  }

  private mutating func haveSameRules(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    if let result = comparisons[[a, b]] { return result }
    let result = ZoneDefinition.haveSameRules(a, b)
    comparisons[[a, b]] = result
    return result
  }
}
