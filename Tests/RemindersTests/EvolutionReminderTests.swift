import CalendarModel
import Foundation
import Reminders
import Testing

/// A random event with alarms, and when they go off according to Evolution Data Server. Tests/Differential/reminders.py
/// generates the file, or another one with another seed, which HANDSPAN_REMINDERS names.
private struct EvolutionCase {
  let lines: [String]
  let zone: String
  /// Whether `due` contains wall times.
  let isWall: Bool
  let period: [Int]
  let due: [Int]

  static let text: String = {
    let file =
      ProcessInfo.processInfo.environment["HANDSPAN_REMINDERS"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Data/reminders.txt")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()
  static let all = text.components(separatedBy: "\n\n").compactMap(EvolutionCase.init)

  init?(_ paragraph: String) {
    let lines = paragraph.split(separator: "\n").map(String.init)
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name):") }.map { String($0.dropFirst(name.count + 1)) }
    }
    guard let zone = value("ZONE"), let kind = value("KIND"), let period = value("PERIOD"),
      let due = value("DUE"), let start = lines.firstIndex(of: "BEGIN:VEVENT")
    else { return nil }
    self.lines = Array(lines[start..<(lines.count - 1)])
    self.zone = zone
    isWall = kind == "wall"
    self.period = period.split(separator: ",").compactMap { Int($0) }
    self.due = due.split(separator: ",").compactMap { Int($0) }
  }
}

@Suite struct EvolutionReminderTests {
  @Test func alarmsGoOffWhenEvolutionSaysSo() throws {
    let header = EvolutionCase.text.split(separator: "\n").first.map(String.init) ?? ""
    #expect(EvolutionCase.all.count >= 500, "\(header)")
    var settings = ReminderSettings()
    // Evolution lets reminders at midnight ring then.
    settings.allDayTime = 0
    for reference in EvolutionCase.all {
      let displayZone = try zone(reference.zone)
      let events = try events(reference.lines)
      // A wall time is a moment in the zone of the event, or for a date in the display zone.
      let day = reference.isWall ? WallTime.secondsPerDay : 0
      let found = reminders(
        of: events, from: Instant(seconds: reference.period[0] - day),
        to: Instant(seconds: reference.period[1] + day), in: displayZone, settings: settings)
      guard reference.isWall else {
        #expect(Set(found.map(\.due.seconds)) == Set(reference.due), "\(header): \(reference.lines)")
        continue
      }
      var ownZone = displayZone
      switch events.first?.event.times.start {
      case .zoned(_, let zone): ownZone = zone
      case .utc: ownZone = .utc
      default: break
      }
      let walls = Set(found.map { ownZone.time(at: $0.due).wall.seconds }).filter {
        (reference.period[0]..<reference.period[1]).contains($0)
      }
      let expected = reference.due.map { ownZone.time(at: WallTime(seconds: $0)).wall.seconds }
      #expect(walls == Set(expected), "\(header): \(reference.lines)")
    }
  }
}
