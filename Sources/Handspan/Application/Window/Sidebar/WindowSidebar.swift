import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// The sidebar of a window, with a small month calendar and the list of calendars.
///
/// It is beside the view if the remaining width still has room for all the days of the view; otherwise it
/// covers part of the view. Beside the view, it stays open until the user closes it, even across restarts.
/// Over the view, it is only open temporarily.
@MainActor
final class WindowSidebar {
  /// The widget that contains the sidebar and everything beside it.
  var gtkWidget: WidgetPointer { stage.gtkWidget }
  /// Called when the sidebar has been opened or closed, or is now beside or over the view.
  var onChange: () -> Void = {}
  /// Called with a day that the user chose in the month calendar.
  var onChooseDay: (Day) -> Void = { _ in }
  /// Called with a calendar of another program that the user wants to open, or that should not be offered again.
  var (onAddFound, onDismissFound): (Found, Found) = ({ _ in }, { _ in })
  typealias Found = (DiscoveredCalendar) -> Void
  /// Called when the focus has to leave the sidebar, because it is closed.
  var onReturnFocus: () -> Void = {}

  private let session: CalendarSession
  private let view: any CalendarPresenting
  private let preferences: Preferences
  private let months: MonthCalendars
  private let stage = SidebarStage()
  /// The widget of the sidebar, created when it is first shown.
  private(set) var panel: WidgetPointer?
  /// The contents, created after the first frame in which the sidebar is shown.
  private(set) var contents: SidebarContents?
  /// The widget beside the sidebar.
  private var content: WidgetPointer?
  /// Whether the sidebar is beside the view when there is space.
  private var isWanted: Bool
  /// Whether an event is lifted. The sidebar then stays where it is, and its month calendar shows the month that the
  /// user has turned to.
  var isEventLifted = false {
    didSet {
      guard isEventLifted != oldValue else { return }
      stage.setClipping(!isEventLifted)
      if isEventLifted { contents?.month.showDays() }
    }
  }
  /// Whether there is space for the sidebar beside the view.
  var isBeside: Bool { !stage.isOver }

  init(
    _ session: CalendarSession, _ view: any CalendarPresenting, _ preferences: Preferences,
    _ months: MonthCalendars
  ) {
    (self.session, self.view, self.preferences, self.months) = (session, view, preferences, months)
    isWanted = preferences[Preferences.showsSidebar]
    gtk_widget_set_vexpand(gtkWidget, 1)
    stage.onDismiss = { [weak self] in self?.closeIfOver() }
  }

  /// Sets the widget beside the sidebar.
  func setContent(_ widget: WidgetPointer) {
    content = widget
    stage.setContent(widget)
  }

  /// Whether the sidebar is open.
  var isOpen: Bool { stage.isOpen }
  /// The width in px that the sidebar takes from the view.
  var widthBesideView: Int32 { isOpen && isBeside ? Int32(SidebarPlacement.totalWidth) : 0 }
  /// Whether the sidebar is open and covers part of the view.
  var isOver: Bool { isOpen && !isBeside }

  // MARK: Opening and closing

  /// Opens or closes the sidebar, at the user's request.
  func toggle() {
    setOpen(!isOpen)
    if isBeside { remember(isOpen) }
    if isOver { contents?.takeFocus() }
  }

  /// Closes the sidebar if it covers part of the view.
  func closeIfOver() { if isOver { setOpen(false) } }

  /// Updates whether there is space for the sidebar beside the view.
  ///
  /// - Parameter windowWidth: the width of the window in px; 0 if it is not known yet.
  func update(windowWidth: Int32) {
    guard !isEventLifted else { return }
    let isBeside = SidebarPlacement.isBeside(window: Double(windowWidth), view: view.minimumWidth)
    guard isBeside != self.isBeside || (isBeside && isWanted != isOpen) else { return }
    let wasOver = isOver
    // A sidebar that was beside the view is closed rather than moved over it. One that was over the view
    // stays open beside it.
    if isBeside, wasOver { remember(true) }
    if !isBeside { setOpen(false) }
    stage.setOver(!isBeside)
    if isBeside { setOpen(isWanted) }
    changed()
  }

  private func remember(_ isWanted: Bool) {
    self.isWanted = isWanted
    preferences[Preferences.showsSidebar] = isWanted
  }

  private func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    if isOpen { prepare() }
    let returnsFocus = !isOpen && (panel.map(FocusedWidget.isIn) ?? false)
    stage.setOpen(isOpen)
    changed()
    if returnsFocus { onReturnFocus() }
  }

  private func changed() {
    if let content {
      // Only the sidebar can be used while it is over the view.
      gtk_widget_set_can_focus(content, (!isOver).gboolean)
    }
    onChange()
  }

  // MARK: Contents

  /// Creates the sidebar, or updates it before it is shown again.
  private func prepare() {
    guard panel == nil else {
      contents?.update()
      contents?.reloadMonth()
      contents?.setDay(view.day)
      contents?.findCalendars()
      return
    }
    let panel = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_add_css_class(panel, "calendars-sidebar")
    gtk_widget_set_size_request(panel, Int32(SidebarPlacement.width), -1)
    // The rows would make it as wide as possible.
    gtk_widget_set_hexpand(panel, 0)
    Accessible.setRole(panel, GTK_ACCESSIBLE_ROLE_NAVIGATION)
    Accessible.setLabel(panel, session.phrases.translator.tr("Sidebar"))
    self.panel = panel
    stage.setPanel(panel)
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard let self, self.isOver, press.symbol == UInt32(GDK_KEY_Escape) else { return false }
      self.closeIfOver()
      return true
    }
    gtk_widget_add_controller(panel, keys)
    // When the program starts, the first frame is shown before a month calendar is created.
    if gtk_widget_get_mapped(gtkWidget) != 0 { fill() } else { fillAfterFirstFrame() }
  }

  private func fillAfterFirstFrame() {
    var frameCount = 0
    _ = addTickCallback(gtkWidget) { [weak self] _ in
      frameCount += 1
      guard frameCount > 2 else { return true }
      self?.fill()
      return false
    }
  }

  private func fill() {
    guard contents == nil, let panel else { return }
    let contents = SidebarContents(session, months, day: view.day, popoverGate: view.popoverGate)
    contents.onChooseDay = { [weak self] day in self?.onChooseDay(day) }
    contents.found.onAdd = { [weak self] found in self?.onAddFound(found) }
    contents.found.onDismiss = { [weak self] found in self?.onDismissFound(found) }
    contents.announce = { [weak self] text in self?.view.announce(text) }
    for part in [contents.gtkWidget, contents.addButton] { gtk_box_append(panel.as(GtkBox.self), part) }
    self.contents = contents
  }

  /// Called when events or calendars have changed.
  func contentChanged() {
    guard isOpen else { return }
    contents?.update()
    contents?.reloadMonth()
  }

  /// Called when the user has returned to the window, perhaps from a program that has new calendars.
  func windowBecameActive() { if isOpen { contents?.findCalendars() } }

  /// Called when the window shows a different day, or when the current day or the settings have changed.
  func dayChanged() {
    guard isOpen else { return }
    contents?.setDay(view.day, keepsMonth: isEventLifted)
  }
}
