import CGtk
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// The list of khal's and vdirsyncer's calendars that are not open. Each calendar can be added, or dismissed so that
/// it is no longer offered.
@MainActor
final class DiscoveredCalendarList {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Called with a calendar to open.
  var onAdd: (DiscoveredCalendar) -> Void = { _ in }
  /// Called with a calendar that should not be offered anymore.
  var onDismiss: (DiscoveredCalendar) -> Void = { _ in }
  /// Called when the row with the focus has disappeared and no other row is left.
  var onFocusLost: () -> Void = {}

  private struct Row {
    let calendar: DiscoveredCalendar
    let widget: WidgetPointer
    let buttons: [WidgetPointer]
  }

  private let session: CalendarSession
  private let rowsBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private let reference: ObjectReference
  private var rows: [Row] = []
  private var isFinding = false
  private var mustFindAgain = false

  init(_ session: CalendarSession) {
    self.session = session
    reference = ObjectReference(gtkWidget.opaque)
    SidebarGroup.setTitle(session.phrases.translator.tr("Found on This Computer"), of: gtkWidget)
    gtk_box_append(gtkWidget.as(GtkBox.self), rowsBox)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  /// Looks for calendars in the background, and shows them.
  func find() {
    guard !isFinding else {
      mustFindAgain = true
      return
    }
    guard !session.source.isSample else { return show([]) }
    isFinding = true
    Task { [weak self, session] in
      let calendars = await session.discoveredCalendars
      guard let self else { return }
      self.isFinding = false
      self.show(calendars)
      if self.mustFindAgain {
        self.mustFindAgain = false
        self.find()
      }
    }
  }

  private func show(_ calendars: [DiscoveredCalendar]) {
    guard calendars != rows.map(\.calendar) else { return }
    let previousFocus = focusedPosition
    while let child = gtk_widget_get_first_child(rowsBox) { gtk_box_remove(rowsBox.as(GtkBox.self), child) }
    rows = calendars.map(makeRow)
    for row in rows { gtk_box_append(rowsBox.as(GtkBox.self), row.widget) }
    gtk_widget_set_visible(gtkWidget, (!rows.isEmpty).gboolean)
    guard let previousFocus else { return }
    if let row = rows.dropFirst(previousFocus.row).first ?? rows.last {
      gtk_widget_grab_focus(row.buttons[previousFocus.button])
    } else {
      onFocusLost()
    }
  }

  private var focusedPosition: (row: Int, button: Int)? {
    guard let widget = FocusedWidget.inWindow(of: gtkWidget) else { return nil }
    for (index, row) in rows.enumerated() {
      if let button = row.buttons.firstIndex(of: widget) { return (index, button) }
    }
    return nil
  }

  private func makeRow(_ calendar: DiscoveredCalendar) -> Row {
    let t = session.phrases.translator
    let source =
      switch calendar.program {
      case .khal: t.tr("used by khal")
      case .vdirsyncer: t.tr("used by vdirsyncer")
      }
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    for style in ["calendar-row", "found"] { gtk_widget_add_css_class(box, style) }
    gtk_widget_set_tooltip_text(box, calendar.path)
    let swatch = nonNull(gtk_image_new())
    gtk_widget_add_css_class(swatch, "swatch")
    if let color = calendar.color { gtk_widget_add_css_class(swatch, ColorStyles.cssClass(for: color)) }
    gtk_widget_set_valign(swatch, GTK_ALIGN_CENTER)
    let labelBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for (text, styles) in [
      (calendar.name, []), (source.prefix(1).uppercased() + source.dropFirst(), ["caption", "dim-label"]),
    ] {
      let label = nonNull(gtk_label_new(text))
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      for style in styles { gtk_widget_add_css_class(label, style) }
      gtk_box_append(labelBox.as(GtkBox.self), label)
    }
    gtk_widget_set_hexpand(labelBox, 1)
    gtk_widget_set_valign(labelBox, GTK_ALIGN_CENTER)
    let values: KeyValuePairs = ["calendar": session.phrases.listed([calendar.name, source])]
    let addButton = nonNull(gtk_button_new_with_label(t.tr("Add")))
    Accessible.setLabel(addButton, t.tr("Add “{calendar}”", values))
    let dismissButton = nonNull(gtk_button_new_from_icon_name("window-close-symbolic"))
    gtk_widget_add_css_class(dismissButton, "circular")
    Accessible.setLabelAndTooltip(dismissButton, t.tr("Do Not Offer “{calendar}”", values))
    for button in [addButton, dismissButton] {
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    }
    onSignal(addButton.opaque, "clicked") { [weak self] in self?.onAdd(calendar) }
    onSignal(dismissButton.opaque, "clicked") { [weak self] in self?.onDismiss(calendar) }
    for child in [swatch, labelBox, addButton, dismissButton] { gtk_box_append(box.as(GtkBox.self), child) }
    return Row(calendar: calendar, widget: box, buttons: [addButton, dismissButton])
  }
}
