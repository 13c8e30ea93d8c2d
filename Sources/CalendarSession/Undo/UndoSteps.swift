import CalendarModel
import CalendarStore

/// The steps that can be undone and redone, and those that are being carried out in the background.
///
/// The store and `choices` keep what is needed to undo an edit. They discard it when the edit's step is dropped.
@MainActor
package final class UndoSteps {
  private var history = EditHistory<UndoStep>() {
    didSet { if history.nextUndo?.id != oldValue.nextUndo?.id { reports.send(.nextUndoChanged) } }
  }
  /// The task of the last undo or redo that changes a whole calendar: its name or color, its creation or
  /// removal, or an import into it. These tasks run one after another.
  private(set) var lastQueued: Task<Void, Never>?
  /// The number of operations in the background that add a step, or carry one out.
  private var unfinishedCount = 0
  /// The callers that are waiting until there are no such operations.
  private var continuations: [CheckedContinuation<Void, Never>] = []
  private let store: CalendarStore
  private let choices: CalendarChoices
  private let reports: SessionReports

  init(_ store: CalendarStore, _ choices: CalendarChoices, _ reports: SessionReports) {
    (self.store, self.choices, self.reports) = (store, choices, reports)
  }

  // MARK: The history

  /// The step that would be undone next.
  var nextUndo: UndoStep? { history.nextUndo }
  /// The step that would be redone next.
  var nextRedo: UndoStep? { history.nextRedo }

  /// Returns a part of the next undo or redo step.
  func part(_ id: EditID) -> UndoStep.Part? {
    [nextUndo, nextRedo].lazy.flatMap { $0?.parts ?? [] }.first { $0.id == id }
  }

  /// Returns whether the import of a step is undone.
  func isImportUndone(_ id: EditID) -> Bool {
    history.first { $0.importChange?.id == id }?.importChange?.isUndone ?? false
  }

  /// Records a step that has been carried out.
  func record(_ step: UndoStep) { forget(history.record(step)) }

  /// Adds an edit to the step that would be undone next.
  func addToNewest(_ part: UndoStep.Part) {
    if let step = nextUndo { forget(history.replaceNewest(with: step.adding(part))) }
  }

  /// Returns the step to undo now.
  func takeUndo() -> UndoStep? { history.undo() }

  /// Returns the step to redo now.
  func takeRedo() -> UndoStep? { history.redo() }

  /// Drops steps that have failed or can no longer be undone.
  func drop(where shouldDrop: (UndoStep) -> Bool) { forget(history.remove(where: shouldDrop)) }

  /// Removes an edit that was not made.
  ///
  /// - Parameter keepsOthers: whether to keep the other edits of its step; see `UndoStep.removing`.
  func remove(_ edit: EditID, keepsOthers: Bool) {
    forget(history.update { $0.removing(edit, keepsOthers: keepsOthers) })
  }

  /// Replaces a step with its new state.
  func update(_ change: (UndoStep) -> UndoStep) { forget(history.update(change)) }

  /// Makes it possible again to undo a step whose undo was not carried out, or to redo one whose redo was not.
  func takeBack(isUndoing: Bool, where isFailed: (UndoStep) -> Bool) {
    if isUndoing {
      history.returnToUndoStack(where: isFailed)
    } else {
      history.returnToRedoStack(where: isFailed)
    }
  }

  /// Forgets all steps. Call this when other calendars are opened instead.
  func clear() { history = EditHistory() }

  /// Runs an operation that may clear the steps. If it does, those that change the list of calendars are kept, because
  /// removed calendars can still be restored.
  ///
  /// - Returns: whether steps were kept.
  func keepingListChanges(during operation: () async -> Void) async -> Bool {
    var oldHistory = history
    await operation()
    guard nextUndo == nil, nextRedo == nil else { return false }
    oldHistory.remove { $0.listChange == nil }
    history = oldHistory
    return true
  }

  /// Discards what is stored about edits that can no longer be undone or redone.
  private func forget(_ steps: [UndoStep]) {
    let edits = steps.flatMap { $0.parts.map(\.id) }
    store.forget(edits)
    for edit in edits { choices.forgetUse(by: edit) }
  }

  // MARK: Steps in the background

  /// Whether a step is being carried out in the background. Undo and redo should wait until it is done, because
  /// they would otherwise apply to the step before it.
  package var hasUnfinished: Bool { unfinishedCount > 0 }

  /// Waits until no step is being carried out.
  package func finish() async {
    while hasUnfinished { await withCheckedContinuation { continuations.append($0) } }
  }

  /// Runs an operation that adds a step, or carries one out.
  func perform<Result>(_ operation: () async -> Result) async -> Result {
    unfinishedCount += 1
    defer { end() }
    return await operation()
  }

  /// Carries out a step in the background, after those before it.
  func enqueue(_ operation: @escaping @MainActor () async -> Void) {
    unfinishedCount += 1
    let previous = lastQueued
    lastQueued = Task {
      await previous?.value
      await operation()
      end()
    }
  }

  private func end() {
    unfinishedCount -= 1
    guard unfinishedCount == 0 else { return }
    let continuations = continuations
    self.continuations = []
    for continuation in continuations { continuation.resume() }
  }
}
