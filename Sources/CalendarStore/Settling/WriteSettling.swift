/// Decides when the contents of a file are a complete new version, and not a part of what another program is still
/// writing.
///
/// A value without a clock or a disk: it is told what was seen, and when. `judge` is called at every look until it
/// answers `take`; then the value is thrown away.
struct WriteSettling: Hashable, Sendable {
  /// Whether another program has the file open for writing.
  enum Writer: Hashable, Sendable {
    case none, present
    /// The file system does not tell.
    case unknown
  }

  /// What was seen of a file.
  struct Sighting: Hashable, Sendable {
    var identity: FileIdentity
    var size: Int
    var modified: FileTime
    /// Of the contents.
    var hash: Int
    /// Whether the last VCALENDAR has its END.
    var isClosed: Bool
    /// How many VCALENDARs are whole.
    var calendarCount: Int
  }

  /// The version that was taken last.
  struct Known: Hashable, Sendable {
    /// Nil if it is not on the disk.
    var identity: FileIdentity?
    var calendarCount: Int
  }

  enum Verdict: Hashable, Sendable {
    /// It is the new version.
    case take
    /// It may be half of one: look again by then, or when a writer closes the file.
    case wait(until: ContinuousClock.Instant)
    /// It was cut off, and nobody is there to write the rest.
    case damaged
  }

  /// How long a file has to stay as it is where nobody can tell whether it is open for writing.
  static let quiet = Duration.seconds(2)
  /// How long what is cut off may wait for its rest without a writer.
  static let patience = Duration.seconds(10)
  /// How soon to look again while there is a writer: that it closes the file is usually told sooner.
  static let interval = Duration.seconds(1)

  private var last: Sighting?
  /// Since when it is as it was seen last.
  private var unchanged: ContinuousClock.Instant?
  /// Since when it is so without a writer.
  private var unattended: ContinuousClock.Instant?
  /// When it was looked at first.
  private var first: ContinuousClock.Instant?
  /// Whether somebody was, or may have been, writing when it was looked at last.
  private(set) var isAttended = false

  /// Judges what was seen.
  ///
  /// - Parameters:
  ///   - sighting: what the file is like.
  ///   - writer: whether somebody had it open for writing while it was read.
  ///   - known: the version that was taken last; nil if none ever was.
  ///   - age: how long ago it was written by its own account; nil where clocks cannot be compared.
  ///   - now: the time of the look.
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

    // Nobody writes to a file under another name and then renames it before it is whole.
    let isAnother = known?.identity != sighting.identity
    let isWhole = sighting.isClosed && sighting.calendarCount >= (known?.calendarCount ?? 0)
    switch writer {
    case .present:
      // Whoever renamed it may just not have closed it yet, or somebody else is already writing over it from the start:
      // then the end of the old text makes it look whole. Of a file of which nothing is known yet that is shown sooner.
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

  /// How long it has been waited for.
  func waited(until now: ContinuousClock.Instant) -> Duration { first.map { now - $0 } ?? .zero }
}
