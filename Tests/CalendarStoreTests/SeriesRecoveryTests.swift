import CalendarModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CalendarStore

/// Splits of a series in a folder that were interrupted or cannot be completed.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct SeriesRecoveryTests {
  private static let name = "daily-following-move-count"

  /// Returns a folder in which the later part of the series has been written, but the earlier part has not
  /// been shortened.
  private func interruptedSplit() async throws -> SeriesCalendar {
    for call in 0..<200 {
      let calendar = try SeriesCalendar(Self.name, in: .folder)
      let store = calendar.store(LimitedCalls(after: call))
      let id = EditID()
      store.submit(.edit(try await calendar.edit(in: store)), as: id)
      _ = await store.flush()
      if try calendar.texts.count == 2, try calendar.texts["s.ics"] == calendar.originalTexts["s.ics"] {
        return calendar
      }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  @Test func readOnlyEarlierPartLeavesNoLaterPart() async throws {
    let calendar = try SeriesCalendar(Self.name, in: .folder)
    #expect(chmod(calendar.folder.path("home/s.ics"), 0o444) == 0)
    for _ in 0..<3 {
      let store = calendar.store()
      let edit = try await calendar.edit(in: store)
      await #expect(throws: StoreError.self) { try await store.perform(.edit(edit), waiting: .zero) }
      #expect(try calendar.texts == calendar.originalTexts)
    }
    // In a window, both changes stay in memory and are saved once the file is writable.
    let store = calendar.store()
    store.submit(.edit(try await calendar.edit(in: store)), as: EditID())
    #expect(await !store.flush().isEmpty)
    #expect(try calendar.texts == calendar.originalTexts)
    #expect(chmod(calendar.folder.path("home/s.ics"), 0o644) == 0)
    #expect(await store.flush().isEmpty)
    #expect(try calendar.instants == calendar.example.details.instants?.sorted())
  }

  @Test func splitThatACommandCannotCompleteIsWithdrawn() async throws {
    let calendar = try SeriesCalendar(Self.name, in: .folder)
    let store = calendar.store(CallsThatCannotReplace(name: "s.ics"))
    let edit = try await calendar.edit(in: store)
    await #expect(throws: StoreError.self) { try await store.perform(.edit(edit), waiting: .zero) }
    #expect(try calendar.texts == calendar.originalTexts)
    #expect(await store.flush().isEmpty)
  }

  @Test(arguments: ["s", "new@handspan"], EventEdit.Scope.allCases)
  func interruptedSplitIsFoundAfterAnEditOfEitherPart(uid: String, scope: EventEdit.Scope) async throws {
    let calendar = try await interruptedSplit()
    let store = calendar.store()
    let events = await store.open([calendar.calendar.path]).events
    let target = try #require(events.first { $0.id.uid.text == uid })
    let start = target.times.start
    // The second occurrence of the part.
    let occurrence = start.with(wall: start.wall.adding(days: 1))
    let times = EventTimes(
      start: occurrence, end: .time(start.with(wall: occurrence.wall.adding(minutes: 45))))
    try await store.perform(
      .edit(
        EventEdit(target: target.id, originalStart: occurrence, scope: scope, change: .resizeEnd(times))))
    let splits = await store.interruptedSplits()
    // Splitting the earlier part at an earlier occurrence shortens it, so it no longer overlaps the later
    // part.
    let isRepaired = uid == "s" && scope == .thisAndFollowing
    #expect(splits.isEmpty == isRepaired)
    for split in splits { try await store.perform(.edit(split.completion)) }
    #expect(await store.interruptedSplits().isEmpty)
  }

  /// Anyone who knows the UID of a series can send a file that names it.
  @Test func fileThatOnlyClaimsToBeALaterPartIsNotRecognized() async throws {
    let calendar = try await interruptedSplit()
    let copy = try SeriesCalendar(Self.name, in: .folder)
    try copy.folder.write(try #require(calendar.texts["new.ics"]), to: "home/new.ics")
    let store = copy.store()
    await store.open([copy.calendar.path])
    #expect(await store.interruptedSplits().isEmpty, "the split was not recorded here")
    // Nor is a later part in a different calendar.
    let otherStore = calendar.store()
    await otherStore.open(try calendar.texts.keys.sorted().map { calendar.folder.path("home/\($0)") })
    #expect(await otherStore.interruptedSplits().isEmpty)
  }

  @Test func recordedSeriesIsNotRecognizedWithoutItsOwnMark() async throws {
    let calendar = try await interruptedSplit()
    let text = try #require(calendar.texts["new.ics"])
    for name in ["RELATED-TO", "X-HANDSPAN-SPLIT-AFTER"] {
      let lines = text.components(separatedBy: "\r\n").filter { !$0.hasPrefix(name) }
      try calendar.folder.write(lines.joined(separator: "\r\n"), to: "home/new.ics")
      let store = calendar.store()
      await store.open([calendar.calendar.path])
      #expect(await store.interruptedSplits().isEmpty, "without \(name)")
    }
  }

  @Test func recordOfACompleteSplitIsForgotten() async throws {
    let calendar = try await interruptedSplit()
    func recordCount() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: calendar.folder.path("state/splits")).count) ?? 0
    }
    let store = calendar.store()
    await store.open([calendar.calendar.path])
    await store.forgetFinishedSplits()
    #expect(recordCount() == 1)
    let split = try #require(await store.interruptedSplits().first)
    try await store.perform(.edit(split.completion))
    #expect(recordCount() == 1)
    await store.forgetFinishedSplits()
    #expect(recordCount() == 0)
    // A command forgets a split as soon as it is complete.
    let other = try SeriesCalendar(Self.name, in: .folder)
    let otherStore = other.store()
    try await otherStore.perform(.edit(other.edit(in: otherStore)), waiting: .zero)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder.path("state/splits")).isEmpty)
  }

  /// Without a record, not even the files are read for marks, however many they have.
  @Test func marksCostNothingWithoutARecord() async throws {
    let calendar = try SeriesCalendar(Self.name, in: .folder)
    for number in 0..<200 {
      try calendar.folder.write(
        Samples.calendar(
          Samples.event(
            uid: "part\(number)",
            more: ["RELATED-TO;RELTYPE=SIBLING:s", "X-HANDSPAN-SPLIT-AFTER:99999"])),
        to: "home/part\(number).ics")
    }
    let store = calendar.store()
    await store.open([calendar.calendar.path])
    #expect(await store.interruptedSplits().isEmpty)
    #expect(await store.examinedSplitCount == 0)
  }

  @Test(arguments: ["-1", "9223372036854775807", "99999999999999999999", "many", ""])
  func invalidNumberOfDatesIsIgnored(number: String) async throws {
    let calendar = try await interruptedSplit()
    let text = try #require(calendar.texts["new.ics"])
    #expect(text.contains("X-HANDSPAN-SPLIT-AFTER:2\r\n"))
    try calendar.folder.write(
      text.replacing("SPLIT-AFTER:2", with: "SPLIT-AFTER:\(number)"), to: "home/new.ics")
    let store = calendar.store()
    await store.open([calendar.calendar.path])
    #expect(await store.interruptedSplits().isEmpty)
  }

  @Test func siblingSeriesWrittenByOtherProgramsAreNotReported() async throws {
    let calendar = try SeriesCalendar(Self.name, in: .folder)
    try calendar.folder.write(
      Samples.calendar([
        "BEGIN:VEVENT", "UID:other", "DTSTAMP:20260101T000000Z", "RELATED-TO;RELTYPE=SIBLING:s",
        "DTSTART;TZID=Europe/Berlin:20260303T100000", "RRULE:FREQ=DAILY;COUNT=4", "END:VEVENT",
      ]), to: "home/other.ics")
    let store = calendar.store()
    await store.open([calendar.calendar.path])
    #expect(await store.interruptedSplits().isEmpty)
  }
}

/// Saving while another process removes leftover temporary files, as `CalendarFiles.sweep` does.
@Suite struct SweptTemporaryFileTests {
  /// Removes the first `count` temporary files as soon as they are created, before they can be locked.
  private final class SweepingCalls: FileCalls {
    private let remainingCount: Mutex<Int>
    private let system = SystemCalls()

    init(count: Int) { remainingCount = Mutex(count) }

    func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
      let file = system.create(name, in: folder, mode: mode)
      let isSwept = remainingCount.withLock { count in
        count -= 1
        return count >= 0
      }
      if isSwept { _ = system.remove(name, in: folder) }
      return file
    }
  }

  @Test func sweptFileIsCreatedAgain() throws {
    let folder = TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a.ics")
    let files = CalendarFiles(calls: SweepingCalls(count: 3))
    let path = FilePath(resolved: ByteString(folder.path("a.ics")), displayPath: "a.ics")
    let stamp = try files.read(path).stamp
    _ = try files.replace(path, with: Array("new".utf8), expected: stamp)
    #expect(try folder.text("a.ics") == "new")
  }

  @Test func endlessSweepingIsReportedAsAnotherWriter() throws {
    let folder = TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a.ics")
    let files = CalendarFiles(calls: SweepingCalls(count: .max))
    let path = FilePath(resolved: ByteString(folder.path("a.ics")), displayPath: "a.ics")
    let stamp = try files.read(path).stamp
    #expect(throws: FileFault.beingWritten) {
      try files.replace(path, with: Array("new".utf8), expected: stamp)
    }
    #expect(try folder.text("a.ics") == "old")
  }
}

/// Lets all calls succeed except those that replace one file.
private final class CallsThatCannotReplace: FileCalls {
  private let name: ByteString
  private let system = SystemCalls()

  init(name: String) { self.name = ByteString(name) }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    other == self.name ? -EIO : system.exchange(name, with: other, in: folder)
  }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    target == self.name ? -EIO : system.rename(name, to: target, in: folder, noReplace: noReplace)
  }
}
