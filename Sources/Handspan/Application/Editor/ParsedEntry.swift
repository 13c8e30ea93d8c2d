import CGtk
import GtkSupport

/// A narrow entry for text that is parsed as a time or a duration. If the text cannot be parsed, an error
/// message appears below the entry, and nothing changes.
@MainActor
final class ParsedEntry {
  /// The error message for text that cannot be parsed.
  struct ParseFailure { let text: String }

  let entry: WidgetPointer
  /// The error message, to be placed below the entry.
  let errorLabel = nonNull(gtk_label_new(nil))
  /// Called whenever the user changes the text.
  var onType: () -> Void = {}
  /// Called when the focus leaves the entry, or the user presses Enter in it, after the text was changed.
  var onLeave: () -> Void = {}
  /// Parses and applies the typed text; returns an error if it cannot be parsed.
  var onCommit: (String) -> ParseFailure? = { _ in nil }
  /// Returns whether text can be parsed.
  var canParse: (String) -> Bool = { _ in true }

  private var isUpdating = false
  /// Typed text that has not been committed yet.
  private var uncommittedText: String?
  /// The text that the entry shows after the focus has left it.
  private var committedText = ""
  /// Whether the entry shows text that the user has typed.
  private var isEdited = false

  /// - Parameter width: the width in characters.
  init(width: Int32) {
    entry = nonNull(gtk_entry_new())
    gtk_widget_add_css_class(entry, "numeric")
    gtk_label_set_xalign(errorLabel.opaque, 0)
    gtk_label_set_wrap(errorLabel.opaque, 1)
    gtk_widget_add_css_class(errorLabel, "error")
    gtk_widget_add_css_class(errorLabel, "caption")
    gtk_widget_set_visible(errorLabel, 0)
    setWidth(width)
    onSignal(entry.opaque, "changed") { [weak self] in self?.textChanged() }
    onSignal(entry.opaque, "activate") { [weak self] in self?.finishTyping() }
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.finishTyping() }
    gtk_widget_add_controller(entry, focus)
  }

  /// - Parameter width: the width in characters.
  func setWidth(_ width: Int32) {
    gtk_editable_set_width_chars(entry.opaque, width)
    gtk_editable_set_max_width_chars(entry.opaque, width)
  }

  /// Sets the text, which is shown as soon as the user is not typing. If it differs from the previous text,
  /// it also replaces typed text that could not be parsed.
  func setText(_ text: String) {
    if text != committedText, isRejected {
      showError(nil)
      isEdited = false
      hideMessageSpace()
    }
    committedText = text
    if !isEdited { replaceText(text) }
  }

  /// Commits the typed text if it has not been committed yet: a relative time such as "in 45 min" must be applied only
  /// once.
  ///
  /// - Parameter isPause: whether the user has only paused typing. In that case, one or two digits are not
  ///   committed, because they may be the beginning of a longer time.
  func commit(isPause: Bool) {
    guard let text = uncommittedText, !(isPause && text.count <= 2 && text.allSatisfy(\.isNumber)) else {
      return
    }
    uncommittedText = nil
    showError(onCommit(text)?.text)
  }

  /// Shows why a value that was chosen in another way than by typing was not accepted.
  func showChoiceMessage(_ text: String) { showMessage(text) }

  /// Clears the message about a chosen value.
  func clearChoiceMessage() {
    guard !isEdited else { return }
    showMessage("")
    gtk_widget_set_visible(errorLabel, 0)
  }

  private var hasMessage: Bool { String(cString: gtk_label_get_text(errorLabel.opaque)) != "" }
  private var isRejected: Bool { gtk_widget_has_css_class(entry, "error") != 0 }

  /// Shows an error message, or clears it if `reason` is nil. The label stays visible even without text, so
  /// that the widgets below do not move when the user corrects the text.
  private func showError(_ reason: String?) {
    Accessible.setRejected(entry, reason != nil)
    showMessage(reason ?? "")
  }

  private func showMessage(_ text: String) {
    if !text.isEmpty { gtk_widget_set_visible(errorLabel, 1) }
    gtk_label_set_text(errorLabel.opaque, text)
    Accessible.setDescription(entry, text)
  }

  private func textChanged() {
    guard !isUpdating else { return }
    isEdited = true
    let text = gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    uncommittedText = text
    // The previous message does not apply to the new text. Space for a message is reserved while the user is
    // typing. If the widgets below moved when the message appeared, the user might click the wrong one.
    if isRejected { showError(nil) }
    if !text.isEmpty, !canParse(text) { gtk_widget_set_visible(errorLabel, 1) }
    onType()
  }

  /// Called when the focus leaves the entry, or the user presses Enter in it.
  private func finishTyping() {
    guard isEdited else { return }
    onLeave()
    // Text that cannot be parsed stays in the entry, so that the user can correct it.
    guard !isRejected else { return }
    isEdited = false
    replaceText(committedText)
    hideMessageSpace()
  }

  /// Gives up the space for a message once the key or button that ended the typing has been released, because a pressed
  /// widget below must not move away from the pointer.
  private func hideMessageSpace() {
    guard gtk_widget_get_visible(errorLabel) != 0 else { return }
    afterNextRelease(inWindowOf: entry) { [weak self] in
      guard let self, !self.isEdited, !self.hasMessage else { return }
      gtk_widget_set_visible(self.errorLabel, 0)
    }
  }

  private func replaceText(_ text: String) {
    guard gtk_editable_get_text(entry.opaque).map({ String(cString: $0) }) != text else { return }
    isUpdating = true
    gtk_editable_set_text(entry.opaque, text)
    isUpdating = false
  }
}
