import CalendarModel
import CalendarStore

/// The changes that are undone together: one edit, all edits of an edit session, a change to a calendar's name
/// or color, an import, or a calendar that was created or moved to the Trash.
struct UndoStep: Sendable {
  /// An edit, and the event before the edit.
  struct Part: Sendable {
    let id: EditID
    let edit: EventEdit
    let eventBefore: CalendarEvent?
    /// The events before and after the edit, if it is an edit to a series.
    var replacement: EventReplacement?
    /// Whether the edit belongs to a change that the user made to several events at once.
    var isOfGroup = false
    /// The number of selected events that the edit changes: several if they are occurrences of one series.
    var eventCount = 1
  }

  /// Identifies the step, even after further edits have been added to it.
  let id = EditID()
  /// The edits in the order in which they were made; empty only if one of the other properties is set.
  private(set) var parts: [Part] = []
  /// The change to a calendar's name or color.
  private(set) var propertyChange: CalendarPropertyChange?
  private(set) var importChange: ImportChange?
  /// The creation of a calendar, or its move to the Trash.
  private(set) var listChange: CalendarListChange?

  init(_ part: Part) { parts = [part] }

  init(_ change: CalendarPropertyChange) { propertyChange = change }

  init(_ change: ImportChange) { importChange = change }

  init(_ change: CalendarListChange) { listChange = change }

  /// Returns this step for a calendar that is in the Trash again.
  func withTrashed(_ trashed: TrashedCalendar) -> UndoStep {
    var step = self
    step.listChange?.trashed = trashed
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
  /// - Parameter keepsOthers: whether to keep the other edits. If false, they are kept only if the removed edit
  ///   belongs to a change to several events.
  func removing(_ id: EditID, keepsOthers: Bool) -> UndoStep? {
    guard let part = parts.first(where: { $0.id == id }) else { return self }
    var step = self
    step.parts.removeAll { $0.id == id }
    return (keepsOthers || part.isOfGroup) && !step.parts.isEmpty ? step : nil
  }
}
