/// Decides when the contents of a file are a complete new version, and not a part of what another program is
/// still writing.
///
/// A value without a clock or disk access: it is given the observations and their times. Call `judge` at
/// every check until it returns `take`; then discard the value.
struct WriteSettling: Hashable, Sendable {
  /// Whether another program has the file open for writing.
  enum Writer: Hashable, Sendable {
    case none, present
    /// The file system does not tell.
    case unknown
  }

  /// An observation of a file.
  struct Sighting: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int
    var modified: FileTime
    /// The hash of the contents.
    var hash: Int
    /// Whether the last VCALENDAR has its END.
    var isClosed: Bool
    /// The number of complete VCALENDARs.
    var calendarCount: Int
  }

  /// The version that was adopted last.
  struct Known: Hashable, Sendable {
    /// Nil if it is not on disk.
    var identity: FileIdentity?
    var calendarCount: Int
  }

  enum Verdict: Hashable, Sendable {
    /// The contents are a complete new version.
    case take
    /// They may be incomplete: check again by then, or when a writer closes the file.
    case wait(until: ContinuousClock.Instant)
    /// The file is truncated, and no program is writing the rest.
    case damaged
  }

  /// How long a file has to stay unchanged if the file system does not tell whether it is open for writing.
  static let quiet = Duration.seconds(2)
  /// How long a truncated file may stay incomplete without a writer.
  static let patience = Duration.seconds(10)
  /// How soon to check again while there is a writer; the watcher usually reports earlier that it closed the
  /// file.
  static let interval = Duration.seconds(1)

  private var last: Sighting?
  /// Since when the contents have been the same.
  private var unchanged: ContinuousClock.Instant?
  /// Since when they have also had no writer.
  private var unattended: ContinuousClock.Instant?
  /// The time of the first check.
  private var first: ContinuousClock.Instant?
  /// Whether a program was writing, or may have been, at the last check.
  private(set) var isAttended = false

  /// Judges an observation.
  ///
  /// - Parameters:
  ///   - sighting: the file's contents and attributes.
  ///   - writer: whether another program had it open for writing while it was read.
  ///   - known: the version that was adopted last; nil if there is none.
  ///   - age: the time since its modification; nil if its clock cannot be compared.
  ///   - now: the time of the check.
  mutating func judge(
    _ sighting: Sighting, writer: Writer, known: Known?, age: Duration?, now: ContinuousClock.Instant
  ) -> Verdict {
    if first == nil { first = now }
    if sighting != last {
      let start = last == nil ? now - max(.zero, age ?? .zero) : now
      (last, unchanged, unattended) = (sighting, start, start)
    }
    if writer == .present { unattended = now }
    let unchangedFor = now - (unchanged ?? now)
    let unattendedFor = now - (unattended ?? now)
    isAttended = writer == .present || (writer == .unknown && unchangedFor < Self.quiet)

    // A program that writes under another name does not rename the file before it is complete.
    let isAnother = known?.identity != sighting.identity
    let isWhole = sighting.isClosed && sighting.calendarCount >= (known?.calendarCount ?? 0)
    switch writer {
    case .present:
      // The program that renamed the file may just not have closed it yet. Or another program is already
      // overwriting it from the start, in which case the end of the old contents makes it look complete. A
      // file of which nothing is known yet is shown sooner.
      if isAnother, isWhole, unchangedFor >= (known == nil ? Self.quiet : Self.patience) { return .take }
      return .wait(until: now + Self.interval)
    case .none:
      if sighting.isClosed { return .take }
    case .unknown:
      if isAnother, isWhole { return .take }
      if unchangedFor < Self.quiet { return .wait(until: now + (Self.quiet - unchangedFor)) }
      if sighting.isClosed { return .take }
    }
    return unattendedFor < Self.patience
      ? .wait(until: now + (Self.patience - unattendedFor)) : .damaged
  }

  /// The time since the first check.
  func waited(until now: ContinuousClock.Instant) -> Duration { first.map { now - $0 } ?? .zero }
}
