import CalendarModel

extension StoreError {
  /// Returns a one-line message for a failed import, which says that nothing was changed and what to do.
  package func importMessage(_ t: Translator) -> String {
    let reason =
      switch self {
      case .readOnly(let location):
        t.tr("“{path}” is read-only. Choose another calendar.", ["path": location.text])
      case .diskFull: t.tr("The disk is full. Make room, and import again.")
      case .vanished(let location):
        t.tr("“{path}” is not available. Import again when it is.", ["path": location.text])
      case .conflict, .beingWritten:
        t.tr("Another program is changing the calendar. Import again when it has finished.")
      default: message(t)
      }
    return t.trc(
      "two sentences", "{first}. {second}", ["first": t.tr("Nothing was imported"), "second": reason])
  }

  /// Returns a one-line message for a failed export.
  package func exportMessage(_ t: Translator) -> String {
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
  /// Returns how many events an import adds, and between which days: "1,000 events, 8 January 2035 to 3 May 2037".
  package func importSummary(_ count: Int, _ days: ClosedRange<Day>?) -> String {
    let events = translator.trn("{count} event", "{count} events", count)
    guard let days else { return events }
    let (first, last) = (shortDateWithYear(days.lowerBound), shortDateWithYear(days.upperBound))
    return first == last
      ? translator.tr("{events}, {date}", ["events": events, "date": first])
      : translator.tr(
        "{events}, {first} to {last}", ["events": events, "first": first, "last": last])
  }

  /// Returns what an import does with the events, in one line: "988 are new, 10 will be updated, 2 are already there".
  package func importCounts(new: Int, updated: Int, same: Int, kept: Int) -> String {
    let t = translator
    var parts: [String] = []
    if new > 0 { parts.append(t.trn("{count} is new", "{count} are new", new)) }
    if updated > 0 { parts.append(t.trn("{count} will be updated", "{count} will be updated", updated)) }
    if same > 0 { parts.append(t.trn("{count} is already there", "{count} are already there", same)) }
    if kept > 0 {
      parts.append(t.trn("{count} stays as it is", "{count} stay as they are", kept))
    }
    return listed(parts)
  }

  /// Returns how far an import is: "312 of 1,000".
  package func progress(_ done: Int, of total: Int) -> String {
    translator.tr("{done} of {total}", ["done": "\(done)", "total": "\(total)"])
  }

  /// The number of events that were left out because of their time zones.
  package func refusedImports(_ count: Int) -> String {
    translator.trn(
      "{count} event was left out, because the calendar defines its time zone differently",
      "{count} events were left out, because the calendar defines their time zones differently", count)
  }

  /// The number of events that an undo or redo has left as they are.
  package func changedImports(_ count: Int) -> String {
    translator.trn(
      "{count} event was changed since and stays as it is",
      "{count} events were changed since and stay as they are",
      count)
  }
}
