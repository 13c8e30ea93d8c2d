import CalendarModel
import CalendarStore

/// What one Undo reverts: an edit, or everything changed in the editor while it was open.
struct UndoStep: Sendable {
  /// One edit: enough to show both sides of it at once.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
  }

  /// In the order of their making; never empty.
  private(set) var parts: [Part]

  init(_ part: Part) { parts = [part] }

  /// This step with one more edit.
  func adding(_ part: Part) -> UndoStep {
    var step = self
    step.parts.append(part)
    return step
  }

  /// Whether that edit is part of it.
  func contains(_ id: EditID) -> Bool { parts.contains { $0.id == id } }

  /// What is left of it without an edit: nil if that is nothing.
  ///
  /// - Parameter isAlone: whether the others still hold; else the whole step goes if the edit was part of it.
  func without(_ id: EditID, isAlone: Bool) -> UndoStep? {
    guard contains(id) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return isAlone && !step.parts.isEmpty ? step : nil
  }
}
