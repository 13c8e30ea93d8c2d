import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Several events that are selected together.
extension TimelineView {
  package var selectedTogether: [Occurrence] { state.group.occurrences }

  package func perform(_ command: SelectionCommand) { send(.selection(command)) }

  /// Shows that the selection has changed, and announces it.
  func showSelection(_ selection: EventSelection, _ change: SelectionChange) {
    callbacks.onSelectionChanged(selection.occurrences)
    switch change {
    case .added, .removed: announce(style.phrases.selected(count: selection.count))
    case .ended: announce(style.phrases.selectionEnded)
    case .updated: break
    }
  }

  /// Applies a change to several events and shows the result.
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope) {
    let before = paging.reloadCount
    let isDeletion = group.items.first?.change == .delete
    if !group.items.isEmpty { isSaved = false }
    appliedGroup = isDeletion ? nil : group
    dataSource?.apply(group, scope: scope)
    appliedGroup = nil
    if paging.reloadCount == before { reload() }
    guard isDeletion else { return refreshSelection(after: group) }
    send(.selection(.cancel(isAnnounced: false)))
    focusNeighbor(of: group)
  }

  /// Focuses the event that follows the deleted ones on the selected day, or the previous event if there is none,
  /// or else the day.
  private func focusNeighbor(of group: GroupEdit) {
    let deleted = Set(group.items.map(\.occurrence.id))
    let order = occurrences.filter { $0.days.contains(day) && !deleted.contains($0.id) }
    let start = group.items.first?.occurrence.start.instant
    let next = start.flatMap { start in order.first { $0.start.instant >= start } } ?? order.last
    send(.focus(next?.id, scrolls: false))
  }

  /// Updates the selected events after their calendar may have changed.
  ///
  /// - Parameter group: the changes that have just been made to some of them.
  func refreshSelection(after group: GroupEdit? = nil) {
    guard let dataSource, !state.group.isEmpty else { return }
    let group = group ?? appliedGroup
    var current: [Occurrence.ID: EventSelection.Member] = [:]
    for member in state.group.members {
      let item = group?.items.first { $0.occurrence.id == member.id }
      let moved = item.map { $0.occurrence.applying($0.change, in: viewport.zone) }
      let found = moved.flatMap(dataSource.current) ?? dataSource.current(member.occurrence)
      if let found { current[member.id] = .init(found, refusal: dataSource.refusal(for: found)) }
    }
    send(.selectionRefreshed(current))
  }

  /// Applies the change that key steps have made to one of the selected events to all of them, and saves it.
  func saveStepsTogether(_ group: GroupEdit, of occurrence: Occurrence) {
    let scroll = sheet.scroll
    let takesFocus = containsFocus
    liftPresenter.forgetTimes()
    apply(group, scope: .thisOccurrence)
    sheet.setScroll(scroll)
    if takesFocus { focusManager.focusEvent(occurrence.id, scrolls: false) }
  }

  /// Moves several events to days that may not be shown, and goes to one of them.
  func move(_ group: GroupEdit, showing occurrence: Occurrence) {
    apply(group, scope: .thisOccurrence)
    let shown = group.items.first { $0.occurrence.id == occurrence.id } ?? group.items.first
    let moved = shown.map { $0.occurrence.applying($0.change, in: viewport.zone) } ?? occurrence
    showPage(moved)
    scrollEventIntoView(moved)
    focusManager.focusEvent(moved.id, scrolls: true)
  }

  /// Drops several events where they are shown.
  ///
  /// - Parameter positions: where the lifted blocks were when they were released, in page coordinates. The events
  ///   glide from there to their final positions.
  func drop(
    _ group: GroupEdit, of occurrence: Occurrence, scroll: Double, from positions: [Occurrence.ID: Point]
  ) {
    liftPresenter.forgetTimes()
    apply(group, scope: .thisOccurrence)
    sheet.setScroll(scroll)
    focusManager.focusEvent(occurrence.id, scrolls: false, announcing: style.phrases.dropped)
    for (id, position) in positions { glide(id, from: position) }
  }

  // MARK: Series

  /// Returns what a change to several events would do with each scope. For one series, this is the outcome there; for
  /// several series, it is only whether the scope is possible in all of them.
  ///
  /// - Parameter leader: the event that was moved. Its choice takes precedence over those of the others.
  func choices(for group: GroupEdit, leader: Occurrence) -> [ScopeChoice] {
    guard let dataSource else { return [] }
    let items = group.items.filter(\.needsScope)
    var choices: [ScopeChoice] = []
    for item in items {
      let own = dataSource.choices(for: item.occurrence.edit(item.change))
      guard !own.isEmpty else { continue }
      if choices.isEmpty {
        choices = own
      } else {
        choices = zip(choices, own).map { $0.isPossible && !$1.isPossible ? $1 : $0 }
      }
      if item.occurrence.id == leader.id {
        choices = zip(choices, own).map { $0.isPossible ? $1 : $0 }
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
