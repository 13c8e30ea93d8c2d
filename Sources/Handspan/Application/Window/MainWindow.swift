import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import TimelineWidgets

/// The main window: its layout, its actions, and the connections between its parts.
@MainActor
final class MainWindow {
  let pointer: WidgetPointer
  /// Called once the window has closed and everything is on disk.
  var onClosed: () -> Void = {}

  let session: CalendarSession
  /// The view of the calendar.
  let view: any CalendarPresenting
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
  let opening: WindowOpening
  let editor: WindowEditor
  let printExport: PrintExport
  let clipboard: WindowClipboard
  let newEventCalendar: NewEventCalendar
  lazy var preferencesWindow = PreferencesWindow(preferences, session.phrases, dialogs)
  private let imports: WindowImport
  private let banners: WindowBanners
  private let currentTime: CurrentTimeMonitor

  private let stack = created(gtk_stack_new())
  private let reference: ObjectReference
  /// Whether an update of the header bar is pending.
  private var isHeaderUpdatePending = false

  /// - Parameter makeView: creates the view of the calendar for the given phrases and day.
  init(
    application: OpaquePointer, preferences: Preferences,
    showing makeView: (Phrases, Day) -> any CalendarPresenting = { TimelineView(phrases: $0, day: $1) }
  ) {
    self.preferences = preferences
    let (phrases, t) = (Language.isolatingPhrases, Language.isolatingPhrases.translator)
    pointer = created(adw_application_window_new(application.as(GtkApplication.self)))
    reference = ObjectReference(pointer.opaque)
    session = CalendarSession(phrases: phrases)
    view = makeView(phrases, session.today)
    dialogs = WindowDialogs(over: pointer, popoverGate: view.popoverGate, t)
    toasts = WindowToasts(t) { preferences[Preferences.holdToDrag] }
    banners = WindowBanners(session, t)
    closing = WindowClosing(session, dialogs, t)
    opening = WindowOpening(session, preferences, closing, dialogs, toasts)
    editor = WindowEditor(session, view, toasts)
    printExport = PrintExport(pointer, session, view, preferences, dialogs, toasts)
    newEventCalendar = NewEventCalendar(session, dialogs, toasts)
    imports = WindowImport(pointer, session, dialogs, toasts, newEventCalendar)
    clipboard = WindowClipboard(pointer, session, view, toasts, imports, newEventCalendar)
    header = WindowHeader(pointer, session, view)
    settings = TimelineSettings(view, preferences)
    currentTime = CurrentTimeMonitor(pointer, session, view)
    bindSize()
    build()
    connectSession()
    connectTimeline()
    connectParts()
    connectWindow()
    installActions()
    scheduleHeaderUpdate()
  }

  func present() { gtk_window_present(pointer.as(GtkWindow.self)) }

  /// Requests the window to close. It closes once pending writes are done.
  func close() { gtk_window_close(pointer.as(GtkWindow.self)) }

  /// Whether actions are allowed: no drag in progress, and no open dialog.
  var allowsActions: Bool { !view.isLifted && !dialogs.isAsking }

  // MARK: Layout

  private func bindSize() {
    gtk_window_set_default_size(
      pointer.as(GtkWindow.self), preferences[Preferences.width], preferences[Preferences.height])
    preferences.bind(Preferences.width, to: pointer.opaque, "default-width")
    preferences.bind(Preferences.height, to: pointer.opaque, "default-height")
    preferences.bind(Preferences.isMaximized, to: pointer.opaque, "maximized")
    gtk_widget_set_size_request(pointer, 360, 294)
  }

  private func build() {
    gtk_stack_add_named(OpaquePointer(stack), view.pointer, "timeline")
    let layers = created(gtk_overlay_new())
    gtk_overlay_set_child(layers.opaque, stack)
    gtk_overlay_add_overlay(layers.opaque, editor.pointer)
    adw_toast_overlay_set_child(toasts.overlay.opaque, layers)
    gtk_widget_set_vexpand(toasts.overlay, 1)
    let content = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for part in [header.pointer] + banners.pointers + [toasts.overlay] {
      gtk_box_append(content.as(GtkBox.self), part)
    }
    adw_application_window_set_content(pointer.as(AdwApplicationWindow.self), content)
  }

  /// Shows the timeline instead of the empty state, even without events.
  func showTimeline() { gtk_stack_set_visible_child_name(OpaquePointer(stack), "timeline") }

  private func showEmptyState() {
    if gtk_stack_get_child_by_name(OpaquePointer(stack), "empty") == nil {
      let page = EmptyState.page(session.phrases.translator)
      gtk_stack_add_named(OpaquePointer(stack), page, "empty")
    }
    gtk_stack_set_visible_child_name(OpaquePointer(stack), "empty")
  }

  // MARK: Connections

  private func connectSession() {
    session.onChange = { [weak self] in self?.contentChanged() }
    session.onTruncation = { [weak self] in self?.banners.update() }
    session.onNotice = { [weak self] notice in
      guard let self else { return }
      self.toasts.showToast(
        notice.text, button: notice.canUndo ? .undo : nil,
        beside: { [weak self] in
          guard let self, let id = notice.subject, let frame = self.view.frame(of: id) else { return nil }
          return (frame, of: self.view.pointer)
        })
    }
    session.onFailure = { [weak self] text, canSaveCopy in
      self?.toasts.showToast(text, button: canSaveCopy ? .saveCopy : nil)
    }
    session.onSavedChanged = { [weak self] in
      guard let self else { return }
      self.view.isSaved = self.session.isSaved
      self.banners.savedChanged()
    }
    rememberCalendar()
  }

  private func connectTimeline() {
    view.callbacks.onDayChanged = { [weak self] _ in self?.scheduleHeaderUpdate() }
    // Deferred, because this is called during the allocation that sets the window's size.
    view.callbacks.onResized = { [weak self] in self?.scheduleHeaderUpdate() }
    view.callbacks.onNoCalendar = { [weak self] in self?.newEventCalendar.ask() }
    view.callbacks.onNotice = { [weak self] text in self?.toasts.showToast(text) }
    view.callbacks.onNamingChanged = { [weak self] in self?.draftChanged() }
    view.callbacks.onEdit = { [weak self] occurrence in self?.editor.edit(occurrence) }
    view.callbacks.onLiftChanged = { [weak self] isLifted in self?.liftChanged(isLifted) }
    view.dataSource = session
  }

  private func connectParts() {
    toasts.announce = { [weak self] text in self?.view.announce(text) }
    banners.announce = { [weak self] text in self?.view.announce(text) }
    dialogs.onChange = { [weak self] in self?.updateActions() }
    editor.onChange = { [weak self] in self?.updateActions() }
    imports.allowsActions = { [weak self] in self?.allowsActions ?? false }
    imports.reveal = { [weak self] occurrence in self?.view.reveal(occurrence) }
    opening.showView = { [weak self] view in self?.switchView(to: view) }
    opening.showDay = { [weak self] day in self?.view.jump(to: day) }
    opening.onOpened = { [weak self] day in self?.opened(at: day) }
    closing.closeEditor = { [weak self] in self?.editor.close() }
    closing.endInteraction = { [weak self] in self?.view.endInteraction() }
    closing.onFinished = { [weak self] in self?.finished() }
    header.dateChooser.onChoose = { [weak self] day in self?.go(to: day) }
    currentTime.isBusy = { [weak self] in self.map { !$0.allowsActions || $0.editor.isOpen } ?? true }
    currentTime.onDayChanged = { [weak self] in self?.updateTitle() }
    currentTime.onZoneChanged = { [weak self] in self?.zoneChanged() }
    currentTime.onClockChanged = { [weak self] in self?.clockChanged() }
  }

  private func connectWindow() {
    view.popoverGate.watch(pointer)
    handleSideButtons()
    onNotify(pointer.opaque, "is-active") { [weak self] in
      guard let self else { return }
      let isActive = booleanProperty(self.pointer.opaque, "is-active")
      self.view.windowActiveChanged(isActive)
      if isActive {
        self.session.openMissing()
        self.session.rescan()
      }
      self.currentTime.check()
    }
    onRequest(pointer.opaque, "close-request") { [weak self] in self?.closing.requested() ?? false }
  }

  /// Remembers the calendar that was used last, for new events.
  private func rememberCalendar() {
    let key = preferences[Preferences.lastCalendar]
    if !key.isEmpty { session.lastCalendar = CalendarID(key) }
    session.onCalendarUsed = { [weak self] calendar in
      guard let self else { return }
      // The sample is a temporary copy that is deleted with the window.
      if case .sample = self.session.source { return }
      self.preferences[Preferences.lastCalendar] = calendar?.key ?? ""
    }
  }

  // MARK: Updates

  /// Called when the events or calendars have changed.
  func contentChanged() {
    view.reload()
    editor.refresh()
    showsEmptyState = session.isUnused && !view.isNamingEvent
    updateTitle()
    updateActions()
    if showsEmptyState { showEmptyState() } else { showTimeline() }
    banners.update()
  }

  private func updateTitle() { header.updateTitle(isEmpty: showsEmptyState) }

  /// Called when the visible days, the view or the width have changed, possibly during layout. Updates the
  /// header bar after the layout of this frame.
  func scheduleHeaderUpdate() {
    guard !isHeaderUpdatePending else { return }
    isHeaderUpdatePending = true
    afterMilliseconds(0) { [weak self] in
      guard let self else { return false }
      self.isHeaderUpdatePending = false
      self.banners.isNarrow = self.header.isNarrow
      self.updateTitle()
      self.header.updateView()
      return false
    }
  }

  /// Called when the user has begun or finished typing the title of a new event.
  func draftChanged() {
    if view.isNamingEvent { toasts.dismiss() } else { session.applyPendingZone() }
    if session.isEmpty { contentChanged() }
  }

  private func liftChanged(_ isLifted: Bool) {
    if isLifted { toasts.dismiss() } else { session.applyPendingZone() }
    updateActions()
  }

  private func opened(at day: Day) {
    view.jump(to: day)
    view.scrollToInitialPosition()
    view.takeFocus()
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

  private func finished() {
    settings.saveZoom()
    session.close()
    gtk_window_destroy(pointer.as(GtkWindow.self))
    onClosed()
  }
}
