import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// The selection of several events.
extension ViewStack {
  package var multipleSelection: [Occurrence] { state.selection.occurrences }

  package func perform(_ command: SelectionCommand) { send(.selection(command)) }

  /// Shows that the selection has changed, and announces it.
  func showSelection(_ selection: EventSelection, _ change: SelectionChange) {
    callbacks.onSelectionChanged(selection.occurrences)
    switch change {
    case .added, .removed: announce(style.phrases.selectionCount(selection.count))
    case .ended: announce(style.phrases.selectionEndedAnnouncement)
    case .updated: break
    }
  }

  /// Applies a change to several events and shows the result.
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) {
    let isDeletion = group.items.first?.change == .delete
    if !group.items.isEmpty { isSaved = false }
    if dataSource?.apply(group, scope: scope, in: context).isShown != true { reload() }
    guard isDeletion else { return }
    let focusBefore = state.focus
    send(.selection(.cancel(isAnnounced: false)))
    focusNeighbor(of: group, focusBefore: focusBefore)
  }

  /// Focuses the event that follows the first deleted one on the selected day, the day's last event if none follows,
  /// or the day itself if it has no events.
  private func focusNeighbor(of group: GroupEdit, focusBefore: Occurrence.ID?) {
    guard let first = group.items.first?.occurrence else { return }
    let deletedIDs = Set(group.items.map(\.occurrence.id))
    let remainingEvents = occurrences.filter { $0.days.contains(day) && !deletedIDs.contains($0.id) }
    let neighbor = TimelineState.neighbor(ofEventAt: first.start.instant, among: remainingEvents)
    let deletedID = focusBefore.flatMap { deletedIDs.contains($0) ? $0 : nil } ?? first.id
    send(.focusAfterDeletion(of: deletedID, neighbor: neighbor?.id))
  }

  /// Updates the selected events from the data source, in which they may have changed.
  func refreshSelection() {
    guard let dataSource, !state.selection.isEmpty else { return }
    var refreshedMembers: [Occurrence.ID: EventSelection.Member] = [:]
    for member in state.selection.members {
      if let currentOccurrence = dataSource.currentState(of: member.occurrence) {
        refreshedMembers[member.id] = .init(
          currentOccurrence, refusal: dataSource.refusal(for: currentOccurrence))
      }
    }
    send(.selectionRefreshed(refreshedMembers))
  }

  /// Applies to all selected events the change that keys have made to one of them, and saves it.
  func saveSelectionSteps(_ group: GroupEdit, of occurrence: Occurrence) {
    let (place, takesFocus) = (place, containsFocus)
    liftPresenter.forgetAnnouncedTimes()
    apply(group, scope: .thisOccurrence, in: ApplyContext())
    view.handle(.scroll(to: place))
    if takesFocus { focusManager.focusEvent(occurrence.id, scrolls: false) }
  }

  /// Moves several events to days that may not be shown, then shows and focuses one of them.
  func move(_ group: GroupEdit, showing occurrence: Occurrence) {
    apply(group, scope: .thisOccurrence, in: ApplyContext())
    let item = group.items.first { $0.occurrence.id == occurrence.id } ?? group.items.first
    let movedOccurrence = item.map { $0.occurrence.applying($0.change, in: zone) } ?? occurrence
    scrollIntoView(movedOccurrence)
    focusManager.focusEvent(movedOccurrence.id, scrolls: true)
  }

  /// Drops several events where they are shown.
  ///
  /// - Parameter positions: the positions of the lifted blocks at the release, in viewport coordinates. The events glide
  ///   from there to their final positions.
  func drop(
    _ group: GroupEdit, of occurrence: Occurrence, at place: Place, from positions: [Occurrence.ID: Point]
  ) {
    liftPresenter.forgetAnnouncedTimes()
    apply(group, scope: .thisOccurrence, in: ApplyContext())
    view.handle(.scroll(to: place))
    focusManager.focusEvent(occurrence.id, scrolls: false, announcing: style.phrases.dropAnnouncement)
    for (id, position) in positions { glide(id, from: position) }
  }

  // MARK: Series

  /// Returns what a change to several events would do with each scope. If the events belong to one series, each
  /// choice describes the outcome for that series. If they belong to several series, a choice says only whether the
  /// scope is possible in all of them.
  ///
  /// - Parameter leader: the event that the user moved. Its choices take precedence over those of the other events.
  func choices(for group: GroupEdit, leader: Occurrence) -> [ScopeChoice] {
    guard let dataSource else { return [] }
    let items = group.items.filter(\.needsScope)
    var choices: [ScopeChoice] = []
    for item in items {
      let itemChoices = dataSource.choices(for: item.occurrence.edit(item.change))
      guard !itemChoices.isEmpty else { continue }
      if choices.isEmpty {
        choices = itemChoices
      } else {
        choices = zip(choices, itemChoices).map { $0.isPossible && !$1.isPossible ? $1 : $0 }
      }
      if item.occurrence.id == leader.id {
        choices = zip(choices, itemChoices).map { $0.isPossible ? $1 : $0 }
      }
    }
    let seriesCount = group.seriesCount
    guard seriesCount > 1 else { return choices }
    return choices.map { choice in
      guard choice.isPossible else { return choice }
      return ScopeChoice(
        edit: choice.edit, outcome: choice.outcome, text: style.phrases.outcome(seriesCount: seriesCount))
    }
  }
}
