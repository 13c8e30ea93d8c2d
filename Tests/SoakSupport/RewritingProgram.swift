import Glibc
import TestExtent

/// What the other program did, what it was told is on the disk, and what it did not find there again.
package struct OtherReport: Codable, Sendable {
  /// Its events as it wrote them last.
  package var events: [String: PlainEvent] = [:]
  /// What X-OTHER of Handspan's events is.
  package var touched: [String: Int] = [:]
  package var deleted: Set<String> = []
  /// Rewritings by their way.
  package var rewritings: [String: Int] = [:]
  /// Rewritings while which the name was given to another file.
  package var replacedMeanwhile = 0
  /// Starts of Handspan's events that a rename of this program's took the place of, as UID and DTSTART.
  package var overwritten: Set<[String]> = []
  /// Its events that were gone, or were not what it wrote last, for longer than its patience.
  package var missing: [PlainEvent] = []
  /// Its changes of X-OTHER that were gone for longer than its patience: UID, what it wrote, and what was found.
  package var untouched: [[String]] = []
  /// Events that were back for longer than its patience after it had deleted them.
  package var back: [String] = []
  /// Whole calendars that were torn, and the like.
  package var faults: [String] = []
  /// The longest that something written was not to be seen, in milliseconds.
  package var longestAbsence = 0

  package init() {}
}

/// Another program, which changes a calendar by rewriting its files: in place, by rename, by truncation, in turns.
///
/// It adds, alters and deletes events of its own and counts up a property of Handspan's events. Before each rewriting
/// it looks whether all that it wrote before is still there.
package struct RewritingProgram<Disk: OtherDisk & Sendable>: Sendable {
  /// The one file of the calendar; nil for a folder with a file for each event.
  let file: String?
  let disk: Disk
  /// How long what it wrote may be away, for Handspan may have to put it back: in milliseconds.
  let patience: Int
  /// How long it pauses at most in the middle of a rewriting, in milliseconds.
  let longestPause: Int
  var random: SeededRandom
  package var report = OtherReport()
  /// The ways that are still to be gone before all begin again.
  private var turns: [RewriteWay] = []
  private var next = 1_000

  package init(
    file: String?, on disk: Disk, seed: UInt64, patience: Int = 15_000, longestPause: Int = 2_500
  ) {
    self.file = file
    self.disk = disk
    self.patience = patience
    self.longestPause = longestPause
    random = SeededRandom(seed: seed)
  }

  /// Takes what is there as the state to begin with.
  package mutating func begin() throws {
    for name in file.map({ [$0] }) ?? disk.names() {
      for event in try PlainCalendar(disk.read(name) ?? []).events { know(event) }
    }
  }

  /// Rewrites once, or looks in vain.
  package mutating func step() throws {
    var changes: [Change] = []
    for _ in 0..<(file == nil ? 1 : 1 + random.below(3)) {
      let change = self.change()
      if !changes.contains(where: { $0.uid == change.uid }) { changes.append(change) }
    }
    guard let first = changes.first else { return }
    let name = file ?? first.uid + ".ics"
    let old = settled(name)
    if case .delete(let uid) = first, file == nil {
      disk.remove(name)
      return forget(uid)
    }
    var calendar = PlainCalendar()
    if let old {
      // Torn, and it could not be put back: another time.
      guard let whole = try? PlainCalendar(old) else { return }
      calendar = whole
    }
    let made = changes.compactMap { make($0, in: &calendar) }
    let new = calendar.bytes
    if turns.isEmpty { turns = RewriteWay.allCases.shuffled(using: &random) }
    let way = turns.removeLast()
    switch try disk.rewrite(name, from: old, to: new, way: way, pieces: pieces(of: new.count)) {
    case .changedBefore: return
    case .done(let isReplaced):
      if isReplaced { report.replacedMeanwhile += 1 }
    case .overwrote(let bytes): recordOverwrite(bytes, overwrittenBy: calendar)
    }
    report.rewritings[way.rawValue, default: 0] += 1
    for event in made { know(event) }
    for case .delete(let uid) in changes { forget(uid) }
  }

  /// Notes what a rename took the place of.
  private mutating func recordOverwrite(_ bytes: [UInt8], overwrittenBy calendar: PlainCalendar) {
    guard let theirs = try? PlainCalendar(bytes) else {
      return report.faults.append("a torn file stood there for a moment")
    }
    for event in theirs.events where calendar.byUID[event.uid]?.first?["DTSTART"] != event["DTSTART"] {
      report.overwritten.insert([event.uid, event["DTSTART"] ?? ""])
    }
  }

  // MARK: Changes

  private enum Change {
    case touch(String), alter(String), add(String), delete(String)

    var uid: String {
      switch self {
      case .touch(let uid), .alter(let uid), .add(let uid), .delete(let uid): uid
      }
    }
  }

  private mutating func change() -> Change {
    let (mine, theirs) = (report.touched.keys.sorted(), report.events.keys.sorted())
    let lot = random.below(20)
    if lot < 9, !mine.isEmpty { return .touch(mine[random.below(mine.count)]) }
    if lot < 14, !theirs.isEmpty { return .alter(theirs[random.below(theirs.count)]) }
    if lot < 17 ? theirs.count > 60 : theirs.count > 20 {
      return .delete(theirs[random.below(theirs.count)])
    }
    next += 1
    return .add("theirs-\(next)")
  }

  /// - Returns: what the event then is; nil where there is none.
  private func make(_ change: Change, in calendar: inout PlainCalendar) -> PlainEvent? {
    let index = calendar.events.firstIndex { $0.uid == change.uid }
    switch change {
    case .touch:
      guard let index else { return nil }
      calendar.events[index]["X-OTHER"] = "\((report.touched[change.uid] ?? 0) + 1)"
      return calendar.events[index]
    case .alter:
      let revision = report.events[change.uid]?["X-REVISION"].flatMap { Int($0) } ?? 0
      return put(revision + 1, of: change.uid, at: index, in: &calendar)
    case .add:
      return put(0, of: change.uid, at: index, in: &calendar)
    case .delete:
      if let index { calendar.events.remove(at: index) }
      return nil
    }
  }

  private func put(
    _ revision: Int, of uid: String, at index: Int?, in calendar: inout PlainCalendar
  ) -> PlainEvent? {
    guard let number = Int(uid.dropFirst("theirs-".count)) else { return nil }
    let event = SharedEvents.theirs(number, revision: revision)
    if let index { calendar.events[index] = event } else { calendar.events.append(event) }
    return event
  }

  private mutating func know(_ event: PlainEvent) {
    if SharedEvents.isMine(event.uid) {
      report.touched[event.uid] = event["X-OTHER"].flatMap { Int($0) }
    } else if event.uid.hasPrefix("theirs-") {
      report.events[event.uid] = event
    }
  }

  private mutating func forget(_ uid: String) {
    report.events[uid] = nil
    report.deleted.insert(uid)
  }

  /// Pieces that end anywhere, in the middle of a value as well; pauses after each, and sometimes a long one.
  private mutating func pieces(of count: Int) -> [RewritePiece] {
    let cuts = [0, count] + (0..<random.below(6)).map { _ in random.below(max(count, 1)) }
    let bounds = cuts.sorted()
    var pieces = zip(bounds, bounds.dropFirst()).map {
      RewritePiece(range: $0..<$1, pause: UInt32(random.below(15_000)))
    }
    if random.below(25) == 0, !pieces.isEmpty {
      pieces[random.below(pieces.count)].pause = UInt32(random.below(longestPause * 1_000))
    }
    return pieces
  }

  // MARK: Looking

  /// What is in a file, once all that was written to it is to be seen there.
  private mutating func settled(_ name: String) -> [UInt8]? {
    let start = Milliseconds.now
    while true {
      let bytes = disk.read(name)
      let found = bytes.map { bytes in Result { try PlainCalendar(bytes) } }
      let complaints = complaints(about: found, in: name)
      let waited = Milliseconds.now - start
      if complaints.isEmpty {
        report.longestAbsence = max(report.longestAbsence, waited)
        return bytes
      }
      if waited > patience { return giveUp(complaints, name) }
      usleep(20_000)
    }
  }

  private func expected(in name: String) -> (events: [PlainEvent], touched: [String: Int]) {
    if file != nil { return (Array(report.events.values), report.touched) }
    let uid = String(name.dropLast(4))
    return (report.events[uid].map { [$0] } ?? [], report.touched.filter { $0.key == uid })
  }

  private enum Complaint {
    case missing(PlainEvent)
    case untouched(String, Int?)
    case back(String)
    case fault(String)
  }

  private func complaints(about found: Result<PlainCalendar, any Error>?, in name: String) -> [Complaint] {
    let (events, touched) = expected(in: name)
    guard let found else {
      return events.map { .missing($0) } + touched.keys.sorted().map { .fault("\($0) is gone with its file") }
    }
    switch found {
    case .failure(let error): return [.fault("torn: \(error)")] + events.map { .missing($0) }
    case .success(let calendar):
      let byUID = calendar.byUID
      var complaints: [Complaint] = []
      for event in events where byUID[event.uid] != [event] { complaints.append(.missing(event)) }
      for (uid, count) in touched where byUID[uid]?.count != 1 || byUID[uid]?.first?["X-OTHER"] != "\(count)"
      {
        complaints.append(.untouched(uid, byUID[uid]?.first?["X-OTHER"].flatMap { Int($0) }))
      }
      for uid in byUID.keys where report.deleted.contains(uid) { complaints.append(.back(uid)) }
      return complaints
    }
  }

  /// Writes down what is lost and puts it back, so that each loss counts once.
  private mutating func giveUp(_ complaints: [Complaint], _ name: String) -> [UInt8]? {
    for complaint in complaints {
      switch complaint {
      case .missing(let event): report.missing.append(event)
      case .untouched(let uid, let count):
        report.untouched.append([uid, "\(report.touched[uid] ?? 0)", count.map(String.init) ?? "gone"])
      case .back(let uid): report.back.append(uid)
      case .fault(let text): report.faults.append(text)
      }
    }
    // As from a backup: whole again, with all that is known; what is saved meanwhile is not written over.
    while true {
      let old = disk.read(name)
      let calendar = whole(old, name)
      switch try? disk.rewrite(
        name, from: old, to: calendar.bytes, way: .byRename,
        pieces: [RewritePiece(range: 0..<calendar.bytes.count, pause: 0)])
      {
      case .changedBefore: usleep(1_000)
      case .overwrote(let bytes):
        recordOverwrite(bytes, overwrittenBy: calendar)
        return disk.read(name)
      case .done, nil: return disk.read(name)
      }
    }
  }

  /// A text with all that is known.
  private func whole(_ bytes: [UInt8]?, _ name: String) -> PlainCalendar {
    var calendar = bytes.flatMap { try? PlainCalendar($0) } ?? PlainCalendar()
    let (events, touched) = expected(in: name)
    var seen: Set<String> = []
    calendar.events.removeAll { report.deleted.contains($0.uid) || !seen.insert($0.uid).inserted }
    for event in events {
      if let index = calendar.events.firstIndex(where: { $0.uid == event.uid }) {
        calendar.events[index] = event
      } else {
        calendar.events.append(event)
      }
    }
    for (uid, count) in touched {
      if let index = calendar.events.firstIndex(where: { $0.uid == uid }) {
        calendar.events[index]["X-OTHER"] = "\(count)"
      } else if let number = Int(uid.dropFirst("mine-".count)) {
        var event = SharedEvents.mine(number)
        event["X-OTHER"] = "\(count)"
        calendar.events.append(event)
      }
    }
    return calendar
  }
}

/// A clock for both programs.
package enum Milliseconds {
  package static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
