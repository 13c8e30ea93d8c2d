import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

// The actions of the window, for buttons, menus and keyboard shortcuts.
extension MainWindow {
  func installActions() {
    func add(_ name: String, _ handler: @escaping @MainActor (MainWindow) -> Void) {
      actions[name] = addAction(to: gtkWidget.opaque, name) { [weak self] in self.map(handler) }
    }
    add("previous") { $0.view.turn(by: -1) }
    add("next") { $0.view.turn(by: 1) }
    add("today") { $0.view.goTo($0.session.today) }
    add("go-to-date") { $0.header.dateChooser.open() }
    actions["search"] = addToggle(to: gtkWidget.opaque, "search") { [weak self] in self?.toggleSearch() }
    add("view-next") { $0.changeView(by: 1) }
    add("view-previous") { $0.changeView(by: -1) }
    actions["view"] = addChoice(to: gtkWidget.opaque, "view", chosen: view.configuration.view.rawValue) {
      [weak self] value in ViewKind(rawValue: value).map { self?.switchView(to: $0) }
    }
    add("new-event") { $0.createEvent() }
    add("undo") { $0.performHistoryAction("text.undo") { $0.undo() } }
    add("redo") { $0.performHistoryAction("text.redo") { $0.redo() } }
    // The button of a toast always undoes the change that the toast is about, even while text is being typed.
    add("undo-change") { $0.undoChange() }
    add("zoom-in") { $0.view.zoom(steps: 1) }
    add("zoom-out") { $0.view.zoom(steps: -1) }
    add("zoom-normal") { $0.view.resetZoom() }
    add("save") { $0.save() }
    add("open") { $0.openFiles() }
    add("save-copy") { $0.saveCopy() }
    add("restore-version") { $0.resolveDamage(by: .restore) }
    add("use-incomplete") { $0.resolveDamage(by: .useAsIs) }
    add("show-reminders") { $0.answerReminderQuestion(show: true) }
    add("decline-reminders") { $0.answerReminderQuestion(show: false) }
    add("print") { $0.printExport.printPage() }
    add("export") { $0.printExport.exportPage() }
    add("sample") { $0.calendarOpening.open(OpenRequest(isSample: true)) }
    add("preferences") { $0.preferencesWindow.present() }
    add("shortcuts") { window in
      window.dialogs.present(
        ShortcutsWindow.create(window.session.phrases, parentWidth: window.dialogs.parentWidth))
    }
    add("about") { $0.dialogs.present(AboutWindow.create($0.session.phrases.translator)) }
    add("close") { $0.close() }
    add("next-pane") { $0.panes.moveFocus(forward: true) }
    add("previous-pane") { $0.panes.moveFocus(forward: false) }
    for (name, _, action) in WindowClipboard.actions {
      add(name) { $0.clipboard.performFromKeyboard(action) }
    }
    addShortcuts(gtkWidget, WindowClipboard.actions.map { ($0.keys, "win." + $0.name) })
    addAction(
      to: gtkWidget.opaque, "open-recent",
      text: { [weak self] path in self?.calendarOpening.open(OpenRequest(paths: [path])) })
    addAction(
      to: gtkWidget.opaque, "close-calendar",
      text: { [weak self] key in self?.calendarOpening.close(CalendarID(key)) })
    installMovingActions()
    installSidebarActions()
    installImportActions()
    updateActions()
  }

  /// Enables the actions that are possible at the moment, and disables the others.
  func updateActions() {
    for (name, action) in actions {
      let isPossible =
        switch name {
        case "undo", "undo-change": session.canUndo
        case "redo": session.canRedo
        case "restore-version": session.damagedFile?.canRestore == true
        case "use-incomplete": session.damagedFile?.canUseAsIs == true
        case "previous", "next", "today", "go-to-date", "view", "view-next", "view-previous", "print",
          "export":
          !showsEmptyState && !editor.isOpen && !search.coversTimeline
        case "sidebar": !editor.isOpen || sidebar.isBesideView
        case "search": !editor.isOpen && (search.isOpen || !showsEmptyState)
        case "move-to-date", "next-pane", "previous-pane": !editor.isOpen
        case "import", "export-any-calendar": !importExport.isImporting && !editor.isOpen
        default: true
        }
      // The key of a disabled action reaches the window class, and from libadwaita 1.7 on, Ctrl+Shift+M opens its
      // Adaptive Preview.
      let mustTakeKey = name == "move-to-calendar"
      g_simple_action_set_enabled(action, (mustTakeKey || allowsActions && isPossible).gboolean)
    }
    updateCalendarActions()
  }

  // MARK: Days

  /// Switches to another view and saves the choice.
  func switchView(to view: ViewKind) {
    guard !self.view.isEventLifted else { return }
    self.view.finishKeyboardEdit()
    settings.switchView(to: view)
    if let action = actions["view"] { g_simple_action_set_state(action, g_variant_new_string(view.rawValue)) }
    scheduleHeaderUpdate()
  }

  /// Switches to the view that is `steps` positions after the current view in the menu. A negative number
  /// switches to a view before the current one.
  private func changeView(by steps: Int) {
    let index = (ViewMenu.views.firstIndex(of: view.configuration.view) ?? 0) + steps
    if ViewMenu.views.indices.contains(index) { switchView(to: ViewMenu.views[index]) }
  }

  /// Shows the page that contains a day.
  func go(to day: Day) {
    editor.close()
    sidebar.closeIfCoveringView()
    view.turn(to: day)
    view.takeFocus()
  }

  /// Makes the side buttons of a mouse turn pages, as in a browser.
  func handleSideButtons() {
    for (button, pages) in [MouseButton.back: -1, MouseButton.forward: 1] {
      let click = nonNull(gtk_gesture_click_new())
      gtk_gesture_single_set_button(click, button)
      gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
      onClick(click, "pressed") { [weak self] _, _, _ in
        guard let self, !self.view.isEventLifted, !self.showsEmptyState, !self.editor.isOpen,
          !self.search.coversTimeline
        else { return }
        self.view.turn(by: pages)
      }
      gtk_widget_add_controller(gtkWidget, click)
    }
  }

  /// X11's button numbers, which GDK also uses on Wayland.
  private enum MouseButton {
    static let back: guint = 8
    static let forward: guint = 9
  }

  // MARK: Events

  private func createEvent() {
    editor.close()
    search.closeInPlace()
    // The title of the first event is typed on the timeline, so the timeline has to be visible.
    if showsEmptyState { showTimeline() }
    view.createEvent()
    if !view.isNamingEvent { namingChanged() }
  }

  /// Undoes or redoes a step or, in a text field, typing.
  private func performHistoryAction(
    _ textAction: String, _ body: @escaping @MainActor (CalendarSession) -> CalendarSession.HistoryResult?
  ) {
    // In a text field, Undo and Redo apply to the text.
    if let text = FocusedText.find(in: gtkWidget) {
      gtk_widget_activate_action_variant(text, textAction, nil)
      return
    }
    performChange(body)
  }

  private func undoChange() { performChange { $0.undo() } }

  /// Undoes or redoes the latest change.
  private func performChange(
    _ body: @escaping @MainActor (CalendarSession) -> CalendarSession.HistoryResult?
  ) {
    // While the user is choosing the scope of a change, Undo and Redo cancel that change, because it is the
    // latest one.
    guard !view.isChoosingScope else { return view.cancelScopeChoice() }
    view.finishKeyboardEdit()
    performHistoryStep(body)
  }

  /// Undoes or redoes a step once all earlier ones have been carried out.
  private func performHistoryStep(
    _ body: @escaping @MainActor (CalendarSession) -> CalendarSession.HistoryResult?
  ) {
    guard !session.steps.hasUnfinished else {
      Task { [weak self, session] in
        await session.steps.finish()
        // In the meantime, the user may have begun something else.
        guard let self, self.allowsActions else { return }
        self.performChange(body)
      }
      return
    }
    guard let result = body(session) else { return }
    // The events of a hidden calendar are not visible.
    if let occurrence = result.occurrence, !session.choices.isHidden(occurrence.event.id.calendar) {
      // An open editor keeps the focus.
      if editor.isOpen { view.scrollIntoView(occurrence) } else { view.reveal(occurrence) }
    }
    var notice = CalendarSession.Notice(text: result.text, canUndo: false)
    notice.announcement = result.announcement
    session.people.post(notice)
  }

  // MARK: Files

  /// Shows whether all changes are saved. Changes are saved automatically, but if saving has failed, this
  /// function tries again first.
  private func save() {
    view.finishKeyboardEdit()
    let phrases = session.phrases
    guard !session.isSaved else { return toasts.showToast(phrases.savedAutomaticallyMessage) }
    Task {
      // If this fails, the banner shows the reason.
      let isSaved = await session.finishSaving().isEmpty
      toasts.showToast(isSaved ? phrases.savedAutomaticallyMessage : phrases.translator.tr("Not saved yet"))
    }
  }

  private func openFiles() {
    let t = session.phrases.translator
    dialogs.choose(.files(.calendars(t)), title: t.tr("Open Calendar"), acceptLabel: t.tr("_Open")) {
      [weak self] paths in self?.calendarOpening.open(OpenRequest(paths: paths))
    }
  }

  private func saveCopy() {
    let t = session.phrases.translator
    dialogs.choose(
      .calendars(t), title: t.tr("Save a Copy"), name: t.tr("Calendar") + ".ics", acceptLabel: t.tr("_Save")
    ) { [weak self] path in
      Task { await self?.session.saveCopy(to: path) }
    }
  }

  private func resolveDamage(by remedy: DamageRemedy) {
    view.endInteraction()
    Task { await session.resolveDamage(by: remedy) }
  }
}
