import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport

// How many days are shown, and what follows from it.
extension MainWindow {
  /// The views in the order of menu and keys.
  static let views: [CalendarView] = [.week, .workWeek, .threeDays, .day]

  /// The views to choose from; the caller owns the menu.
  func viewMenu() -> OpaquePointer {
    let menu = created(g_menu_new())
    for view in MainWindow.views {
      let item = created(g_menu_item_new(phrases.name(view), nil))
      g_menu_item_set_action_and_target_value(item, "win.view", g_variant_new_string(view.rawValue))
      g_menu_append_item(menu, item)
      g_object_unref(UnsafeMutableRawPointer(item))
    }
    return menu
  }

  /// Gives the button its menu.
  func fillViewSwitch() {
    let menu = viewMenu()
    gtk_menu_button_set_menu_model(OpaquePointer(viewSwitch), menu.as(GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(menu))
    onOpening(menuOf: viewSwitch) { [viewSwitch, weak self] in
      guard let self, self.gate.mayOpen(for: .key) else { return false }
      Accessible.nameRows(ofMenuIn: viewSwitch)
      return true
    }
    gtk_widget_set_tooltip_text(viewSwitch, phrases.translator.tr("View"))
  }

  /// Shows so many days and keeps the choice. A narrow window shows fewer, as long as it is narrow.
  func show(_ view: CalendarView) {
    guard !timeline.isLifted else { return }
    timeline.finishKeyboardEdit()
    timeline.calendarView = view
    preferences[Preferences.view] = view.rawValue
    if let action = actions["view"] { g_simple_action_set_state(action, g_variant_new_string(view.rawValue)) }
    viewWillChange()
  }

  /// Goes to the view after the present one in the menu, or before it if negative.
  func changeView(by steps: Int) {
    let views = MainWindow.views
    let index = (views.firstIndex(of: timeline.calendarView) ?? 0) + steps
    if views.indices.contains(index) { show(views[index]) }
  }

  /// Other days are shown, or another number of them, or the width is another: says so in the header bar as soon as
  /// this frame's layout is done, for it may be told of in the midst of it.
  func viewWillChange() {
    guard !awaitsViewChange else { return }
    awaitsViewChange = true
    afterMilliseconds(0) { [weak self] in
      self?.awaitsViewChange = false
      self?.viewChanged()
      return false
    }
  }

  private func viewChanged() {
    for banner in [unsaved, damaged, stale] {
      banner.isNarrow = gtk_widget_get_width(pointer) < MainWindow.narrow
    }
    updateTitle()
    for (button, isForward) in [(previousButton, false), (nextButton, true)] {
      let name = phrases.turned(timeline.shownView, forward: isForward)
      gtk_widget_set_tooltip_text(button, name)
      Accessible.setLabel(button, name)
    }
    gtk_menu_button_set_label(OpaquePointer(viewSwitch), phrases.name(timeline.calendarView))
    // There is no room for it beside the title; the views are in the main menu too.
    gtk_widget_set_visible(viewSwitch, (gtk_widget_get_width(pointer) >= MainWindow.narrow).gboolean)
    Accessible.setLabel(viewSwitch, phrases.viewInUse(timeline.calendarView))
    // With large text the title comes first; weeks turn under the finger and by keys too.
    let width = Double(gtk_widget_get_width(pointer))
    let hasRoom = width == 0 || width >= MainWindow.leastHeader * timeline.textSize
    for button in [previousButton, nextButton] { gtk_widget_set_visible(button, hasRoom.gboolean) }
  }

  // MARK: Preferences

  func applyViewPreferences() {
    timeline.firstWeekday = firstWeekday
    timeline.workdays = Set(preferences[Preferences.workdays].compactMap { Weekday(setting: $0) })
    timeline.secondZone = secondZone
    timeline.showsWeekNumbers = preferences[Preferences.showsWeekNumbers]
    show(CalendarView(rawValue: preferences[Preferences.view]) ?? .day)
    func follow<Value>(_ key: Preferences.Key<Value>, _ apply: @escaping @MainActor (MainWindow) -> Void) {
      preferences.onChange(key) { [weak self] in self.map(apply) }
    }
    follow(Preferences.firstWeekday) { $0.timeline.firstWeekday = $0.firstWeekday }
    follow(Preferences.workdays) {
      $0.timeline.workdays = Set($0.preferences[Preferences.workdays].compactMap { Weekday(setting: $0) })
    }
    follow(Preferences.secondZone) { $0.timeline.secondZone = $0.secondZone }
    follow(Preferences.showsWeekNumbers) {
      $0.timeline.showsWeekNumbers = $0.preferences[Preferences.showsWeekNumbers]
    }
  }

  private var firstWeekday: Weekday {
    Weekday(setting: preferences[Preferences.firstWeekday]) ?? Language.firstWeekday
  }

  /// The zone whose hours stand beside one's own.
  var secondZone: Zone? {
    let name = preferences[Preferences.secondZone]
    return name.isEmpty ? nil : SystemZones.shared.zone(named: name)
  }

  /// The number of the week that is shown, if it is wanted.
  var weekNumber: Int? {
    guard preferences[Preferences.showsWeekNumbers] else { return nil }
    let view = timeline.shownView
    let pages = PageCalendar(
      view, firstWeekday: timeline.firstWeekday, workdays: timeline.workdays,
      anchor: timeline.shownDays.lowerBound)
    return pages.isoWeek(ofPage: pages.page(containing: timeline.shownDays.lowerBound)).week
  }
}
