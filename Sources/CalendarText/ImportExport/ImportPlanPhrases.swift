import CalendarModel

extension StoreError {
  /// Returns a one-line message that says why an import could not be undone or redone, and what to do.
  ///
  /// - Parameter isPartial: whether a part of it was undone or redone.
  package func importUndoFailureMessage(_ t: Translator, isUndoing: Bool, isPartial: Bool = false) -> String {
    let reason =
      switch self {
      case .readOnly(let location):
        t.tr("“{path}” is read-only. Make it writable, and try again.", ["path": location.text])
      case .diskFull: t.tr("The disk is full. Free up space and try again.")
      case .vanished(let location):
        t.tr("“{path}” is not available. Try again when it is.", ["path": location.text])
      case .conflict, .beingWritten:
        t.tr("Another program is changing the calendar. Try again when it has finished.")
      default: message(t)
      }
    let outcome =
      switch (isUndoing, isPartial) {
      case (true, false): t.tr("The import was not undone")
      case (false, false): t.tr("The import was not redone")
      case (true, true): t.tr("The import was undone only in part")
      case (false, true): t.tr("The import was redone only in part")
      }
    return t.trc("two sentences", "{first}. {second}", ["first": outcome, "second": reason])
  }

  /// Returns a one-line message that says why nothing was imported, and what to do.
  package func importFailureMessage(_ t: Translator) -> String {
    let reason =
      switch self {
      case .readOnly(let location):
        t.tr("“{path}” is read-only. Choose another calendar.", ["path": location.text])
      case .diskFull: t.tr("The disk is full. Free up space and import again.")
      case .vanished(let location):
        t.tr("“{path}” is not available. Import again when it is.", ["path": location.text])
      case .conflict, .beingWritten:
        t.tr("Another program is changing the calendar. Import again when it has finished.")
      default: message(t)
      }
    return t.trc(
      "two sentences", "{first}. {second}", ["first": t.tr("Nothing was imported"), "second": reason])
  }

  /// Returns a one-line message that says that only a part was imported, why, and what to do.
  package func importInterruptionMessage(_ t: Translator, writtenCount: Int, totalCount: Int) -> String {
    let reason =
      switch self {
      case .noAnswer(let location):
        t.tr(
          "It is not known yet whether one more was added. Handspan will find out when “{calendar}” answers. Then import again to add the others.",
          ["calendar": location.text])
      case .offline(let location):
        t.tr(
          "“{calendar}” is offline. Import again when it can be reached, to add the others.",
          ["calendar": location.text])
      case .serverError(let location, let message):
        t.tr(
          "The server for “{calendar}” reports an error: {reason}. Import again when it works, to add the others.",
          ["calendar": location.text, "reason": message])
      default: message(t)
      }
    let outcome = t.trn(
      "Only {written} of {count} entry was imported", "Only {written} of {count} entries were imported",
      totalCount,
      ["written": t.number(writtenCount)])
    return t.trc("two sentences", "{first}. {second}", ["first": outcome, "second": reason])
  }

  /// Returns a one-line message for a failed export.
  package func exportFailureMessage(_ t: Translator) -> String {
    switch self {
    case .exists(let location):
      t.tr("“{path}” belongs to an open calendar. Choose another file.", ["path": location.text])
    case .readOnly(let location), .vanished(let location), .notCalendar(let location):
      t.tr("“{path}” cannot be written. Choose another folder.", ["path": location.text])
    default: message(t)
    }
  }
}

extension Phrases {
  /// Returns the number of objects of each kind: "1,000 events, 3 tasks".
  package func objectCounts(_ counts: [ObjectKind: Int]) -> String {
    listed(
      ObjectKind.allCases.compactMap { kind in
        guard let count = counts[kind], count > 0 else { return nil }
        return switch kind {
        case .event: translator.trn("{count} event", "{count} events", count)
        case .task: translator.trn("{count} task", "{count} tasks", count)
        case .journalEntry: translator.trn("{count} journal entry", "{count} journal entries", count)
        }
      })
  }

  /// Returns what the files of an import contain: "1,000 events, Mon 8 Jan 2035 to Sun 3 May 2037", and the tasks and
  /// journal entries on a second line.
  package func importSummary(_ counts: [ObjectKind: Int], _ days: ClosedRange<Day>?) -> String {
    let events = counts[.event].map { importSummary($0, days) }
    let otherObjects = objectCounts(counts.filter { $0.key != .event })
    return [events, otherObjects.isEmpty ? nil : otherObjects].compactMap(\.self).joined(separator: "\n")
  }

  private func importSummary(_ count: Int, _ days: ClosedRange<Day>?) -> String {
    let events = objectCounts([.event: count])
    guard let days else { return events }
    let (first, last) = (shortDateWithYear(days.lowerBound), shortDateWithYear(days.upperBound))
    return first == last
      ? translator.tr("{events}, {date}", ["events": events, "date": first])
      : translator.tr(
        "{events}, {first} to {last}", ["events": events, "first": first, "last": last])
  }

  /// Returns the message that tasks and journal entries are imported, but not shown; nil if there are only
  /// events.
  package func unshownObjectsMessage(_ counts: [ObjectKind: Int]) -> String? {
    switch (counts[.task] ?? 0 > 0, counts[.journalEntry] ?? 0 > 0) {
    case (true, true): translator.tr("Tasks and journal entries are imported, but not shown.")
    case (true, false): translator.tr("Tasks are imported, but not shown.")
    case (false, true): translator.tr("Journal entries are imported, but not shown.")
    case (false, false): nil
    }
  }

  /// Returns what an import does: "988 are new, 10 will be updated, 2 are already there". If there are also
  /// tasks or journal entries, each kind has a line of its own: "Events: 988 are new".
  package func importCounts(_ counts: [ObjectKind: ImportCounts]) -> String {
    let t = translator
    let kinds = ObjectKind.allCases.filter { counts[$0] != nil }
    let lines = kinds.map { kind -> String in
      let text = counts[kind].map(importCounts) ?? ""
      return switch kind {
      case .event: kinds == [.event] ? text : t.tr("Events: {counts}", ["counts": text])
      case .task: t.tr("Tasks: {counts}", ["counts": text])
      case .journalEntry: t.tr("Journal entries: {counts}", ["counts": text])
      }
    }
    return lines.joined(separator: "\n")
  }

  private func importCounts(_ counts: ImportCounts) -> String {
    let t = translator
    var parts: [String] = []
    if counts.new > 0 { parts.append(t.trn("{count} is new", "{count} are new", counts.new)) }
    if counts.updated > 0 {
      parts.append(t.trn("{count} will be updated", "{count} will be updated", counts.updated))
    }
    if counts.removed > 0 {
      parts.append(t.trn("{count} will be removed", "{count} will be removed", counts.removed))
    }
    if counts.same > 0 {
      parts.append(t.trn("{count} is already there", "{count} are already there", counts.same))
    }
    if counts.kept > 0 {
      parts.append(t.trn("{count} stays as it is", "{count} stay as they are", counts.kept))
    }
    if counts.ignored > 0 {
      parts.append(
        t.trn("{count} message changes nothing", "{count} messages change nothing", counts.ignored))
    }
    return listed(parts)
  }

  /// Returns a sentence about the text of a file that had to be converted; nil if it had not.
  package func conversionMessage(_ conversion: TextConversion, of file: String) -> String? {
    switch conversion {
    case .none: nil
    case .complete:
      translator.tr("The text of “{file}” was converted, because it is not in UTF-8.", ["file": file])
    case .lossy: translator.tr("Some of the text in “{file}” cannot be read.", ["file": file])
    }
  }

  /// Returns why a message from another calendar user changes nothing.
  package func explanation(_ message: IgnoredMessage) -> String {
    let t = translator
    let title: KeyValuePairs = ["title": message.title.isEmpty ? t.tr("Untitled event") : message.title]
    switch message.reason {
    case .unknownEvent:
      return t.tr("“{title}” is not in this calendar, so the message changes nothing.", title)
    case .unknownOccurrence:
      return t.tr("“{title}” does not take place at the time that the message is about.", title)
    case .older: return t.tr("The calendar has a newer version of “{title}” than the message.", title)
    case .otherOrganizer:
      return t.tr("The message about “{title}” is not from its organizer, so it is ignored.", title)
    case .notOrganizer:
      return t.tr(
        "The answer to “{title}” is for its organizer, and you are not known to be that person.", title)
    case .notInvited: return t.tr("The answer to “{title}” is from somebody who is not invited.", title)
    case .unchangeable: return t.tr("“{title}” cannot be changed in this calendar.", title)
    case .unreadable:
      return t.tr("The message about “{title}” cannot be understood completely, so it is ignored.", title)
    case .tooMany: return t.tr("There are too many messages about “{title}” at once.", title)
    case .noEffect: break
    }
    return switch message.method {
    case .counter: t.tr("Somebody proposes another time for “{title}”. Nothing is changed.", title)
    case .declineCounter: t.tr("The organizer of “{title}” declines a proposal. Nothing is changed.", title)
    case .refresh: t.tr("Somebody asks for the current version of “{title}”. Nothing is changed.", title)
    default: t.tr("The message about “{title}” is of an unknown kind. Nothing is changed.", title)
    }
  }

  /// Returns the message after an import: "3 events were imported into “Choir”, 1 event was removed from “Choir”".
  package func importMessage(
    _ imported: [ObjectKind: Int], removed: [ObjectKind: Int], into calendar: String
  ) -> String {
    if removed.isEmpty { return importMessage(imported, into: calendar) }
    let removal = removalMessage(removed, from: calendar)
    return imported.isEmpty ? removal : listed([importMessage(imported, into: calendar), removal])
  }

  private func importMessage(_ counts: [ObjectKind: Int], into calendar: String) -> String {
    guard counts.keys.allSatisfy({ $0 == .event }) else {
      return translator.tr(
        "Imported into “{calendar}”: {objects}", ["calendar": calendar, "objects": objectCounts(counts)])
    }
    return translator.trn(
      "{count} event was imported into “{calendar}”", "{count} events were imported into “{calendar}”",
      counts[.event] ?? 0, ["calendar": calendar])
  }

  /// Returns the message after an import was undone: "3 events were removed from “Choir”, 1 event was restored in “Choir”".
  ///
  /// - Parameter restored: the objects that the import had updated or removed.
  package func importUndoMessage(
    removed: [ObjectKind: Int], restored: [ObjectKind: Int], in calendar: String
  ) -> String {
    if restored.isEmpty { return removalMessage(removed, from: calendar) }
    let restoration = restorationMessage(restored, in: calendar)
    return removed.isEmpty ? restoration : listed([removalMessage(removed, from: calendar), restoration])
  }

  private func restorationMessage(_ counts: [ObjectKind: Int], in calendar: String) -> String {
    guard counts.keys.allSatisfy({ $0 == .event }) else {
      return translator.tr(
        "Restored in “{calendar}”: {objects}", ["calendar": calendar, "objects": objectCounts(counts)])
    }
    return translator.trn(
      "{count} event was restored in “{calendar}”", "{count} events were restored in “{calendar}”",
      counts[.event] ?? 0, ["calendar": calendar])
  }

  private func removalMessage(_ counts: [ObjectKind: Int], from calendar: String) -> String {
    guard counts.keys.allSatisfy({ $0 == .event }) else {
      return translator.tr(
        "Removed from “{calendar}”: {objects}", ["calendar": calendar, "objects": objectCounts(counts)])
    }
    return translator.trn(
      "{count} event was removed from “{calendar}”", "{count} events were removed from “{calendar}”",
      counts[.event] ?? 0, ["calendar": calendar])
  }

  /// Returns the progress of an import: "312 of 1,000".
  package func progress(_ doneCount: Int, of totalCount: Int) -> String {
    translator.tr(
      "{done} of {total}", ["done": translator.number(doneCount), "total": translator.number(totalCount)])
  }

  /// Returns the message that `count` events were left as they were, because they have been changed in the
  /// meantime.
  package func skippedAsChangedMessage(_ count: Int) -> String {
    translator.trn(
      "{count} event has been changed in the meantime and was left as it is",
      "{count} events have been changed in the meantime and were left as they are",
      count)
  }
}
