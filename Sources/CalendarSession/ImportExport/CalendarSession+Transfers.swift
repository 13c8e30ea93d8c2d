import CalendarModel
import CalendarStore
import CalendarText

// The calendars to which an event can be moved.
extension CalendarSession {
  /// Returns why an event cannot be moved to any calendar; nil if it can.
  package func transferRefusal(of event: CalendarEvent) -> String? {
    let t = phrases.translator
    if event.repetition == .unreadable { return SeriesRefusal.Reason.unreadable.message(t) }
    guard event.isRepeating, index.events(ofSeries: event.id).contains(where: { $0.id.file != event.id.file })
    else { return nil }
    return t.tr("The series is in several files, so it cannot be moved to another calendar.")
  }

  /// Returns why none of the given events can be moved to any calendar; nil if one of them can.
  package func transferRefusal(of occurrences: [Occurrence]) -> String? {
    let refusals = occurrences.map { transferRefusal(of: $0.event) }
    return refusals.contains(nil) ? nil : refusals.first ?? nil
  }

  /// Returns the open calendars, in the order in which they were opened, and why an event cannot be moved to
  /// some of them.
  package func transferOptions(for event: CalendarEvent) -> [TransferOption] {
    let uid = event.id.uid
    let calendarsWithUID = uid.isEmpty ? [] : index.calendars(withUID: uid)
    return calendars.map { calendar in
      let obstacle: TransferOption.Obstacle? =
        if !calendar.isAvailable {
          .unavailable
        } else if calendar.isReadOnly {
          .readOnly
        } else if calendarsWithUID.contains(calendar.id) {
          .sameUID
        } else {
          nil
        }
      return TransferOption(
        calendar.option, isCurrent: calendar.id == event.id.calendar, obstacle: obstacle)
    }
  }

  // MARK: Transfers without an answer

  /// Returns what to say about an event that was moved to a calendar that answered late; nil if it is no longer in both
  /// calendars.
  package func doubledEventMessage(_ double: DoubledEvent) -> String? {
    guard let event = index.event(double.origin), index.event(double.destination) != nil,
      let origin = name(of: double.origin.calendar), let destination = name(of: double.destination.calendar)
    else { return nil }
    return phrases.translator.tr(
      "“{title}” was moved to “{destination}”, which answered only now. It is still in “{origin}” too.",
      ["title": phrases.shortTitle(event), "destination": destination, "origin": origin])
  }

  /// Completes the transfer of an event that is in two calendars, as one undo step.
  package func removeFromOrigin(_ double: DoubledEvent) {
    guard let event = index.event(double.origin), index.event(double.destination) != nil else { return }
    apply(
      EventEdit(
        target: double.origin, scope: event.isRepeating ? .all : .thisOccurrence, change: .delete))
  }
}
