import CalendarModel

/// What toasts and banners say.
extension Phrases {
  /// Why an event cannot be changed.
  package func refusal(_ refusal: EditRefusal) -> String {
    switch refusal {
    case .repeating: translator.tr("Repeating events cannot be changed yet")
    case .readOnly: translator.tr("This calendar cannot be changed because its file is read-only")
    case .vanished: translator.tr("This event is no longer in the calendar")
    case .noCalendar: translator.tr("All open calendars are read-only")
    }
  }

  /// What a change did, for the toast that offers to undo it: "Moved to 14:15", "Moved to Tue 6 Jan, 14:15",
  /// "Now 14:15 – 15:30 · 1 h 15 min".
  ///
  /// - Parameters:
  ///   - change: what was asked for.
  ///   - before: the occurrence as it was.
  ///   - after: the occurrence as it is.
  package func toast(_ change: EventEdit.Change, from before: Occurrence, to after: Occurrence) -> String {
    let day = after.start.wall.day
    switch change {
    case .move:
      if after.isAllDay { return translator.tr("Moved to {when}", ["when": shortDate(day)]) }
      let time = time(after.start.wall)
      let when = before.start.wall.day == day ? time : listed([shortDate(day), time])
      return translator.tr("Moved to {when}", ["when": when])
    case .stretchStart, .stretchEnd:
      return translator.tr("Changed to {when}", ["when": liveLabel(after, shown: before.start.wall.day)])
    case .set, .transfer: return translator.tr("“{title}” was changed", ["title": title(after.event)])
    case .add: return translator.tr("“{title}” was added", ["title": title(after.event)])
    case .delete: return translator.tr("“{title}” was deleted", ["title": title(before.event)])
    }
  }

  /// That an event went to another calendar: "“Standup” is in “Work” now".
  package func transferred(_ event: CalendarEvent, to calendar: String) -> String {
    translator.tr(
      "“{title}” was moved to “{calendar}”", ["title": title(event), "calendar": calendar])
  }

  /// That an event was added to a calendar which nobody chose: "“Standup” was added to “Work”".
  package func added(_ event: CalendarEvent, to calendar: String) -> String {
    translator.tr(
      "“{title}” was added to “{calendar}”", ["title": title(event), "calendar": calendar])
  }

  /// The button of such a toast.
  package var undo: String { translator.tr("Undo") }

  /// That something was taken back or made again, where no event can be named any more.
  package var undoneAlone: String { translator.tr("Undone") }

  /// That a repeating event is not shown as often as it takes place, for a banner.
  package func truncation(_ event: CalendarEvent, _ reason: ExpansionEnd) -> String? {
    switch reason {
    case .complete, .unsupported: nil
    case .tooManyStarts:
      translator.tr("“{title}” repeats too often to show every occurrence", ["title": title(event)])
    case .tooManySteps:
      translator.tr(
        "The repeat rule of “{title}” takes too long to calculate; some occurrences may be missing",
        ["title": title(event)])
    }
  }

  /// The same for so many more events.
  package func moreTruncations(count: Int) -> String {
    translator.trn(
      "{count} more event repeats too often to show every occurrence",
      "{count} more events repeat too often to show every occurrence", count)
  }

  /// What Ctrl+S is answered with: there is no Save.
  package var savedAutomatically: String { translator.tr("Changes are saved automatically") }
}
