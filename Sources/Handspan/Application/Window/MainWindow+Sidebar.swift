import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import UserSettings

// The sidebar, and the actions of its calendars.
extension MainWindow {
  func connectSidebar() {
    sidebar.onChange = { [weak self] in self?.sidebarChanged() }
    sidebar.onReturnFocus = { [weak self] in
      guard let self else { return }
      if self.search.coversTimeline { self.search.takeFocus() } else { self.takeFocus() }
    }
    sidebar.onChooseDay = { [weak self] day in
      guard let self else { return }
      self.editor.close()
      if self.search.coversTimeline { self.search.closeInPlace() }
      self.view.turn(to: day)
      guard self.sidebar.coversView else { return }
      self.sidebar.closeIfCoveringView()
      self.view.takeFocus()
    }
    sidebar.onAddDiscovered = { [weak self] calendar in
      self?.calendarOpening.open(OpenRequest(paths: [calendar.path]))
    }
    sidebar.onDismissDiscovered = { [weak self] calendar in self?.calendarOpening.dismiss(calendar) }
    calendarDialogs.onCreated = { [weak self] calendar in
      guard let self else { return }
      self.calendarOpening.addRecent(calendar.key)
      guard self.sidebar.isOpen else { return }
      self.sidebar.contents?.takeFocus(calendar)
    }
    session.onNoCalendarsLeft = { [weak self] in await self?.calendarOpening.openOwnCalendarsIfEmpty() }
    updateSidebarPlacement()
  }

  /// Moves the sidebar and the search beside or over the view.
  func updateSidebarAndSearchPlacement() {
    search.resized(to: header.width - sidebar.widthBesideView)
    updateSidebarPlacement()
  }

  /// Moves the sidebar beside or over the view. Before its first layout, a maximized window is assumed to be wide.
  func updateSidebarPlacement() {
    let isWidthUnknown = gtk_widget_get_width(gtkWidget) == 0 && preferences[Preferences.isMaximized]
    sidebar.update(
      windowWidth: isWidthUnknown ? .max : header.width, besideViewAnd: search.widthBesideView)
  }

  func installSidebarActions() {
    actions["sidebar"] = addToggle(to: gtkWidget.opaque, "sidebar", isOn: sidebar.isOpen) { [weak self] in
      self?.toggleSidebar()
    }
    func add(_ name: String, _ handler: @escaping @MainActor (MainWindow, CalendarInfo) -> Void) {
      actions[name] = addAction(
        to: gtkWidget.opaque, name,
        text: { [weak self] key in
          guard let self, let calendar = self.session.calendars.first(where: { $0.id.key == key }) else {
            return
          }
          handler(self, calendar)
        })
    }
    actions["new-calendar"] = addAction(to: gtkWidget.opaque, "new-calendar") { [weak self] in
      self?.calendarDialogs.create()
    }
    add("keep-calendar") { $0.keep($1) }
    add("rename-calendar") { $0.calendarDialogs.rename($1) }
    add("trash-calendar") { $0.calendarDialogs.moveToTrash($1) }
    add("show-only-calendar") { $0.showOnly($1) }
    add("color-calendar") { $0.sidebar.contents?.chooseColor(of: $1.id) }
    add("retry-calendar") { $0.retry($1) }
    add("sign-in-calendar") { window, _ in window.signIn() }
    add("unsubscribe-calendar") { $0.subscriptions.askToUnsubscribe(from: $1) }
    actions["subscribe"] = addAction(to: gtkWidget.opaque, "subscribe") { [weak self] in
      self?.subscriptions.add()
    }
    add("calendar-properties") { $0.showProperties(of: $1) }
    actions["default-calendar"] = addChoice(
      to: gtkWidget.opaque, "default-calendar", chosen: session.defaultCalendar?.key ?? ""
    ) { [weak self] key in
      guard let self, let calendar = self.session.calendars.first(where: { $0.id.key == key }) else { return }
      self.makeDefault(calendar)
    }
  }

  /// Opens or closes the sidebar. The focus stays where it is if the sidebar is beside the view, so the result is
  /// announced, unless the focused button says it.
  private func toggleSidebar() {
    sidebar.toggle()
    guard sidebar.isBesideView, !header.isSidebarButtonFocused else { return }
    let t = session.phrases.translator
    view.announce(sidebar.isOpen ? t.tr("Sidebar opened") : t.tr("Sidebar closed"))
  }

  // MARK: Updates

  /// Called when the sidebar has been opened or closed, or has moved beside or over the view.
  private func sidebarChanged() {
    if let action = actions["sidebar"] { setToggle(action, sidebar.isOpen) }
    updateHiddenWidgets()
    updateActions()
  }

  /// Called when calendars have been hidden or shown.
  func calendarVisibilityChanged() {
    view.reloadGradually()
    search.refreshRows()
    editor.refresh()
    sidebar.calendarsChanged()
    scheduleHeaderUpdate()
    updateActions()
  }

  /// Updates the states of the actions that are shown in the calendars' menus.
  func updateCalendarActions() {
    if let action = actions["default-calendar"] {
      g_simple_action_set_state(action, g_variant_new_string(session.defaultCalendar?.key ?? ""))
    }
  }

  // MARK: Calendars

  private func showOnly(_ calendar: CalendarInfo) {
    let t = session.phrases.translator
    if session.isOnlyShownCalendar(calendar.id) {
      session.showAll()
      view.announce(t.tr("All calendars are shown"))
    } else {
      session.showOnly(calendar.id)
      view.announce(t.tr("Only “{calendar}” is shown", ["calendar": calendar.name]))
    }
  }

  private func keep(_ calendar: CalendarInfo) {
    session.keep([calendar.id])
    toasts.showToast(
      session.phrases.translator.tr("“{calendar}” stays in the sidebar", ["calendar": calendar.name]))
  }

  private func makeDefault(_ calendar: CalendarInfo) {
    session.choices.use(calendar.id)
    updateCalendarActions()
    toasts.showToast(
      session.phrases.translator.tr(
        "New events are added to “{calendar}”", ["calendar": calendar.name]))
  }

  private func retry(_ calendar: CalendarInfo) {
    Task {
      if session.listed.subscription(calendar.id) != nil { return await subscriptions.refresh(calendar) }
      if let message = await session.retryOpening(calendar.id) {
        toasts.showToast(message)
      } else if calendar.isAvailable, session.listed.owns(calendar.id) {
        toasts.showToast(
          session.phrases.translator.tr(
            "Contacting the server for “{calendar}”…", ["calendar": calendar.name])
        )
        retriedCalendars.add(calendar)
      } else {
        toasts.showToast(
          session.phrases.translator.tr("“{calendar}” was opened", ["calendar": calendar.name]))
      }
    }
  }

  private func showProperties(of calendar: CalendarInfo) {
    Task {
      let size = await session.size(of: calendar.id)
      let alert = dialogs.makeAlert(calendar.name, "")
      alert.add(
        CalendarProperties.makeList(
          calendar, account: session.listed.calendars.first { $0.id == calendar.id }?.account, size: size,
          state: session.unavailableMessage(calendar), session.phrases))
      alert.add("close", session.phrases.translator.tr("Close"))
      alert.setResponses(onEnter: "close", onClose: "close")
      dialogs.ask(alert)
    }
  }
}
