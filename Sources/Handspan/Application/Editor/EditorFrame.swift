import CGtk
import CalendarText
import GtkSupport

/// What holds the editor's fields: a bar with what there is to do, and room to scroll.
@MainActor
final class EditorFrame {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Called by the button that ends the visit.
  var onDone: () -> Void = {}
  /// Called by the button that deletes the event.
  var onDelete: () -> Void = {}

  private let reference: ObjectReference
  private let form: EditorForm
  private let bar = created(gtk_center_box_new())
  private let scrolled = created(gtk_scrolled_window_new())

  init(_ form: EditorForm, phrases: Phrases) {
    self.form = form
    reference = ObjectReference(pointer.opaque)
    Accessible.setRole(pointer, GTK_ACCESSIBLE_ROLE_DIALOG)
    gtk_widget_add_css_class(pointer, "editor")
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    buildBar(phrases.translator)
    gtk_widget_add_css_class(form.pointer, "fields")
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
    gtk_scrolled_window_set_child(scrolled.opaque, form.pointer)
    gtk_widget_set_vexpand(scrolled, 1)
    for widget in [bar, scrolled] { gtk_box_append(pointer.as(GtkBox.self), widget) }
  }

  private func buildBar(_ t: Translator) {
    let delete = created(gtk_button_new_from_icon_name("user-trash-symbolic"))
    gtk_widget_add_css_class(delete, "flat")
    gtk_widget_set_tooltip_text(delete, t.tr("Delete the event"))
    Accessible.setLabel(delete, t.tr("Delete the event"))
    onSignal(delete.opaque, "clicked") { [weak self] in self?.onDelete() }
    let title = created(gtk_label_new(t.tr("Edit Event")))
    gtk_widget_add_css_class(title, "heading")
    let done = created(gtk_button_new_with_label(t.tr("Done")))
    onSignal(done.opaque, "clicked") { [weak self] in self?.onDone() }
    gtk_widget_add_css_class(bar, "bar")
    gtk_center_box_set_start_widget(bar.opaque, delete)
    gtk_center_box_set_center_widget(bar.opaque, title)
    gtk_center_box_set_end_widget(bar.opaque, done)
  }

  /// What assistive technology calls the editor.
  var name = "" { didSet { if name != oldValue { Accessible.setLabel(pointer, name) } } }

  // MARK: Layout

  /// px on both sides of the fields together, as the style sheet has it.
  private static let margins = 36

  /// px of width with names beside their fields.
  private lazy var besideWidth =
    form.decisiveLines.map { natural($0, GTK_ORIENTATION_HORIZONTAL) }.reduce(0, max) + EditorFrame.margins

  /// px of width that the fields would like.
  var wantedWidth: Int { max(400, besideWidth) }

  /// px of height at a width. Where that is too little for names beside the fields they stand above them.
  func height(forWidth width: Int) -> Int {
    let isTight = width < besideWidth
    if isTight != form.isStacked { form.isStacked = isTight }
    // A scrolled window would tell the height of what it holds for the width that it would like.
    return [bar, form.pointer].reduce(0) { $0 + natural($1, GTK_ORIENTATION_VERTICAL, for: width) }
  }

  private func natural(_ widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int = -1) -> Int {
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, Int32(size), nil, &natural, nil, nil)
    return Int(natural)
  }
}
