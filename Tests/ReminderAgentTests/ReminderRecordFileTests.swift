import CalendarModel
import Foundation
import ReminderAgent
import Reminders
import Testing

@Suite struct ReminderRecordFileTests {
  /// A folder that does not exist yet.
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("handspan-reminders-\(UUID().uuidString)")

  private func record(_ seconds: Int) -> ReminderRecord {
    let key = OccurrenceKey(calendar: CalendarID("/a.ics"), uid: "event \(seconds)")
    let due = Instant(seconds: seconds)
    return ReminderRecord(
      checked: due, rung: [.init(id: ReminderID(occurrence: key, due: .instant(due)), due: due)])
  }

  @Test func theRecordIsReadAsItWasWrittenAndOnlyItsOwnerCanReadIt() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = ReminderRecordFile(folder: folder.appendingPathComponent("state/handspan").path)
    #expect(file.read() == nil)
    for seconds in 1...3 {
      #expect(file.write(record(seconds)))
      #expect(file.read() == record(seconds))
    }
    let path = folder.appendingPathComponent("state/handspan/reminders").path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// What a program that was killed leaves is not read, and is removed by the next one.
  @Test func anInterruptedWriteChangesNothing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = ReminderRecordFile(folder: folder.path)
    #expect(file.write(record(1)))
    let unfinished = folder.appendingPathComponent("reminders.new-a1B2c3")
    try Data(record(2).text.utf8.prefix(20)).write(to: unfinished)
    let other = folder.appendingPathComponent("pending.new-a1B2c3")
    try Data().write(to: other)
    #expect(file.read() == record(1))
    file.removeUnfinished()
    #expect(!FileManager.default.fileExists(atPath: unfinished.path))
    #expect(FileManager.default.fileExists(atPath: other.path))
    #expect(file.read() == record(1))
  }

  @Test(arguments: ["", "handspan-reminders 1", "handspan-reminders 9\nchecked\t1\n", "\u{0}\u{0}\u{0}"])
  func aDamagedFileIsNoRecord(contents: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(contents.utf8).write(to: folder.appendingPathComponent("reminders"))
    #expect(ReminderRecordFile(folder: folder.path).read() == nil)
  }

  @Test func aWriteThatFailsSaysSoAndKeepsTheOldRecord() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = ReminderRecordFile(folder: folder.path)
    #expect(file.write(record(1)))
    // A folder in place of the file cannot be replaced by a file, whoever runs the test.
    let path = folder.appendingPathComponent("reminders")
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createDirectory(
      at: path.appendingPathComponent("in the way"), withIntermediateDirectories: true)
    #expect(!file.write(record(2)))
    #expect(file.read() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["reminders"])
  }
}
