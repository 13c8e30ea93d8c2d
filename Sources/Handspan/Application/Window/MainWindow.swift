import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport
import TimelineWidgets

/// The window: header bar, timeline, toasts, and what there is to do with them.
@MainActor
final class MainWindow {
  /// px of the window below which words are short, as libadwaita has it for its own parts.
  static let narrow: Int32 = 600
  /// Times the size of the text: less is no width for all that the header bar holds.
  static let leastHeader = 26.0

  let pointer: WidgetPointer
  var phrases = Language.shownPhrases
  let session: CalendarSession
  let timeline: TimelineView
  let preferences: Preferences
  /// Called once the window is gone and everything is on disk.
  var onClosed: () -> Void = {}

  let application: OpaquePointer
  /// The title, which opens a calendar.
  let dateChooser: DateChooser
  let previousButton = created(gtk_button_new_from_icon_name("go-previous-symbolic"))
  let nextButton = created(gtk_button_new_from_icon_name("go-next-symbolic"))
  let viewSwitch = created(gtk_menu_button_new())
  let toasts = AdwPointers.overlay()
  /// Where an event is edited.
  let editorStage = EditorStage()
  var editor: EventEditor?
  /// What there is to know of what is open.
  let notes = Banner()
  /// That something is not on disk.
  let unsaved: Banner
  /// That a file is not what it was.
  let stale: Banner
  /// That a file was cut off, and what can be done about it.
  let damaged: Banner
  /// What was opened before, in the menu.
  var recentMenu: ObjectReference?
  private let stack = created(gtk_stack_new())
  lazy var toaster = Toaster(overlay: toasts)
  private let reference: ObjectReference
  var actions: [String: OpaquePointer] = [:]
  /// Whether the page is shown that offers a file or the sample, instead of an empty timeline.
  private(set) var showsEmptyState = false
  var isClosing = false
  /// Whether the program was told to end.
  var isEnding = false
  /// The sign that closing waits for the disk.
  var waitingAlert: Alert?
  /// Brings back the sign that closing waits for the disk.
  var showWaiting: (() -> Void)?
  /// Whether it was asked what is to become of changes that an earlier run could not save.
  var hasOfferedPending = false
  /// Whether the header bar is about to say something else.
  var awaitsViewChange = false
  /// The question that is being asked, if any.
  var question: Alert?
  /// Alerts that lie over the window. From libadwaita 1.5 on they are part of it, and its shortcuts would go on below.
  var openAlerts = 0 { didSet { updateActions() } }
  /// The time of day.
  let presentWatch: PresentWatch
  let clockSetting = ClockSetting()
  /// Tells of another time zone, unless the environment says which one is meant.
  var zoneWatcher: LocalZoneWatcher?
  /// When the user did something in the window last, in microseconds since the machine started.
  var lastInput = ClockReading.now.elapsed
  /// What is being opened; one request waits for the other.
  var opening: Task<Void, Never>?
  /// A zoom that is not among the preferences yet, and what will put it there.
  var newZoom: Double?
  var zoomTimer: guint = 0

  init(application: OpaquePointer, preferences: Preferences) {
    self.application = application
    self.preferences = preferences
    let session = CalendarSession(phrases: phrases)
    self.session = session
    presentWatch = PresentWatch { session.displayZone }
    let t = phrases.translator
    stale = Banner(buttons: [(t.tr("Save a Copy…"), "win.save-copy")])
    unsaved = Banner(buttons: [(t.tr("Save a Copy…"), "win.save-copy"), (t.tr("Try Again"), "win.save")])
    damaged = Banner(buttons: [
      (t.tr("Restore Last Version"), "win.restore-version"), (t.tr("Use as It Is"), "win.use-incomplete"),
      (t.tr("Save a Copy…"), "win.save-copy"),
    ])
    dateChooser = DateChooser(tooltip: t.tr("Go to a date"))
    timeline = TimelineView(phrases: phrases, day: session.displayZone.time(at: .now).wall.day)
    pointer = created(adw_application_window_new(application.as(GtkApplication.self)))
    reference = ObjectReference(pointer.opaque)
    gtk_window_set_default_size(
      pointer.as(GtkWindow.self), preferences[Preferences.width], preferences[Preferences.height])
    preferences.bind(Preferences.width, to: pointer.opaque, "default-width")
    preferences.bind(Preferences.height, to: pointer.opaque, "default-height")
    preferences.bind(Preferences.isMaximized, to: pointer.opaque, "maximized")
    gtk_widget_set_size_request(pointer, 360, 294)
    build()
    connect()
    installActions()
    applyPreferences()
    followThePresent()
  }

  func present() { gtk_window_present(pointer.as(GtkWindow.self)) }

  /// Asks to close: waits for the disk first.
  func close() { gtk_window_close(pointer.as(GtkWindow.self)) }

  /// What lets menus and popovers open.
  var gate: PopoverGate { timeline.gate }

  var today: Day { session.displayZone.time(at: .now).wall.day }

  // MARK: Building

  private func build() {
    let header = headerBar()
    gtk_stack_add_named(OpaquePointer(stack), timeline.pointer, "timeline")
    let layers = created(gtk_overlay_new())
    gtk_overlay_set_child(layers.opaque, stack)
    gtk_overlay_add_overlay(layers.opaque, editorStage.pointer)
    adw_toast_overlay_set_child(toasts.opaque, layers)
    gtk_widget_set_vexpand(toasts, 1)
    let content = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for part in [header, unsaved.pointer, damaged.pointer, stale.pointer, notes.pointer, toasts] {
      gtk_box_append(content.as(GtkBox.self), part)
    }
    adw_application_window_set_content(pointer.as(AdwApplicationWindow.self), content)
  }

  private func connect() {
    session.onChange = { [weak self] in self?.contentChanged() }
    session.onShortfall = { [weak self] in self?.updateNotes() }
    session.onNotice = { [weak self] notice in
      self?.show(notice: notice.text, button: notice.canUndo ? .undo : nil)
    }
    session.onFailure = { [weak self] text, canSaveCopy in
      self?.show(notice: text, button: canSaveCopy ? .saveCopy : nil)
    }
    session.onSavedChanged = { [weak self] in self?.savedChanged() }
    timeline.onDayChanged = { [weak self] _ in self?.viewWillChange() }
    gate.watch(pointer)
    dateChooser.mayOpen = { [weak self] in self?.gate.mayOpen(for: .key) ?? false }
    dateChooser.present = { [weak self] in self?.timeline.day }
    dateChooser.onChoose = { [weak self] day in
      self?.closeEditor()
      self?.go(to: day)
    }
    listenToSideButtons()
    timeline.onResized = { [weak self] in
      // The window's size is known after this allocation.
      self?.viewWillChange()
    }
    timeline.onNoCalendar = { [weak self] in self?.askForCalendar() }
    timeline.onNotice = { [weak self] text in self?.show(notice: text) }
    timeline.onZoomChanged = { [weak self] zoom in self?.saveSoon(zoom: zoom) }
    timeline.onDraftChanged = { [weak self] in self?.draftChanged() }
    timeline.onEdit = { [weak self] occurrence in self?.edit(occurrence) }
    editorStage.onDismiss = { [weak self] in self?.closeEditor() }
    timeline.onLiftChanged = { [weak self] isLifted in self?.liftChanged(isLifted) }
    timeline.dataSource = session
    onNotify(pointer.opaque, "is-active") { [weak self] in
      guard let self else { return }
      let isActive = booleanProperty(self.pointer.opaque, "is-active")
      self.timeline.windowActiveChanged(isActive)
      if isActive {
        self.session.openMissing()
        self.session.lookAgain()
      }
      self.presentWatch.look()
    }
    onRequest(pointer.opaque, "close-request") { [weak self] in self?.closeRequested() ?? false }
  }

  func contentChanged() {
    timeline.reload()
    refreshEditor()
    showsEmptyState =
      session.isEmpty && session.source == .own && session.failures.isEmpty && session.absences.isEmpty
      && !timeline.isNamingEvent
    updateTitle()
    updateActions()
    if showsEmptyState { showEmptyState() } else { showTimeline() }
    updateNotes()
  }

  /// Shows the timeline, though there may be nothing on it yet.
  func showTimeline() { gtk_stack_set_visible_child_name(OpaquePointer(stack), "timeline") }

  private func showEmptyState() {
    if gtk_stack_get_child_by_name(OpaquePointer(stack), "empty") == nil {
      gtk_stack_add_named(OpaquePointer(stack), emptyState(), "empty")
    }
    gtk_stack_set_visible_child_name(OpaquePointer(stack), "empty")
  }

  func updateTitle() {
    let t = phrases.translator
    let calendars = session.calendars
    let names = calendars.map { $0.isFolder ? $0.name : $0.location.lastName }
    let missing = calendars.count { !$0.isAvailable }
    var source =
      switch session.source {
      case .sample: t.tr("Sample – nothing of yours is changed")
      case _ where names.count > 1: t.trn("{count} calendar", "{count} calendars", names.count)
      default: names.first ?? ""
      }
    if missing > 0 {
      source =
        calendars.count == missing
        ? t.tr("{calendar} – not available", ["calendar": source])
        : t.trn(
          "{calendars}, {count} not available", "{calendars}, {count} not available", missing,
          ["calendars": source])
    } else if !names.isEmpty, calendars.allSatisfy(\.isReadOnly) {
      source = t.tr("{calendar} – read-only", ["calendar": source])
    }
    let days = timeline.shownDays
    let width = gtk_widget_get_width(pointer)
    let words = phrases.title(
      days, isNarrow: (1..<MainWindow.narrow).contains(width), today: (1..<480).contains(width) ? today : nil)
    dateChooser.show(
      title: showsEmptyState ? "Handspan" : words, subtitle: showsEmptyState ? "" : source)
    gtk_widget_set_sensitive(dateChooser.pointer, (!showsEmptyState).gboolean)
    gtk_window_set_title(pointer.as(GtkWindow.self), "\(phrases.shownDays(days)) – Handspan")
  }
}
