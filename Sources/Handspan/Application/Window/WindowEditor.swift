import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// The editor: opened beside an event, closed by whatever else begins.
extension MainWindow {
  /// Opens the editor for an event, which can be changed.
  func edit(_ occurrence: Occurrence) {
    closeEditor()
    dismissToast()
    guard let event = session.event(occurrence.event.id) else { return }
    let editor = EventEditor(event, of: session)
    self.editor = editor
    editor.onDone = { [weak self] in self?.closeEditor() }
    editor.onDelete = { [weak self] in self?.deleteEdited() }
    editor.onSay = { [weak self] text in self?.timeline.say(text) }
    editor.onEdited = { [weak self] event in
      guard let self else { return }
      self.timeline.bringIntoSight(Occurrence(event: event, zone: self.session.displayZone))
    }
    timeline.bringIntoSight(occurrence)
    let place = timeline.frame(of: occurrence.id).map {
      EditorPlacement.Frame(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
    }
    editorStage.show(editor, beside: place)
    editor.takeFocus()
    updateActions()
  }

  /// Closes the editor and keeps what it says; the focus goes back to the event.
  ///
  /// - Parameter isTold: whether it is said that something was changed, with the way back.
  func closeEditor(isTold: Bool = true) {
    guard let editor else { return }
    // What closes it may also be heard while it is closed.
    self.editor = nil
    editor.finish(isTold: isTold)
    editorStage.dismiss()
    if let event = session.event(editor.event.id) {
      timeline.reveal(Occurrence(event: event, zone: session.displayZone))
    } else {
      timeline.takeFocus()
    }
    updateActions()
  }

  private func deleteEdited() {
    guard let editor else { return }
    closeEditor(isTold: false)
    // With what was changed in it last.
    guard let present = session.event(editor.event.id) else { return }
    timeline.delete(Occurrence(event: present, zone: session.displayZone))
  }

  /// The calendar says something else: the editor follows, or closes where its event is gone.
  func refreshEditor() {
    guard let editor, !editor.reload() else { return }
    closeEditor(isTold: false)
    show(notice: phrases.refusal(.vanished))
  }

  /// Within a text Undo and Redo are the text's own.
  ///
  /// - Returns: whether a text has the focus.
  func changeText(_ action: String) -> Bool {
    guard let focus = gtk_window_get_focus(pointer.as(GtkWindow.self)) else { return false }
    let isText = [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      g_type_check_instance_is_a(focus.as(GTypeInstance.self), $0) != 0
    }
    if isText { gtk_widget_activate_action_variant(focus, action, nil) }
    return isText
  }
}
