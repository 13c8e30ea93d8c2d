import CGtk
import GtkSupport

/// Rows of fields, each with a label beside it, or above it if there is not enough space.
@MainActor
final class EditorForm {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  private let names: UnsafeMutablePointer<GtkSizeGroup> = created(
    gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
  private let reference: ObjectReference
  private var rows: [WidgetPointer] = []
  /// The rows that must fit into the width for labels to be beside their fields.
  var measuredRows: [WidgetPointer] = []

  init() {
    reference = ObjectReference(names.opaque)
    // A size group has no floating reference; `reference` added one, so the initial one is released.
    g_object_unref(UnsafeMutableRawPointer(names))
  }

  /// Whether labels are above their fields.
  var isStacked = false {
    didSet {
      guard isStacked != oldValue else { return }
      let orientation = isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
      gtk_size_group_set_mode(names, isStacked ? GTK_SIZE_GROUP_NONE : GTK_SIZE_GROUP_HORIZONTAL)
      for line in rows {
        // A label beside its field must not wrap, because it would be narrowed by a long text in the field.
        gtk_widget_get_first_child(line).map { gtk_label_set_wrap($0.opaque, isStacked.gboolean) }
        if isStacked {
          gtk_widget_add_css_class(line, "stacked")
        } else {
          gtk_widget_remove_css_class(line, "stacked")
        }
        gtk_orientable_set_orientation(line.opaque, orientation)
        gtk_box_set_spacing(line.as(GtkBox.self), isStacked ? 3 : 12)
      }
    }
  }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: the field's label, with a mnemonic if there is a target.
  ///   - field: the widget, or its container.
  ///   - target: the widget that the mnemonic focuses and that the label names for assistive technology.
  ///   - isTall: whether the field is taller than a line of text; its label is then aligned with the first
  ///     line.
  ///   - keepsLabelBeside: whether the label stays beside the field even if the other labels are above
  ///     theirs, for a switch.
  /// - Returns: the row, so that it can be hidden.
  @discardableResult
  func add(
    _ name: String, _ field: WidgetPointer, target: WidgetPointer?, isTall: Bool = false,
    keepsLabelBeside: Bool = false
  ) -> WidgetPointer {
    let line = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    let label = created(gtk_label_new_with_mnemonic(name))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_mnemonic_widget(label.opaque, target)
    if isTall { gtk_widget_add_css_class(label, "tall-field-name") }
    if target == nil { Accessible.setLabel(field, name) }
    gtk_box_append(line.as(GtkBox.self), label)
    gtk_box_append(line.as(GtkBox.self), field)
    gtk_widget_set_hexpand(keepsLabelBeside ? label : field, 1)
    if keepsLabelBeside {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_widget_set_valign(field, GTK_ALIGN_CENTER)
      gtk_widget_set_halign(field, GTK_ALIGN_END)
    } else {
      gtk_widget_set_valign(label, isTall ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
      gtk_size_group_add_widget(names, label)
      rows.append(line)
    }
    gtk_box_append(pointer.as(GtkBox.self), line)
    return line
  }

  /// Creates a read-only text, to be shown in a row beside a label.
  static func text(_ words: String? = nil) -> WidgetPointer {
    let label = created(gtk_label_new(words))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    return label
  }

  /// Adds a widget without a label.
  func add(_ widget: WidgetPointer) { gtk_box_append(pointer.as(GtkBox.self), widget) }
}
