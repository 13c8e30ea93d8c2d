import CalendarModel
import Foundation
import TestExtent
import Testing

@testable import CalendarStore

/// Compiled zone files of the database, and invalid ones that no compiler would write.
@Suite struct ZoneFileTests {
  private static let folder = "/usr/share/zoneinfo"
  private static let hasDatabase = FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")

  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(SystemFile.bytes("\(Self.folder)/\(name)"))
  }

  /// Returns a zone file, by default of version 2, with changes at the given moments, each to the type with
  /// the given index.
  private func file(
    moments: [Int64], types: [UInt8], offsets: [Int32], footer: String, version: Character = "2"
  ) -> [UInt8] {
    func bigEndianBytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian, Array.init)
    }
    func header(_ times: Int, _ types: Int, _ characters: Int) -> [UInt8] {
      Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
        + [0, 0, 0, times, types, characters].flatMap { bigEndianBytes(Int32($0)) }
    }
    // The first block is empty except for the one required type.
    var bytes = header(0, 1, 4) + [UInt8](repeating: 0, count: 10)
    bytes += header(moments.count, offsets.count, 4) + moments.flatMap(bigEndianBytes) + types
    bytes += offsets.flatMap { bigEndianBytes($0) + [0, 0] }
    return bytes + Array("XXX\0\n\(footer)\n".utf8)
  }

  private func parseError(_ bytes: [UInt8]) -> ZoneFile.ParseError? {
    do throws(ZoneFile.ParseError) {
      _ = try ZoneFile(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func zoneFilesAreRead() throws {
    let file = try ZoneFile(
      file(
        moments: [-100, 1_000], types: [1, 0], offsets: [3_600, 7_200], footer: "IST-1GMT0,M10.5.0,M3.5.0/1"))
    #expect(file.initialOffset == 3_600)
    #expect(file.transitions.map(\.seconds) == [-100, 1_000])
    #expect(file.transitions.map(\.offset) == [7_200, 3_600])
    #expect(file.rule?.standardOffset == 3_600)
    #expect(file.rule?.daylight?.offset == 0)
  }

  /// RFC 9636 3.2: without changes, the rule holds at all times.
  @Test func ruleWithoutChangesHoldsAtAllTimes() throws {
    let file = try ZoneFile(file(moments: [], types: [], offsets: [0], footer: "XXX-2"))
    #expect(SystemZoneRules(file).offset(at: Instant(seconds: -1_000_000_000)) == 7_200)
    #expect(SystemZoneRules(file).offset(at: Instant(seconds: 1_000_000_000)) == 7_200)
  }

  @Test func lastOffsetHoldsIfThereIsNoRule() throws {
    let file = try ZoneFile(file(moments: [1_000], types: [1], offsets: [0, 5_400], footer: ""))
    #expect(SystemZoneRules(file).offset(at: Instant(seconds: 9_000_000_000)) == 5_400)
  }

  @Test(arguments: [Int64.min, -1 << 59, Int64.max])
  func extremeChangeTimesDoNotTrap(moment: Int64) throws {
    let file = try ZoneFile(file(moments: [moment], types: [1], offsets: [0, 5_400], footer: "XXX-1"))
    #expect(SystemZoneRules(file).offset(at: Instant(seconds: 0)) == (moment < 0 ? 3_600 : 0))
  }

  @Test func everyTruncatedFileIsRefused() throws {
    guard Self.hasDatabase else { return }
    let validBytes = try bytes("Europe/Dublin")
    #expect(parseError(validBytes) == nil)
    for count in 0..<validBytes.count {
      #expect(parseError(Array(validBytes[..<count])) != nil, "\(count) bytes were accepted")
    }
  }

  @Test func impossibleValuesAreRefused() {
    #expect(parseError([]) == .notAZoneFile)
    #expect(parseError(Array("TZsomething else that is long enough for a header".utf8)) == .notAZoneFile)
    #expect(parseError(file(moments: [1], types: [2], offsets: [0, 0], footer: "")) == .malformed)
    #expect(parseError(file(moments: [2, 1], types: [0, 0], offsets: [0], footer: "")) == .malformed)
    #expect(parseError(file(moments: [1, 1], types: [0, 0], offsets: [0], footer: "")) == .malformed)
    #expect(parseError(file(moments: [1], types: [0], offsets: [86_400], footer: "")) == .malformed)
    #expect(parseError(file(moments: [1], types: [0], offsets: [Int32.min], footer: "")) == .malformed)
    #expect(parseError(file(moments: [], types: [], offsets: [], footer: "")) == .malformed)
    #expect(parseError(file(moments: [], types: [], offsets: [0], footer: "nonsense")) == .malformed)
    #expect(parseError(file(moments: [], types: [], offsets: [0], footer: "", version: "x")) == .malformed)
    // With these counts, the contents would exceed the available memory.
    var bytes = file(moments: [], types: [], offsets: [0], footer: "")
    for index in 20..<44 { bytes[index] = 0x7F }
    #expect(parseError(bytes) == .truncated)
  }

  @Test func randomBytesDoNotTrap() throws {
    guard Self.hasDatabase else { return }
    let validBytes = try bytes("America/New_York")
    var random = SeededRandom(seed: TestExtent.seed(11))
    for _ in 0..<TestExtent.count(5_000) {
      var bytes = validBytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Most of the changed bytes are in the header or at the end, where a change has the most effect.
        let ranges = [0..<44, max(0, bytes.count - 30)..<bytes.count, 0..<bytes.count]
        let index = Int.random(in: ranges.randomElement(using: &random) ?? 0..<44, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      guard let file = try? ZoneFile(bytes) else { continue }
      let rules = SystemZoneRules(file)
      for seconds in [Int.min, -1 << 40, 0, 4_000_000_000, 1 << 40, Int.max] {
        #expect(abs(rules.offset(at: Instant(seconds: seconds))) < 86_400)
      }
    }
  }

  /// The times in the files in `right` count leap seconds.
  @Test func leapSecondsAreNotCounted() throws {
    guard FileManager.default.fileExists(atPath: Self.folder + "/right/Europe/Berlin") else { return }
    // The range ends in 2025, because such a file ends where further leap seconds are not yet known.
    let range = Instant(seconds: -2_208_988_800)..<Instant(seconds: 1_735_689_600)
    let right = SystemZoneRules(try ZoneFile(bytes("right/Europe/Berlin"))).transitions(in: range)
    let plain = SystemZoneRules(try ZoneFile(bytes("Europe/Berlin"))).transitions(in: range)
    #expect(right.transitions == plain.transitions && right.initialOffset == plain.initialOffset)
    #expect(plain.transitions.count > 100)
  }
}

/// Rules as in POSIX's TZ, with the extensions of RFC 9636.
@Suite struct PosixZoneRuleTests {
  private func changes(_ text: String, _ year: Int) throws -> [String] {
    let rule = try #require(PosixZoneRule(text.utf8))
    return rule.transitions(in: year).map { "\(WallTime(seconds: $0.seconds)) \($0.offset)" }
  }

  @Test func allDateFormsAreRead() throws {
    #expect(
      try changes("CET-1CEST,M3.5.0,M10.5.0/3", 2026) == [
        "2026-03-29T01:00:00 7200", "2026-10-25T01:00:00 3600",
      ])
    // In leap years, J60 is March 1, because J does not count February 29; 59 without J is February 29.
    #expect(
      try changes("AAA0BBB,J60/0,59/0:30:15", 2024)
        == ["2024-02-28T23:30:15 0", "2024-03-01T00:00:00 3600"])
    #expect(
      try changes("AAA0BBB,J60/0,59/0:30:15", 2025) == ["2025-02-28T23:30:15 0", "2025-03-01T00:00:00 3600"])
    #expect(try changes("AAA0BBB,J365/0,0/1", 2024) == ["2024-01-01T00:00:00 0", "2024-12-31T00:00:00 3600"])
  }

  /// RFC 9636 gives the rule of Nuuk as an example: in spring, the clocks change on the day before the last Sunday.
  @Test func timesMayBeUpToAWeekFromTheirDay() throws {
    #expect(
      try changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026) == [
        "2026-03-29T01:00:00 -3600", "2026-10-25T01:00:00 -7200",
      ])
    #expect(
      try changes("IST-2IDT,M3.4.4/26,M10.5.0", 2026) == [
        "2026-03-27T00:00:00 10800", "2026-10-24T23:00:00 7200",
      ])
    #expect(PosixZoneRule("AAA0BBB,M3.5.0/167,M10.5.0/-167".utf8) != nil)
  }

  /// Ireland: standard time in summer, and daylight saving time that is behind it in winter.
  @Test func daylightSavingTimeMayBeBehindStandardTime() throws {
    #expect(
      try changes("IST-1GMT0,M10.5.0,M3.5.0/1", 2039) == [
        "2039-03-27T01:00:00 3600", "2039-10-30T01:00:00 0",
      ])
  }

  /// RFC 9636 3.3.1.
  @Test func endlessDaylightSavingTimeCausesNoChanges() throws {
    let rule = try #require(PosixZoneRule("XXX3EDT4,0/0,J365/23".utf8))
    #expect(rule == PosixZoneRule("EDT4".utf8))
  }

  @Test(arguments: [
    ("EST5", -18_000), ("<+0330>-3:30", 12_600), ("AAA+01:02:03", -3_723), ("AAA23", -82_800),
  ])
  func positiveOffsetsAreWestOfGreenwich(text: String, offset: Int) {
    #expect(PosixZoneRule(text.utf8)?.standardOffset == offset)
  }

  @Test(arguments: [
    "", "E", "EST", "EST24", "EST-23EDT", "EST5E", "EST5:60", "<+0>1", "<+03-3", "EST5EDT,M3.2.0",
    "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J365", "EST5EDT,366,1", "EST5EDT,1/168,2",
    "EST5EDT,1,2,", "EST5EDT,1,2 ", "Europe/Berlin", "EST5\0", "EST5EDT;1,2",
  ])
  func invalidRulesAreRefused(text: String) {
    #expect(PosixZoneRule(text.utf8) == nil)
  }
}
