import Testing

@testable import CalendarStore

/// When a file's contents count as its new version. The tests need neither a disk nor a clock.
@Suite struct WriteSettlingTests {
  typealias Writer = WriteSettling.Writer
  typealias Verdict = WriteSettling.Verdict

  static let start = ContinuousClock.now
  static let adoptedVersion = WriteSettling.AdoptedVersion(
    identity: FileIdentity(device: 1, inode: 1), calendarCount: 1)

  static func observation(
    inode: UInt = 1, hash: Int = 2, hasEndLine: Bool = true, count: Int = 1
  ) -> WriteSettling.Observation {
    WriteSettling.Observation(
      identity: FileIdentity(device: 1, inode: inode), size: 100,
      modificationTime: FileTime(seconds: 0, nanoseconds: 0), hash: hash, hasEndLine: hasEndLine,
      calendarCount: hasEndLine ? count : count - 1)
  }

  /// A file that is observed several times without a change.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inode: UInt = 1
    var hasEndLine = true
    /// The number of VCALENDARs that begin in the file.
    var count = 1
    /// The number of VCALENDARs in the previously adopted version.
    var knownCount = 1
    let writer: Writer
    /// The expected verdicts, each with its time in seconds after the first observation.
    let verdicts: [(Double, Expected)]

    enum Expected: Equatable, Sendable { case adopt, damaged, wait(until: Double) }
  }

  static let cases = [
    Case(testDescription: "renamed", inode: 2, writer: .none, verdicts: [(0, .adopt)]),
    Case(
      testDescription: "renamed and still open: accepted after ten seconds", inode: 2, writer: .present,
      verdicts: [
        (0, .wait(until: 1)), (1.5, .wait(until: 2.5)), (3, .wait(until: 4)), (9.5, .wait(until: 10.5)),
        (10, .adopt),
      ]),
    Case(
      testDescription: "renamed where there are no leases", inode: 2, writer: .unknown,
      verdicts: [(0, .adopt)]
    ),
    Case(testDescription: "written in place and closed", writer: .none, verdicts: [(0, .adopt)]),
    Case(
      testDescription: "written in place and still open", writer: .present,
      verdicts: [(0, .wait(until: 1)), (3, .wait(until: 4)), (60, .wait(until: 61))]),
    Case(
      testDescription: "written in place, writer unknown", writer: .unknown,
      verdicts: [(0, .wait(until: 2)), (1.5, .wait(until: 2)), (2, .adopt)]),
    Case(
      testDescription: "truncated and closed", hasEndLine: false, writer: .none,
      verdicts: [(0, .wait(until: 10)), (9, .wait(until: 10)), (10, .damaged)]),
    Case(
      testDescription: "truncated and still open", hasEndLine: false, writer: .present,
      verdicts: [(0, .wait(until: 1)), (60, .wait(until: 61))]),
    Case(
      testDescription: "truncated, writer unknown", hasEndLine: false, writer: .unknown,
      verdicts: [(0, .wait(until: 2)), (2, .wait(until: 10)), (10, .damaged)]),
    Case(
      testDescription: "a new file, truncated and still open", inode: 2, hasEndLine: false, writer: .present,
      verdicts: [(0, .wait(until: 1)), (60, .wait(until: 61))]),
    Case(
      testDescription: "a new file, truncated", inode: 2, hasEndLine: false, writer: .none,
      verdicts: [(0, .wait(until: 10)), (10, .damaged)]),
    Case(
      testDescription: "a stream shortened from three calendars to one, still open", inode: 2, knownCount: 3,
      writer: .present,
      verdicts: [(0, .wait(until: 1)), (60, .wait(until: 61))]),
    Case(
      testDescription: "a stream shortened from three calendars to one, closed", knownCount: 3, writer: .none,
      verdicts: [(0, .adopt)]),
    Case(
      testDescription: "a stream shortened from three calendars to one, writer unknown", inode: 2,
      knownCount: 3,
      writer: .unknown, verdicts: [(0, .wait(until: 2)), (2, .adopt)]),
  ]

  @Test(arguments: cases) func observedFilesGetTheExpectedVerdicts(_ test: Case) {
    var settling = WriteSettling()
    let adoptedVersion = WriteSettling.AdoptedVersion(
      identity: FileIdentity(device: 1, inode: 1), calendarCount: test.knownCount)
    let observation = Self.observation(inode: test.inode, hasEndLine: test.hasEndLine, count: test.count)
    for (seconds, expected) in test.verdicts {
      let now = Self.start + .seconds(seconds)
      let verdict = settling.judge(
        observation, writer: test.writer, adopted: adoptedVersion, age: nil, now: now)
      let expectedVerdict: Verdict =
        switch expected {
        case .adopt: .adopt
        case .damaged: .damaged
        case .wait(let until): .wait(until: Self.start + .seconds(until))
        }
      #expect(verdict == expectedVerdict, "after \(seconds) s")
    }
  }

  @Test func everyChangeRestartsTheWait() {
    var settling = WriteSettling()
    func judge(_ seconds: Double, hash: Int, hasEndLine: Bool = true) -> Verdict {
      settling.judge(
        Self.observation(hash: hash, hasEndLine: hasEndLine), writer: .unknown, adopted: Self.adoptedVersion,
        age: nil,
        now: Self.start + .seconds(seconds))
    }
    #expect(judge(0, hash: 1) == .wait(until: Self.start + .seconds(2)))
    #expect(judge(1.5, hash: 2) == .wait(until: Self.start + .seconds(3.5)))
    #expect(judge(3.25, hash: 3, hasEndLine: false) == .wait(until: Self.start + .seconds(5.25)))
    #expect(judge(13, hash: 3, hasEndLine: false) == .wait(until: Self.start + .seconds(13.25)))
    #expect(judge(13.25, hash: 3, hasEndLine: false) == .damaged)
  }

  @Test func tenSecondsBeginWhenTheWriterIsGone() {
    var settling = WriteSettling()
    func judge(_ seconds: Double, _ writer: Writer) -> Verdict {
      settling.judge(
        Self.observation(hasEndLine: false), writer: writer, adopted: Self.adoptedVersion, age: nil,
        now: Self.start + .seconds(seconds))
    }
    #expect(judge(0, .none) == .wait(until: Self.start + .seconds(10)))
    #expect(judge(9, .present) == .wait(until: Self.start + .seconds(10)))
    #expect(judge(11, .none) == .wait(until: Self.start + .seconds(19)))
    #expect(judge(19, .none) == .damaged)
  }

  /// Verdicts on a file that is opened for the first time, by the time since it was written.
  @Test(arguments: [
    (true, Writer.none, 0.0, Verdict.adopt), (true, .unknown, 0, .adopt),
    (true, .present, 1, .wait(until: start + .seconds(1))), (true, .present, 2, .adopt),
    (false, .present, 3_600, .wait(until: start + .seconds(1))),
    (false, .none, 4, .wait(until: start + .seconds(6))), (false, .none, 10, .damaged),
    (false, .none, -3_600, .wait(until: start + .seconds(10))),
  ]) func firstVerdictDependsOnTheFileAge(hasEndLine: Bool, writer: Writer, age: Double, verdict: Verdict) {
    var settling = WriteSettling()
    #expect(
      settling.judge(
        Self.observation(hasEndLine: hasEndLine), writer: writer, adopted: nil, age: .seconds(age),
        now: Self.start)
        == verdict)
  }
}
