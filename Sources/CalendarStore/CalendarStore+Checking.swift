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
        problems.append(StoreProblem(path: file.place.shown, line: line, text: text))
      }
    }
    return problems
  }
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
