import CalendarModel
import CalendarStore

/// The changes that are undone together: one edit, all edits of an edit session, a change to a calendar's name
/// or color, an import, or a calendar that was created or moved to the Trash.
struct UndoStep: Sendable {
  /// An edit, and the event before the edit.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let before: CalendarEvent?
    /// The events before and after the edit, if it is an edit to a series.
    var replacement: EventReplacement?
    /// Whether the edit changes one of several events that the user changed together.
    var isOfGroup = false
  }

  /// The edits in the order in which they were made; empty only if one of the
  /// other properties is set.
  private(set) var parts: [Part] = []
  /// The change of a calendar's name or color.
  private(set) var calendarChange: CalendarChange?
  /// The import.
  private(set) var importChange: ImportChange?
  /// The calendar that was created or moved to the Trash.
  private(set) var existence: CalendarExistence?

  init(_ part: Part) { parts = [part] }

  init(_ change: CalendarChange) { calendarChange = change }

  init(_ change: ImportChange) { importChange = change }

  init(_ existence: CalendarExistence) { self.existence = existence }

  /// Returns this step for a calendar that is in the Trash again.
  func withTrashed(_ trashed: TrashedCalendar) -> UndoStep {
    var step = self
    step.existence?.trashed = trashed
    return step
  }

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
  ///   contains the edit, unless the edit changes one of several events.
  func removing(_ id: EditID, keepsOthers: Bool) -> UndoStep? {
    guard let part = parts.first(where: { $0.id == id }) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return (keepsOthers || part.isOfGroup) && !step.parts.isEmpty ? step : nil
  }
}
