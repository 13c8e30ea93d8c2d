import CalendarDocument
import CalendarModel
import Foundation

/// An edit to a series and its expected result, from Tests/Data/series. The expected files were written by
/// hand from RFC 5545; Tests/Series/check.py checks their instants with other programs.
package struct SeriesCase: Sendable, CustomStringConvertible {
  /// The contents of case.json. Times are written as in a calendar file, after the name of the zone if they
  /// have one: `20260302`, `20260302T090000Z`, `Europe/Berlin 20260302T090000`.
  package struct Details: Decodable, Sendable {
    package struct Times: Decodable, Sendable {
      package let start: String
      /// DTEND, or a DURATION such as `PT1H`; nil if there is neither.
      package let end: String?
    }
    package struct Change: Decodable, Sendable {
      package let move, resizeStart, resizeEnd, times: Times?
      package let summary, location, notes, status: String?
      package let delete: Bool?
    }
    package struct Refusal: Decodable, Sendable {
      package let reason: String
      package let possibleScopes: [String]
    }
    package let scope: String
    package let occurrence: String?
    /// The RECURRENCE-ID of the override that is edited.
    package let override: String?
    package let change: Change
    package let refused: Refusal?
    /// The user's own address.
    package let ownAddress: String?
    /// The period in which the listed instances start: its first day, and the day after its last day.
    package let window: [String]?
    /// The instances, each as `START END SUMMARY`: dates for all-day events, floating times, or times in UTC.
    package let instants: [String]?
  }

  package let description: String
  /// The content of before.ics.
  package let before: [UInt8]
  /// The content of expected.ics, or nil if the edit is refused.
  package let expected: [UInt8]?
  package let details: Details

  private struct Unreadable: Error { let text: String }

  /// The cases in Tests/Data/series, sorted by name.
  package static let all: [SeriesCase] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Data/series")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let folder = folder.appendingPathComponent(name)
      func bytes(_ file: String) -> [UInt8]? {
        (try? Data(contentsOf: folder.appendingPathComponent(file))).map { Array($0) }
      }
      guard let before = bytes("before.ics"), let json = bytes("case.json") else { return nil }
      do {
        let details = try JSONDecoder().decode(Details.self, from: Data(json))
        return SeriesCase(
          description: name, before: before, expected: bytes("expected.ics"), details: details)
      } catch {
        fatalError("\(name): \(error)")
      }
    }
  }()

  /// Returns the edit that the case describes.
  package func edit(in document: CalendarDocument, zones: some ZoneProvider) throws -> EventEdit {
    let target = try Self.unwrapped(
      document.events.first {
        $0.isRepeating && (details.override == nil || $0.id.recurrenceID == details.override)
      })
    let scopes: [String: EventEdit.Scope] = [
      "this": .thisOccurrence, "following": .thisAndFollowing, "all": .all,
    ]
    return EventEdit(
      target: target.id, originalStart: try details.occurrence.map { try time($0, zones: zones) },
      scope: try Self.unwrapped(scopes[details.scope]),
      change: try change(zones))
  }

  private func change(_ zones: some ZoneProvider) throws -> EventEdit.Change {
    let change = details.change
    if change.delete == true { return .delete }
    if let times = change.move { return .move(try self.times(times, zones)) }
    if let times = change.resizeStart { return .resizeStart(try self.times(times, zones)) }
    if let times = change.resizeEnd { return .resizeEnd(try self.times(times, zones)) }
    var properties: [EventProperty] = []
    if let times = change.times { properties.append(.times(try self.times(times, zones))) }
    if let text = change.summary { properties.append(.summary(text)) }
    if let text = change.location { properties.append(.location(text)) }
    if let text = change.notes { properties.append(.notes(text)) }
    if change.status == "CANCELLED" { properties.append(.status(.canceled)) }
    return .set(properties)
  }

  private func times(_ times: Details.Times, _ zones: some ZoneProvider) throws -> EventTimes {
    let start = try time(times.start, zones: zones)
    guard let end = times.end else { return EventTimes(start: start, end: .implied) }
    if end.hasPrefix("P") {
      let number = Int(end.filter(\.isNumber)) ?? 0
      let units = ["D": 86_400, "H": 3600, "M": 60]
      let seconds = number * (units[String(end.suffix(1))] ?? 0)
      return EventTimes(
        start: start,
        end: .duration(end.hasSuffix("D") ? EventDuration(days: number) : EventDuration(seconds: seconds)))
    }
    return EventTimes(start: start, end: .time(try time(end, zones: zones)))
  }

  /// Returns a time that is written as in case.json.
  package func time(_ text: String, zones: some ZoneProvider) throws -> EventTime {
    let parts = text.split(separator: " ")
    let digits = Array(try Self.unwrapped(parts.last))
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let day = try Self.unwrapped(Day("\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"))
    guard digits.count > 8 else { return .date(day) }
    let clock = try Self.unwrapped(
      WallTime("\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"))
    if digits.count == 16 { return .utc(clock) }
    guard parts.count == 2 else { return .floating(clock) }
    return .zoned(clock, try Self.unwrapped(zones.zone(named: String(parts[0]))))
  }

  private static func unwrapped<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Unreadable(text: "part of a case is missing") }
    return value
  }
}

extension CalendarDocument {
  /// Returns the instances that start on or after the day `from` and before the day `to`, each as
  /// `START END SUMMARY`: dates for all-day events, floating times, or times in UTC.
  package func instants(from: Day, to: Day) -> [String] {
    func text(_ time: EventTime) -> String {
      if case .date(let day) = time { return day.description.replacing("-", with: "") }
      let wall = WallTime(seconds: time.time(in: .utc).instant.seconds)
      let text = wall.description.replacing("-", with: "").replacing(":", with: "")
      if case .floating = time { return text }
      return text + "Z"
    }
    let window = Instant(seconds: WallTime(from).seconds)..<Instant(seconds: WallTime(to).seconds)
    var instants: [(Instant, String)] = []
    func add(_ times: EventTimes, _ event: CalendarEvent) {
      let (start, end) = times.resolved(in: .utc)
      guard window.contains(start.instant) else { return }
      let endTime =
        times.isAllDay ? EventTime.date(end.wall.day) : .utc(WallTime(seconds: end.instant.seconds))
      var endText = text(endTime)
      if case .floating = times.start { endText.removeLast() }
      instants.append((start.instant, "\(text(times.start)) \(endText) \(event.summary)"))
    }
    for event in events {
      guard case .master = event.series else {
        add(event.times, event)
        continue
      }
      let overrides = events.filter { $0.id.uid == event.id.uid && $0.id.recurrenceID != nil }
      guard let series = Series(master: event, changes: overrides, displayZone: .utc) else { continue }
      for instance in series.instances(startingIn: window).instances {
        guard let (times, event) = series.instance(originallyAt: instance.originalStart) else { continue }
        add(times, event)
      }
    }
    return instants.map(\.1).sorted()
  }
}
