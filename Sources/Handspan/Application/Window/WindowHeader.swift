import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The header bar of a window: buttons for turning pages, a title that opens a month calendar, the view menu
/// and the main menu.
@MainActor
final class WindowHeader {
  /// The window width in px below which labels are short: the same as for libadwaita's own widgets.
  static let narrow: Int32 = 600
  /// The minimum window width for showing all parts of the header bar, as a multiple of the text size.
  private static let minimumWidthFactor = 26.0

  let pointer = created(adw_header_bar_new())
  let dateChooser: DateChooser

  private let window: WidgetPointer
  private let session: CalendarSession
  private let view: any CalendarPresenting
  private let menu: MainMenu
  private let previousButton = created(gtk_button_new_from_icon_name("go-previous-symbolic"))
  private let nextButton = created(gtk_button_new_from_icon_name("go-next-symbolic"))
  private let viewButton = created(gtk_menu_button_new())

  init(_ window: WidgetPointer, _ session: CalendarSession, _ view: any CalendarPresenting) {
    (self.window, self.session, self.view) = (window, session, view)
    let (phrases, popoverGate) = (session.phrases, view.popoverGate)
    dateChooser = DateChooser(tooltip: phrases.translator.tr("Go to Date"))
    menu = MainMenu(phrases, popoverGate: popoverGate) { [session] in
      session.source.isSample ? [] : session.calendars
    }
    dateChooser.mayOpen = { popoverGate.mayOpen(for: .key) }
    dateChooser.currentDay = { [weak view] in view?.day }
    build(phrases)
    setUpViewButton(phrases, popoverGate)
  }

  private func build(_ phrases: Phrases) {
    let bar = OpaquePointer(pointer)
    adw_header_bar_set_title_widget(bar, dateChooser.pointer)
    gtk_actionable_set_action_name(previousButton.opaque, "win.previous")
    gtk_actionable_set_action_name(nextButton.opaque, "win.next")
    let today = created(gtk_button_new_with_label(phrases.translator.tr("Today")))
    gtk_actionable_set_action_name(today.opaque, "win.today")
    let paging = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_add_css_class(paging, "linked")
    for widget in [previousButton, today, nextButton] { gtk_box_append(paging.as(GtkBox.self), widget) }
    adw_header_bar_pack_start(bar, paging)
    for widget in [menu.pointer, newEventButton(phrases), viewButton] {
      adw_header_bar_pack_end(bar, widget)
    }
  }

  private func newEventButton(_ phrases: Phrases) -> WidgetPointer {
    let button = created(gtk_button_new_from_icon_name("list-add-symbolic"))
    gtk_actionable_set_action_name(button.opaque, "win.new-event")
    gtk_widget_set_tooltip_text(button, phrases.translator.tr("New Event"))
    Accessible.setLabel(button, phrases.translator.tr("New Event"))
    return button
  }

  private func setUpViewButton(_ phrases: Phrases, _ popoverGate: PopoverGate) {
    let menu = ViewMenu.model(phrases)
    gtk_menu_button_set_menu_model(OpaquePointer(viewButton), menu.as(GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(menu))
    onOpening(menuOf: viewButton) { [viewButton] in
      guard popoverGate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: viewButton)
      return true
    }
    gtk_widget_set_tooltip_text(viewButton, phrases.translator.tr("View"))
  }

  // MARK: Contents

  private var width: Int32 { gtk_widget_get_width(window) }
  /// Whether labels are short.
  var isNarrow: Bool { width < WindowHeader.narrow }

  /// Called when the visible days, the view or the width have changed.
  func updateView() {
    let phrases = session.phrases
    for (button, isForward) in [(previousButton, false), (nextButton, true)] {
      let name = phrases.turned(view.shownView, forward: isForward)
      gtk_widget_set_tooltip_text(button, name)
      Accessible.setLabel(button, name)
    }
    gtk_menu_button_set_label(OpaquePointer(viewButton), phrases.name(view.configuration.view))
    // A narrow window has not enough space beside the title. The main menu also contains the views.
    gtk_widget_set_visible(viewButton, (!isNarrow).gboolean)
    Accessible.setLabel(viewButton, phrases.currentView(view.configuration.view))
    // If the text is large, the title has priority. Pages can also be turned by swiping and by keys.
    let hasSpace = width == 0 || Double(width) >= WindowHeader.minimumWidthFactor * view.textSize
    for button in [previousButton, nextButton] { gtk_widget_set_visible(button, hasSpace.gboolean) }
  }

  /// Shows the names of the open calendars and the visible days.
  ///
  /// - Parameter isEmpty: whether the empty state replaces the timeline.
  func updateTitle(isEmpty: Bool) {
    let (days, phrases) = (view.shownDays, session.phrases)
    let words = phrases.title(
      days, isNarrow: (1..<WindowHeader.narrow).contains(width),
      today: (1..<480).contains(width) ? session.today : nil)
    dateChooser.setHeading(
      isEmpty ? "Handspan" : words, subtitle: isEmpty ? "" : session.openCalendarsTitle)
    gtk_widget_set_sensitive(dateChooser.pointer, (!isEmpty).gboolean)
    gtk_window_set_title(window.as(GtkWindow.self), "\(phrases.shownDays(days)) – Handspan")
  }
}
