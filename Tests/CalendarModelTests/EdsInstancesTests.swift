import CalendarModel
import Foundation
import Testing

/// Events whose start their rule may not name, with the starts that Evolution Data Server gives them. What it said is
/// in Tests/Data; Tests/Differential/eds-instances.py asked it.
struct EdsEvent: Sendable, CustomStringConvertible {
  let description: String
  let set: Recurrence
  let instances: [WallTime]

  static let all: [EdsEvent] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Data/eds-instances.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n\n").compactMap(EdsEvent.init)
  }()

  private init?(_ paragraph: String) {
    let lines = paragraph.split(separator: "\n").filter { !$0.hasPrefix("#") }
    func values(_ name: String) -> [String] {
      lines.filter { $0.hasPrefix(name) }.compactMap {
        $0.split(separator: ":", maxSplits: 1).last.map(String.init)
      }
    }
    func walls(_ name: String) -> [WallTime] {
      values(name).flatMap { $0.split(separator: ",") }.compactMap { WallTime(compact: String($0)) }
    }
    guard let start = walls("DTSTART").first else { return nil }
    let isDate = lines[0].contains("VALUE=DATE:")
    // Everything here happens on the wall of DTSTART, whose zone therefore does not matter.
    func time(_ wall: WallTime) -> EventTime { isDate ? .date(wall.day) : .floating(wall) }
    description = lines.dropLast().joined(separator: " ")
    set = Recurrence(
      start: time(start),
      rules: values("RRULE").compactMap { try? RecurrenceRule(parsing: $0.replacing("Z", with: "")) },
      dates: walls("RDATE").map { Recurrence.Instance(start: time($0)) },
      exceptions: walls("EXDATE").map(time))
    instances = walls("INSTANCES")
  }
}

@Suite struct EdsInstancesTests {
  @Test func allCasesAreRead() {
    #expect(EdsEvent.all.count == 38)
  }

  @Test(arguments: EdsEvent.all) func instancesMatchEvolutionDataServer(event: EdsEvent) throws {
    let found = event.set.instances(in: WallTime(.earliest)..<WallTime(.latest))
    #expect(found.end == .complete || event.instances.count == 1)
    #expect(found.starts.map(\.start.wall) == event.instances)
  }

  /// The same beyond the number of instances that are counted when an event is read. EDS: the 1,200th working day from
  /// Sunday 4 January 2026 is Friday 9 August 2030.
  @Test func longCountsMatchToo() throws {
    let sunday = try #require(WallTime("2026-01-04T09:00:00"))
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=1200")
    let found = Recurrence(start: .floating(sunday), rules: [rule]).instances(in: sunday..<WallTime(.latest))
    #expect(found.starts.count == 1_201)
    #expect(found.starts.last?.start.wall.day.description == "2030-08-09")
  }
}
