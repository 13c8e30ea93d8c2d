import CGtk
import CalendarText
import GtkSupport

/// The bar at the bottom of the window while events are selected. It shows their number, and has
/// buttons for actions on all of them.
@MainActor
final class SelectionBar {
  enum Command { case cancel, color, date, calendar, delete }

  let gtkWidget = nonNull(gtk_revealer_new())
  /// Called when a button is clicked.
  var onCommand: (Command) -> Void = { _ in }
  /// The button that opens the popover with colors.
  let colorButton: WidgetPointer

  private let mainRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  /// The width of the window below which the number and Cancel are above the other buttons, as a multiple of
  /// the text size.
  private static let minimumWidthFactor = 30.0
  private let column = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  /// The Cancel button and the number above the other buttons, in a narrow window.
  private let upperRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let upperLabel = nonNull(gtk_label_new(nil))
  private let cancelButton: WidgetPointer
  private let labelColumn = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private let countLabel = nonNull(gtk_label_new(nil))
  private let hiddenCountLabel = nonNull(gtk_label_new(nil))
  private let buttonRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
  private let dateButton: WidgetPointer
  private let calendarButton: WidgetPointer
  private let deleteButton: WidgetPointer
  private let translator: Translator

  init(_ phrases: Phrases) {
    let t = phrases.translator
    translator = t
    colorButton = SelectionBar.makeButton("color-select-symbolic", t.tr("Color"))
    dateButton = SelectionBar.makeButton("go-jump-symbolic", t.tr("Move to Date…"))
    calendarButton = SelectionBar.makeButton("x-office-calendar-symbolic", t.tr("Move to Calendar…"))
    deleteButton = SelectionBar.makeButton("user-trash-symbolic", t.tr("Delete"))
    cancelButton = nonNull(gtk_button_new_with_label(t.tr("Cancel")))
    // This button has an icon, because the word Cancel does not fit beside the number in every language.
    let upperCancelButton = SelectionBar.makeButton("window-close-symbolic", t.tr("Cancel"))
    build(upperCancelButton)
    let commands: [(WidgetPointer, Command)] = [
      (cancelButton, .cancel), (upperCancelButton, .cancel), (colorButton, .color), (dateButton, .date),
      (calendarButton, .calendar),
      (deleteButton, .delete),
    ]
    for (button, command) in commands {
      // A click does not move the focus away from the events.
      gtk_widget_set_focus_on_click(button, 0)
      onSignal(button.opaque, "clicked") { [weak self] in self?.onCommand(command) }
    }
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard Int32(press.symbol) == GDK_KEY_Escape else { return false }
      self?.onCommand(.cancel)
      return true
    }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  private func build(_ upperCancelButton: WidgetPointer) {
    for text in [countLabel, hiddenCountLabel] {
      gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_xalign(text.opaque, 0.5)
      gtk_box_append(labelColumn.as(GtkBox.self), text)
    }
    for text in [countLabel, upperLabel] {
      for style in ["heading", "numeric"] { gtk_widget_add_css_class(text, style) }
    }
    gtk_label_set_wrap(upperLabel.opaque, 1)
    gtk_label_set_justify(upperLabel.opaque, GTK_JUSTIFY_CENTER)
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(hiddenCountLabel, style) }
    gtk_widget_set_hexpand(labelColumn, 1)
    gtk_widget_set_valign(labelColumn, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(deleteButton, "destructive-action")
    for child in [cancelButton, labelColumn] { gtk_box_append(mainRow.as(GtkBox.self), child) }
    gtk_widget_set_hexpand(upperLabel, 1)
    gtk_widget_set_valign(upperCancelButton, GTK_ALIGN_CENTER)
    for child in [upperCancelButton, upperLabel] { gtk_box_append(upperRow.as(GtkBox.self), child) }
    for child in [colorButton, dateButton, calendarButton, deleteButton] {
      gtk_box_append(buttonRow.as(GtkBox.self), child)
    }
    gtk_box_append(mainRow.as(GtkBox.self), buttonRow)
    for child in [upperRow, mainRow] { gtk_box_append(column.as(GtkBox.self), child) }
    for style in ["toolbar", "selection-bar"] { gtk_widget_add_css_class(column, style) }
    Accessible.setRole(column, GTK_ACCESSIBLE_ROLE_TOOLBAR)
    Accessible.setLabel(column, translator.tr("Selected Events"))
    gtk_revealer_set_transition_type(gtkWidget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_revealer_set_child(gtkWidget.opaque, column)
    // While the bar is not shown, it is also hidden from assistive technology.
    gtk_widget_set_visible(gtkWidget, 0)
    onNotify(gtkWidget.opaque, "child-revealed") { [gtkWidget] in
      if gtk_revealer_get_reveal_child(gtkWidget.opaque) == 0 { gtk_widget_set_visible(gtkWidget, 0) }
    }
  }

  private static func makeButton(_ icon: String, _ text: String) -> WidgetPointer {
    let button = nonNull(gtk_button_new_from_icon_name(icon))
    Accessible.setLabelAndTooltip(button, text)
    return button
  }

  /// Shows the number of selected events; hides the bar if there are none.
  ///
  /// - Parameters:
  ///   - hiddenCount: the number of selected events that are not on the shown days.
  ///   - canChange: whether any of the selected events can be changed.
  func show(
    count: Int, hiddenCount: Int, canChange: Bool, hasOtherCalendars: Bool, textSize: Double,
    _ phrases: Phrases
  ) {
    if count > 0 { gtk_widget_set_visible(gtkWidget, 1) }
    gtk_revealer_set_reveal_child(gtkWidget.opaque, (count > 0).gboolean)
    guard count > 0 else { return }
    let width = gtk_widget_get_root(gtkWidget).map { gtk_widget_get_width(WidgetPointer($0)) } ?? 0
    let isNarrow = Double(width) < Self.minimumWidthFactor * textSize
    let lines =
      [phrases.selectionCount(count)] + (hiddenCount > 0 ? [phrases.notShownCount(hiddenCount)] : [])
    gtk_label_set_text(upperLabel.opaque, lines.joined(separator: "\n"))
    gtk_label_set_text(countLabel.opaque, lines[0])
    gtk_label_set_text(hiddenCountLabel.opaque, lines.count > 1 ? lines[1] : "")
    gtk_widget_set_visible(upperRow, isNarrow.gboolean)
    for widget in [cancelButton, labelColumn] { gtk_widget_set_visible(widget, (!isNarrow).gboolean) }
    gtk_widget_set_visible(hiddenCountLabel, (hiddenCount > 0).gboolean)
    gtk_widget_set_hexpand(buttonRow, isNarrow.gboolean)
    gtk_box_set_homogeneous(buttonRow.as(GtkBox.self), isNarrow.gboolean)
    for button in [colorButton, dateButton, deleteButton] {
      gtk_widget_set_sensitive(button, canChange.gboolean)
    }
    gtk_widget_set_visible(calendarButton, hasOtherCalendars.gboolean)
    gtk_widget_set_sensitive(calendarButton, canChange.gboolean)
  }

  /// Whether a button of the bar has the focus.
  var hasFocus: Bool { FocusedWidget.isIn(gtkWidget) }
}
