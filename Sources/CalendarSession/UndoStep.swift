import CalendarModel
import CalendarStore

/// The changes that are undone together: one edit, all edits of an edit session, a change to a calendar's name
/// or color, or an import.
struct UndoStep: Sendable {
  /// An edit, and the event before the edit.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
    /// The events before and after the edit, if it is an edit to a series.
    var replacement: EventReplacement?
  }

  /// The edits in the order in which they were made; empty only if there is a `calendarChange` or an
  /// `importChange`.
  private(set) var parts: [Part]
  /// The change to a calendar's name or color; nil if the step consists of edits.
  let calendarChange: CalendarChange?
  /// The import; nil if the step is none.
  let importChange: ImportChange?

  init(_ part: Part) { (parts, calendarChange, importChange) = ([part], nil, nil) }

  init(_ change: CalendarChange) { (parts, calendarChange, importChange) = ([], change, nil) }

  init(_ change: ImportChange) { (parts, calendarChange, importChange) = ([], nil, change) }

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
