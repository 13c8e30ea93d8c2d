import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelineWidgets
import UserSettings

/// The sidebar of a window, with a small month calendar and the list of calendars.
///
/// It is beside the view if the remaining width has space for all days of the view; otherwise it covers part
/// of the view. Beside the view, it stays open until the user closes it, even across restarts. Over the view,
/// it is only open temporarily.
@MainActor
final class WindowSidebar {
  /// The widget that contains the sidebar and everything beside it.
  var gtkWidget: WidgetPointer { container.gtkWidget }
  /// Called when the sidebar has been opened or closed, or has moved beside or over the view.
  var onChange: () -> Void = {}
  /// Called with a day that the user chose in the month calendar.
  var onChooseDay: (Day) -> Void = { _ in }
  /// Called with a calendar of another program that should be opened.
  var onAddDiscovered: (DiscoveredCalendar) -> Void = { _ in }
  /// Called with a calendar of another program that should no longer be offered.
  var onDismissDiscovered: (DiscoveredCalendar) -> Void = { _ in }
  /// Called when a sidebar that had the focus has been closed, to move the focus elsewhere.
  var onReturnFocus: () -> Void = {}

  private let session: CalendarSession
  private let view: ViewStack
  private let preferences: Preferences
  private let monthFactory: MonthViewFactory
  private let container = SidebarContainer()
  /// The widget of the sidebar, created when it is first shown.
  private(set) var panel: WidgetPointer?
  /// The contents, created with the panel or, when the program starts, after the first frames.
  private(set) var contents: SidebarContents?
  /// The widget beside the sidebar.
  private var viewWidget: WidgetPointer?
  /// Whether the user wants the sidebar beside the view if there is enough space.
  private var prefersOpen: Bool
  /// The width in px of what else is beside the view.
  private var otherWidth = 0.0
  /// Whether an event is lifted. The sidebar then stays where it is, and its month calendar shows the month that the
  /// user has turned to.
  var isEventLifted = false {
    didSet {
      guard isEventLifted != oldValue else { return }
      container.setClipping(!isEventLifted)
      if isEventLifted { contents?.month.showDays() }
    }
  }
  /// Whether there is space for the sidebar beside the view.
  var isBesideView: Bool { !container.coversContent }

  init(
    _ session: CalendarSession, _ view: ViewStack, _ preferences: Preferences,
    _ monthFactory: MonthViewFactory
  ) {
    (self.session, self.view, self.preferences, self.monthFactory) = (
      session, view, preferences, monthFactory
    )
    prefersOpen = preferences[Preferences.showsSidebar]
    gtk_widget_set_vexpand(gtkWidget, 1)
    container.onDismiss = { [weak self] in self?.closeIfCoveringView() }
    container.widthBesideContent = { [weak self] in
      self?.fittingWidth(in: $0) ?? SidebarPlacement.width
    }
  }

  /// Called when the width of the window's contents has changed, during the allocation.
  var onWidthChanged: () -> Void {
    get { container.onWidthChanged }
    set { container.onWidthChanged = newValue }
  }

  /// Sets the widget beside the sidebar.
  func setViewWidget(_ widget: WidgetPointer) {
    viewWidget = widget
    container.setContent(widget)
  }

  /// Whether the sidebar is open.
  var isOpen: Bool { container.isOpen }
  /// The width in px by which the sidebar makes the view narrower.
  var widthBesideView: Int32 {
    isOpen && isBesideView ? Int32(container.sidebarWidth + SidebarPlacement.lineWidth) : 0
  }
  /// Whether the sidebar is open and covers part of the view.
  var coversView: Bool { isOpen && !isBesideView }

  // MARK: Opening and closing

  /// Opens or closes the sidebar, at the user's request.
  func toggle() {
    setOpen(!isOpen)
    if isBesideView { setPrefersOpen(isOpen) }
    if coversView { contents?.takeFocus() }
  }

  /// Closes the sidebar if it covers part of the view.
  func closeIfCoveringView() { if coversView { setOpen(false) } }

  /// Moves the sidebar beside or over the view, depending on the available space.
  ///
  /// - Parameters:
  ///   - windowWidth: the width of the window in px; 0 if it is not known yet.
  ///   - otherWidth: the width in px of what else is beside the view.
  func update(windowWidth: Int32, besideViewAnd otherWidth: Int32) {
    guard !isEventLifted else { return }
    self.otherWidth = Double(otherWidth)
    let fittingWidth = fittingWidth(in: Double(windowWidth))
    let isBesideView = fittingWidth != nil
    if let fittingWidth, fittingWidth != container.sidebarWidth { gtk_widget_queue_allocate(gtkWidget) }
    guard isBesideView != self.isBesideView || (isBesideView && prefersOpen != isOpen) else { return }
    let didCoverView = coversView
    // A sidebar that was beside the view is closed rather than moved over the view. A sidebar that was over
    // the view stays open beside the view.
    if isBesideView, didCoverView { setPrefersOpen(true) }
    if !isBesideView { setOpen(false) }
    container.setCoversContent(!isBesideView)
    if isBesideView { setOpen(prefersOpen) }
    placementChanged()
  }

  /// Returns the width of the sidebar in px beside the view; nil if there is no space for both.
  private func fittingWidth(in windowWidth: Double) -> Double? {
    SidebarPlacement.width(
      besideViewOf: view.minimumWidth + otherWidth, in: windowWidth, textSize: view.textSize)
  }

  private func setPrefersOpen(_ prefersOpen: Bool) {
    self.prefersOpen = prefersOpen
    preferences[Preferences.showsSidebar] = prefersOpen
  }

  private func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    if isOpen { prepare() }
    let returnsFocus = !isOpen && (panel.map(FocusedWidget.isIn) ?? false)
    container.setOpen(isOpen)
    placementChanged()
    if returnsFocus { onReturnFocus() }
  }

  private func placementChanged() {
    if let viewWidget {
      // Only the sidebar can be used while it is over the view.
      gtk_widget_set_can_focus(viewWidget, (!coversView).gboolean)
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
    // Without this, the rows would make the sidebar as wide as possible.
    gtk_widget_set_hexpand(panel, 0)
    Accessible.setRole(panel, GTK_ACCESSIBLE_ROLE_NAVIGATION)
    Accessible.setLabel(panel, session.phrases.translator.tr("Sidebar"))
    self.panel = panel
    container.setPanel(panel)
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard let self, self.coversView, press.symbol == UInt32(GDK_KEY_Escape) else { return false }
      self.closeIfCoveringView()
      return true
    }
    gtk_widget_add_controller(panel, keys)
    // When the program starts, the month calendar is created only after the first frame has been shown.
    if gtk_widget_get_mapped(gtkWidget) != 0 { createContents() } else { createContentsAfterFirstFrame() }
  }

  private func createContentsAfterFirstFrame() {
    var frameCount = 0
    _ = addTickCallback(gtkWidget) { [weak self] _ in
      frameCount += 1
      guard frameCount > 2 else { return true }
      self?.createContents()
      return false
    }
  }

  private func createContents() {
    guard contents == nil, let panel else { return }
    let contents = SidebarContents(session, monthFactory, day: view.day, popoverGate: view.popoverGate)
    contents.onChooseDay = { [weak self] day in self?.onChooseDay(day) }
    contents.discoveredCalendars.onAdd = { [weak self] calendar in self?.onAddDiscovered(calendar) }
    contents.discoveredCalendars.onDismiss = { [weak self] calendar in self?.onDismissDiscovered(calendar) }
    contents.announce = { [weak self] text in self?.view.announce(text) }
    for child in [contents.gtkWidget, contents.addButton] { gtk_box_append(panel.as(GtkBox.self), child) }
    self.contents = contents
  }

  /// Called when events or calendars have changed.
  func calendarsChanged() {
    guard isOpen else { return }
    contents?.update()
    contents?.reloadMonth()
  }

  /// Called when the user has returned to the window, perhaps from a program that has added calendars.
  func windowBecameActive() { if isOpen { contents?.findCalendars() } }

  /// Called when the window shows a different day, or when the current day or the settings have changed.
  func dayChanged() {
    guard isOpen else { return }
    contents?.setDay(view.day, keepsMonth: isEventLifted)
  }
}
