import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials
import GtkSupport
import TimelineWidgets

/// The window: header bar, timeline, toasts, and what there is to do with them.
@MainActor
final class MainWindow {
  let pointer: WidgetPointer
  let phrases = Language.phrases
  let session: CalendarSession
  let timeline: TimelineView
  let preferences: Preferences
  /// Called once the window is gone and everything is on disk.
  var onClosed: () -> Void = {}

  let application: OpaquePointer
  private let title = created(adw_window_title_new("", ""))
  private let toasts = AdwPointers.overlay()
  private let banner = Banner()
  private let stack = created(gtk_stack_new())
  private var toast: OpaquePointer?
  private var toastReference: ObjectReference?
  private let reference: ObjectReference
  private var actions: [String: OpaquePointer] = [:]
  private var isClosing = false
  private var request = OpenRequest()
  /// What is open; empty for the sample, which is not remembered.
  private(set) var openPaths: [String] = []

  init(application: OpaquePointer, preferences: Preferences) {
    self.application = application
    self.preferences = preferences
    session = CalendarSession(phrases: phrases)
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
  }

  func present() { gtk_window_present(pointer.as(GtkWindow.self)) }

  /// Asks to close: waits for the disk first.
  func close() { gtk_window_close(pointer.as(GtkWindow.self)) }

  // MARK: Opening

  /// Opens what was asked for in place of what is open.
  func open(_ request: OpenRequest) {
    self.request = request
    if let date = request.date { timeline.show(date) }
    var paths = request.paths
    if request.isSample {
      do {
        let today = request.date ?? today
        paths = [try SampleCalendar.write(today: today, tr: { self.phrases.translator.tr($0) }).path]
      } catch {
        show(
          notice: phrases.translator.tr(
            "The sample could not be written: {reason}", ["reason": SampleCalendar.reason(error)]))
        return
      }
    } else if paths.isEmpty {
      if !openPaths.isEmpty { return }
      paths = preferences[Preferences.lastOpened].filter { FileManager.default.fileExists(atPath: $0) }
      if paths.isEmpty {
        do {
          paths = [try UserFolders.personalCalendar()]
        } catch {
          show(notice: error.message(phrases.translator.tr))
        }
      }
    } else {
      preferences[Preferences.lastOpened] = paths
      for path in paths { addRecent(path) }
    }
    openPaths = request.isSample ? [] : paths
    Task {
      await session.open(paths)
      if request.date == nil { timeline.show(today) }
      timeline.scrollToOpening()
      timeline.takeFocus()
    }
  }

  var today: Day { session.displayZone.time(at: .now).wall.day }

  private func addRecent(_ path: String) {
    guard let uri = takeString(g_filename_to_uri(path, nil, nil)) else { return }
    gtk_recent_manager_add_item(gtk_recent_manager_get_default(), uri)
  }

  // MARK: Building

  private func build() {
    let header = created(adw_header_bar_new())
    let bar = OpaquePointer(header)
    adw_header_bar_set_title_widget(bar, title)
    let previous = button("go-previous-symbolic", "win.previous", phrases.translator.tr("Previous day"))
    let next = button("go-next-symbolic", "win.next", phrases.translator.tr("Next day"))
    let today = created(gtk_button_new_with_label(phrases.translator.tr("Today")))
    gtk_actionable_set_action_name(today.opaque, "win.today")
    let paging = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    gtk_widget_add_css_class(paging, "linked")
    for widget in [previous, today, next] { gtk_box_append(paging.as(GtkBox.self), widget) }
    adw_header_bar_pack_start(bar, paging)
    adw_header_bar_pack_end(bar, menuButton())

    let empty = created(adw_status_page_new())
    adw_status_page_set_icon_name(OpaquePointer(empty), applicationID + "-symbolic")
    adw_status_page_set_title(OpaquePointer(empty), phrases.translator.tr("Nothing planned"))
    adw_status_page_set_description(
      OpaquePointer(empty), phrases.translator.tr("Open a calendar file, or take a sample in your hands."))
    let choices = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    gtk_widget_set_halign(choices, GTK_ALIGN_CENTER)
    for (text, action, isMain) in [
      (phrases.translator.tr("Open…"), "win.open", true),
      (phrases.translator.tr("Try a Sample"), "win.sample", false),
    ] {
      let choice = created(gtk_button_new_with_label(text))
      gtk_widget_add_css_class(choice, "pill")
      if isMain { gtk_widget_add_css_class(choice, "suggested-action") }
      gtk_actionable_set_action_name(choice.opaque, action)
      gtk_box_append(choices.as(GtkBox.self), choice)
    }
    adw_status_page_set_child(OpaquePointer(empty), choices)

    gtk_stack_add_named(OpaquePointer(stack), timeline.pointer, "timeline")
    gtk_stack_add_named(OpaquePointer(stack), empty, "empty")
    adw_toast_overlay_set_child(toasts.opaque, stack)
    gtk_widget_set_vexpand(toasts, 1)
    let content = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for part in [header, banner.pointer, toasts] { gtk_box_append(content.as(GtkBox.self), part) }
    adw_application_window_set_content(pointer.as(AdwApplicationWindow.self), content)
  }

  private func button(_ icon: String, _ action: String, _ name: String) -> WidgetPointer {
    let button = created(gtk_button_new_from_icon_name(icon))
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_tooltip_text(button, name)
    Accessible.setLabel(button, name)
    return button
  }

  private func connect() {
    session.onChange = { [weak self] in self?.contentChanged() }
    session.onNotice = { [weak self] notice in
      self?.show(notice: notice.text, button: notice.canUndo ? .undo : nil)
    }
    session.onFailure = { [weak self] text, canSaveCopy in
      self?.show(notice: text, button: canSaveCopy ? .saveCopy : nil)
    }
    session.onSavedChanged = { [weak self] isSaved in self?.timeline.isSaved = isSaved }
    timeline.onDayChanged = { [weak self] _ in self?.updateTitle() }
    timeline.onResized = { [weak self] in
      // The window's size is known after this allocation.
      afterMilliseconds(0) {
        self?.updateTitle()
        return false
      }
    }
    timeline.onNotice = { [weak self] text in self?.show(notice: text) }
    timeline.onZoomChanged = { [weak self] zoom in self?.preferences[Preferences.pixelsPerHour] = zoom }
    timeline.onLiftChanged = { [weak self] isLifted in self?.liftChanged(isLifted) }
    timeline.dataSource = session
    onNotify(pointer.opaque, "is-active") { [weak self] in
      guard let self else { return }
      self.timeline.windowActiveChanged(booleanProperty(self.pointer.opaque, "is-active"))
    }
    onRequest(pointer.opaque, "close-request") { [weak self] in self?.closeRequested() ?? false }
  }

  private func contentChanged() {
    timeline.reload()
    updateTitle()
    updateActions()
    let isEmpty = session.isEmpty && request.paths.isEmpty
    gtk_stack_set_visible_child_name(OpaquePointer(stack), isEmpty ? "empty" : "timeline")
    banner.text = session.repeatingCount > 0 ? phrases.repeatingNotice(count: session.repeatingCount) : nil
  }

  private func updateTitle() {
    let t = phrases.translator
    let names = session.calendars.map {
      $0.isFolder ? $0.name : URL(fileURLWithPath: $0.id.path).lastPathComponent
    }
    let source =
      request.isSample
      ? t.tr("Sample – nothing of yours is changed")
      : names.count == 1
        ? names[0] : names.isEmpty ? "" : t.trn("{count} calendar", "{count} calendars", names.count)
    let full = phrases.headerTitle(timeline.day)
    let width = gtk_widget_get_width(pointer)
    let date =
      switch width {
      case 1..<480 where timeline.day.year == today.year: phrases.shortDate(timeline.day)
      case 1..<600: phrases.narrowHeaderTitle(timeline.day)
      default: full
      }
    adw_window_title_set_title(OpaquePointer(title), date)
    adw_window_title_set_subtitle(OpaquePointer(title), source)
    gtk_window_set_title(pointer.as(GtkWindow.self), "\(full) – Handspan")
  }

  // MARK: Toasts

  /// What the button of a toast does.
  enum ToastButton { case undo, saveCopy }

  /// Says something for a moment, with a button where there is something to do about it.
  func show(notice text: String, button: ToastButton? = nil) {
    dismissToast()
    let toast = created(adw_toast_new(AdwPointers.escaped(text)))
    switch button {
    case nil: break
    case .undo:
      adw_toast_set_button_label(toast, phrases.undo)
      adw_toast_set_action_name(toast, "win.undo")
      // With an unsteady hand the way back stays until the next action.
      adw_toast_set_timeout(toast, preferences[Preferences.holdToDrag] ? 0 : 5)
    case .saveCopy:
      adw_toast_set_button_label(toast, phrases.translator.tr("Save a Copy…"))
      adw_toast_set_action_name(toast, "win.save-copy")
      adw_toast_set_timeout(toast, 0)
    }
    // The overlay takes the reference that the toast was made with; ours keeps it for dismissing.
    toastReference = ObjectReference(toast)
    self.toast = toast
    adw_toast_overlay_add_toast(toasts.opaque, toast)
    // After the words of what was done, which are said when this returns.
    afterMilliseconds(0) { [weak self] in
      self?.timeline.say(text)
      return false
    }
  }

  func dismissToast() {
    if let toast { adw_toast_dismiss(toast) }
    toast = nil
    toastReference = nil
  }

  private func liftChanged(_ isLifted: Bool) {
    if isLifted { dismissToast() }
    updateActions()
  }

  // MARK: Actions

  private func installActions() {
    func add(_ name: String, _ handler: @escaping @MainActor () -> Void) {
      actions[name] = addAction(to: pointer.opaque, name, handler)
    }
    add("previous") { [weak self] in self?.turn(by: -1) }
    add("next") { [weak self] in self?.turn(by: 1) }
    add("today") { [weak self] in
      guard let self else { return }
      self.timeline.show(self.today)
      self.timeline.scrollToOpening()
    }
    add("undo") { [weak self] in self?.step { $0.undo() } }
    add("redo") { [weak self] in self?.step { $0.redo() } }
    add("zoom-in") { [weak self] in self?.timeline.zoom(steps: 1) }
    add("zoom-out") { [weak self] in self?.timeline.zoom(steps: -1) }
    add("zoom-normal") { [weak self] in self?.timeline.resetZoom() }
    add("save") { [weak self] in self.map { $0.show(notice: $0.phrases.savedAutomatically) } }
    add("open") { [weak self] in self?.chooseFile() }
    add("save-copy") { [weak self] in self?.chooseCopy() }
    add("sample") { [weak self] in self?.open(OpenRequest(isSample: true)) }
    add("preferences") { [weak self] in self?.showPreferences() }
    add("shortcuts") { [weak self] in self?.showShortcuts() }
    add("about") { [weak self] in self?.showAbout() }
    add("close") { [weak self] in self?.close() }
    addAction(
      to: pointer.opaque, "open-recent", text: { [weak self] path in self?.open(OpenRequest(paths: [path])) })
    updateActions()
  }

  /// Other actions are off while something is lifted: it may not be pulled from under the finger.
  private func updateActions() {
    let isFree = !timeline.isLifted
    for (name, action) in actions {
      let isPossible =
        switch name {
        case "undo": session.canUndo
        case "redo": session.canRedo
        default: true
        }
      g_simple_action_set_enabled(action, (isFree && isPossible).gboolean)
    }
  }

  private func turn(by days: Int) { timeline.show(timeline.day.adding(days: days)) }

  private func step(_ body: (CalendarSession) -> (text: String, occurrence: Occurrence)?) {
    timeline.finishKeyboardEdit()
    guard let result = body(session) else { return }
    timeline.reveal(result.occurrence)
    show(notice: result.text)
  }

  // MARK: Preferences

  func applyPreferences() {
    timeline.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    timeline.holdToDrag = preferences[Preferences.holdToDrag]
    applyWorkingHours()
    preferences.onChange(Preferences.holdToDrag) { [weak self] in
      self.map { $0.timeline.holdToDrag = $0.preferences[Preferences.holdToDrag] }
    }
  }

  func applyWorkingHours() {
    let start = Int(preferences[Preferences.workingHoursStart]) * 60
    timeline.workingHours = start..<max(start, Int(preferences[Preferences.workingHoursEnd]) * 60)
  }

  // MARK: Closing

  private func closeRequested() -> Bool {
    guard !isClosing else { return false }
    isClosing = true
    timeline.finishKeyboardEdit()
    Task {
      let unsaved = await session.finish()
      guard let first = unsaved.first else {
        gtk_window_destroy(pointer.as(GtkWindow.self))
        onClosed()
        return
      }
      isClosing = false
      askToLose(first)
    }
    return true
  }

  private func askToLose(_ reason: String) {
    let t = phrases.translator
    let dialog = created(
      adw_message_dialog_new(pointer.as(GtkWindow.self), t.tr("Not everything is saved"), reason))
    let object = OpaquePointer(dialog)
    adw_message_dialog_add_response(dialog.as(AdwMessageDialog.self), "stay", t.tr("Keep open"))
    adw_message_dialog_add_response(dialog.as(AdwMessageDialog.self), "lose", t.tr("Close without saving"))
    adw_message_dialog_set_response_appearance(
      dialog.as(AdwMessageDialog.self), "lose", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog.as(AdwMessageDialog.self), "stay")
    onText(object, "response") { [weak self] response in
      guard let self, response == "lose" else { return }
      self.isClosing = true
      gtk_window_destroy(self.pointer.as(GtkWindow.self))
      self.onClosed()
    }
    gtk_window_present(dialog.as(GtkWindow.self))
  }
}

extension Instant {
  /// The present moment.
  static var now: Instant { Instant(seconds: Int(Date().timeIntervalSince1970)) }
}
