/// Decides when the contents of a file are a complete new version rather than part of one that another
/// program is still writing.
///
/// It has no access to a clock or to files; observations and their times are passed to it. Call `judge` at
/// each check as long as the verdict is `wait`, then discard this value.
struct WriteSettling: Hashable, Sendable {
  /// Whether another program has the file open for writing.
  enum Writer: Hashable, Sendable {
    case none, present
    /// The file system cannot detect writers.
    case unknown
  }

  /// The state of a file at one check.
  struct Observation: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int
    var modificationTime: FileTime
    /// The hash of the contents.
    var hash: Int
    /// Whether the last VCALENDAR has its END line.
    var hasEndLine: Bool
    /// The number of complete VCALENDARs.
    var calendarCount: Int
  }

  /// The version that was adopted last.
  struct AdoptedVersion: Hashable, Sendable {
    /// The file's identity; nil if the version is not on disk.
    var identity: FileIdentity?
    /// The number of complete VCALENDARs.
    var calendarCount: Int
  }

  enum Verdict: Hashable, Sendable {
    /// The contents are a complete new version.
    case adopt
    /// The contents may be incomplete. Check again at this time, or when a writer closes the file.
    case wait(until: ContinuousClock.Instant)
    /// The file is truncated, and no program is writing to it.
    case damaged
  }

  /// How long a file has to stay unchanged to count as complete, if the file system cannot detect writers.
  static let quietPeriod = Duration.seconds(2)
  /// How long a file may stay incomplete without a writer before it counts as damaged.
  static let timeout = Duration.seconds(10)
  /// The interval between checks while there is a writer. Usually, even before the next check, the watcher
  /// reports that the writer has closed the file.
  static let checkInterval = Duration.seconds(1)

  /// The observation at the last check.
  private var lastObservation: Observation?
  /// The time since which the contents have been unchanged.
  private var unchangedSince: ContinuousClock.Instant?
  /// The time since which the contents have been unchanged and no writer has been present.
  private var withoutWriterSince: ContinuousClock.Instant?
  /// The time of the first check.
  private var firstCheck: ContinuousClock.Instant?
  /// Whether a program was writing, or may have been writing, at the last check.
  private(set) var mayHaveWriter = false

  /// Decides what to do with the observed contents.
  ///
  /// - Parameters:
  ///   - observation: the file's contents and attributes.
  ///   - writer: whether another program had the file open for writing while Handspan read it.
  ///   - adopted: the version that was adopted last; nil if there is none.
  ///   - age: the time since the file's modification; nil if its timestamp cannot be compared with this
  ///     machine's clock.
  ///   - now: the time of the check.
  mutating func judge(
    _ observation: Observation, writer: Writer, adopted: AdoptedVersion?, age: Duration?,
    now: ContinuousClock.Instant
  ) -> Verdict {
    if firstCheck == nil { firstCheck = now }
    if observation != lastObservation {
      let start = lastObservation == nil ? now - max(.zero, age ?? .zero) : now
      (lastObservation, unchangedSince, withoutWriterSince) = (observation, start, start)
    }
    if writer == .present { withoutWriterSince = now }
    let unchangedFor = now - (unchangedSince ?? now)
    let withoutWriterFor = now - (withoutWriterSince ?? now)
    mayHaveWriter = writer == .present || (writer == .unknown && unchangedFor < Self.quietPeriod)

    // A program that writes a temporary file renames it only once the contents are complete.
    let isDifferentFile = adopted?.identity != observation.identity
    let isComplete = observation.hasEndLine && observation.calendarCount >= (adopted?.calendarCount ?? 0)
    switch writer {
    case .present:
      // Either the program that renamed the file has not closed it yet, or another program is already
      // overwriting it. In the second case, the file only looks complete, because it still ends with the old
      // contents. A newly opened file is shown sooner than a new version of an open file.
      if isDifferentFile, isComplete, unchangedFor >= (adopted == nil ? Self.quietPeriod : Self.timeout) {
        return .adopt
      }
      return .wait(until: now + Self.checkInterval)
    case .none:
      if observation.hasEndLine { return .adopt }
    case .unknown:
      if isDifferentFile, isComplete { return .adopt }
      if unchangedFor < Self.quietPeriod { return .wait(until: now + (Self.quietPeriod - unchangedFor)) }
      if observation.hasEndLine { return .adopt }
    }
    return withoutWriterFor < Self.timeout
      ? .wait(until: now + (Self.timeout - withoutWriterFor)) : .damaged
  }

  /// Returns the time since the first check.
  func elapsed(until now: ContinuousClock.Instant) -> Duration { firstCheck.map { now - $0 } ?? .zero }
}
