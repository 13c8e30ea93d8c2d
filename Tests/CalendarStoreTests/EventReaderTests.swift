import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// A file with an event for each UID.
private func file(_ uids: String...) -> Data {
  let events = uids.map {
    "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260105T090000Z\r\nSUMMARY:Title of \($0)\r\nEND:VEVENT\r\n"
  }
  return Data(
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n\(events.joined())END:VCALENDAR\r\n".utf8)
}

@Suite struct EventReaderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("handspan-reader-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func uids(_ reading: CalendarEventReader.Reading) -> [String] {
    reading.events.map(\.event.id.uid.text).sorted()
  }

  @Test func aFolderIsReadFileByFileAndNothingIsWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a", "b", "c"] { try file(name).write(to: folder.appendingPathComponent("\(name).ics")) }
    try Data("BEGIN:VCALENDAR".utf8).write(to: folder.appendingPathComponent("d.ics"))
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let reading = try CalendarEventReader().read(CalendarID(folder.path)) { $0.id.uid.text != "b" }
    #expect(uids(reading) == ["a", "c"])
    #expect(reading.isSettling)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test func anEventIsReadAsItsFileHasItNow() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("one.ics")
    try file("a", "b").write(to: path)
    let reading = try CalendarEventReader().read(CalendarID(path.path)) { _ in true }
    #expect(uids(reading) == ["a", "b"] && !reading.isSettling)
    let id = try #require(reading.events.first { $0.event.id.uid.text == "b" }).event.id
    #expect(CalendarEventReader().event(id)?.summary == "Title of b")
    try file("a").write(to: path)
    #expect(CalendarEventReader().event(id) == nil)
    try FileManager.default.removeItem(at: path)
    #expect(CalendarEventReader().event(id) == nil)
    #expect(throws: StoreError.self) { try CalendarEventReader().read(CalendarID(path.path)) { _ in true } }
  }

  /// What is reported, to be waited for.
  private final class Reports: Sendable {
    private let all = Mutex<Set<CalendarID>>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ calendars: Set<CalendarID>) {
      all.withLock { $0.formUnion(calendars) }
      arrived.signal()
    }

    /// Waits until a calendar was reported, and returns what was reported.
    func wait(for calendar: CalendarID) -> Set<CalendarID> {
      while !all.withLock({ $0.contains(calendar) }) {
        guard arrived.wait(timeout: .now() + 10) == .success else { break }
      }
      return all.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  @Test func aChangedMissingOrReplacedCalendarIsReportedAndNoOther() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let many = folder.appendingPathComponent("many")
    try FileManager.default.createDirectory(at: many, withIntermediateDirectories: true)
    let (one, late) = (folder.appendingPathComponent("one.ics"), folder.appendingPathComponent("x/late.ics"))
    try file("a").write(to: one)
    let reports = Reports()
    let watcher = CalendarWatcher { reports.add($0) }
    let calendars = [many, one, late].map { CalendarID($0.path) }
    watcher.watch(calendars)
    try file("b").write(to: many.appendingPathComponent("b.ics"))
    #expect(reports.wait(for: calendars[0]) == [calendars[0]])
    try file("a", "b").write(to: one, options: .atomic)
    #expect(reports.wait(for: calendars[1]) == [calendars[1]])
    try FileManager.default.createDirectory(
      at: late.deletingLastPathComponent(), withIntermediateDirectories: true)
    try file("c").write(to: late)
    #expect(reports.wait(for: calendars[2]).contains(calendars[2]))
    try FileManager.default.removeItem(at: late)
    #expect(reports.wait(for: calendars[2]).contains(calendars[2]))
    withExtendedLifetime(watcher) {}
  }
}
