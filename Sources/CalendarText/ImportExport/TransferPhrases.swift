import CalendarModel

// The text of the dialogs that move an event to another date or another calendar.
extension Phrases {
  /// The heading of the dialog that asks for the day.
  package var moveToDate: String { translator.tr("Move to Date") }
  /// The heading of the dialog that asks for the calendar.
  package var moveToCalendar: String { translator.tr("Move to Calendar") }

  /// Returns the title, the date and the time of the event that is about to be moved to another date, on two
  /// lines: “Standup”, “Mon 8 Jan 2035, 09:00 – 09:15”. If other events are moved with it, the first line
  /// also says how many.
  package func eventToMove(_ occurrence: Occurrence, andOthers count: Int = 0) -> String {
    let title = shortTitle(occurrence.event)
    let titles =
      count > 0
      ? translator.trn(
        "{title} and {count} more event", "{title} and {count} more events", count, ["title": title]) : title
    return titles + "\n" + dateAndTime(occurrence)
  }

  /// Returns the title of the event that is about to be moved to another calendar. For a series, a second line
  /// says that the whole series is moved.
  package func eventToTransfer(_ event: CalendarEvent) -> String {
    let title = shortTitle(event)
    return event.isRepeating ? title + "\n" + translator.tr("All events in the series will be moved.") : title
  }

  /// Returns how many events are about to be moved to another calendar. If there are series among them, a
  /// second line says that each series is moved as a whole.
  package func eventsToTransfer(_ events: [CalendarEvent]) -> String {
    let text = selectionCount(events.count)
    let series = Set(events.filter(\.isRepeating).map { [$0.id.calendar.key, $0.id.uid.text] })
    switch series.count {
    case 0: return text
    case 1: return text + "\n" + translator.tr("All events in the series will be moved.")
    case let count:
      return text + "\n"
        + translator.trn(
          "All events in {count} series will be moved.", "All events in {count} series will be moved.", count)
    }
  }

  /// Returns why an event cannot be moved to a calendar.
  package func obstacle(_ obstacle: TransferOption.Obstacle) -> String {
    switch obstacle {
    case .readOnly: translator.tr("Read-only")
    case .unavailable: translator.tr("Not available")
    case .sameUID: translator.tr("Already contains this event")
    }
  }

  /// Returns the label of an event that is held over a calendar in the sidebar: “Move to “Choir””.
  package func dropLabel(calendar name: String) -> String {
    translator.tr("Move to “{calendar}”", ["calendar": name])
  }

  /// Returns why an event cannot be moved to a calendar with the given name, as a sentence.
  package func obstacle(_ obstacle: TransferOption.Obstacle, of name: String) -> String {
    switch obstacle {
    case .readOnly: translator.tr("“{calendar}” is read-only", ["calendar": name])
    case .unavailable: translator.tr("“{calendar}” is not available", ["calendar": name])
    case .sameUID: translator.tr("“{calendar}” already contains this event", ["calendar": name])
    }
  }

  /// Returns the accessible name of a calendar in the list: “Work”, “Holidays, Read-only”.
  package func accessibleName(_ option: TransferOption) -> String {
    listed([option.calendar.name, option.obstacle.map(obstacle)].compactMap(\.self))
  }

  /// The message that there is no calendar to which an event could be moved.
  package var noOtherCalendar: String { translator.tr("No other calendar is open") }
}
