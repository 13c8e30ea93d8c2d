/// Compares the reports of the two programs with the files on disk.
package struct Verdict: Sendable {
  package private(set) var lost: [String] = []
  package private(set) var duplicated: [String] = []
  package private(set) var torn: [String] = []
  /// Temporary losses and other faults.
  package private(set) var otherFaults: [String] = []
  /// The number of changes that were kept in the conflicts folder and reported.
  package private(set) var keptChangeCount = 0
  /// The number of starts written by Handspan that the other program overwrote by a rename, just after its last check.
  package private(set) var overwrittenCount = 0

  /// Changes by the other program that were lost because of an `UnseenReplacement`.
  package private(set) var excusedLosses: [String] = []

  package var isClean: Bool { lost.isEmpty && duplicated.isEmpty && torn.isEmpty && otherFaults.isEmpty }

  /// - Parameters:
  ///   - files: the calendar files, by name.
  ///   - keptFiles: the contents of the kept conflict files, by name. A file that no message mentions is a fault.
  ///   - unseenReplacements: replacements that no system call could detect.
  ///   - handspanEventCount: the number of Handspan's events.
  package init(
    files: [String: [UInt8]], keptFiles: [String: String], unseenReplacements: [UnseenReplacement] = [],
    handspanEventCount: Int, handspan: HandspanReport, otherProgram: OtherReport
  ) {
    let messages = handspan.conflictMessages + handspan.refused.map { $0[2] }
    let isReported = { (name: String) in messages.contains { $0.contains(name) } }
    for name in keptFiles.keys.sorted() where !isReported(name) {
      otherFaults.append("\(name) was kept but not reported")
    }
    let keptTexts = keptFiles.filter { isReported($0.key) }.map(\.value)
    var eventsOnDisk: [String: [PlainEvent]] = [:]
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      do {
        for (uid, events) in try PlainCalendar(bytes).byUID { eventsOnDisk[uid, default: []] += events }
      } catch {
        torn.append("\(name): \(error)")
      }
    }
    for (uid, events) in eventsOnDisk where events.count > 1 { duplicated.append(uid) }
    for index in 0..<handspanEventCount {
      judge(
        index, eventsOnDisk["mine-\(index)"]?.first, keptTexts, unseenReplacements, handspan, otherProgram)
    }
    for (uid, event) in otherProgram.events.sorted(by: { $0.key < $1.key })
    where eventsOnDisk[uid]?.first != event {
      recordMissing(
        event, keptTexts, unseenReplacements,
        eventsOnDisk[uid] == nil ? "is gone" : "differs from what was last written")
    }
    for (uid, start) in handspan.added.sorted(by: { $0.key < $1.key })
    where eventsOnDisk[uid]?.first?["DTSTART"] != start {
      if otherProgram.overwritten.contains([uid, start]) {
        overwrittenCount += 1
        continue
      }
      lost.append("\(uid), which was added, is \(eventsOnDisk[uid] == nil ? "gone" : "different")")
    }
    for uid in eventsOnDisk.keys.sorted() where handspan.added[uid] == nil && !SharedEvents.isKnown(uid) {
      duplicated.append("\(uid) exists but was never reported")
    }
    for uid in eventsOnDisk.keys.sorted() where otherProgram.deleted.contains(uid) {
      guard !isExcused("\(uid) is back", by: unseenReplacements, where: { $0.reappeared.contains(uid) })
      else { continue }
      duplicated.append("\(uid) is back")
    }
    for event in otherProgram.missing {
      recordMissing(event, keptTexts, unseenReplacements, "was not found again")
    }
    for lostCounter in otherProgram.lostCounters {
      judge(lostCounter: lostCounter, keptTexts, unseenReplacements)
    }
    for uid in otherProgram.reappeared {
      if keptTexts.contains(where: { !$0.contains("UID:\(uid)\r\n") }) {
        keptChangeCount += 1
      } else if !isExcused("\(uid) was back", by: unseenReplacements, where: { $0.reappeared.contains(uid) })
      {
        otherFaults.append("\(uid) was back")
      }
    }
    for text in otherProgram.faults {
      if text.hasPrefix("torn") { torn.append(text) } else { otherFaults.append(text) }
    }
    otherFaults += handspan.faults + handspan.unsaved.map { "not saved: \($0)" }
    for refusal in handspan.refused where !refusal[2].contains("is kept in") {
      otherFaults.append("refused: \(refusal.joined(separator: " "))")
    }
  }

  private mutating func judge(
    _ index: Int, _ event: PlainEvent?, _ keptTexts: [String], _ unseenReplacements: [UnseenReplacement],
    _ handspan: HandspanReport, _ otherProgram: OtherReport
  ) {
    var expected = SharedEvents.handspanEvent(index)
    let uid = expected.uid
    guard let event else {
      lost.append("\(uid) is gone")
      return
    }
    let count = otherProgram.counters[uid] ?? 0
    expected["X-OTHER"] = "\(count)"
    if event.unmovedLines != expected.unmovedLines,
      !isExcused(
        "X-OTHER of \(uid) is \(event["X-OTHER"] ?? "missing")", by: unseenReplacements,
        where: { $0.counters[uid] == count })
    {
      lost.append("\(uid) has unexpected lines: \(event.unmovedLines)")
    }
    let start = handspan.saved[uid] ?? expected["DTSTART"] ?? ""
    guard event["DTSTART"] != start else { return }
    if otherProgram.overwritten.contains([uid, start]) {
      overwrittenCount += 1
    } else if keptTexts.contains(where: {
      $0.contains("UID:\(uid)\r\n") && $0.contains("DTSTART:\(start)\r\n")
    }) {
      keptChangeCount += 1
    } else {
      lost.append("\(uid) starts at \(event["DTSTART"] ?? "no time"), not at \(start)")
    }
  }

  private mutating func judge(
    lostCounter: [String], _ keptTexts: [String], _ unseenReplacements: [UnseenReplacement]
  ) {
    let (uid, count) = (lostCounter[0], lostCounter[1])
    let isKept = keptTexts.contains { text in
      text.split(separator: "BEGIN:VEVENT\r\n").contains {
        $0.contains("UID:\(uid)\r\n") && $0.contains("X-OTHER:\(count)\r\n")
      }
    }
    let reason = "X-OTHER of \(uid) is \(lostCounter[2]), not \(count)"
    if isKept {
      keptChangeCount += 1
    } else if !isExcused(
      reason, by: unseenReplacements, where: { $0.counters[uid].map(String.init) == count })
    {
      otherFaults.append(reason)
    }
  }

  private mutating func recordMissing(
    _ event: PlainEvent, _ keptTexts: [String], _ unseenReplacements: [UnseenReplacement], _ reason: String
  ) {
    let text = event.lines.joined(separator: "\r\n")
    if keptTexts.contains(where: { $0.contains(text) }) {
      keptChangeCount += 1
    } else if !isExcused(
      "\(event.uid) \(reason)", by: unseenReplacements, where: { $0.events.contains(event) })
    {
      lost.append("\(event.uid) \(reason)")
    }
  }

  /// Returns whether an undetectable replacement explains a loss. If so, adds the loss to `excusedLosses`.
  private mutating func isExcused(
    _ reason: String, by unseenReplacements: [UnseenReplacement], where isLost: (UnseenReplacement) -> Bool
  ) -> Bool {
    guard let number = unseenReplacements.firstIndex(where: isLost) else { return false }
    excusedLosses.append("\(reason): unseen replacement \(number + 1)")
    return true
  }
}
