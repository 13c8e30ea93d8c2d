import CalendarModel

extension CalendarStore {
  /// Returns the position of each event in its file, and thereby what identifies the contents of all files.
  package func eventPositions() -> [EventID: EventPosition] {
    processMailbox()
    var positions: [EventID: EventPosition] = [:]
    for document in calendars.flatMap({ $0.files.values.map(\.document) }) {
      for (event, position) in zip(document.events.sharedEvents, document.positions) {
        positions[event.event.id] = position
      }
    }
    return positions
  }

  /// Returns all problems in the open calendars, including those found by expanding each recurrence rule over
  /// its first year.
  ///
  /// - Parameter cost: the maximum number of steps and instances for the rules of a calendar. By default, it is enough
  ///   for a year of 12,500 daily events, which takes about a second.
  package func check(cost: Int = 10_000_000) -> [StoreProblem] {
    processMailbox()
    var problems = calendars.flatMap { $0.problems(in: $0.filesWithIssues) }
    var truncations: [(id: EventID, text: String)] = []
    for calendarIndex in calendars.indices {
      let series = calendars[calendarIndex].caches(in: displayZone).map(\.series)
      var check = RuleCheck(remainingCost: cost)
      truncations += series.compactMap { series in
        check.expandFirstYear(of: series).truncation.map { (series.master.id, $0) }
      }
      if check.omittedCount > 0 { problems.append(check.omission(in: calendars[calendarIndex])) }
    }
    var lines: [EventID: Int] = [:]
    for (key, ids) in Dictionary(grouping: truncations.map(\.id), by: { ObjectKey($0) }) {
      lines.merge(file(key)?.document.lineNumbersOfRules(of: Set(ids)) ?? [:]) { $1 }
    }
    for (id, text) in truncations {
      guard let file = file(ObjectKey(id)) else { continue }
      problems.append(StoreProblem(path: file.location.text, line: lines[id], .text(text)))
    }
    return problems + calendars.filter(\.hasSeparateObjects).flatMap(\.duplicateUIDs)
      + calendars.filter { $0.hasSeparateObjects && $0.isFileBased }.flatMap(abandonedImports)
      + interruptedSplits().map { split in
        let path = location(of: split.laterPart.id.calendar).appending(split.laterPart.id.file).text
        let other = location(of: split.earlierPart.id.calendar).appending(split.earlierPart.id.file).text
        // A calendar without a path has an ID instead.
        let target = isFileBased(split.earlierPart.id.calendar) ? other : split.earlierPart.id.calendar.key
        let text =
          "The occurrences from \(split.start.wall.day) on are also in “\(other)”, because a change to them was "
          + "interrupted. To complete it, \(completion(of: split, in: target))"
        return StoreProblem(path: path, .text(text), affectsContent: false)
      }
  }

  /// Returns what the user can do to complete an interrupted split.
  private func completion(of split: InterruptedSplit, in path: String) -> String {
    guard let path = ShellWord.quoted(path), let uid = ShellWord.quoted(split.earlierPart.id.uid.text) else {
      return "open the folder in a window."
    }
    let start = split.start.isDate ? "\(split.start.wall.day)" : "\(split.start.wall)"
    return "run: handspan delete --occurrence \(start) --scope following -- \(path) \(uid)"
  }
}

/// Expands the recurrence rules of a calendar, within a budget for all of them.
private struct RuleCheck {
  /// The number of steps and instances left.
  private(set) var remainingCost: Int
  /// The number of events whose rules were not expanded because no budget was left.
  private(set) var omittedCount = 0

  init(remainingCost: Int) { self.remainingCost = remainingCost }

  private static let year = 366 * WallTime.secondsPerDay

  mutating func expandFirstYear(of series: Series) -> ExpansionEnd {
    guard remainingCost > 0 else {
      omittedCount += 1
      return .complete
    }
    let start = series.earliestStart
    let result = series.instances(
      startingIn: start..<start.adding(seconds: Self.year),
      budget: ExpansionPool(seconds: Self.year).budget(seconds: Self.year))
    remainingCost -= result.steps + result.instances.count
    return result.end
  }

  /// The problem that not all rules were expanded.
  func omission(in calendar: OpenCalendar) -> StoreProblem {
    StoreProblem(
      path: calendar.location.text,
      .text("The repeat rules of \(omittedCount) events were not checked, because the others take too long."),
      affectsContent: false)
  }
}

extension CalendarStore {
  /// The folders in a calendar that interrupted imports left, or that only look like it.
  private func abandonedImports(in calendar: OpenCalendar) -> [StoreProblem] {
    let folder = ByteString(calendar.id.path.withoutTrailingSlashes)
    let undoneNames = Set(
      ((try? CalendarFiles.resolvedPath(folder)).map(journals.journals) ?? []).map(\.stagingName))
    return loader.files.abandonedStagingFolders(in: folder).map { name in
      let text =
        undoneNames.contains(name)
        ? "An import was interrupted. It is undone when Handspan opens the calendar in a window."
        : "This folder may have been left by an interrupted import on another computer. It is not used."
      return StoreProblem(
        path: FilePath(folder: folder, name: name).displayPath, .text(text), affectsContent: false)
    }
  }
}

extension OpenCalendar {
  /// The problems caused by events that have the same UID in different files of a folder. All of these events
  /// are shown, but synchronization servers reject such a folder. See docs/decisions/identity.md.
  fileprivate var duplicateUIDs: [StoreProblem] {
    var firstFileNames: [EventID: ByteString] = [:]
    var problems: [StoreProblem] = []
    for (name, file) in files.sorted(by: { $0.key < $1.key }) where file.stamp != nil {
      let ids = Set(file.document.events.map(\.id).filter { !$0.uid.isEmpty }.map(\.withoutFile))
      for event in ids.sorted(by: { $0.uid < $1.uid }) {
        guard let other = firstFileNames[event] else {
          firstFileNames[event] = name
          continue
        }
        problems.append(
          StoreProblem(
            path: file.location.text, .text("An event in “\(other)” has the same UID, “\(event.uid)”."),
            affectsContent: false))
      }
    }
    return problems
  }
}

extension EventID {
  /// The ID without the file. It is shared by all events in a calendar that have the same UID and RECURRENCE-ID.
  fileprivate var withoutFile: EventID { EventID(calendar: calendar, uid: uid, recurrenceID: recurrenceID) }
}

extension ExpansionEnd {
  /// An English sentence about the occurrences that are not shown; nil if all are shown, or if the problem
  /// was already reported when the file was read.
  fileprivate var truncation: String? {
    switch self {
    case .complete, .unsupported: nil
    case .tooManyStarts: "The event repeats too often to show every occurrence."
    case .tooManySteps: "The repeat rule takes too long to calculate; some occurrences may be missing."
    }
  }
}
