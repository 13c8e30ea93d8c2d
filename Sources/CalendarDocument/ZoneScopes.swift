import CalendarModel
import ICalendar

/// The VTIMEZONEs of a file by name. A TZID refers to the VTIMEZONE of its own VCALENDAR (RFC 5545 3.8.3.1); one that has
/// none refers to the first in the file.
///
/// Names are compared without regard to case, as section 2 of RFC 5545 requires for parameter values. If names differ only
/// in case, the exact one is preferred.
struct ZoneScopes: Sendable {
  /// The VTIMEZONEs of one VCALENDAR.
  private struct Scope: Sendable {
    /// The VTIMEZONE component of each TZID.
    var definitions: [ByteString: Int] = [:]
    /// The TZID as spelled in the file, for each case-folded TZID.
    var spellings: [ByteString: ByteString] = [:]

    func definition(of identifier: String) -> Int? {
      definitions[ByteString(identifier)]
        ?? spellings[ByteString(DocumentZones.folded(identifier))].flatMap { definitions[$0] }
    }

    mutating func add(_ component: Int, named name: String) {
      let identifier = ByteString(name)
      guard definitions[identifier] == nil else { return }
      definitions[identifier] = component
      let folded = ByteString(DocumentZones.folded(name))
      if spellings[folded] == nil { spellings[folded] = identifier }
    }
  }

  /// The VCALENDARs, as indices into the components of the text. An edit of one event changes the lines of those that
  /// follow, but not their indices.
  private var calendars: [Int] = []
  private var scopes: [Scope] = []
  /// The first definition of each name in the file.
  private var wholeFile = Scope()

  init(_ text: ICalendarText) {
    var calendarEnd: Int?
    for (index, component) in text.components.enumerated() {
      if component.name == "VCALENDAR", component.parent == nil {
        calendars.append(index)
        scopes.append(Scope())
        calendarEnd = component.subtreeEnd
      }
      guard component.name == "VTIMEZONE", let name = FileZone.identifier(of: index, in: text) else {
        continue
      }
      wholeFile.add(index, named: name)
      if let calendarEnd, index < calendarEnd { scopes[scopes.count - 1].add(index, named: name) }
    }
  }

  /// Returns the number of the VCALENDAR that contains a line, or precedes it.
  func scope(ofLine line: Int, in text: ICalendarText) -> Int {
    guard scopes.count > 1 else { return 0 }
    var (low, high) = (0, calendars.count)
    while low < high {
      let middle = (low + high) / 2
      if text.components[calendars[middle]].lines.lowerBound <= line {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return max(0, low - 1)
  }

  /// The number of the VCALENDAR to which new components are added.
  var scopeOfNewComponents: Int { max(0, scopes.count - 1) }

  /// Returns the VTIMEZONE of a VCALENDAR with a name; nil if that has none.
  func ownDefinition(of identifier: String, in scope: Int) -> Int? {
    scopes.indices.contains(scope) ? scopes[scope].definition(of: identifier) : nil
  }

  /// Returns the VTIMEZONE to which a name refers in a VCALENDAR; nil if the file has none.
  func definition(of identifier: String, in scope: Int) -> Int? {
    ownDefinition(of: identifier, in: scope) ?? wholeFile.definition(of: identifier)
  }

  /// Returns all VTIMEZONEs to which a name refers in some VCALENDAR, in file order.
  func definitions(of identifier: String) -> [Int] {
    Set(([wholeFile] + scopes).compactMap { $0.definition(of: identifier) }).sorted()
  }
}
