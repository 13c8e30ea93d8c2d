import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A time, typed in any form that people write it in. What is not understood stays as it was typed, and why is said
/// under it; nothing is guessed.
@MainActor
public final class TimeEntry {
  /// The entry and, where there is something to say, the line under it.
  public let pointer: WidgetPointer
  /// The entry alone, for a mnemonic label.
  public let entry: WidgetPointer
  /// The time from which "in 45 min" counts; the shown time if nil.
  public var origin: () -> WallTime? = { nil }
  /// Called with the time that was typed, if it is another one, when Enter is pressed or the entry is left.
  public var onCommit: (WallTime) -> Void = { _ in }

  /// Why what was typed is not taken; nil if it is.
  public private(set) var explanation: String?
  /// The time that it shows or that was last understood.
  public private(set) var value: WallTime
  private let phrases: Phrases
  private let problem = created(gtk_label_new(nil))
  private let reference: ObjectReference

  /// An entry that shows a time.
  ///
  /// - Parameter name: what the time is, for assistive technology: "Start time".
  public init(phrases: Phrases, value: WallTime, name: String) {
    self.phrases = phrases
    self.value = value
    pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
    reference = ObjectReference(pointer.opaque)
    entry = created(gtk_entry_new())
    gtk_editable_set_width_chars(entry.opaque, Int32(phrases.time(value).count + 3))
    gtk_editable_set_max_width_chars(entry.opaque, 12)
    gtk_entry_set_input_purpose(entry.as(GtkEntry.self), GTK_INPUT_PURPOSE_FREE_FORM)
    gtk_widget_add_css_class(entry, "numeric")
    Accessible.setLabel(entry, name)
    gtk_box_append(pointer.as(GtkBox.self), entry)
    prepareProblem()
    write()
    onSignal(entry.opaque, "activate") { [weak self] in self?.read() }
    onSignal(entry.opaque, "changed") { [weak self] in self?.tell(nil) }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.read() }
    gtk_widget_add_controller(entry, focus)
  }

  /// Shows another time, instead of whatever was typed.
  public func show(_ value: WallTime) {
    self.value = value
    write()
  }

  private func write() {
    let text = phrases.time(value)
    if shownText != text { gtk_editable_set_text(entry.opaque, text) }
    tell(nil)
  }

  private var shownText: String { String(cString: gtk_editable_get_text(entry.opaque)) }

  private func read() {
    guard shownText != phrases.time(value) else { return }
    do {
      let old = value
      value = try phrases.typedTime(shownText).resolved(on: value.day, from: origin() ?? value)
      write()
      if value != old { onCommit(value) }
    } catch {
      tell(phrases.explanation(error))
    }
  }

  // MARK: What is not understood

  private func prepareProblem() {
    gtk_label_set_wrap(problem.opaque, 1)
    gtk_label_set_xalign(problem.opaque, 0)
    gtk_label_set_max_width_chars(problem.opaque, 28)
    gtk_widget_add_css_class(problem, "error")
    gtk_widget_add_css_class(problem, "caption")
    gtk_widget_set_visible(problem, 0)
    gtk_box_append(pointer.as(GtkBox.self), problem)
  }

  /// Says why the text was not taken; nil if there is nothing to say.
  private func tell(_ reason: String?) {
    guard reason != explanation else { return }
    explanation = reason
    gtk_widget_set_visible(problem, (reason != nil).gboolean)
    gtk_label_set_text(problem.opaque, reason ?? "")
    // A description that changes is read out.
    Accessible.setDescription(entry, reason ?? "")
    if reason != nil {
      gtk_widget_add_css_class(entry, "error")
    } else {
      gtk_widget_remove_css_class(entry, "error")
    }
  }
}
