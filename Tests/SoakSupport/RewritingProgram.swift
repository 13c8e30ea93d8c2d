import Glibc
import TestExtent

/// The changes that the other program made, and the changes that were missing later.
package struct OtherReport: Codable, Sendable {
  /// The other program's events, as it last wrote them.
  package var events: [String: PlainEvent] = [:]
  /// The X-OTHER values of Handspan's events.
  package var counters: [String: Int] = [:]
  package var deleted: Set<String> = []
  /// The number of rewrites by method.
  package var rewrites: [String: Int] = [:]
  /// The number of rewrites during which the name was given to a different file.
  package var replacedDuringRewrite = 0
  /// Starts written by Handspan that the other program overwrote by a rename, each as UID and DTSTART.
  package var overwritten: Set<[String]> = []
  /// The other program's events that were missing or outdated for longer than `gracePeriod`.
  package var missing: [PlainEvent] = []
  /// The other program's changes to X-OTHER that were missing for longer than `gracePeriod`: UID, written
  /// value and found value.
  package var lostCounters: [[String]] = []
  /// Events that the other program had deleted and that were back for longer than `gracePeriod`.
  package var reappeared: [String] = []
  /// Torn calendars and other errors.
  package var faults: [String] = []
  /// The longest time for which a written change was invisible, in milliseconds.
  package var longestAbsence = 0
  /// The longest time that a rewrite took, in milliseconds.
  package var longestRewrite = 0

  package init() {}
}

/// Another program that changes a calendar by rewriting its files, with each `RewriteMethod` in turn.
///
/// It adds, changes and deletes events of its own and increments a property of Handspan's events. Before each
/// rewrite, it checks that all its earlier changes are still present.
package struct RewritingProgram<Folder: RewritableFolder & Sendable>: Sendable {
  /// The only file of the calendar; nil for a folder with a file for each event.
  let file: String?
  let folder: Folder
  /// How long a written change may be invisible, in milliseconds. Handspan may have to restore the change
  /// first.
  let gracePeriod: Int
  /// The longest pause within a rewrite, in milliseconds.
  let longestPause: Int
  var random: SeededRandom
  package var report = OtherReport()
  /// The methods that have not been used in this round.
  private var remainingMethods: [RewriteMethod] = []
  /// The number of the last added event.
  private var lastNumber = 1_000

  package init(
    file: String?, in folder: Folder, seed: UInt64, gracePeriod: Int = 60_000, longestPause: Int = 2_500
  ) {
    self.file = file
    self.folder = folder
    self.gracePeriod = gracePeriod
    self.longestPause = longestPause
    random = SeededRandom(seed: seed)
  }

  /// Reads the initial state from the folder.
  package mutating func begin() throws {
    for name in file.map({ [$0] }) ?? folder.names() {
      for event in try PlainCalendar(folder.read(name) ?? []).events { record(event) }
    }
  }

  /// Rewrites or deletes a file once. Does nothing if that is not possible now.
  package mutating func step() throws {
    var changes: [Change] = []
    for _ in 0..<(file == nil ? 1 : 1 + random.below(3)) {
      let change = randomChange()
      if !changes.contains(where: { $0.uid == change.uid }) { changes.append(change) }
    }
    guard let first = changes.first else { return }
    let name = file ?? first.uid + ".ics"
    let oldBytes = settledContents(name)
    if case .delete(let uid) = first, file == nil {
      folder.remove(name)
      return recordDeletion(uid)
    }
    var calendar = PlainCalendar()
    if let oldBytes {
      // The file is torn and could not be restored. A later step tries again.
      guard let completeCalendar = try? PlainCalendar(oldBytes) else { return }
      calendar = completeCalendar
    }
    let changedEvents = changes.compactMap { apply($0, to: &calendar) }
    let newBytes = calendar.bytes
    if remainingMethods.isEmpty { remainingMethods = RewriteMethod.allCases.shuffled(using: &random) }
    let method = remainingMethods.removeLast()
    let pieces = pieces(of: newBytes.count)
    let start = Milliseconds.now
    let outcome = try folder.rewrite(name, from: oldBytes, to: newBytes, method: method, pieces: pieces)
    report.longestRewrite = max(report.longestRewrite, Milliseconds.now - start)
    switch outcome {
    case .changedBefore: return
    case .done(let isReplaced):
      if isReplaced { report.replacedDuringRewrite += 1 }
    case .overwrote(let bytes): recordOverwrite(bytes, overwrittenBy: calendar)
    }
    report.rewrites[method.rawValue, default: 0] += 1
    for event in changedEvents { record(event) }
    for case .delete(let uid) in changes { recordDeletion(uid) }
  }

  /// Records the changes that a rename overwrote.
  private mutating func recordOverwrite(_ bytes: [UInt8], overwrittenBy calendar: PlainCalendar) {
    guard let overwrittenCalendar = try? PlainCalendar(bytes) else {
      return report.faults.append("a rename overwrote a torn file")
    }
    for event in overwrittenCalendar.events
    where calendar.byUID[event.uid]?.first?["DTSTART"] != event["DTSTART"] {
      report.overwritten.insert([event.uid, event["DTSTART"] ?? ""])
    }
  }

  // MARK: Changes

  private enum Change {
    case incrementCounter(String), revise(String), add(String), delete(String)

    var uid: String {
      switch self {
      case .incrementCounter(let uid), .revise(let uid), .add(let uid), .delete(let uid): uid
      }
    }
  }

  private mutating func randomChange() -> Change {
    let (handspanUIDs, otherUIDs) = (report.counters.keys.sorted(), report.events.keys.sorted())
    let choice = random.below(20)
    if choice < 9, !handspanUIDs.isEmpty {
      return .incrementCounter(handspanUIDs[random.below(handspanUIDs.count)])
    }
    if choice < 14, !otherUIDs.isEmpty { return .revise(otherUIDs[random.below(otherUIDs.count)]) }
    if choice < 17 ? otherUIDs.count > 60 : otherUIDs.count > 20 {
      return .delete(otherUIDs[random.below(otherUIDs.count)])
    }
    lastNumber += 1
    return .add("theirs-\(lastNumber)")
  }

  /// Applies a change, and returns the changed event; nil if it was deleted or does not exist.
  private func apply(_ change: Change, to calendar: inout PlainCalendar) -> PlainEvent? {
    let index = calendar.events.firstIndex { $0.uid == change.uid }
    switch change {
    case .incrementCounter:
      guard let index else { return nil }
      calendar.events[index]["X-OTHER"] = "\((report.counters[change.uid] ?? 0) + 1)"
      return calendar.events[index]
    case .revise:
      let revision = report.events[change.uid]?["X-REVISION"].flatMap { Int($0) } ?? 0
      return writeRevision(revision + 1, of: change.uid, at: index, in: &calendar)
    case .add:
      return writeRevision(0, of: change.uid, at: index, in: &calendar)
    case .delete:
      if let index { calendar.events.remove(at: index) }
      return nil
    }
  }

  private func writeRevision(
    _ revision: Int, of uid: String, at index: Int?, in calendar: inout PlainCalendar
  ) -> PlainEvent? {
    guard let number = Int(uid.dropFirst("theirs-".count)) else { return nil }
    let event = SharedEvents.otherEvent(number, revision: revision)
    if let index { calendar.events[index] = event } else { calendar.events.append(event) }
    return event
  }

  private mutating func record(_ event: PlainEvent) {
    if SharedEvents.isHandspanEvent(event.uid) {
      report.counters[event.uid] = event["X-OTHER"].flatMap { Int($0) }
    } else if event.uid.hasPrefix("theirs-") {
      report.events[event.uid] = event
    }
  }

  private mutating func recordDeletion(_ uid: String) {
    report.events[uid] = nil
    report.deleted.insert(uid)
  }

  /// Returns pieces that end anywhere, even within a value, with a pause after each. Occasionally, one of the
  /// pauses is long.
  private mutating func pieces(of count: Int) -> [RewritePiece] {
    let offsets = [0, count] + (0..<random.below(6)).map { _ in random.below(max(count, 1)) }
    let bounds = offsets.sorted()
    var pieces = zip(bounds, bounds.dropFirst()).map {
      RewritePiece(range: $0..<$1, pause: UInt32(random.below(15_000)))
    }
    if random.below(25) == 0, !pieces.isEmpty {
      pieces[random.below(pieces.count)].pause = UInt32(random.below(longestPause * 1_000))
    }
    return pieces
  }

  // MARK: Checks

  /// Returns the contents of a file once all changes written to it are visible. Restores the changes if this
  /// takes longer than `gracePeriod`.
  private mutating func settledContents(_ name: String) -> [UInt8]? {
    let start = Milliseconds.now
    while true {
      let bytes = folder.read(name)
      let result = bytes.map { bytes in Result { try PlainCalendar(bytes) } }
      let problems = problems(about: result, in: name)
      let waitedMilliseconds = Milliseconds.now - start
      if problems.isEmpty {
        report.longestAbsence = max(report.longestAbsence, waitedMilliseconds)
        return bytes
      }
      if waitedMilliseconds > gracePeriod { return restore(name, after: problems) }
      usleep(20_000)
    }
  }

  private func expectedContents(of name: String) -> (events: [PlainEvent], counters: [String: Int]) {
    if file != nil { return (Array(report.events.values), report.counters) }
    let uid = String(name.dropLast(4))
    return (report.events[uid].map { [$0] } ?? [], report.counters.filter { $0.key == uid })
  }

  private enum Problem {
    case missing(PlainEvent)
    case lostCounter(String, Int?)
    case reappeared(String)
    case fault(String)
  }

  private func problems(about result: Result<PlainCalendar, any Error>?, in name: String) -> [Problem] {
    let (events, counters) = expectedContents(of: name)
    guard let result else {
      return events.map { .missing($0) }
        + counters.keys.sorted().map { .fault("\($0) is gone with its file") }
    }
    switch result {
    case .failure(let error): return [.fault("torn: \(error)")] + events.map { .missing($0) }
    case .success(let calendar):
      let byUID = calendar.byUID
      var problems: [Problem] = []
      for event in events where byUID[event.uid] != [event] { problems.append(.missing(event)) }
      for (uid, count) in counters where byUID[uid]?.count != 1 || byUID[uid]?.first?["X-OTHER"] != "\(count)"
      {
        problems.append(.lostCounter(uid, byUID[uid]?.first?["X-OTHER"].flatMap { Int($0) }))
      }
      for uid in byUID.keys where report.deleted.contains(uid) { problems.append(.reappeared(uid)) }
      return problems
    }
  }

  /// Records the lost changes and restores them, so that each loss is counted once.
  private mutating func restore(_ name: String, after problems: [Problem]) -> [UInt8]? {
    for problem in problems {
      switch problem {
      case .missing(let event): report.missing.append(event)
      case .lostCounter(let uid, let count):
        report.lostCounters.append([uid, "\(report.counters[uid] ?? 0)", count.map(String.init) ?? "gone"])
      case .reappeared(let uid): report.reappeared.append(uid)
      case .fault(let text): report.faults.append(text)
      }
    }
    // Everything the other program knows is restored, as from a backup, without overwriting newer saves.
    while true {
      let oldBytes = folder.read(name)
      let calendar = restored(oldBytes, name)
      switch try? folder.rewrite(
        name, from: oldBytes, to: calendar.bytes, method: .byRename,
        pieces: [RewritePiece(range: 0..<calendar.bytes.count, pause: 0)])
      {
      case .changedBefore: usleep(1_000)
      case .overwrote(let bytes):
        recordOverwrite(bytes, overwrittenBy: calendar)
        return folder.read(name)
      case .done, nil: return folder.read(name)
      }
    }
  }

  /// Returns a complete calendar with all the changes that the other program wrote.
  private func restored(_ bytes: [UInt8]?, _ name: String) -> PlainCalendar {
    var calendar = bytes.flatMap { try? PlainCalendar($0) } ?? PlainCalendar()
    let (events, counters) = expectedContents(of: name)
    var seenUIDs: Set<String> = []
    calendar.events.removeAll { report.deleted.contains($0.uid) || !seenUIDs.insert($0.uid).inserted }
    for event in events {
      if let index = calendar.events.firstIndex(where: { $0.uid == event.uid }) {
        calendar.events[index] = event
      } else {
        calendar.events.append(event)
      }
    }
    for (uid, count) in counters {
      if let index = calendar.events.firstIndex(where: { $0.uid == uid }) {
        calendar.events[index]["X-OTHER"] = "\(count)"
      } else if let number = Int(uid.dropFirst("mine-".count)) {
        var event = SharedEvents.handspanEvent(number)
        event["X-OTHER"] = "\(count)"
        calendar.events.append(event)
      }
    }
    return calendar
  }
}

/// The monotonic clock, in milliseconds.
package enum Milliseconds {
  package static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
