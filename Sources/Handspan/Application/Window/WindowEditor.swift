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
  /// The overlay over the timeline that contains the editor.
  var pointer: WidgetPointer { overlay.pointer }

  private let session: CalendarSession
  private let view: any CalendarPresenting
  private let toasts: WindowToasts
  private let overlay = EditorOverlay()
  private var editor: EventEditor?

  init(_ session: CalendarSession, _ view: any CalendarPresenting, _ toasts: WindowToasts) {
    (self.session, self.view, self.toasts) = (session, view, toasts)
    overlay.onDismiss = { [weak self] in self?.close() }
  }

  /// Opens the editor for an event that can be changed.
  func edit(_ occurrence: Occurrence) {
    close()
    toasts.dismiss()
    guard let event = session.event(occurrence.event.id) else { return }
    let editor = EventEditor(event, of: session)
    self.editor = editor
    editor.onDone = { [weak self] in self?.close() }
    editor.onDelete = { [weak self] in self?.deleteEdited() }
    editor.onAnnounce = { [weak self] text in self?.view.announce(text) }
    editor.onEdited = { [weak self] event in
      guard let self else { return }
      self.view.scrollIntoView(Occurrence(event: event, zone: self.session.displayZone))
    }
    view.scrollIntoView(occurrence)
    let frame = view.frame(of: occurrence.id).map {
      EditorPlacement.Frame(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
    }
    overlay.present(editor, beside: frame)
    editor.takeFocus()
    onChange()
  }

  /// Closes the editor and keeps its changes; the focus returns to the event.
  ///
  /// - Parameter showsNotice: whether a change is announced, with a way to undo it.
  func close(showsNotice: Bool = true) {
    guard let editor else { return }
    // Set first, because finishing the editor may cause another call of this function.
    self.editor = nil
    editor.finish(showsNotice: showsNotice)
    overlay.dismiss()
    if let event = session.event(editor.event.id) {
      view.reveal(Occurrence(event: event, zone: session.displayZone))
    } else {
      view.takeFocus()
    }
    onChange()
  }

  private func deleteEdited() {
    guard let editor else { return }
    close(showsNotice: false)
    // Reads the event again, because closing the editor may have changed it.
    guard let present = session.event(editor.event.id) else { return }
    view.delete(Occurrence(event: present, zone: session.displayZone))
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

/// Finds the focused text field of a window.
@MainActor
enum FocusedText {
  /// The focused text widget; nil if another widget has the focus, or none has.
  static func find(in window: WidgetPointer) -> WidgetPointer? {
    guard let focus = gtk_window_get_focus(window.as(GtkWindow.self)) else { return nil }
    let isText = [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      g_type_check_instance_is_a(focus.as(GTypeInstance.self), $0) != 0
    }
    return isText ? focus : nil
  }
}
