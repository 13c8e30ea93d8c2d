import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport
import UserSettings

/// Creates and shows the preferences window.
@MainActor
final class PreferencesWindow {
  let preferences: Preferences
  private let session: CalendarSession
  var phrases: Phrases { session.phrases }
  private let dialogs: WindowDialogs

  /// The width of the window in px, unless its parent is narrower.
  private static let naturalWidth: Int32 = 640
  /// The width in px below which a drop-down with long names is below its title.
  private static let minimumWidthWithColumns: Int32 = 360
  /// Whether the window is narrow for its text.
  var isNarrow: Bool { Toolkit.hasLargeText || dialogs.parentWidth < Self.minimumWidthWithColumns }

  init(_ preferences: Preferences, _ session: CalendarSession, _ dialogs: WindowDialogs) {
    (self.preferences, self.session, self.dialogs) = (preferences, session, dialogs)
  }

  func present() {
    let t = phrases.translator
    let window = nonNull(adw_preferences_window_new())
    // Search is disabled, because there is only one page, and the title needs the space of the search button.
    adw_preferences_window_set_search_enabled(window.as(AdwPreferencesWindow.self), 0)
    gtk_window_set_default_size(
      window.as(GtkWindow.self), min(PreferencesWindow.naturalWidth, dialogs.parentWidth), -1)
    let page = nonNull(adw_preferences_page_new())
    let interactionGroup = makeGroup(t.tr("Interaction"))
    let holdToDragRow = makeSwitchRow(
      t.tr("Hold to Drag"),
      t.tr(
        "Drag events only after a long press, and keep undo messages visible until your next action"
      ), Preferences.holdToDrag)
    adw_preferences_group_add(interactionGroup.as(AdwPreferencesGroup.self), holdToDragRow)
    let workingHoursGroup = makeGroup(t.tr("Working Hours"), t.tr("Time outside working hours is shaded"))
    for row in [
      makeTimeRow(t.tr("Start"), Preferences.workingHoursStart, from: 0, through: 24 * 60 - 30),
      makeTimeRow(t.tr("End"), Preferences.workingHoursEnd, from: 30, through: 24 * 60),
    ] { adw_preferences_group_add(workingHoursGroup.as(AdwPreferencesGroup.self), row) }
    for group in [
      makeWeekGroup(in: window), interactionGroup, workingHoursGroup, makeReminderGroup(), makeAddressGroup(),
    ] {
      adw_preferences_page_add(page.as(AdwPreferencesPage.self), group.as(AdwPreferencesGroup.self))
    }
    adw_preferences_window_add(window.as(AdwPreferencesWindow.self), page.as(AdwPreferencesPage.self))
    SinglePageWindow.prepare(window, minimumWidth: MainWindow.minimumSize.width)
    dialogs.present(window)
  }

  private func makeWeekGroup(in window: WidgetPointer) -> WidgetPointer {
    let t = phrases.translator
    let weekGroup = makeGroup(t.tr("Week"))
    let workdays = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_box_append(workdays.as(GtkBox.self), makeWorkdayToggles())
    let firstWeekday = makeFirstWeekdayChoice { [weak self] in
      guard let self else { return }
      // The week begins with another button.
      if let toggles = gtk_widget_get_first_child(workdays) {
        gtk_box_remove(workdays.as(GtkBox.self), toggles)
      }
      gtk_box_append(workdays.as(GtkBox.self), self.makeWorkdayToggles())
    }
    for row in [
      isNarrow
        ? makeStackedRow(t.tr("First Day of Week"), firstWeekday)
        : makeRow(t.tr("First Day of Week"), nil, firstWeekday),
      makeStackedRow(t.tr("Work Week"), workdays),
      makeSwitchRow(
        t.tr("Week Numbers"), t.tr("Numbered according to ISO 8601"), Preferences.showsWeekNumbers),
      makeSecondZoneRow(in: window),
    ] { adw_preferences_group_add(weekGroup.as(AdwPreferencesGroup.self), row) }
    return weekGroup
  }

  private func makeAddressGroup() -> WidgetPointer {
    let t = phrases.translator
    let group = makeGroup(
      t.tr("My Addresses"),
      t.tr(
        "You organize the events whose organizer has one of these email addresses. Those of your online accounts are known already. Separate several addresses with commas."
      ))
    let row = nonNull(adw_entry_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), t.tr("Email Addresses"))
    adw_entry_row_set_show_apply_button(row.as(AdwEntryRow.self), 1)
    func showAddresses() {
      gtk_editable_set_text(row.opaque, preferences[Preferences.myAddresses].joined(separator: ", "))
    }
    showAddresses()
    onSignal(row.opaque, "apply") { [weak self] in
      self?.preferences[Preferences.myAddresses] = UserAddresses.addresses(
        in: String(cString: gtk_editable_get_text(row.opaque)))
      showAddresses()
    }
    adw_preferences_group_add(group.as(AdwPreferencesGroup.self), row)
    return group
  }

  private func makeFirstWeekdayChoice(onChoose: @escaping @MainActor () -> Void) -> WidgetPointer {
    let t = phrases.translator
    let settings = ["locale"] + Weekday.allCases.map(\.setting)
    let names =
      [t.tr("System Default ({weekday})", ["weekday": phrases.weekday(Language.firstWeekday)])]
      + Weekday.allCases.map { phrases.weekday($0) }
    let choice = makeDropDown(names)
    let chosenIndex = settings.firstIndex(of: preferences[Preferences.firstWeekday]) ?? 0
    gtk_drop_down_set_selected(OpaquePointer(choice), guint(chosenIndex))
    name(choice, t.tr("First Day of Week"), names)
    onNotify(choice.opaque, "selected") { [weak self] in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      guard settings.indices.contains(index) else { return }
      self?.preferences[Preferences.firstWeekday] = settings[index]
      onChoose()
    }
    return choice
  }

  /// Creates a toggle button for each weekday, active on the days of the work week. If the window is narrow, the
  /// buttons wrap to a second line.
  private func makeWorkdayToggles() -> WidgetPointer {
    let toggles = nonNull(
      isNarrow ? gtk_flow_box_new() : gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    if isNarrow {
      gtk_flow_box_set_selection_mode(toggles.opaque, GTK_SELECTION_NONE)
      gtk_flow_box_set_max_children_per_line(toggles.opaque, 7)
    } else {
      gtk_box_set_homogeneous(toggles.as(GtkBox.self), 1)
      gtk_widget_add_css_class(toggles, "linked")
    }
    let firstRawValue = preferences.firstWeekday.rawValue
    for offset in 0..<7 {
      guard let day = Weekday(rawValue: (firstRawValue - 1 + offset) % 7 + 1) else { continue }
      let toggle = makeWorkdayToggle(day)
      guard isNarrow else {
        gtk_box_append(toggles.as(GtkBox.self), toggle)
        continue
      }
      let child = nonNull(gtk_flow_box_child_new())
      gtk_widget_set_focusable(child, 0)
      gtk_flow_box_child_set_child(child.as(GtkFlowBoxChild.self), toggle)
      gtk_flow_box_append(toggles.opaque, child)
    }
    Accessible.makeGroup(toggles, named: phrases.translator.tr("Work Week"))
    return toggles
  }

  private func makeWorkdayToggle(_ day: Weekday) -> WidgetPointer {
    let toggle = nonNull(gtk_toggle_button_new_with_label(phrases.shortWeekday(day)))
    gtk_widget_add_css_class(toggle, "weekday")
    gtk_widget_set_hexpand(toggle, 1)
    Accessible.setLabel(toggle, phrases.weekday(day))
    Accessible.makeCheckBox(toggle)
    gtk_toggle_button_set_active(
      toggle.as(GtkToggleButton.self), preferences.workdays.contains(day).gboolean)
    onSignal(toggle.opaque, "toggled") { [weak self] in
      guard let self else { return }
      let isOn = gtk_toggle_button_get_active(toggle.as(GtkToggleButton.self)) != 0
      let days = self.preferences.workdays.subtracting(isOn ? [] : [day]).union(isOn ? [day] : [])
      self.preferences[Preferences.workdays] = Weekday.allCases.filter(days.contains).map(\.setting)
    }
    return toggle
  }

  func makeDropDown(_ names: [String]) -> WidgetPointer {
    let list = nonNull(gtk_string_list_new(nil))
    for name in names { gtk_string_list_append(list, name) }
    // The drop-down takes ownership of the list.
    let choice = nonNull(gtk_drop_down_new(list, nil))
    if isNarrow { wrapNames(in: choice) }
    return choice
  }

  /// Names a drop-down. The button inside it gets the focus; without a name of its own, GTK 4.8 would name it after its
  /// class. Its name also contains the chosen value, which GTK does not report.
  func name(_ choice: WidgetPointer, _ title: String, _ names: [String]) {
    Accessible.setLabel(choice, title)
    guard let button = gtk_widget_get_first_child(choice) else { return }
    func update() {
      let index = Int(gtk_drop_down_get_selected(choice.opaque))
      guard names.indices.contains(index) else { return }
      Accessible.setLabel(button, phrases.nameAndValue(title, names[index]))
    }
    onNotify(choice.opaque, "selected", update)
    update()
  }

  /// Makes long names in a drop-down wrap. The labels that GTK creates for them do not wrap.
  private func wrapNames(in choice: WidgetPointer) {
    let factory = nonNull(gtk_signal_list_item_factory_new())
    onObjectSignal(factory, "setup") { item in
      guard let item else { return }
      let label = nonNull(gtk_label_new(nil))
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_list_item_set_child(OpaquePointer(item), label)
    }
    onObjectSignal(factory, "bind") { item in
      guard let item = item.map({ OpaquePointer($0) }), let label = gtk_list_item_get_child(item),
        let name = gtk_list_item_get_item(item)
      else { return }
      gtk_label_set_text(label.opaque, gtk_string_object_get_string(OpaquePointer(name)))
    }
    gtk_drop_down_set_factory(choice.opaque, factory)
    // The button would not grow when its label wraps, so it always has space for two lines of text.
    let layout = nonNull(gtk_widget_create_pango_layout(choice, "X\nX"))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    gtk_widget_set_size_request(choice, -1, height + PreferencesWindow.buttonPadding)
    g_object_unref(UnsafeMutableRawPointer(factory))
  }

  /// The total padding in px above and below the contents of a button.
  private static let buttonPadding: Int32 = 12

  func makeGroup(_ title: String, _ description: String? = nil) -> WidgetPointer {
    let group = nonNull(adw_preferences_group_new())
    adw_preferences_group_set_title(group.as(AdwPreferencesGroup.self), title)
    if let description {
      adw_preferences_group_set_description(group.as(AdwPreferencesGroup.self), description)
    }
    return group
  }

  func makeSwitchRow(
    _ title: String, _ subtitle: String, _ key: Preferences.Key<Bool>
  ) -> WidgetPointer {
    let toggle = nonNull(gtk_switch_new())
    preferences.bind(key, to: toggle.opaque, "active")
    let row = makeRow(title, subtitle, toggle)
    adw_action_row_set_activatable_widget(row.as(AdwActionRow.self), toggle)
    return row
  }

  /// Creates a row for a time of day, by the half hour. Another time that is stored can be chosen too.
  ///
  /// - Parameters:
  ///   - first: the first time, in minutes after midnight.
  ///   - last: the last time, in minutes after midnight.
  func makeTimeRow(
    _ title: String, _ key: Preferences.Key<Int32>, from first: Int32, through last: Int32
  ) -> WidgetPointer {
    let times = Set(stride(from: first, through: last, by: 30)).union([preferences[key]]).sorted()
    let names = times.map { phrases.time(WallTime(seconds: Int($0) * 60)) }
    let choice = makeDropDown(names)
    name(choice, title, names)
    gtk_drop_down_set_selected(OpaquePointer(choice), guint(times.firstIndex(of: preferences[key]) ?? 0))
    onNotify(choice.opaque, "selected") { [weak self] in
      let index = Int(gtk_drop_down_get_selected(OpaquePointer(choice)))
      if times.indices.contains(index) { self?.preferences[key] = times[index] }
    }
    return makeRow(title, nil, choice)
  }

  /// Creates a row with a full-width widget below its title.
  func makeStackedRow(_ title: String, _ widget: WidgetPointer) -> WidgetPointer {
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    let label = nonNull(gtk_label_new(title))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    for child in [label, widget] { gtk_box_append(content.as(GtkBox.self), child) }
    gtk_widget_set_margin_top(content, 12)
    gtk_widget_set_margin_bottom(content, 12)
    gtk_widget_set_margin_start(content, 12)
    gtk_widget_set_margin_end(content, 12)
    let row = nonNull(adw_preferences_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
    gtk_list_box_row_set_activatable(row.as(GtkListBoxRow.self), 0)
    gtk_list_box_row_set_child(row.as(GtkListBoxRow.self), content)
    return row
  }

  /// Creates a row with a widget at its end.
  func makeRow(_ title: String, _ subtitle: String?, _ widget: WidgetPointer) -> WidgetPointer {
    let row = nonNull(adw_action_row_new())
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), title)
    if let subtitle { adw_action_row_set_subtitle(row.as(AdwActionRow.self), subtitle) }
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(row.as(AdwActionRow.self), widget)
    return row
  }
}
