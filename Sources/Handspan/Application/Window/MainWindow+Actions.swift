import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

// What there is to do in the window, by button, menu and key.
extension MainWindow {
  func installActions() {
    func add(_ name: String, _ handler: @escaping @MainActor () -> Void) {
      actions[name] = addAction(to: pointer.opaque, name, handler)
    }
    add("previous") { [weak self] in self?.turn(by: -1) }
    add("next") { [weak self] in self?.turn(by: 1) }
    add("today") { [weak self] in
      guard let self else { return }
      self.timeline.turn(to: self.today)
      self.timeline.scrollToOpening()
    }
    add("go-to-date") { [weak self] in self?.dateChooser.open() }
    add("view-next") { [weak self] in self?.changeView(by: 1) }
    add("view-previous") { [weak self] in self?.changeView(by: -1) }
    actions["view"] = addChoice(to: pointer.opaque, "view", chosen: timeline.calendarView.rawValue) {
      [weak self] value in CalendarView(rawValue: value).map { self?.show($0) }
    }
    add("new-event") { [weak self] in self?.newEvent() }
    add("undo") { [weak self] in self?.step("text.undo") { $0.undo() } }
    add("redo") { [weak self] in self?.step("text.redo") { $0.redo() } }
    add("zoom-in") { [weak self] in self?.timeline.zoom(steps: 1) }
    add("zoom-out") { [weak self] in self?.timeline.zoom(steps: -1) }
    add("zoom-normal") { [weak self] in self?.timeline.resetZoom() }
    add("save") { [weak self] in self?.save() }
    add("open") { [weak self] in self?.chooseFile() }
    add("save-copy") { [weak self] in self?.chooseCopy() }
    add("restore-version") { [weak self] in self?.settleDamage(by: .restore) }
    add("use-incomplete") { [weak self] in self?.settleDamage(by: .use) }
    add("print") { [weak self] in self?.printPage() }
    add("export") { [weak self] in self?.exportPage() }
    add("sample") { [weak self] in self?.open(OpenRequest(isSample: true)) }
    add("preferences") { [weak self] in self?.showPreferences() }
    add("shortcuts") { [weak self] in self?.showShortcuts() }
    add("about") { [weak self] in self?.showAbout() }
    add("close") { [weak self] in self?.close() }
    addAction(
      to: pointer.opaque, "open-recent", text: { [weak self] path in self?.open(OpenRequest(paths: [path])) })
    installClipboard()
    installDrop()
    updateActions()
  }

  /// Whether nothing is lifted, which may not be pulled from under the finger, and no alert waits for its answer.
  var isFree: Bool { !timeline.isLifted && openAlerts == 0 }

  /// Shows an alert. Until it is answered there is nothing else to do in the window.
  func ask(_ alert: Alert, answered: @escaping @MainActor (String) -> Void = { _ in }) {
    openAlerts += 1
    alert.ownWindow.map(gate.watch)
    alert.onResponse { [weak self] response in
      self?.openAlerts -= 1
      answered(response)
    }
    alert.present()
  }

  /// Turns off what cannot be done at present.
  func updateActions() {
    for (name, action) in actions {
      let isPossible =
        switch name {
        case "undo": session.canUndo
        case "redo": session.canRedo
        case "restore-version": session.damaged?.canRestore == true
        case "use-incomplete": session.damaged?.canUse == true
        case "previous", "next", "today", "go-to-date", "view", "view-next", "view-previous", "print",
          "export":
          !showsEmptyState && editor == nil
        default: true
        }
      g_simple_action_set_enabled(action, (isFree && isPossible).gboolean)
    }
  }

  private func step(
    _ textAction: String, _ body: (CalendarSession) -> CalendarSession.HistoryStep?
  ) {
    guard !changeText(textAction) else { return }
    timeline.finishKeyboardEdit()
    guard let result = body(session) else { return }
    if let occurrence = result.occurrence {
      // An editor keeps the focus.
      if editor == nil { timeline.reveal(occurrence) } else { timeline.bringIntoSight(occurrence) }
    }
    show(notice: result.text)
  }

  /// There is no Save; asked for it, the window says how things are, after one more try where saving failed.
  private func save() {
    timeline.finishKeyboardEdit()
    guard !session.isSaved else {
      show(notice: phrases.savedAutomatically)
      return
    }
    Task {
      // The banner says why not.
      let isSaved = await session.finish().isEmpty
      show(notice: isSaved ? phrases.savedAutomatically : phrases.translator.tr("Not saved yet"))
    }
  }

  /// Keeps the zoom once it has stayed for a moment: a pinch changes it at each frame.
  func saveSoon(zoom: Double) {
    newZoom = zoom
    if zoomTimer != 0 { g_source_remove(zoomTimer) }
    zoomTimer = afterMilliseconds(300) { [weak self] in
      self?.zoomTimer = 0
      self?.saveZoom()
      return false
    }
  }

  func saveZoom() {
    if let newZoom { preferences[Preferences.pixelsPerHour] = newZoom }
    newZoom = nil
  }

  func applyPreferences() {
    timeline.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    timeline.holdToDrag = preferences[Preferences.holdToDrag]
    rememberCalendar()
    applyWorkingHours()
    applyViewPreferences()
    preferences.onChange(Preferences.holdToDrag) { [weak self] in
      self.map { $0.timeline.holdToDrag = $0.preferences[Preferences.holdToDrag] }
    }
    for key in [Preferences.workingHoursStart, Preferences.workingHoursEnd] {
      preferences.onChange(key) { [weak self] in self?.applyWorkingHours() }
    }
  }

  /// New events go on to the calendar that was used last.
  private func rememberCalendar() {
    let key = preferences[Preferences.lastCalendar]
    if !key.isEmpty { session.lastCalendar = CalendarID(key) }
    session.onCalendarUsed = { [weak self] calendar in
      guard let self else { return }
      // The sample is nobody's, and gone with the window.
      if case .sample = self.session.source { return }
      self.preferences[Preferences.lastCalendar] = calendar?.key ?? ""
    }
  }

  func applyWorkingHours() {
    let start = Int(preferences[Preferences.workingHoursStart]) * 60
    timeline.workingHours = start..<max(start, Int(preferences[Preferences.workingHoursEnd]) * 60)
  }
}
