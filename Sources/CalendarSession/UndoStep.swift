import CalendarModel
import CalendarStore

/// What one Undo reverts: an edit, or everything changed in the editor while it was open.
struct UndoStep: Sendable {
  /// One edit, with the event before and after it.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
  }

  /// In the order in which they were made; never empty.
  private(set) var parts: [Part]

  init(_ part: Part) { parts = [part] }

  /// This step with one more edit.
  func adding(_ part: Part) -> UndoStep {
    var step = self
    step.parts.append(part)
    return step
  }

  /// Whether that edit is part of this step.
  func contains(_ id: EditID) -> Bool { parts.contains { $0.id == id } }

  /// This step without an edit; nil if nothing is left.
  ///
  /// - Parameter isAlone: whether the other edits still hold; otherwise the whole step is removed if it
  ///   contains the edit.
  func without(_ id: EditID, isAlone: Bool) -> UndoStep? {
    guard contains(id) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return isAlone && !step.parts.isEmpty ? step : nil
  }
}
