import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The editor of a window. It opens beside an event and closes when another action begins.
@MainActor
final class WindowEditor {
  /// Called when the editor has opened or closed.
  var onChange: () -> Void = {}
  /// Whether an event is being edited.
  var isOpen: Bool { editor != nil }
  /// The overlay that contains the editor and covers the timeline.
  var gtkWidget: WidgetPointer { overlay.gtkWidget }

  private let session: CalendarSession
  private let view: ViewStack
  private let toasts: WindowToasts
  private let monthFactory: MonthViewFactory
  private let overlay = EditorOverlay()
  private var editor: EventEditor?

  init(
    _ session: CalendarSession, _ view: ViewStack, _ toasts: WindowToasts,
    _ monthFactory: MonthViewFactory
  ) {
    (self.session, self.view, self.toasts, self.monthFactory) = (session, view, toasts, monthFactory)
    overlay.onDismiss = { [weak self] in self?.close() }
  }

  /// Opens the editor for an event that can be changed.
  func edit(_ occurrence: Occurrence) {
    close()
    toasts.dismiss()
    guard session.event(occurrence.event.id) != nil else { return }
    let editor = EventEditor(occurrence, of: session, monthFactory)
    self.editor = editor
    editor.onDone = { [weak self] in self?.close() }
    editor.onDelete = { [weak self] in self?.deleteEdited() }
    editor.onAnnounce = { [weak self] text in self?.view.announce(text) }
    editor.onEdited = { [weak self] in
      guard let self, let occurrence = self.session.editedOccurrence else { return }
      self.view.scrollIntoView(occurrence)
    }
    view.scrollIntoView(occurrence)
    let frame = view.frame(of: occurrence.id).map {
      EditorPlacement.Frame(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
    }
    overlay.present(editor, beside: frame)
    editor.takeFocus()
    onChange()
  }

  /// Closes the editor and keeps its changes. The focus returns to the event.
  ///
  /// - Parameter showsNotice: whether to show a notice about the changes, with an Undo button.
  ///
  /// - Returns: the event as it is now; nil if it no longer exists.
  @discardableResult
  func close(showsNotice: Bool = true) -> Occurrence? {
    guard let editor else { return nil }
    // The property is cleared first, because finishing the editor may cause another call to this function.
    self.editor = nil
    let occurrence = editor.finish(showsNotice: showsNotice)
    overlay.dismiss()
    // The widget that gets the focus below must already be back in the accessibility tree.
    onChange()
    if let occurrence { view.reveal(occurrence) } else { view.takeFocus() }
    return occurrence
  }

  private func deleteEdited() {
    // Closing the editor may change the event.
    if let occurrence = close(showsNotice: false) { view.delete(occurrence) }
  }

  /// Called when the calendar has changed. Updates the editor, or closes it if its event no longer exists.
  func refresh() {
    guard let editor, !editor.reload() else { return }
    close(showsNotice: false)
    toasts.showToast(session.phrases.refusal(.vanished))
  }

  /// Called when the display zone or the clock format has changed.
  func clockOrZoneChanged() { editor?.clockOrZoneChanged() }
}
