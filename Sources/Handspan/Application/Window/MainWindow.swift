import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineWidgets
import UserSettings

/// The main window: its layout, its actions, and the connections between its parts.
@MainActor
final class MainWindow {
  let gtkWidget: WidgetPointer
  /// Called after the window has been destroyed.
  var onClosed: () -> Void = {}

  let session: CalendarSession
  let view: ViewStack
  var actions: [String: OpaquePointer] = [:]
  /// Whether the empty state is shown instead of the timeline.
  private(set) var showsEmptyState = false

  // MARK: Parts

  let preferences: Preferences
  let settings: TimelineSettings
  let header: WindowHeader
  let dialogs: WindowDialogs
  let toasts: WindowToasts
  let closing: WindowClosing
  let calendarOpening: CalendarOpening
  let editor: WindowEditor
  let search: WindowSearch
  let printExport: PrintExport
  let clipboard: WindowClipboard
  let newEventCalendarPrompt: NewEventCalendarPrompt
  let sidebar: WindowSidebar
  let calendarDialogs: CalendarDialogs
  let subscriptions: WindowSubscriptions
  let retriedCalendars: RetriedCalendars
  /// The parts of the window between which F6 moves the focus.
  private(set) lazy var panes = makePanes()
  let doubledEventOffer: DoubledEventOffer
  let moveDialogs: EventMoveDialogs
  let sidebarDrop: WindowSidebarDrop
  let selection: WindowSelection
  lazy var preferencesWindow = PreferencesWindow(preferences, session, dialogs)
  let importExport: WindowImportExport
  private let dropAndPasteImport: DropAndPasteImport
  let banners: WindowBanners
  let currentTimeMonitor: CurrentTimeMonitor

  /// The box that contains the timeline and the empty state, one of which is visible. The empty state is
  /// created when it is first needed.
  private let mainBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private var emptyState: WidgetPointer?
  private let reference: ObjectReference
  /// Whether an update of the header bar is pending.
  private var isHeaderUpdatePending = false

  /// - Parameters:
  ///   - accounts: the user's accounts, whose calendars are listed after the first frame.
  ///   - subscriptionBackend: the user's subscriptions, which are listed after the first frame.
  ///   - makeView: creates the view of the calendar with the given style and day.
  init(
    application: OpaquePointer, preferences: Preferences, accounts: (any ListingBackend)? = nil,
    subscriptions subscriptionBackend: (any SubscriptionManaging)? = nil,
    showing makeView: (TimelineStyle, Day) -> any CalendarView = { TimelineView(style: $0, day: $1) }
  ) {
    self.preferences = preferences
    let (phrases, t) = (Language.isolatingPhrases, Language.isolatingPhrases.translator)
    gtkWidget = nonNull(adw_application_window_new(application.as(GtkApplication.self)))
    reference = ObjectReference(gtkWidget.opaque)
    session = CalendarSession(phrases: phrases, accounts: accounts, subscriptions: subscriptionBackend)
    view = ViewStack(phrases: phrases, day: session.today, showing: makeView)
    dialogs = WindowDialogs(over: gtkWidget, popoverGate: view.popoverGate, t)
    toasts = WindowToasts(t) { preferences[Preferences.holdToDrag] }
    banners = WindowBanners(session, preferences, t)
    closing = WindowClosing(session, dialogs, t)
    calendarOpening = CalendarOpening(session, closing, dialogs, toasts)
    calendarDialogs = CalendarDialogs(session, dialogs, calendarOpening, closing)
    subscriptions = WindowSubscriptions(session, dialogs, toasts)
    retriedCalendars = RetriedCalendars(session)
    doubledEventOffer = DoubledEventOffer(session, dialogs)
    let monthFactory = MonthViewFactory(session, preferences)
    editor = WindowEditor(session, view, toasts, monthFactory)
    search = WindowSearch(session, view)
    printExport = PrintExport(gtkWidget, session, view, preferences, dialogs, toasts)
    newEventCalendarPrompt = NewEventCalendarPrompt(session, dialogs, toasts)
    importExport = WindowImportExport(session, view, dialogs, toasts)
    dropAndPasteImport = DropAndPasteImport(gtkWidget, session, dialogs, toasts, newEventCalendarPrompt)
    clipboard = WindowClipboard(gtkWidget, session, view, toasts, dropAndPasteImport, newEventCalendarPrompt)
    moveDialogs = EventMoveDialogs(session, view, dialogs, toasts, monthFactory)
    selection = WindowSelection(session, view, moveDialogs)
    header = WindowHeader(gtkWidget, session, view, monthFactory)
    settings = TimelineSettings(view, preferences)
    currentTimeMonitor = CurrentTimeMonitor(gtkWidget, session, view)
    sidebar = WindowSidebar(session, view, preferences, monthFactory)
    sidebarDrop = WindowSidebarDrop(session, view, sidebar, moveDialogs, in: toasts.overlay)
    bindSize()
    build()
    connectSession()
    connectReminders()
    connectTimeline()
    connectParts()
    connectSearch()
    connectWindow()
    connectSidebar()
    connectAccounts()
    connectSubscriptions()
    installActions()
    scheduleHeaderUpdate()
  }

  func present() { gtk_window_present(gtkWidget.as(GtkWindow.self)) }

  /// Requests that the window close. It closes after pending writes have finished.
  func close() { gtk_window_close(gtkWidget.as(GtkWindow.self)) }

  /// Whether actions are allowed: there must be no drag in progress and no open alert.
  var allowsActions: Bool { !view.isEventLifted && !dialogs.hasOpenAlert }

  // MARK: Layout

  /// The minimum size of a window in px. WCAG 2.2 requires that nothing is cut off at a width of 320 px (1.4.10).
  static let minimumSize: (width: Int32, height: Int32) = (320, 294)

  private func bindSize() {
    gtk_window_set_default_size(
      gtkWidget.as(GtkWindow.self), preferences[Preferences.windowWidth],
      preferences[Preferences.windowHeight])
    preferences.bind(Preferences.windowWidth, to: gtkWidget.opaque, "default-width")
    preferences.bind(Preferences.windowHeight, to: gtkWidget.opaque, "default-height")
    preferences.bind(Preferences.isMaximized, to: gtkWidget.opaque, "maximized")
    gtk_widget_set_size_request(gtkWidget, Self.minimumSize.width, Self.minimumSize.height)
  }

  private func build() {
    addToMainBox(view.gtkWidget)
    let layers = nonNull(gtk_overlay_new())
    gtk_overlay_set_child(layers.opaque, mainBox)
    gtk_overlay_add_overlay(layers.opaque, editor.gtkWidget)
    sidebar.setViewWidget(search.makeOverlay(over: layers))
    adw_toast_overlay_set_child(toasts.overlay.opaque, sidebar.gtkWidget)
    gtk_widget_set_vexpand(toasts.overlay, 1)
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for child in [header.gtkWidget] + banners.gtkWidgets + [
      toasts.overlay, selection.gtkWidget, header.bottomBar,
    ] {
      gtk_box_append(content.as(GtkBox.self), child)
    }
    adw_application_window_set_content(gtkWidget.as(AdwApplicationWindow.self), content)
  }

  private func addToMainBox(_ child: WidgetPointer) {
    gtk_widget_set_hexpand(child, 1)
    gtk_widget_set_vexpand(child, 1)
    gtk_box_append(mainBox.as(GtkBox.self), child)
  }

  /// Shows the timeline instead of the empty state, even if there are no events.
  func showTimeline() {
    gtk_widget_set_visible(view.gtkWidget, 1)
    if let emptyState { gtk_widget_set_visible(emptyState, 0) }
  }

  private func showEmptyState() {
    let emptyState = emptyState ?? makeEmptyState()
    guard gtk_widget_get_visible(emptyState) == 0 || gtk_widget_get_visible(view.gtkWidget) != 0 else {
      return
    }
    let viewHadFocus = FocusedWidget.inWindow(of: gtkWidget).map {
      $0 == view.gtkWidget || gtk_widget_is_ancestor($0, view.gtkWidget) != 0
    }
    gtk_widget_set_visible(emptyState, 1)
    // The focus moves before the view is hidden, because GTK would give it to the first widget of the window.
    if viewHadFocus ?? true { EmptyState.takeFocus(emptyState) }
    gtk_widget_set_visible(view.gtkWidget, 0)
  }

  private func makeEmptyState() -> WidgetPointer {
    let page = EmptyState.makePage(session.phrases.translator)
    addToMainBox(page)
    emptyState = page
    return page
  }

  /// Called when the editor has been opened or closed.
  private func editorChanged() {
    if editor.isOpen { sidebar.closeIfCoveringView() }
    updateHiddenWidgets()
    header.isEditing = editor.isOpen
    selection.isEditing = editor.isOpen
    updateActions()
  }

  /// Hides the widgets behind the editor, or behind a sidebar that covers the view, from assistive
  /// technology.
  func updateHiddenWidgets() {
    for widget in [header.gtkWidget] + banners.gtkWidgets { Accessible.setHidden(widget, editor.isOpen) }
    for widget in [mainBox, search.gtkWidget] {
      Accessible.setHidden(widget, editor.isOpen || sidebar.coversView)
    }
    gtk_widget_set_sensitive(search.gtkWidget, (!editor.isOpen).gboolean)
  }

  // MARK: Connections

  private func connectSession() {
    session.choices.restore(preferences.rememberedCalendars)
    session.reports.observer = { [weak self] in self?.handle($0) }
    session.waitForIdleFrame = {
      await withCheckedContinuation { continuation in betweenFrames { continuation.resume() } }
    }
  }

  private func connectTimeline() {
    view.callbacks.onDayChanged = { [weak self] _ in self?.scheduleHeaderUpdate() }
    // The update is deferred, because this callback runs during the allocation that sets the window's size.
    view.callbacks.onResized = { [weak self] in self?.scheduleHeaderUpdate() }
    settings.onChange = { [weak self] in self?.scheduleHeaderUpdate() }
    view.callbacks.onNoWritableCalendar = { [weak self] in self?.newEventCalendarPrompt.ask() }
    view.callbacks.onNotice = { [weak self] text in self?.toasts.showToast(text) }
    view.callbacks.onNamingChanged = { [weak self] in self?.namingChanged() }
    view.callbacks.onUnsavedChange = { [weak self] in self?.toasts.dismissUndo() }
    view.callbacks.onEdit = { [weak self] occurrence in self?.editor.edit(occurrence) }
    view.callbacks.onLiftChanged = { [weak self] isLifted in self?.liftChanged(isLifted) }
    view.dataSource = session
  }

  private func connectParts() {
    // While the empty state replaces the view, the view does not notice when the window is resized.
    sidebar.onWidthChanged = { [weak self] in self?.scheduleHeaderUpdate() }
    toasts.announce = { [weak self] text in self?.view.announce(text) }
    toasts.focusedEvent = { [weak self] in
      guard let self, let id = self.view.position.focus, let frame = self.view.frame(of: id) else {
        return nil
      }
      return (frame: frame, widget: self.view.gtkWidget)
    }
    retriedCalendars.onOutcome = { [weak self] text in self?.toasts.showToast(text) }
    banners.announce = { [weak self] text in self?.view.announce(text) }
    dialogs.onChange = { [weak self] in self?.updateActions() }
    editor.onChange = { [weak self] in self?.editorChanged() }
    dropAndPasteImport.canDropFiles = { [weak self] in self?.allowsActions ?? false }
    dropAndPasteImport.reveal = { [weak self] occurrence in self?.view.reveal(occurrence) }
    calendarOpening.showView = { [weak self] view in self?.switchView(to: view) }
    calendarOpening.showDay = { [weak self] day in self?.view.jump(to: day) }
    calendarOpening.reveal = { [weak self] occurrence in self?.revealForAnotherProgram(occurrence) }
    calendarOpening.onOpened = { [weak self] day in self?.showInitialPosition(on: day) }
    closing.closeEditor = { [weak self] in self?.editor.close() }
    closing.endInteraction = { [weak self] in self?.view.endInteraction() }
    closing.onFinished = { [weak self] in self?.destroyWindow() }
    header.dateChooser.onChoose = { [weak self] day in self?.go(to: day) }
    header.dateChooser.onReturnFocus = { [weak self] in self?.view.returnFocus() }
    currentTimeMonitor.isBusy = { [weak self] in self.map { !$0.allowsActions || $0.editor.isOpen } ?? true }
    currentTimeMonitor.onDayChanged = { [weak self] in
      self?.updateTitle()
      self?.sidebar.dayChanged()
    }
    currentTimeMonitor.onZoneChanged = { [weak self] in self?.zoneChanged() }
    currentTimeMonitor.onClockChanged = { [weak self] in self?.clockChanged() }
  }

  private func connectWindow() {
    view.popoverGate.watch(gtkWidget)
    handleSideButtons()
    onNotify(gtkWidget.opaque, "is-active") { [weak self] in
      guard let self else { return }
      let isActive = booleanProperty(self.gtkWidget.opaque, "is-active")
      self.view.windowActiveChanged(isActive)
      if isActive {
        self.session.openMissing()
        self.session.rescan()
        self.sidebar.windowBecameActive()
      }
      self.currentTimeMonitor.check()
    }
    onNotify(gtkWidget.opaque, "focus-widget") { [weak self] in self?.view.windowFocusMoved() }
    onRequest(gtkWidget.opaque, "close-request") { [weak self] in
      guard let self else { return false }
      guard !self.view.isChoosingScope else {
        // The window stays open to show the notice that the event was put back.
        self.view.endInteraction()
        return true
      }
      return self.closing.handleCloseRequest()
    }
  }

  // MARK: Updates

  /// Called when the events or calendars have changed.
  func contentChanged() {
    view.reload()
    updateContents()
  }

  /// Called when another program has changed the events.
  func contentChangedExternally() {
    view.reloadAfterExternalChange()
    updateContents()
  }

  /// Called when a calendar's color has changed.
  func colorChanged() {
    view.reloadGradually()
    updateContents()
  }

  private func updateContents() {
    editor.refresh()
    search.contentChanged()
    showsEmptyState = session.isUntouched && !view.isNamingEvent
    updateTitle()
    updateActions()
    if showsEmptyState { showEmptyState() } else { showTimeline() }
    banners.update()
    selection.update()
    retriedCalendars.check()
    sidebar.calendarsChanged()
    sidebarDrop.contentChanged()
  }

  private func updateTitle() { header.updateTitle(isEmpty: showsEmptyState) }

  /// Schedules an update of the header bar and of the banners' width for after the layout of the current
  /// frame. Called when the visible days, the view or the width have changed, possibly during layout.
  func scheduleHeaderUpdate() {
    guard !isHeaderUpdatePending else { return }
    isHeaderUpdatePending = true
    afterMilliseconds(0) { [weak self] in
      guard let self else { return false }
      self.isHeaderUpdatePending = false
      self.banners.isNarrow = self.header.isNarrow
      self.banners.width = Int(self.header.width)
      self.updateTitle()
      self.header.updateButtons()
      self.updateSidebarAndSearchPlacement()
      self.selection.update()
      self.sidebar.dayChanged()
      return false
    }
  }

  /// Called when the user has begun or finished typing the title of a new event.
  func namingChanged() {
    if view.isNamingEvent { sidebar.closeIfCoveringView() }
    if view.isNamingEvent { toasts.dismiss() } else { session.applyPendingZone() }
    if session.isEmpty { contentChanged() }
  }

  private func liftChanged(_ isLifted: Bool) {
    if isLifted { toasts.dismiss() } else { session.applyPendingZone() }
    sidebarDrop.liftChanged(isLifted)
    // The window may have been resized while the sidebar had to stay where it was.
    if !isLifted { scheduleHeaderUpdate() }
    updateActions()
  }

  private func showInitialPosition(on day: Day) {
    view.jump(to: day)
    view.scrollToInitialPosition()
    takeFocus { $0.takeFocus() }
  }

  /// The view, or the empty state if that is shown instead.
  var shownContents: WidgetPointer { showsEmptyState ? emptyState ?? view.gtkWidget : view.gtkWidget }

  /// Gives the focus to the view or, if that is shown instead, to the empty state.
  func takeFocus(inView takeFocus: (ViewStack) -> Void = { $0.returnFocus() }) {
    if showsEmptyState, let emptyState { EmptyState.takeFocus(emptyState) } else { takeFocus(view) }
  }

  /// Shows and focuses an event, unless the user is holding one or has to answer a question.
  private func revealForAnotherProgram(_ occurrence: Occurrence) {
    guard allowsActions else { return }
    search.closeInPlace()
    if session.choices.isHidden(occurrence.event.id.calendar) {
      session.setHidden(false, for: occurrence.event.id.calendar)
      // The block must exist before it gets the focus.
      view.reload()
    }
    // An open editor keeps the focus.
    if editor.isOpen { view.scrollIntoView(occurrence) } else { view.reveal(occurrence) }
  }

  private func zoneChanged() {
    editor.clockOrZoneChanged()
    let zone = session.phrases.zone(session.displayZone.identifier)
    toasts.showToast(session.phrases.translator.tr("Time zone changed to {zone}", ["zone": zone]))
  }

  private func clockChanged() {
    session.phrases.clock = Language.clock
    view.phrases = session.phrases
    editor.clockOrZoneChanged()
    updateTitle()
  }

  private func destroyWindow() {
    settings.saveZoom()
    session.close()
    gtk_window_destroy(gtkWidget.as(GtkWindow.self))
    onClosed()
  }
}
