import CalendarDocument
import CalendarModel
import Foundation
import Testing

/// An edit of a series with what RFC 5545 makes of it, from Tests/Data/series. Its expectation was written by hand;
/// Tests/Series/check.py asks another program whether the expected file has the expected instants.
struct SeriesCase: Sendable, CustomStringConvertible {
  /// case.json. All times are as in the file: `20260302`, `20260302T090000Z`, `Europe/Berlin 20260302T090000`.
  struct Description: Decodable, Sendable {
    struct Times: Decodable, Sendable {
      let start: String
      /// DTEND, or DURATION as `PT1H`; missing if there is neither.
      let end: String?
    }
    struct Change: Decodable, Sendable {
      let move, stretchStart, stretchEnd, times: Times?
      let summary, location, notes, status: String?
      let delete: Bool?
    }
    struct Refusal: Decodable, Sendable {
      let reason: String
      let possible: [String]
    }
    let scope: String
    let occurrence: String?
    /// The RECURRENCE-ID of the override that is edited.
    let override: String?
    let change: Change
    let refused: Refusal?
    /// The user's own address.
    let own: String?
    /// The days between which the instances are listed, the second excluded.
    let window: [String]?
    /// `START END SUMMARY` in UTC, or as dates.
    let instants: [String]?
  }

  let description: String
  let before: [UInt8]
  let expected: [UInt8]?
  let details: Description

  static let all: [SeriesCase] = {
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
        let details = try JSONDecoder().decode(Description.self, from: Data(json))
        return SeriesCase(
          description: name, before: before, expected: bytes("expected.ics"), details: details)
      } catch {
        Issue.record("\(name): \(error)")
        return nil
      }
    }
  }()

  /// The edit of the case.
  func edit(in document: CalendarDocument) throws -> EventEdit {
    let target = try #require(
      document.events.first {
        $0.isRepeating && (details.override == nil || $0.id.recurrenceID == details.override)
      })
    let scopes: [String: EventEdit.Scope] = [
      "this": .thisOccurrence, "following": .thisAndFollowing, "all": .all,
    ]
    return EventEdit(
      target: target.id, occurrence: try details.occurrence.map(time),
      scope: try #require(scopes[details.scope]),
      change: try change())
  }

  private func change() throws -> EventEdit.Change {
    let change = details.change
    if change.delete == true { return .delete }
    if let times = change.move { return .move(try self.times(times)) }
    if let times = change.stretchStart { return .stretchStart(try self.times(times)) }
    if let times = change.stretchEnd { return .stretchEnd(try self.times(times)) }
    var properties: [EventProperty] = []
    if let times = change.times { properties.append(.times(try self.times(times))) }
    if let text = change.summary { properties.append(.summary(text)) }
    if let text = change.location { properties.append(.location(text)) }
    if let text = change.notes { properties.append(.notes(text)) }
    if change.status == "CANCELLED" { properties.append(.status(.cancelled)) }
    return .set(properties)
  }

  private func times(_ times: Description.Times) throws -> EventTimes {
    let start = try time(times.start)
    guard let end = times.end else { return EventTimes(start: start, end: .implied) }
    if end.hasPrefix("P") {
      let number = Int(end.filter(\.isNumber)) ?? 0
      let units = ["D": 86_400, "H": 3600, "M": 60]
      let seconds = number * (units[String(end.suffix(1))] ?? 0)
      return EventTimes(
        start: start,
        end: .duration(end.hasSuffix("D") ? EventDuration(days: number) : EventDuration(seconds: seconds)))
    }
    return EventTimes(start: start, end: .time(try time(end)))
  }

  func time(_ text: String) throws -> EventTime {
    let parts = text.split(separator: " ")
    let digits = Array(try #require(parts.last))
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let day = try #require(Day("\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"))
    guard digits.count > 8 else { return .date(day) }
    let clock = try #require(
      WallTime("\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"))
    if digits.count == 16 { return .utc(clock) }
    guard parts.count == 2 else { return .floating(clock) }
    return .zoned(clock, try #require(TestZones().zone(named: String(parts[0]))))
  }
}

extension CalendarDocument {
  /// The instances between two days, each as `START END SUMMARY`: dates for all-day events, else UTC.
  func instants(from: Day, to: Day) -> [String] {
    func text(_ time: EventTime) -> String {
      if case .date(let day) = time { return day.description.replacing("-", with: "") }
      let wall = WallTime(seconds: time.time(in: .utc).instant.seconds)
      let text = wall.description.replacing("-", with: "").replacing(":", with: "")
      if case .floating = time { return text }
      return text + "Z"
    }
    let window = Instant(seconds: WallTime(from).seconds)..<Instant(seconds: WallTime(to).seconds)
    var found: [(Instant, String)] = []
    func add(_ times: EventTimes, _ event: CalendarEvent) {
      let (start, end) = times.resolved(in: .utc)
      guard window.contains(start.instant) else { return }
      let last = times.isAllDay ? EventTime.date(end.wall.day) : .utc(WallTime(seconds: end.instant.seconds))
      var lastText = text(last)
      if case .floating = times.start { lastText.removeLast() }
      found.append((start.instant, "\(text(times.start)) \(lastText) \(event.summary)"))
    }
    for event in events {
      guard case .whole = event.series else {
        add(event.times, event)
        continue
      }
      let overrides = events.filter { $0.id.uid == event.id.uid && $0.id.recurrenceID != nil }
      guard let series = Series(master: event, changes: overrides, display: .utc) else { continue }
      for instance in series.instances(startingIn: window).instances {
        guard let (times, example) = series.instance(originally: instance.original) else { continue }
        add(times, example)
      }
    }
    return found.map(\.1).sorted()
  }
}
