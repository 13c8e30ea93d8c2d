import CGtk
import GtkSupport

/// Rows of fields, each with a label beside it, or above it if there is not enough space.
@MainActor
final class EditorForm {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  private let labelSizeGroup: UnsafeMutablePointer<GtkSizeGroup> = nonNull(
    gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))
  private let reference: ObjectReference
  private var rows: [WidgetPointer] = []
  /// The rows whose natural width determines whether labels fit beside their fields.
  var measuredRows: [WidgetPointer] = []
  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] = []

  init() {
    reference = ObjectReference(labelSizeGroup.opaque)
    // A size group has no floating reference. `reference` added a reference, so the initial one is released.
    g_object_unref(UnsafeMutableRawPointer(labelSizeGroup))
  }

  /// Whether labels are above their fields.
  var isStacked = false {
    didSet {
      guard isStacked != oldValue else { return }
      let orientation = isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
      gtk_size_group_set_mode(labelSizeGroup, isStacked ? GTK_SIZE_GROUP_NONE : GTK_SIZE_GROUP_HORIZONTAL)
      for row in rows {
        // A label beside its field must not wrap, because long text in the field would make the label narrow.
        gtk_widget_get_first_child(row).map { gtk_label_set_wrap($0.opaque, isStacked.gboolean) }
        if isStacked {
          gtk_widget_add_css_class(row, "stacked")
        } else {
          gtk_widget_remove_css_class(row, "stacked")
        }
        gtk_orientable_set_orientation(row.opaque, orientation)
        gtk_box_set_spacing(row.as(GtkBox.self), isStacked ? 3 : 12)
      }
    }
  }

  /// Arranges the children of the wrapping rows so that they fit a width in px.
  func wrapRows(toFit width: Int) { for row in wrappingRows { arrangeChildren(of: row, toFit: width) } }

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: the field's label, with a mnemonic if there is a target.
  ///   - field: the field's widget, or a container with that widget.
  ///   - target: the widget that the mnemonic focuses and whose accessible name is the label; nil if `name`
  ///     has no mnemonic.
  ///   - isTall: whether the field is taller than a line of text; its label is then aligned with the first
  ///     line.
  ///   - keepsLabelBeside: whether the label stays beside the field even if the other labels are above
  ///     their fields. This is meant for switches.
  /// - Returns: the row, so that it can be hidden.
  @discardableResult
  func add(
    _ name: String, _ field: WidgetPointer, target: WidgetPointer?, isTall: Bool = false,
    keepsLabelBeside: Bool = false
  ) -> WidgetPointer {
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    let label = nonNull(gtk_label_new_with_mnemonic(name))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_mnemonic_widget(label.opaque, target)
    if isTall { gtk_widget_add_css_class(label, "tall-field-name") }
    // The accessible name of a read-only label is its text.
    let isText = g_type_check_instance_is_a(field.as(GTypeInstance.self), gtk_label_get_type()) != 0
    if target == nil, !isText { Accessible.setLabel(field, name) }
    gtk_box_append(row.as(GtkBox.self), label)
    gtk_box_append(row.as(GtkBox.self), field)
    gtk_widget_set_hexpand(keepsLabelBeside ? label : field, 1)
    if keepsLabelBeside {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_widget_set_valign(field, GTK_ALIGN_CENTER)
      gtk_widget_set_halign(field, GTK_ALIGN_END)
    } else {
      gtk_widget_set_valign(label, isTall ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
      gtk_size_group_add_widget(labelSizeGroup, label)
      rows.append(row)
    }
    gtk_box_append(gtkWidget.as(GtkBox.self), row)
    return row
  }

  /// Creates a label that shows read-only text in place of a field.
  static func readOnlyLabel(_ text: String? = nil) -> WidgetPointer {
    let label = nonNull(gtk_label_new(text))
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    return label
  }

  /// Creates a label for a text that is to be read in full: Tab also stops at the label, so that a screen reader reads it.
  static func readableLabel() -> WidgetPointer {
    let label = readOnlyLabel()
    gtk_widget_set_focusable(label, 1)
    gtk_widget_add_css_class(label, "readable")
    return label
  }

  /// Sets the label of a check button, and makes the label wrap, because GTK does not wrap it by default.
  static func setWrappingLabel(_ text: String, of checkButton: WidgetPointer) {
    gtk_check_button_set_label(checkButton.as(GtkCheckButton.self), text)
    var nextChild = gtk_widget_get_first_child(checkButton)
    while let child = nextChild {
      if g_type_check_instance_is_a(child.as(GTypeInstance.self), gtk_label_get_type()) != 0 {
        gtk_label_set_wrap(child.opaque, 1)
        gtk_label_set_wrap_mode(child.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(child.opaque, 0)
      }
      nextChild = gtk_widget_get_next_sibling(child)
    }
  }

  /// Adds a widget without a label.
  func add(_ widget: WidgetPointer) { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
}
