import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The context menus of an event and of empty time.
@MainActor
final class EventMenus {
  enum Choice {
    case action(EventAction)
    case paste
    case newEvent
    case copySeries
    case duplicateSeries
  }

  private unowned let parent: CustomWidget
  private let style: TimelineStyle
  /// Whether the menu's event is one of several selected events.
  private var isSelected = false
  private var popover: WidgetPointer?
  /// The time at which a menu was last closed, in seconds of `SteadyClock`.
  private var lastCloseTime = -Double.infinity

  init(on parent: CustomWidget, style: TimelineStyle) {
    (self.parent, self.style) = (parent, style)
  }

  /// Opens the menu of an event.
  ///
  /// - Parameters:
  ///   - onChoice: called once the menu has closed. If an editor opened before that, the closing menu would
  ///     take the focus away from the editor.
  ///   - onClose: called once the menu has closed, if nothing was chosen.
  func open(
    canEdit: Bool, isRepeating: Bool, isSelected: Bool, hasOtherCalendars: Bool, canPaste: Bool, x: Double,
    y: Double, onChoice: @escaping @MainActor (Choice) -> Void, onClose: @escaping @MainActor () -> Void
  ) {
    self.isSelected = isSelected
    let items = items(
      canEdit: canEdit, isRepeating: isRepeating, hasOtherCalendars: hasOtherCalendars, canPaste: canPaste)
    let menuChoice = MenuChoice()
    installActions(
      EventAction.allCases.map { (EventMenus.name(of: $0), .action($0)) }
        + [
          ("paste", .paste), ("copy-series", .copySeries), ("duplicate-series", .duplicateSeries),
        ],
      in: "event-menu"
    ) { choice in
      menuChoice.isMade = true
      afterMilliseconds(0) {
        onChoice(choice)
        return false
      }
    }
    let popover = popUp(items, x: x, y: y)
    // When a menu closes, GTK leaves no widget focused, so the next arrow key would not reach the event. A
    // chosen action handles the focus itself.
    onSignal(popover.opaque, "closed") {
      afterMilliseconds(0) {
        if !menuChoice.isMade { onClose() }
        return false
      }
    }
  }

  /// Opens the menu for empty time.
  func openOnEmptyTime(
    canPaste: Bool, x: Double, y: Double, onChoice: @escaping @MainActor (Choice) -> Void
  ) {
    let newEvent = MenuItem.row(style.phrases.translator.tr("New Event"), action: "empty-menu.new-event")
    installActions([("new-event", .newEvent), ("paste", .paste)], in: "empty-menu", onChoice)
    popUp([newEvent] + (canPaste ? [paste(of: "empty-menu")] : []), x: x, y: y)
  }

  /// The time in seconds after a menu has closed during which the window may briefly be inactive.
  private static let focusReturnTime = 0.3

  /// Whether a menu has just closed. While the compositor returns the keyboard focus to the window, the
  /// window may be inactive for a moment.
  var isReturningFocus: Bool { SteadyClock.seconds - lastCloseTime <= EventMenus.focusReturnTime }

  /// Repositions the open menu after the widget has been resized.
  func reposition() {
    if let popover { gtk_popover_present(popover.as(GtkPopover.self)) }
  }

  // MARK: Rows

  private func items(canEdit: Bool, isRepeating: Bool, hasOtherCalendars: Bool, canPaste: Bool) -> [MenuItem]
  {
    let t = style.phrases.translator
    let details = row(t.tr("Show Details"), .showDetails)
    let copies = [row(t.tr("Copy"), .copy), row(t.tr("Duplicate"), .duplicate)]
    let pastes = canPaste ? [paste(of: "event-menu")] : []
    let selection = row(
      isSelected ? t.tr("Remove From Selection") : t.tr("Select More"), .toggleSelection)
    // Plain Copy and Duplicate apply to the occurrence.
    let seriesCopies: [MenuItem] =
      isRepeating
      ? [
        .row(t.tr("Copy Series"), action: "event-menu.copy-series"),
        .row(t.tr("Duplicate Series"), action: "event-menu.duplicate-series"),
      ] : []
    let export = MenuItem.section([row(t.tr("Export…"), .export)])
    guard canEdit else {
      return [
        .section([details]), .section(copies + pastes), .section([selection]), .section(seriesCopies), export,
      ]
    }
    let steps = [
      row(t.tr("Move Earlier"), .moveEarlier), row(t.tr("Move Later"), .moveLater),
      row(t.tr("Move to Previous Day"), .moveToPreviousDay), row(t.tr("Move to Next Day"), .moveToNextDay),
      row(t.tr("Start Earlier"), .startEarlier), row(t.tr("Start Later"), .startLater),
      row(t.tr("End Earlier"), .endEarlier), row(t.tr("End Later"), .endLater),
    ]
    return [
      .section([details, row(t.tr("Edit…"), .edit)]),
      .section([
        row(t.tr("Move With Pointer"), .moveWithPointer), row(t.tr("Move With Keyboard"), .lift),
        // In a small window, they would leave no space for more common ones.
        .submenu(t.tr("Adjust Time"), steps),
      ]),
      .section(
        [row(t.tr("Move to Date…"), .moveToDate)]
          + (hasOtherCalendars ? [row(t.tr("Move to Calendar…"), .moveToCalendar)] : [])),
      .section([row(t.tr("Cut"), .cut)] + copies + pastes),
      .section(seriesCopies), .section([selection]), export, .section([row(t.tr("Delete"), .delete)]),
    ]
  }

  private func row(_ text: String, _ action: EventAction) -> MenuItem {
    .row(text, action: "event-menu." + EventMenus.name(of: action))
  }

  private func paste(of group: String) -> MenuItem {
    .row(style.phrases.translator.tr("Paste"), action: group + ".paste")
  }

  /// The name of an action within the menu's action group.
  private static func name(of action: EventAction) -> String {
    String(action.rawValue.dropFirst("event.".count))
  }

  // MARK: GTK

  private func installActions(
    _ actions: [(name: String, choice: Choice)], in groupName: String,
    _ onChoice: @escaping @MainActor (Choice) -> Void
  ) {
    let group = nonNull(g_simple_action_group_new())
    defer { g_object_unref(UnsafeMutableRawPointer(group)) }
    for action in actions { addAction(to: OpaquePointer(group), action.name) { onChoice(action.choice) } }
    gtk_widget_insert_action_group(parent.gtkWidget, groupName, OpaquePointer(group))
  }

  @discardableResult
  private func popUp(_ items: [MenuItem], x: Double, y: Double) -> WidgetPointer {
    if let popover { gtk_widget_unparent(popover) }
    let menu = MenuItem.makeModel(items)
    let popover = nonNull(gtk_popover_menu_new_from_model(menu.as(GMenuModel.self)))
    g_object_unref(UnsafeMutableRawPointer(menu))
    self.popover = popover
    gtk_widget_set_parent(popover, parent.gtkWidget)
    gtk_popover_set_has_arrow(popover.as(GtkPopover.self), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    // A menu that scrolls is as high as a scroll bar, so a single row would have a blank strip below it.
    if items.count == 1,
      let scrolledWindow = gtk_popover_get_child(popover.as(GtkPopover.self))
    {
      gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    }
    point(popover, x: x, y: y)
    onSignal(popover.opaque, "closed") { [weak self] in self?.lastCloseTime = SteadyClock.seconds }
    Accessible.nameRows(of: popover)
    gtk_popover_popup(popover.as(GtkPopover.self))
    // GTK adds the separators between sections to an open menu only when the main loop is otherwise idle.
    betweenFrames { [weak self] in
      guard let self, self.popover == popover else { return }
      let top = self.top(of: popover, at: y)
      if top != y { self.point(popover, x: x, y: top) }
    }
    return popover
  }

  private func point(_ popover: WidgetPointer, x: Double, y: Double) {
    var rectangle = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.as(GtkPopover.self), &rectangle)
  }

  /// Returns the y coordinate in `parent` to which an open menu should point.
  private func top(of popover: WidgetPointer, at y: Double) -> Double {
    guard let root = gtk_widget_get_root(parent.gtkWidget).map({ WidgetPointer($0) }) else { return y }
    var (origin, originInWindow) = (graphene_point_t(), graphene_point_t())
    guard gtk_widget_compute_point(parent.gtkWidget, root, &origin, &originInWindow) != 0 else { return y }
    // The height without the shadow around the menu.
    var naturalHeight: Int32 = 0
    gtk_widget_measure(
      gtk_widget_get_first_child(popover), GTK_ORIENTATION_VERTICAL, -1, nil, &naturalHeight, nil, nil)
    let windowTop = -Double(originInWindow.y)
    let window = windowTop..<windowTop + Double(gtk_widget_get_height(root))
    // The menu begins below the point, which is 1 px high.
    return MenuPlacement.top(at: y, in: window, naturalHeight: Double(naturalHeight) + 1)
  }
}

/// Records whether a menu item was chosen before the menu closed.
@MainActor
private final class MenuChoice {
  var isMade = false
}
