import CalendarModel
import CalendarStore

/// The changes that one Undo reverts: an edit, or all edits of an edit session.
struct UndoStep: Sendable {
  /// An edit, and the event before it.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
  }

  /// The edits in the order in which they were made; never empty.
  private(set) var parts: [Part]

  init(_ part: Part) { parts = [part] }

  /// This step with an additional edit.
  func adding(_ part: Part) -> UndoStep {
    var step = self
    step.parts.append(part)
    return step
  }

  /// Whether this step contains an edit.
  func contains(_ id: EditID) -> Bool { parts.contains { $0.id == id } }

  /// This step without an edit; nil if nothing is left.
  ///
  /// - Parameter keepsOthers: whether the other edits stay in effect. Otherwise the whole step is
  ///   removed if it contains the edit.
  func without(_ id: EditID, keepsOthers: Bool) -> UndoStep? {
    guard contains(id) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return keepsOthers && !step.parts.isEmpty ? step : nil
  }
}
