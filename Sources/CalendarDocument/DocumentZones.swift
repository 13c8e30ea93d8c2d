import CalendarModel
import ICalendar

/// The time zones used in a document.
///
/// A name that is in the system's time zone database refers to the system's zone, so changes to the law after
/// the file was written take effect. Any other name refers to the file's own VTIMEZONE. If the file has none,
/// the name refers to the zone to which Windows gives this name. Failing that, the name refers to the
/// system's zone whose name follows a prefix (`/example.org/2021/Europe/Berlin`). Zones are read when they
/// are first needed, and then cached.
///
/// Names are compared without regard to case, as section 2 of RFC 5545 requires for parameter values. A zone's name is
/// spelled as in its definition.
struct DocumentZones: Sendable {
  private let systemZones: any ZoneProvider
  // Names are compared byte for byte, apart from case.
  private var cachedZones: [ByteString: Zone?] = [:]
  /// The VTIMEZONE component of each TZID.
  private var definitions: [ByteString: Int] = [:]
  /// The TZID as spelled in the file, for each case-folded TZID.
  private var spellings: [ByteString: ByteString] = [:]
  /// The cached rules of VTIMEZONEs, whether or not they are used for display.
  private var rulesByComponent: [Int: FileZone?] = [:]
  private var budget = ZoneBudget()

  init(text: ICalendarText, systemZones: any ZoneProvider) {
    self.systemZones = systemZones
    for (index, component) in text.components.enumerated() where component.name == "VTIMEZONE" {
      if let name = FileZone.identifier(of: index, in: text), definitions[ByteString(name)] == nil {
        let identifier = ByteString(name)
        definitions[identifier] = index
        let folded = ByteString(DocumentZones.folded(name))
        if spellings[folded] == nil { spellings[folded] = identifier }
      }
    }
  }

  /// Returns the case-folded form of a name, for comparison.
  static func folded(_ identifier: String) -> String {
    String(decoding: identifier.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns whether two names denote the same zone.
  static func isSame(_ a: String, _ b: String) -> Bool { folded(a).utf8.elementsEqual(folded(b).utf8) }

  /// Returns whether the file has a VTIMEZONE with the given TZID.
  func defines(_ identifier: String) -> Bool { definition(of: identifier) != nil }

  /// Returns the VTIMEZONE with the given TZID, or nil if the file has none.
  func definition(of identifier: String) -> Int? {
    definitions[ByteString(identifier)]
      ?? spellings[ByteString(DocumentZones.folded(identifier))].flatMap { definitions[$0] }
  }

  /// Returns whether a name is in the system's database.
  func isSystemZone(_ identifier: String) -> Bool { systemZone(identifier) != nil }

  /// Returns the rules that a VTIMEZONE defines, whether or not they are used for display.
  mutating func rules(definedBy component: Int, in text: ICalendarText) -> FileZone? {
    if let cached = rulesByComponent[component] { return cached }
    var ignoredProblems = ProblemCollector()
    let rules = FileZone(component, of: text, budget: &budget, problems: &ignoredProblems)
    rulesByComponent[component] = .some(rules)
    return rules
  }

  /// Returns the zone with the given TZID, or nil if neither the system nor the file defines it.
  mutating func zone(
    named identifier: String, in text: ICalendarText, problems: inout ProblemCollector
  ) -> Zone? {
    let name = ByteString(identifier)
    if let cached = cachedZones[name] { return cached }
    let zone = resolve(identifier, in: text, problems: &problems)
    cachedZones[name] = .some(zone)
    return zone
  }

  private mutating func resolve(
    _ identifier: String, in text: ICalendarText, problems: inout ProblemCollector
  ) -> Zone? {
    if let zone = systemZone(identifier) { return zone }
    if let component = definition(of: identifier),
      let rules = FileZone(component, of: text, budget: &budget, problems: &problems)
    {
      return Zone(identifier: FileZone.identifier(of: component, in: text) ?? identifier, rules: rules)
    }
    if let name = WindowsZones.namesByFoldedName[DocumentZones.folded(identifier)],
      let zone = systemZone(name)
    {
      return zone
    }
    var parts = identifier.split(separator: "/", omittingEmptySubsequences: false).suffix(4)
    while parts.count > 1 {
      parts.removeFirst()
      if let zone = systemZone(parts.joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// Looks up a name in the system's database, but only if it has the form of a zone name. Other names could
  /// be file paths or POSIX rules, which a provider might interpret.
  private func systemZone(_ identifier: String) -> Zone? {
    let isName = identifier.utf8.allSatisfy { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2F, 0x5F: true
      default: false
      }
    }
    guard isName, identifier.utf8.count <= 64, let first = identifier.utf8.first, first >= 0x41 else {
      return nil
    }
    return systemZones.zone(named: identifier)
  }
}
