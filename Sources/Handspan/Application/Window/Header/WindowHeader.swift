import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The header bar of a window: buttons for turning pages, a title that opens a month calendar, the view menu
/// and the main menu. In a window that is narrow for its text size, a bar at the bottom contains the buttons
/// for turning pages, for a new event and for the search.
@MainActor
final class WindowHeader {
  /// The window width in px below which labels are short. libadwaita's own widgets use the same width.
  static let narrowWidth: Int32 = 600
  /// The minimum window width at which the header bar contains the buttons for turning pages, as a multiple of the text
  /// size. It does not include the width of the sidebar's button.
  private static let minimumWidthFactor = 29.0
  /// The time in milliseconds that the visible days must stay unchanged before they are announced.
  private static let announcementDelay: UInt32 = 150
  /// The width in px of the sidebar's button, which does not depend on the text size.
  private static let sidebarButtonWidth = 40.0

  let gtkWidget = nonNull(adw_header_bar_new())
  /// The bar for the bottom of the window. It is empty until it is first shown.
  let bottomBar = nonNull(gtk_action_bar_new())
  let dateChooser: DateChooser

  private let window: WidgetPointer
  private let session: CalendarSession
  private let view: ViewStack
  private let mainMenu: MainMenu
  private let newEventButton: WidgetPointer
  private let sidebarButton: WidgetPointer
  private let searchButton: WidgetPointer
  /// The buttons for turning pages in the header bar, and those in the bottom bar.
  private let topPaging: PagingButtons
  private var bottomPaging: PagingButtons?
  private let viewButton = nonNull(gtk_menu_button_new())
  private(set) var windowTitle = ""
  /// The label whose text is the window's accessible name. It is not visible.
  private let windowName = ObjectReference(nonNull(gtk_label_new(nil)).opaque)
  private let viewLabel = nonNull(gtk_label_new(nil))

  init(
    _ window: WidgetPointer, _ session: CalendarSession, _ view: ViewStack,
    _ monthFactory: MonthViewFactory
  ) {
    (self.window, self.session, self.view) = (window, session, view)
    let (phrases, popoverGate) = (session.phrases, view.popoverGate)
    dateChooser = DateChooser(monthFactory, phrases)
    newEventButton = WindowHeader.makeNewEventButton(phrases)
    sidebarButton = WindowHeader.makeSidebarButton(phrases)
    searchButton = WindowHeader.makeSearchButton(phrases)
    topPaging = PagingButtons(phrases)
    mainMenu = MainMenu(phrases, popoverGate: popoverGate) { [session] in
      session.source.isSample ? [] : session.calendars.filter { !session.listed.owns($0.id) }
    }
    dateChooser.mayOpen = { popoverGate.mayOpen(for: .key) }
    dateChooser.dayToShow = { [weak view] in view?.day }
    build(phrases)
    setUpViewButton(phrases, popoverGate)
  }

  private func build(_ phrases: Phrases) {
    let bar = OpaquePointer(gtkWidget)
    adw_header_bar_set_title_widget(bar, dateChooser.gtkWidget)
    for widget in [sidebarButton, topPaging.gtkWidget] { adw_header_bar_pack_start(bar, widget) }
    gtk_widget_set_visible(bottomBar, 0)
    for widget in [mainMenu.gtkWidget, searchButton, newEventButton, viewButton] {
      adw_header_bar_pack_end(bar, widget)
    }
  }

  private func fillBottomBar(_ phrases: Phrases) {
    let paging = PagingButtons(phrases)
    for button in [WindowHeader.makeSidebarButton(phrases), WindowHeader.makeNewEventButton(phrases)] {
      gtk_action_bar_pack_start(bottomBar.opaque, button)
    }
    gtk_action_bar_pack_end(bottomBar.opaque, WindowHeader.makeSearchButton(phrases))
    gtk_action_bar_set_center_widget(bottomBar.opaque, paging.gtkWidget)
    bottomPaging = paging
  }

  private static func makeNewEventButton(_ phrases: Phrases) -> WidgetPointer {
    let button = nonNull(gtk_button_new_from_icon_name("list-add-symbolic"))
    gtk_actionable_set_action_name(button.opaque, "win.new-event")
    Accessible.setLabelAndTooltip(button, phrases.translator.tr("New Event"))
    return button
  }

  private static func makeSidebarButton(_ phrases: Phrases) -> WidgetPointer {
    let button = nonNull(gtk_toggle_button_new())
    gtk_button_set_icon_name(button.as(GtkButton.self), "sidebar-show-symbolic")
    gtk_actionable_set_action_name(button.opaque, "win.sidebar")
    Accessible.setLabelAndTooltip(button, phrases.translator.tr("Sidebar"))
    Accessible.makeExpander(button)
    return button
  }

  private static func makeSearchButton(_ phrases: Phrases) -> WidgetPointer {
    let button = nonNull(gtk_toggle_button_new())
    gtk_button_set_icon_name(button.as(GtkButton.self), "system-search-symbolic")
    gtk_actionable_set_action_name(button.opaque, "win.search")
    // A click must not move the focus out of the search. Otherwise the action would move the focus back
    // instead of closing the search.
    gtk_widget_set_focus_on_click(button, 0)
    Accessible.setLabelAndTooltip(button, phrases.translator.tr("Search Events"))
    Accessible.makeExpander(button)
    return button
  }

  private func setUpViewButton(_ phrases: Phrases, _ popoverGate: PopoverGate) {
    setMenu(ViewMenu.items(phrases), of: viewButton)
    // The accessible name of the button includes this text.
    Accessible.setHidden(viewLabel, true)
    gtk_menu_button_set_child(OpaquePointer(viewButton), viewLabel)
    gtk_menu_button_set_always_show_arrow(OpaquePointer(viewButton), 1)
    onOpening(menuOf: viewButton) { [viewButton] in
      guard popoverGate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: viewButton, named: phrases.translator.tr("View"))
      return true
    }
    // The accessible name begins with this text.
    Accessible.setTooltip(viewButton, phrases.translator.tr("View"))
  }

  // MARK: Contents

  /// Whether the button of the sidebar has the focus.
  var isSidebarButtonFocused: Bool { gtk_widget_has_focus(sidebarButton) != 0 }

  /// Whether the editor is open. While it is open, it uses the space of the bottom bar.
  var isEditing = false { didSet { if isEditing != oldValue { updateButtons() } } }

  /// The window's width in px; before the first layout, the default width.
  var width: Int32 {
    let width = gtk_widget_get_width(window)
    guard width == 0 else { return width }
    var (defaultWidth, defaultHeight): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window.as(GtkWindow.self), &defaultWidth, &defaultHeight)
    return max(0, defaultWidth)
  }
  /// Whether the window is so narrow that labels are short.
  var isNarrow: Bool { width < WindowHeader.narrowWidth }

  /// Whether the header bar has enough space for all of its parts at the current text size.
  private var hasSpace: Bool {
    let minimum = WindowHeader.minimumWidthFactor * view.textSize + WindowHeader.sidebarButtonWidth
    return width == 0 || Double(width) >= minimum
  }

  /// Updates the buttons. Called when the visible days, the view or the width have changed.
  func updateButtons() {
    let phrases = session.phrases
    let showsBottomBar = !hasSpace && !isEditing
    if showsBottomBar, bottomPaging == nil { fillBottomBar(phrases) }
    for buttons in [topPaging, bottomPaging].compactMap(\.self) { buttons.setView(view.shownView, phrases) }
    gtk_label_set_text(viewLabel.opaque, phrases.name(view.configuration.view))
    // A narrow window does not have enough space for this button beside the title. The main menu also
    // contains the views.
    gtk_widget_set_visible(viewButton, (!isNarrow).gboolean)
    Accessible.setLabel(ofMenuButton: viewButton, phrases.viewMenuName(current: view.configuration.view))
    for widget in [sidebarButton, topPaging.gtkWidget, newEventButton, searchButton] {
      gtk_widget_set_visible(widget, hasSpace.gboolean)
    }
    gtk_widget_set_visible(bottomBar, showsBottomBar.gboolean)
  }

  /// Updates the title, which shows the names of the open calendars and the visible days.
  ///
  /// - Parameter isEmpty: whether the empty state replaces the timeline.
  func updateTitle(isEmpty: Bool) {
    let (days, phrases) = (view.shownDays, session.phrases)
    let title = phrases.title(
      days, isNarrow: (1..<WindowHeader.narrowWidth).contains(width),
      today: (1..<480).contains(width) ? session.today : nil, showsWeekday: hasSpace)
    dateChooser.setHeading(
      isEmpty ? "Handspan" : title, subtitle: isEmpty ? "" : session.openCalendarsTitle)
    gtk_widget_set_sensitive(dateChooser.gtkWidget, (!isEmpty).gboolean)
    setWindowTitle("\(phrases.shownDays(days)) – Handspan")
  }

  /// Sets the window's title and its accessible name.
  ///
  /// A screen reader would read every change to an active window's name, either before or after the day that
  /// gets the focus at the same time. The name is therefore taken from a label, because changes to the text
  /// of a label are not reported as changes to the window.
  private func setWindowTitle(_ title: String) {
    guard title != windowTitle else { return }
    let isFirstTitle = windowTitle.isEmpty
    windowTitle = title
    gtk_label_set_text(windowName.pointer.opaque, title)
    guard !isFirstTitle, let surface = gtk_native_get_surface(window.opaque) else {
      gtk_window_set_title(window.as(GtkWindow.self), title)
      // By default, GTK uses the title as the accessible name.
      Accessible.setName(window, from: windowName.pointer.as(GtkWidget.self))
      return
    }
    gdk_toplevel_set_title(surface, title)
    announceShownDays()
  }

  /// Announces the visible days, unless the focus is in the view. In that case, the focus moves to one
  /// of these days, and a screen reader reads that day.
  private func announceShownDays() {
    let title = windowTitle
    afterMilliseconds(WindowHeader.announcementDelay) { [weak self] in
      guard let self, self.windowTitle == title, !FocusedWidget.isIn(self.view.gtkWidget) else {
        return false
      }
      self.view.announce(self.session.phrases.shownDays(self.view.shownDays))
      return false
    }
  }
}
