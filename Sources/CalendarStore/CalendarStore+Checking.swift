import CalendarModel

extension CalendarStore {
  /// Everything that is wrong in what is open, and what comes out only when repeat rules are worked out: each is,
  /// over its first year.
  public func check() -> [StoreProblem] {
    process()
    var pool = ExpansionPool()
    var problems = calendars.flatMap(\.problems)
    for place in calendars.indices {
      for lane in calendars[place].lanes(in: displayZone) {
        let start = lane.series.earliestStart.seconds
        let end = lane.forEach(from: start, to: start + 366 * WallTime.secondsPerDay, pool: &pool) { _ in }
        guard let text = end.shortfall, let file = file(FileKey(lane.series.master.id)) else { continue }
        let line = file.document.lineOfRule(of: lane.series.master.id)
        problems.append(StoreProblem(path: file.location.text, line: line, .text(text)))
      }
    }
    return problems + calendars.filter(\.isFolder).flatMap(\.repeatedUIDs)
  }
}

extension OpenCalendar {
  /// The events that stand in several files of a folder under one UID: each is shown, and no synchronization takes such a
  /// folder. See docs/decisions/one-uid-in-two-files.md.
  fileprivate var repeatedUIDs: [StoreProblem] {
    var first: [EventID: ByteString] = [:]
    var problems: [StoreProblem] = []
    for (name, file) in files.sorted(by: { $0.key < $1.key }) where file.stamp != nil {
      let names = Set(file.document.events.map(\.id).filter { !$0.uid.isEmpty }.map(\.ofCalendar))
      for event in names.sorted(by: { $0.uid < $1.uid }) {
        guard let other = first[event] else {
          first[event] = name
          continue
        }
        problems.append(
          StoreProblem(
            path: file.location.text, .text("An event of “\(other)” has the same UID, “\(event.uid)”."),
            isLoss: false))
      }
    }
    return problems
  }
}

extension EventID {
  /// The same for all events of that UID and RECURRENCE-ID, whichever files of their calendar they stand in.
  fileprivate var ofCalendar: EventID { EventID(calendar: calendar, uid: uid, recurrenceID: recurrenceID) }
}

extension ExpansionEnd {
  /// What is not shown, in one English sentence; nil if everything is, or if it was said when the file was read.
  fileprivate var shortfall: String? {
    switch self {
    case .complete, .unsupported: nil
    case .tooManyStarts: "The event repeats so often that not every time is shown."
    case .tooManySteps: "It takes too long to work out when the event repeats; some times may be missing."
    }
  }
}
