import CalendarModel
import ICalendar

/// The time zones used in a document.
///
/// A name of the form Area/City that is in the system's time zone database refers to the system's zone, so changes to the
/// law after the file was written take effect. Any other name, such as “EST”, refers to the VTIMEZONE of its own
/// VCALENDAR. If the file has none, the name refers to the system's zone with this name, or to the zone to which Windows
/// gives it. Failing that, the name refers to the system's zone whose name follows a prefix
/// (`/example.org/2021/Europe/Berlin`). Zones are read when they are first needed, and then cached.
///
/// Names are compared without regard to case. A zone's name is spelled as in its definition.
struct DocumentZones: Sendable {
  /// A name in a VCALENDAR. Names are compared byte for byte, apart from case.
  private struct ScopedName: Hashable {
    let scope: Int
    let name: ByteString
  }

  private let systemZones: any ZoneProvider
  private let scopes: ZoneScopes
  private var cachedZones: [ScopedName: Zone?] = [:]
  /// The cached rules of VTIMEZONEs, whether or not they are used for display.
  private var rulesByComponent: [Int: FileZone?] = [:]
  private var budget = ZoneBudget()
  /// The numbers of the definitions of each name; see `variant`.
  private var variants: [ByteString: [Int: Int]] = [:]

  init(text: ICalendarText, systemZones: any ZoneProvider) {
    self.systemZones = systemZones
    scopes = ZoneScopes(text)
  }

  /// Returns the case-folded form of a name, for comparison.
  static func folded(_ identifier: String) -> String {
    String(decoding: identifier.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns whether two names denote the same zone.
  static func isSame(_ a: String, _ b: String) -> Bool { folded(a).utf8.elementsEqual(folded(b).utf8) }

  /// Returns the number of the VCALENDAR that contains a line. Zones are looked up in it.
  func scope(ofLine line: Int, in text: ICalendarText) -> Int { scopes.scope(ofLine: line, in: text) }

  /// The number of the VCALENDAR to which new components are added.
  var scopeOfNewComponents: Int { scopes.scopeOfNewComponents }

  /// Returns whether a name in a new component would refer to a VTIMEZONE of the file.
  func defines(_ identifier: String) -> Bool { definition(of: identifier) != nil }

  /// Returns the VTIMEZONE to which a name in a new component would refer, or nil if the file has none.
  func definition(of identifier: String) -> Int? {
    definition(of: identifier, scope: scopeOfNewComponents)
  }

  /// Returns the VTIMEZONE to which a name in a component refers, or nil if the file has none.
  func definition(of identifier: String, for component: Int, in text: ICalendarText) -> Int? {
    definition(of: identifier, scope: scope(ofLine: text.components[component].lines.lowerBound, in: text))
  }

  /// Returns the VTIMEZONE to which a name in a VCALENDAR refers, or nil if the file has none.
  func definition(of identifier: String, scope: Int) -> Int? { scopes.definition(of: identifier, in: scope) }

  /// Returns the VTIMEZONE of a VCALENDAR with a name, or nil if that VCALENDAR has none.
  func ownDefinition(of identifier: String, scope: Int) -> Int? {
    scopes.ownDefinition(of: identifier, in: scope)
  }

  /// Returns all VTIMEZONEs to which a name refers in some VCALENDAR, in file order.
  func definitions(of identifier: String) -> [Int] { scopes.definitions(of: identifier) }

  /// Returns whether a name is in the system's database.
  func isSystemZone(_ identifier: String) -> Bool { systemZone(identifier) != nil }

  /// Returns whether a name means the system's zone even if the file has a VTIMEZONE with other rules.
  func isAlwaysSystemZone(_ identifier: String) -> Bool {
    ZoneNames.isAreaAndCity(identifier) && isSystemZone(identifier)
  }

  /// Returns the rules that a VTIMEZONE defines, whether or not they are used for display.
  mutating func rules(definedBy component: Int, in text: ICalendarText) -> FileZone? {
    var ignoredProblems = ProblemCollector()
    return rules(definedBy: component, in: text, problems: &ignoredProblems)
  }

  private mutating func rules(
    definedBy component: Int, in text: ICalendarText, problems: inout ProblemCollector
  ) -> FileZone? {
    if let cached = rulesByComponent[component] { return cached }
    let rules = FileZone(component, of: text, budget: &budget, problems: &problems)
    rulesByComponent[component] = .some(rules)
    return rules
  }

  /// Returns the zone to which a TZID in a new component would refer; nil if neither the system nor the file defines it.
  mutating func zone(
    named identifier: String, in text: ICalendarText, problems: inout ProblemCollector
  ) -> Zone? {
    zone(named: identifier, scope: scopeOfNewComponents, in: text, problems: &problems)
  }

  /// Returns the zone to which a TZID in a VCALENDAR refers; nil if neither the system nor the file defines it.
  mutating func zone(
    named identifier: String, scope: Int, in text: ICalendarText, problems: inout ProblemCollector
  ) -> Zone? {
    let name = ScopedName(scope: scope, name: ByteString(identifier))
    if let cached = cachedZones[name] { return cached }
    let zone = resolve(identifier, scope, in: text, problems: &problems)
    cachedZones[name] = .some(zone)
    return zone
  }

  /// Checks that a name in a VCALENDAR, if the file defines it, means the given zone. Compares the UTC offsets over two
  /// years, which include all regular clock changes.
  ///
  /// - Throws: `EditError.conflictingZone` if it means another zone.
  mutating func check(
    _ zone: Zone, scope: Int, from start: Instant, in text: ICalendarText
  ) throws(EditError) {
    guard definition(of: zone.identifier, scope: scope) != nil else { return }
    var ignoredProblems = ProblemCollector()
    let meant = self.zone(named: zone.identifier, scope: scope, in: text, problems: &ignoredProblems)
    guard let meant else { throw .conflictingZone }
    for week in 0..<104 {
      let moment = start.adding(seconds: week * 7 * WallTime.secondsPerDay)
      guard meant.rules.offset(at: moment) == zone.rules.offset(at: moment) else { throw .conflictingZone }
    }
  }

  private mutating func resolve(
    _ identifier: String, _ scope: Int, in text: ICalendarText, problems: inout ProblemCollector
  ) -> Zone? {
    let system = systemZone(identifier)
    if let system, ZoneNames.isAreaAndCity(identifier) {
      guard let component = scopes.definition(of: identifier, in: scope),
        let contradiction = contradiction(of: component, to: system, in: text)
      else { return system }
      return Zone(identifier: system.identifier, rules: system.rules, contradiction: contradiction)
    }
    if let component = scopes.definition(of: identifier, in: scope),
      let rules = rules(definedBy: component, in: text, problems: &problems)
    {
      if let system, contradiction(of: component, to: system, in: text) == nil { return system }
      return Zone(
        identifier: FileZone.identifier(of: component, in: text) ?? identifier,
        variant: variant(of: component, identifier, in: text) + (system == nil ? 0 : 1), rules: rules)
    }
    return system ?? zoneOfForeignName(identifier)
  }

  /// Returns the zone to which Windows gives a name, or whose name follows a prefix.
  func zoneOfForeignName(_ identifier: String) -> Zone? {
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

  private mutating func contradiction(
    of component: Int, to zone: Zone, in text: ICalendarText
  ) -> Zone.Contradiction? {
    ZoneComparisons.shared.contradiction(of: Array(text.bytes(ofComponent: component)), to: zone) {
      rules(definedBy: component, in: text)
    }
  }

  /// The maximum number of definitions of a name whose clocks are compared. Comparing takes milliseconds. Any further ones
  /// are the same only if their bytes are.
  static let comparedDefinitions = 50

  /// Returns the number of definitions of the same name with other rules that precede a VTIMEZONE in the file.
  private mutating func variant(of component: Int, _ identifier: String, in text: ICalendarText) -> Int {
    let name = ByteString(identifier)
    if variants[name] == nil { variants[name] = numberVariants(of: identifier, in: text) }
    return variants[name]?[component] ?? 0
  }

  private func numberVariants(of identifier: String, in text: ICalendarText) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    var (byBytes, byClocks) = ([ArraySlice<UInt8>: Int](), [ZoneDefinition.Clocks: Int]())
    var count = 0
    for definition in scopes.definitions(of: identifier) {
      let bytes = text.bytes(ofComponent: definition)
      if let number = byBytes[bytes] {
        numbers[definition] = number
        continue
      }
      let clocks = byBytes.count < Self.comparedDefinitions ? ZoneDefinition.Clocks(Array(bytes)) : nil
      let number = clocks.flatMap { byClocks[$0] } ?? count
      if number == count { count += 1 }
      (byBytes[bytes], numbers[definition]) = (number, number)
      if let clocks { byClocks[clocks] = number }
    }
    return numbers
  }

  /// Looks up a name in the system's database, but only if it has the form of a zone name. Other names could
  /// be file paths or POSIX rules, which a provider might interpret.
  func systemZone(_ identifier: String) -> Zone? {
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
