import CGtk
import GtkSupport

/// A narrow entry for text that is parsed: a time or a duration. If it cannot be parsed, an error is shown
/// below it, and nothing changes.
@MainActor
final class TypedEntry {
  /// The message about a text that cannot be parsed.
  struct ParseFailure: Error { let text: String }

  let entry: WidgetPointer
  /// The error message, to be placed below the entry.
  let explanation = created(gtk_label_new(nil))
  /// Called at each change by the user.
  var onType: () -> Void = {}
  /// Called when the focus leaves the entry.
  var onLeave: () -> Void = {}
  /// Parses and applies the typed text; returns an error if it cannot be parsed.
  var onCommit: (String) -> ParseFailure? = { _ in nil }
  /// Whether a text can be parsed.
  var canRead: (String) -> Bool = { _ in true }

  private var isSetting = false
  /// Typed text that has not been committed yet.
  private var uncommittedText: String?
  /// The text that the entry shows after the focus has left it.
  private var committedText = ""
  private var isEdited = false

  /// - Parameter width: in characters.
  init(width: Int32) {
    entry = created(gtk_entry_new())
    gtk_widget_add_css_class(entry, "numeric")
    gtk_label_set_xalign(explanation.opaque, 0)
    gtk_label_set_wrap(explanation.opaque, 1)
    gtk_widget_add_css_class(explanation, "error")
    gtk_widget_add_css_class(explanation, "caption")
    gtk_widget_set_visible(explanation, 0)
    setWidth(width)
    onSignal(entry.opaque, "changed") { [weak self] in self?.typed() }
    onSignal(entry.opaque, "activate") { [weak self] in self?.focusLeft() }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.focusLeft() }
    gtk_widget_add_controller(entry, focus)
  }

  /// - Parameter width: in characters.
  func setWidth(_ width: Int32) {
    gtk_editable_set_width_chars(entry.opaque, width)
    gtk_editable_set_max_width_chars(entry.opaque, width)
  }

  /// Sets the text, which is shown once the user is not typing. Another value than before, set elsewhere, replaces
  /// text that could not be parsed.
  func setText(_ text: String) {
    if text != committedText, isRejected {
      show(nil)
      isEdited = false
    }
    committedText = text
    if !isEdited { set(text) }
  }

  /// Commits the typed text, unless it was already committed: a relative time such as "in 45 min" must be
  /// applied only once.
  ///
  /// - Parameter isPause: whether the user has only paused typing. One or two digits are not committed then,
  ///   because they may be the beginning of a longer time.
  func commit(isPause: Bool) {
    guard let text = uncommittedText, !(isPause && text.count <= 2 && text.allSatisfy(\.isNumber)) else {
      return
    }
    uncommittedText = nil
    show(onCommit(text)?.text)
  }

  private var isRejected: Bool { gtk_widget_has_css_class(entry, "error") != 0 }

  /// Shows an error message, or (nil) none. Its line stays, so that what is below does not move when it is
  /// corrected.
  private func show(_ reason: String?) {
    if reason == nil {
      gtk_widget_remove_css_class(entry, "error")
    } else {
      gtk_widget_add_css_class(entry, "error")
      gtk_widget_set_visible(explanation, 1)
    }
    gtk_label_set_text(explanation.opaque, reason ?? "")
    Accessible.setDescription(entry, reason ?? "")
  }

  private func typed() {
    guard !isSetting else { return }
    isEdited = true
    let text = gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    uncommittedText = text
    // The old message says nothing about the new text. Room for a message is made while the keys are in use: when
    // it appears, the pointer may be about to press something below.
    if isRejected { show(nil) }
    if !text.isEmpty, !canRead(text) { gtk_widget_set_visible(explanation, 1) }
    onType()
  }

  private func focusLeft() {
    guard isEdited else { return }
    onLeave()
    // Text that cannot be parsed stays, so that it can be corrected.
    guard !isRejected else { return }
    isEdited = false
    set(committedText)
  }

  private func set(_ text: String) {
    guard gtk_editable_get_text(entry.opaque).map({ String(cString: $0) }) != text else { return }
    isSetting = true
    gtk_editable_set_text(entry.opaque, text)
    isSetting = false
  }
}
