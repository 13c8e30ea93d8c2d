import CalendarModel

/// What was done to several selected events, for use in messages.
package enum GroupAction: Hashable, Sendable {
  case moved, deleted, changed
  /// Moved to the calendar with this name.
  case transferred(to: String)

  package init(_ group: GroupEdit) { self.init(group.items.first?.change) }

  /// - Parameter change: the change of the first event.
  package init(_ change: EventEdit.Change?) {
    switch change {
    case .move, .resizeStart, .resizeEnd: self = .moved
    case .delete: self = .deleted
    case .set, .add, .transfer, nil: self = .changed
    }
  }
}

/// Phrases for several selected events.
extension Phrases {
  /// The maximum number of titles that a message lists. The other events are only counted.
  private static let maximumListedTitles = 3

  /// Returns the accessible name of an event that is selected: “Standup, Monday, 5 January 2026, 09:00 to 09:15, 15
  /// minutes, selected”.
  ///
  /// - Parameter name: the accessible name of the event.
  package func selectedItem(_ name: String) -> String {
    listed([name, translator.trc("spoken, an event", "selected")])
  }

  /// Returns the number of selected events: “3 events selected”.
  package func selectionCount(_ count: Int) -> String {
    translator.trn("{count} event selected", "{count} events selected", count)
  }

  /// Returns how many of the selected events are on days other than those shown: “2 not shown”.
  package func notShownCount(_ count: Int) -> String {
    translator.trn("{count} not shown", "{count} not shown", count)
  }

  /// The announcement that no event is selected anymore.
  package var selectionEndedAnnouncement: String { translator.tr("Selection cleared") }

  /// Returns the announcement that several events were lifted: “Lifted Standup and 2 more events”.
  package func liftAnnouncement(_ event: CalendarEvent, andOthers count: Int) -> String {
    translator.trn(
      "Lifted {title} and {count} more event", "Lifted {title} and {count} more events", count,
      ["title": title(event)])
  }

  /// Returns the label of several dragged events: “14:15 – 15:00 · 3 events”.
  package func dragLabel(_ label: String, count: Int) -> String {
    translator.trn("{label} · {count} event", "{label} · {count} events", count, ["label": label])
  }

  /// Returns the message that several events were changed together: “3 events moved”.
  package func completionMessage(_ action: GroupAction, count: Int) -> String {
    switch action {
    case .moved: translator.trn("{count} event moved", "{count} events moved", count)
    case .deleted: translator.trn("{count} event deleted", "{count} events deleted", count)
    case .changed: translator.trn("{count} event changed", "{count} events changed", count)
    case .transferred(let calendar):
      translator.trn(
        "{count} event moved to “{calendar}”", "{count} events moved to “{calendar}”", count,
        ["calendar": calendar])
    }
  }

  /// Returns the message that some of the selected events could not be moved, deleted or changed: “2 events
  /// could not be moved: Standup, Review”.
  package func failureMessage(_ action: GroupAction, _ events: [CalendarEvent]) -> String {
    let count = events.count
    let titles: KeyValuePairs = ["titles": titles(of: events)]
    return switch action {
    case .moved, .transferred:
      translator.trn(
        "{count} event could not be moved: {titles}", "{count} events could not be moved: {titles}", count,
        titles)
    case .deleted:
      translator.trn(
        "{count} event could not be deleted: {titles}", "{count} events could not be deleted: {titles}",
        count,
        titles)
    case .changed:
      translator.trn(
        "{count} event could not be changed: {titles}", "{count} events could not be changed: {titles}",
        count,
        titles)
    }
  }

  private func titles(of events: [CalendarEvent]) -> String {
    let listedTitles = events.prefix(Self.maximumListedTitles).map(shortTitle)
    let unlistedCount = events.count - listedTitles.count
    guard unlistedCount > 0 else { return listed(listedTitles) }
    return listed(listedTitles + [moreCount(unlistedCount)])
  }

  /// Returns the heading of the question that asks which part of several series a change applies to.
  package func scopeHeading(_ group: GroupEdit, isCut: Bool) -> String {
    let count = group.items.count
    switch GroupAction(group) {
    case .deleted where isCut: return translator.trn("Cut {count} Event?", "Cut {count} Events?", count)
    case .deleted: return translator.trn("Delete {count} Event?", "Delete {count} Events?", count)
    case .moved, .changed, .transferred: return completionMessage(GroupAction(group), count: count)
    }
  }

  /// Returns the outcome of a choice that applies to several series: “In 2 series”.
  package func outcome(seriesCount: Int) -> String {
    translator.trn("In {count} series", "In {count} series", seriesCount)
  }

  /// Returns the message that changes to several events were not made, because the user did not choose a scope.
  package func notChangedMessage(_ group: GroupEdit, reason: String? = nil) -> String {
    let count = group.items.count
    let text =
      GroupAction(group) == .deleted
      ? translator.trn("{count} event was not deleted", "{count} events were not deleted", count)
      : translator.trn("{count} event was not changed", "{count} events were not changed", count)
    guard let reason else { return text }
    return translator.tr("{message}. {reason}", ["message": text, "reason": reason])
  }

  /// Returns the message that several events were copied: “3 events copied”.
  package func copyMessage(count: Int) -> String {
    translator.trn("{count} event copied", "{count} events copied", count)
  }

  /// Returns why one of several events could not be changed: “Standup: The file cannot be written”.
  package func failure(of event: CalendarEvent, _ reason: String) -> String {
    translator.trc(
      "failed change", "{title}: {reason}", ["title": shortTitle(event), "reason": reason])
  }
}
