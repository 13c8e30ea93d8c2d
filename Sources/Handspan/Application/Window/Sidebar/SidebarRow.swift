import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// A calendar in the sidebar: a check mark in the calendar's color, for showing or hiding the calendar; its
/// name; an icon for its state, for example if it is read-only; and its menu.
@MainActor
final class SidebarRow {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// Announces a message to assistive technology.
  var announce: (String) -> Void = { _ in }

  private let session: CalendarSession
  private let popoverGate: PopoverGate
  /// A toggle button with the look and the role of a check box: in GTK 4.8, a GtkCheckButton has no action for
  /// assistive technology.
  private let checkButton = nonNull(gtk_toggle_button_new())
  private let checkMark = nonNull(gtk_image_new_from_icon_name("object-select-symbolic"))
  private let nameLabel = nonNull(gtk_label_new(nil))
  private let detailLabel = nonNull(gtk_label_new(nil))
  private let statusIcon = nonNull(gtk_image_new())
  private let menuButton = nonNull(gtk_menu_button_new())
  private let reference: ObjectReference
  private var colorClass: String?
  private var isUpdating = false
  /// Whether the menu may open while the button that opens it is still pressed.
  private var mayOpenWhilePressed = false
  /// Whether the menu was opened from the check box, to which the focus then returns.
  private var menuReturnsToCheckBox = false

  init(_ entry: CalendarGroup.Entry, _ session: CalendarSession, _ popoverGate: PopoverGate) {
    (self.entry, self.session, self.popoverGate) = (entry, session, popoverGate)
    reference = ObjectReference(gtkWidget.opaque)
    build()
    connect()
    update()
  }

  /// The calendar.
  var entry: CalendarGroup.Entry { didSet { if entry != oldValue { update() } } }

  /// Whether the calendar is shown.
  var isShown: Bool {
    get { gtk_toggle_button_get_active(checkButton.as(GtkToggleButton.self)) != 0 }
    set {
      isUpdating = true
      gtk_toggle_button_set_active(checkButton.as(GtkToggleButton.self), newValue.gboolean)
      Accessible.setChecked(checkButton, newValue)
      isUpdating = false
    }
  }

  func takeFocus() { gtk_widget_grab_focus(checkButton) }

  private func build() {
    gtk_widget_add_css_class(gtkWidget, "calendar-row")
    let labelBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    for label in [nameLabel, detailLabel] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_single_line_mode(label.opaque, 1)
      // Piled-up combining marks would be drawn over other rows.
      gtk_widget_set_overflow(label, GTK_OVERFLOW_HIDDEN)
      gtk_box_append(labelBox.as(GtkBox.self), label)
    }
    for style in ["caption", "dim-label"] { gtk_widget_add_css_class(detailLabel, style) }
    // Orca 48 reads the longer labels in a group when the focus enters it. The check box says what they say.
    for label in [nameLabel, detailLabel] { Accessible.setHidden(label, true) }
    gtk_widget_set_hexpand(labelBox, 1)
    gtk_widget_set_valign(labelBox, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(statusIcon, "dim-label")
    let content = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
    gtk_widget_add_css_class(checkMark, "mark")
    gtk_widget_set_valign(checkMark, GTK_ALIGN_CENTER)
    for child in [checkMark, labelBox, statusIcon] { gtk_box_append(content.as(GtkBox.self), child) }
    gtk_button_set_child(checkButton.as(GtkButton.self), content)
    gtk_widget_add_css_class(checkButton, "flat")
    Accessible.setRole(checkButton, GTK_ACCESSIBLE_ROLE_CHECKBOX)
    Accessible.reportWhenShown(checkButton)
    gtk_widget_set_hexpand(checkButton, 1)
    gtk_menu_button_set_icon_name(menuButton.opaque, "view-more-symbolic")
    gtk_widget_set_valign(menuButton, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(menuButton, "flat")
    for child in [checkButton, menuButton] { gtk_box_append(gtkWidget.as(GtkBox.self), child) }
  }

  private func connect() {
    onSignal(checkButton.opaque, "toggled") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.toggled()
    }
    onOpening(menuOf: menuButton) { [weak self] in
      guard let self, self.mayOpenWhilePressed || self.popoverGate.mayOpen(for: .key) else { return false }
      self.fillMenu()
      return true
    }
    let secondaryClick = nonNull(gtk_gesture_click_new())
    gtk_gesture_single_set_button(secondaryClick, guint(GDK_BUTTON_SECONDARY))
    onClick(secondaryClick, "pressed") { [weak self] _, _, _ in self?.openMenu(for: .press(button: 3)) }
    let longPress = nonNull(gtk_gesture_long_press_new())
    gtk_gesture_single_set_touch_only(longPress, 1)
    onSignal(
      longPress, "pressed",
      numbers: { [weak self] _, _ in
        // Without this, releasing the finger would show or hide the calendar.
        gtk_gesture_set_state(longPress, GTK_EVENT_SEQUENCE_CLAIMED)
        self?.openMenu(for: .click)
      })
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      if press.symbol == UInt32(GDK_KEY_F2), press.modifiers.isEmpty { return self?.rename() ?? false }
      guard
        press.symbol == UInt32(GDK_KEY_Menu)
          || (press.symbol == UInt32(GDK_KEY_F10) && press.modifiers == .shift)
      else { return false }
      self?.openMenu(for: .key)
      return true
    }
    gtk_event_controller_set_propagation_phase(secondaryClick, GTK_PHASE_CAPTURE)
    gtk_event_controller_set_propagation_phase(longPress, GTK_PHASE_CAPTURE)
    for controller in [secondaryClick, longPress, keys] { gtk_widget_add_controller(gtkWidget, controller) }
  }

  // MARK: Contents

  private func update() {
    let (calendar, t) = (entry.calendar, session.phrases.translator)
    gtk_label_set_text(nameLabel.opaque, calendar.name)
    let accountStatus = entry.state.map(iconAndText)
    let steadyDetails = [entry.detail, entry.isTemporary ? t.tr("shown for now") : nil].compactMap(\.self)
    let age = [entry.age].compactMap(\.self)
    let details = steadyDetails + [accountStatus?.text].compactMap(\.self) + age
    let detailText = details.joined(separator: " · ")
    // A detail of the calendar, such as the name of its folder, is shown as is.
    let isSentence = entry.detail == nil
    gtk_label_set_text(
      detailLabel.opaque, isSentence ? detailText.prefix(1).uppercased() + detailText.dropFirst() : detailText
    )
    gtk_widget_set_visible(detailLabel, (!details.isEmpty).gboolean)
    // A state and an age together do not fit on one line.
    let isLong = accountStatus != nil && entry.age != nil
    gtk_label_set_wrap(detailLabel.opaque, isLong.gboolean)
    gtk_label_set_lines(detailLabel.opaque, isLong ? 2 : 1)
    let status: (icon: String, text: String)? =
      accountStatus.map { ($0.icon, $0.name) }
      ?? (isMissing
        ? ("dialog-warning-symbolic", t.tr("not available"))
        : calendar.isReadOnly ? ("changes-prevent-symbolic", t.tr("read-only")) : nil)
    gtk_widget_set_visible(statusIcon, (status != nil).gboolean)
    if let status { gtk_image_set_from_icon_name(statusIcon.opaque, status.icon) }
    let steadyName = [calendar.name] + steadyDetails + [accountStatus?.name].compactMap(\.self)
    let trailingDetails = [accountStatus == nil ? status?.text : nil].compactMap(\.self)
    Accessible.setLabel(checkButton, session.phrases.listed(steadyName + age + trailingDetails))
    let message = session.unavailableMessage(calendar)
    Accessible.setTooltip(checkButton, message ?? calendar.location.text)
    // The location is in the calendar's properties; with each row, it would be too much to listen to.
    Accessible.setDescription(checkButton, message ?? "")
    // The age of a subscription changes, and is not needed to tell its menu from others.
    Accessible.setLabel(
      ofMenuButton: menuButton,
      t.tr(
        "Menu for “{calendar}”",
        ["calendar": session.phrases.listed(steadyName + trailingDetails)]))
    setColor(calendar.color)
  }

  /// Returns the icon for the state of an account calendar, the state's name, and the text that is shown. The words of a
  /// server are not in the name, because the message that describes the row contains them.
  private func iconAndText(for state: CalendarSession.AccountState)
    -> (icon: String, name: String, text: String)
  {
    let t = session.phrases.translator
    func status(_ icon: String, _ name: String) -> (String, String, String) { (icon, name, name) }
    return switch state {
    case .loading: status("content-loading-symbolic", t.tr("opening…"))
    case .offline: status("network-offline-symbolic", t.tr("offline"))
    case .serverError(let message):
      ("dialog-error-symbolic", t.tr("server error"), t.tr("server error: {reason}", ["reason": message]))
    case .needsSignIn: status("dialog-password-symbolic", t.tr("sign-in needed"))
    case .failed: status("dialog-warning-symbolic", t.tr("not available"))
    case .outdated: status("dialog-warning-symbolic", t.tr("refresh failed"))
    }
  }

  private func setColor(_ color: EventColor?) {
    if let colorClass { gtk_widget_remove_css_class(checkButton, colorClass) }
    colorClass = color.map(ColorStyles.cssClass(for:))
    if let colorClass { gtk_widget_add_css_class(checkButton, colorClass) }
  }

  // MARK: Actions

  private func toggled() {
    let (calendar, t) = (entry.calendar, session.phrases.translator)
    let isHidden = !isShown
    Accessible.setChecked(checkButton, !isHidden)
    session.setHidden(isHidden, for: calendar.id)
    announce(
      isHidden
        ? t.tr("“{calendar}” is hidden", ["calendar": calendar.name])
        : t.tr("“{calendar}” is shown", ["calendar": calendar.name]))
  }

  /// Whether the calendar's files cannot be read at the moment.
  private var isMissing: Bool { !entry.calendar.isAvailable || entry.calendar.isGone }

  private func rename() -> Bool {
    guard !session.source.isSample else { return false }
    let key = g_variant_new_string(entry.calendar.id.key)
    return gtk_widget_activate_action_variant(gtkWidget, "win.rename-calendar", key) != 0
  }

  /// Whether the focus is in the row.
  var hasFocus: Bool { FocusedWidget.isIn(gtkWidget) }

  private func openMenu(for request: HeldInput.Request) {
    popoverGate.open(for: request) { [weak self] in
      guard let self else { return }
      self.mayOpenWhilePressed = true
      self.menuReturnsToCheckBox = gtk_widget_has_focus(self.checkButton) != 0
      gtk_menu_button_popup(self.menuButton.opaque)
      self.mayOpenWhilePressed = false
    }
  }

  private func fillMenu() {
    let (calendar, t) = (entry.calendar, session.phrases.translator)
    func section(_ rows: [(label: String, action: String)?]) -> MenuItem {
      .section(
        rows.compactMap(\.self).map { .row($0.label, action: "win." + $0.action, target: calendar.id.key) })
    }
    let isOnly = session.isOnlyShownCalendar(calendar.id)
    let (isSample, hasOthers) = (session.source.isSample, session.calendars.count > 1)
    let canBeTrashed = calendar.location.path != nil && !isMissing && !isSample
    let items: [MenuItem?] = [
      section([
        entry.state == .needsSignIn ? (t.tr("Sign In…"), "sign-in-calendar") : nil,
        isMissing || entry.state?.canRetry == true
          ? (t.tr("Try Again"), "retry-calendar")
          : entry.age != nil ? (t.tr("Refresh"), "retry-calendar") : nil,
        entry.isTemporary ? (t.tr("Keep in Sidebar"), "keep-calendar") : nil,
      ]),
      session.listed.subscription(calendar.id).map(refreshIntervalMenu),
      section([
        hasOthers
          ? (isOnly ? t.tr("Show All Calendars") : t.tr("Show Only This Calendar"), "show-only-calendar")
          : nil,
        isSample ? nil : (t.tr("Rename…"), "rename-calendar"),
        (t.tr("Change Color…"), "color-calendar"),
        calendar.isReadOnly || !calendar.isAvailable || !hasOthers
          ? nil : (t.tr("Default for New Events"), "default-calendar"),
      ]),
      section([
        calendar.isAvailable ? (t.tr("Export…"), "export-calendar") : nil,
        (t.tr("Properties"), "calendar-properties"),
        // The calendars of an account are those that its service lists.
        isSample || entry.isListed ? nil : (t.tr("Close"), "close-calendar"),
      ]),
      section([
        canBeTrashed ? (t.tr("Move to Trash…"), "trash-calendar") : nil,
        entry.age != nil ? (t.tr("Unsubscribe…"), "unsubscribe-calendar") : nil,
      ]),
    ]
    setMenu(items.compactMap(\.self), of: menuButton)
    returnFocus(fromMenuOf: menuButton)
    if let popover = gtk_menu_button_get_popover(menuButton.opaque) {
      onSignal(popover.opaque, "closed") { [weak self] in
        // GTK gives the focus to the menu button first.
        afterMilliseconds(0) {
          guard let self, self.menuReturnsToCheckBox else { return false }
          self.menuReturnsToCheckBox = false
          if FocusedWidget.isIn(self.menuButton) { self.takeFocus() }
          return false
        }
      }
    }
    Accessible.nameRows(ofMenuIn: menuButton, named: calendar.name)
  }

  /// The submenu in which the user chooses how often a subscription is fetched.
  private func refreshIntervalMenu(_ status: SubscriptionStatus) -> MenuItem {
    let calendar = entry.calendar.id
    let group = nonNull(g_simple_action_group_new())
    let chosen = status.interval.map(String.init) ?? ""
    addChoice(to: OpaquePointer(group), "refresh-interval", chosen: chosen) { [weak self] seconds in
      guard let self else { return }
      Task { await self.setRefreshInterval(Int(seconds), of: calendar) }
    }
    gtk_widget_insert_action_group(gtkWidget, "row", OpaquePointer(group))
    g_object_unref(UnsafeMutableRawPointer(group))
    let intervals = [nil] + WindowSubscriptions.intervals
    return .submenu(
      session.phrases.translator.tr("Refresh Interval"),
      intervals.map {
        .row(
          session.phrases.refreshInterval($0), action: "row.refresh-interval",
          target: $0.map(String.init) ?? "")
      })
  }

  private func setRefreshInterval(_ interval: Int?, of calendar: CalendarID) async {
    let t = session.phrases.translator
    if let fault = await session.listed.setRefreshInterval(interval, of: calendar) {
      announce(t.tr("The interval was not stored: {reason}", ["reason": fault.phrase(t)]))
    } else {
      announce(
        t.tr("Refresh interval: {interval}", ["interval": session.phrases.refreshInterval(interval)]))
    }
  }

  /// Opens a popover with colors below the row.
  func chooseColor() {
    let calendar = entry.calendar
    popoverGate.open(for: .action) { [weak self] in
      guard let self else { return }
      ColorChooser.open(
        on: self.gtkWidget, self.session.phrases, selected: calendar.color,
        returnFocus: { [weak self] in self?.takeFocus() }
      ) { [weak self] color in
        guard let self else { return }
        let session = self.session
        Task { await session.setColor(color.color, of: calendar.id) }
      }
    }
  }
}
