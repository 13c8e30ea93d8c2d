import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import PickerWidgets

/// A list of radio buttons for choosing one of several calendars, for example the one to move an event to. The
/// current calendar, if there is one, is initially chosen. If a calendar cannot be chosen, its row shows the reason.
@MainActor
final class CalendarList {
  let gtkWidget: WidgetPointer
  /// The chosen calendar.
  private(set) var chosen: CalendarID?
  /// Called when the user has chosen a calendar.
  var onChoose: () -> Void = {}
  /// Called when the user presses Enter on a calendar.
  var onEnter: () -> Void = {}

  /// The maximum number of calendars in a list that does not scroll.
  private static let maximumUnscrolledCount = 4
  /// The maximum height in px of a list that scrolls.
  private static let maximumHeight: Int32 = 300

  private let list = nonNull(gtk_list_box_new())
  private var buttons: [WidgetPointer] = []

  init(_ options: [TransferOption], _ phrases: Phrases) {
    // A short list is not put into a scrolled window, because a scrolled window would not be tall enough for
    // wrapped text. A scrolled window measures its contents at their natural width, at which the text has
    // fewer lines.
    let scrolls = options.count > Self.maximumUnscrolledCount
    gtkWidget = scrolls ? nonNull(gtk_scrolled_window_new()) : list
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    gtk_widget_add_css_class(list, "boxed-list")
    Accessible.makeGroup(list, named: phrases.translator.tr("Calendar"))
    for option in options { add(option, phrases) }
    if scrolls {
      gtk_scrolled_window_set_policy(gtkWidget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_propagate_natural_height(gtkWidget.opaque, 1)
      gtk_scrolled_window_set_max_content_height(gtkWidget.opaque, Self.maximumHeight)
      gtk_scrolled_window_set_child(gtkWidget.opaque, list)
    }
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in
      guard let self else { return false }
      switch Int32(press.symbol) {
      case GDK_KEY_Return, GDK_KEY_KP_Enter: self.onEnter()
      case GDK_KEY_Up: self.chooseNeighbor(-1)
      case GDK_KEY_Down: self.chooseNeighbor(1)
      default: return false
      }
      return true
    }
    gtk_widget_add_controller(list, keys)
  }

  private func add(_ option: TransferOption, _ phrases: Phrases) {
    let row = nonNull(adw_action_row_new())
    let reason = option.obstacle.map(phrases.obstacle)
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), AdwSupport.escaped(option.calendar.name))
    adw_action_row_set_subtitle(row.as(AdwActionRow.self), AdwSupport.escaped(reason ?? ""))
    adw_action_row_set_title_lines(row.as(AdwActionRow.self), 0)
    let button = nonNull(gtk_check_button_new())
    Accessible.setRole(button, GTK_ACCESSIBLE_ROLE_RADIO)
    Accessible.setLabel(button, phrases.accessibleName(option))
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    if let first = buttons.first {
      gtk_check_button_set_group(button.as(GtkCheckButton.self), first.as(GtkCheckButton.self))
    }
    buttons.append(button)
    adw_action_row_add_prefix(row.as(AdwActionRow.self), CalendarDot.make(option.calendar.color))
    adw_action_row_add_prefix(row.as(AdwActionRow.self), button)
    adw_action_row_set_activatable_widget(row.as(AdwActionRow.self), button)
    // Without this, the title of the row would be added to the button's name.
    gtk_accessible_reset_relation(button.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    // The radio button gets the focus instead.
    gtk_widget_set_focusable(row, 0)
    for widget in [row, button] { gtk_widget_set_sensitive(widget, (option.obstacle == nil).gboolean) }
    if option.isCurrent {
      chosen = option.calendar.id
      gtk_check_button_set_active(button.as(GtkCheckButton.self), 1)
    }
    onSignal(button.opaque, "toggled") { [weak self] in
      guard let self, gtk_check_button_get_active(button.as(GtkCheckButton.self)) != 0 else { return }
      self.chosen = option.calendar.id
      self.onChoose()
    }
    gtk_list_box_append(list.opaque, row)
  }

  /// Chooses the nearest calendar that can be chosen, below the current choice if `step` is 1, or above it if `step`
  /// is -1. GTK's arrow keys do not work between rows.
  private func chooseNeighbor(_ step: Int) {
    let enabledButtons = buttons.filter { gtk_widget_is_sensitive($0) != 0 }
    let activeIndex = enabledButtons.firstIndex {
      gtk_check_button_get_active($0.as(GtkCheckButton.self)) != 0
    }
    // No calendar is initially chosen if the events are in several calendars.
    let index = activeIndex ?? (step > 0 ? -1 : enabledButtons.count)
    guard enabledButtons.indices.contains(index + step) else { return }
    gtk_check_button_set_active(enabledButtons[index + step].as(GtkCheckButton.self), 1)
    takeFocus()
  }

  /// Focuses the chosen calendar once the dialog that contains the list is shown.
  func takeFocusWhenShown() {
    whenShown(gtkWidget.opaque) { [weak self] in self?.takeFocus() }
  }

  /// Focuses the chosen calendar.
  func takeFocus() {
    let active = buttons.first { gtk_check_button_get_active($0.as(GtkCheckButton.self)) != 0 }
    if let button = active ?? buttons.first { gtk_widget_grab_focus(button) }
  }
}
