import CalendarModel
import CalendarStore

/// The changes that are undone together: one edit, or all edits of an edit session.
struct UndoStep: Sendable {
  /// An edit, and the event before the edit.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
    /// The events before and after the edit, if it is an edit to a series.
    var replacement: EventReplacement?
  }

  /// The edits in the order in which they were made; never empty.
  private(set) var parts: [Part]

  init(_ part: Part) { parts = [part] }

  /// Returns this step with an additional edit.
  func adding(_ part: Part) -> UndoStep {
    var step = self
    step.parts.append(part)
    return step
  }

  /// Returns whether this step contains the given edit.
  func contains(_ id: EditID) -> Bool { parts.contains { $0.id == id } }

  /// Returns this step without the given edit, or nil if nothing is left.
  ///
  /// - Parameter keepsOthers: whether to keep the other edits. If false, the whole step is removed if it
  ///   contains the edit.
  func removing(_ id: EditID, keepsOthers: Bool) -> UndoStep? {
    guard contains(id) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return keepsOthers && !step.parts.isEmpty ? step : nil
  }
}
