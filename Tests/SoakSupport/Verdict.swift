/// Compares what the two programs were told with what is on disk.
package struct Verdict: Sendable {
  package private(set) var lost: [String] = []
  package private(set) var duplicated: [String] = []
  package private(set) var torn: [String] = []
  /// Temporary and other errors.
  package private(set) var other: [String] = []
  /// The number of changes that were kept in the conflicts folder and reported.
  package private(set) var keptAside = 0
  /// The number of Handspan's starts that the other program renamed over just after its last check.
  package private(set) var overwritten = 0

  /// Changes of the other program that were lost to an `UnseenReplacement`.
  package private(set) var unseen: [String] = []

  package var isClean: Bool { lost.isEmpty && duplicated.isEmpty && torn.isEmpty && other.isEmpty }

  /// - Parameters:
  ///   - files: the calendar files, by name.
  ///   - kept: the texts of the files that were kept aside, by name. Files that were not reported do not count.
  ///   - unseen: versions that Handspan renamed over without a call that could detect it.
  ///   - mine: the number of Handspan's events.
  package init(
    files: [String: [UInt8]], kept: [String: String], unseen: [UnseenReplacement] = [], mine: Int,
    handspan: HandspanReport, others: OtherReport
  ) {
    let messages = handspan.setAside + handspan.refused.map { $0[2] }
    let isReported = { (name: String) in messages.contains { $0.contains(name) } }
    for name in kept.keys.sorted() where !isReported(name) {
      other.append("\(name) was kept but not reported")
    }
    let kept = kept.filter { isReported($0.key) }.map(\.value)
    var found: [String: [PlainEvent]] = [:]
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      do {
        for (uid, events) in try PlainCalendar(bytes).byUID { found[uid, default: []] += events }
      } catch {
        torn.append("\(name): \(error)")
      }
    }
    for (uid, events) in found where events.count > 1 { duplicated.append(uid) }
    for index in 0..<mine {
      judge(index, found["mine-\(index)"]?.first, kept, unseen, handspan, others)
    }
    for (uid, event) in others.events.sorted(by: { $0.key < $1.key }) where found[uid]?.first != event {
      missing(event, kept, unseen, found[uid] == nil ? "is gone" : "is not what was written last")
    }
    for (uid, start) in handspan.added.sorted(by: { $0.key < $1.key })
    where found[uid]?.first?["DTSTART"] != start {
      if others.overwritten.contains([uid, start]) {
        overwritten += 1
        continue
      }
      lost.append("\(uid), which was added, is \(found[uid] == nil ? "gone" : "different")")
    }
    for uid in found.keys.sorted() where handspan.added[uid] == nil && !SharedEvents.isKnown(uid) {
      duplicated.append("\(uid) exists but was never reported")
    }
    for uid in found.keys.sorted() where others.deleted.contains(uid) {
      guard !isExcused("\(uid) is back", by: unseen, where: { $0.deleted.contains(uid) }) else { continue }
      duplicated.append("\(uid) is back")
    }
    for event in others.missing { missing(event, kept, unseen, "was not found again") }
    for lostCounter in others.lostCounters { judge(lostCounter: lostCounter, kept, unseen) }
    for uid in others.reappeared {
      if kept.contains(where: { !$0.contains("UID:\(uid)\r\n") }) {
        keptAside += 1
      } else if !isExcused("\(uid) was back", by: unseen, where: { $0.deleted.contains(uid) }) {
        other.append("\(uid) was back")
      }
    }
    for text in others.faults {
      if text.hasPrefix("torn") { torn.append(text) } else { other.append(text) }
    }
    other += handspan.faults + handspan.unsaved.map { "not saved: \($0)" }
    for refusal in handspan.refused where !refusal[2].contains("is kept in") {
      other.append("refused: \(refusal.joined(separator: " "))")
    }
  }

  private mutating func judge(
    _ index: Int, _ event: PlainEvent?, _ kept: [String], _ unseen: [UnseenReplacement],
    _ handspan: HandspanReport, _ others: OtherReport
  ) {
    var whole = SharedEvents.mine(index)
    let uid = whole.uid
    guard let event else {
      lost.append("\(uid) is gone")
      return
    }
    let count = others.counters[uid] ?? 0
    whole["X-OTHER"] = "\(count)"
    if event.unmovedLines != whole.unmovedLines,
      !isExcused("\(uid) says \(event["X-OTHER"] ?? "no")", by: unseen, where: { $0.counters[uid] == count })
    {
      lost.append("\(uid) says \(event.unmovedLines)")
    }
    let start = handspan.saved[uid] ?? whole["DTSTART"] ?? ""
    guard event["DTSTART"] != start else { return }
    if others.overwritten.contains([uid, start]) {
      overwritten += 1
    } else if kept.contains(where: { $0.contains("UID:\(uid)\r\n") && $0.contains("DTSTART:\(start)\r\n") }) {
      keptAside += 1
    } else {
      lost.append("\(uid) starts at \(event["DTSTART"] ?? "no time"), not at \(start)")
    }
  }

  private mutating func judge(lostCounter: [String], _ kept: [String], _ unseen: [UnseenReplacement]) {
    let (uid, count) = (lostCounter[0], lostCounter[1])
    let isKept = kept.contains { text in
      text.split(separator: "BEGIN:VEVENT\r\n").contains {
        $0.contains("UID:\(uid)\r\n") && $0.contains("X-OTHER:\(count)\r\n")
      }
    }
    let reason = "X-OTHER of \(uid) is \(lostCounter[2]), not \(count)"
    if isKept {
      keptAside += 1
    } else if !isExcused(reason, by: unseen, where: { $0.counters[uid].map(String.init) == count }) {
      other.append(reason)
    }
  }

  private mutating func missing(
    _ event: PlainEvent, _ kept: [String], _ unseen: [UnseenReplacement], _ reason: String
  ) {
    let text = event.lines.joined(separator: "\r\n")
    if kept.contains(where: { $0.contains(text) }) {
      keptAside += 1
    } else if !isExcused("\(event.uid) \(reason)", by: unseen, where: { $0.events.contains(event) }) {
      lost.append("\(event.uid) \(reason)")
    }
  }

  /// Whether this was lost to an undetectable replacement; if so, it is counted.
  private mutating func isExcused(
    _ reason: String, by unseen: [UnseenReplacement], where isLost: (UnseenReplacement) -> Bool
  ) -> Bool {
    guard let number = unseen.firstIndex(where: isLost) else { return false }
    self.unseen.append("\(reason): unseen replacement \(number + 1)")
    return true
  }
}
