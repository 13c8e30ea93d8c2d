import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the focus needs of the timeline that it is on.
@MainActor
protocol TimelineFocusHost: AnyObject {
  var pointer: WidgetPointer { get }
  /// Where the keyboard is, as the inputs have it.
  var state: TimelineState { get }
  /// Hands an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response
  /// The event lifted, which keeps the focus.
  var held: LiftedEvent { get }
  /// Opens the row above the hours for a bar that there was no room for.
  func makeRoom(for occurrence: Occurrence)
}

/// The keyboard's focus on the widgets of the timeline: one stop for Tab, the blocks of events within, and in sight.
///
/// Which event the keyboard is on is `TimelineState`'s to say; this gives the focus to its widget, and finds out where it is.
@MainActor
final class TimelineFocus {
  private unowned let host: any TimelineFocusHost
  private let paging: TimelinePaging
  private let hours: HoursArea

  init(on host: any TimelineFocusHost, paging: TimelinePaging, hours: HoursArea) {
    (self.host, self.paging, self.hours) = (host, paging, hours)
  }

  // MARK: Where it is

  /// Whether it is on something of the timeline.
  var isInside: Bool { FocusedWidget.isIn(host.pointer) }

  /// Whether it is on the page that is shown.
  var isOnPage: Bool { FocusedWidget.isIn(page.pointer) || FocusedWidget.isIn(page.allDay.pointer) }

  /// The popover of the timeline's own that has it, if one has.
  private var popover: WidgetPointer? {
    guard var widget = FocusedWidget.inWindow(of: host.pointer) else { return nil }
    while let parent = gtk_widget_get_parent(widget) {
      if parent == host.pointer {
        let isPopover = g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_popover_get_type())
        return isPopover != 0 ? widget : nil
      }
      widget = parent
    }
    return nil
  }

  // MARK: Giving it

  /// Moves it in, for Tab; false where it goes elsewhere.
  ///
  /// - Parameter editor: the field of a new event, within which it moves first.
  func move(_ direction: GtkDirectionType, within editor: NewEventEditor) -> Bool {
    // A menu or the details have the focus: their keys are theirs, but GTK asks from the window down.
    if let popover { return gtk_widget_child_focus(popover, direction) != 0 }
    if let hasMoved = editor.moveFocus(direction) { return hasMoved }
    // One stop for Tab: in, to the event that had it last or the first visible one; and out again.
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return false }
    guard !isInside else { return false }
    // A window that opens moves the focus too, without a key.
    let isByKey = host.state.isFocusVisible
    host.send(.windowKey)
    if let focused = host.state.focus, block(for: focused) != nil {
      choose(focused)
      return true
    }
    guard let first = firstInSight else { return giveToDay() }
    choose(first.occurrence.id)
    if !isByKey { host.send(.focused(first.occurrence.id, isIncidental: true)) }
    return true
  }

  /// Gives it to the timeline without showing it, as when the window opens.
  func grab() {
    guard let block = firstInSight else {
      _ = giveToDay()
      return
    }
    _ = gtk_widget_grab_focus(block.pointer)
    host.send(.focused(block.occurrence.id, isIncidental: true))
  }

  /// Puts the keyboard on an event, if it is shown, and brings it into view.
  func choose(_ id: Occurrence.ID) {
    if block(for: id) != nil { host.send(.focus(id, scrolls: true)) }
  }

  /// Gives it to an event's block.
  func give(to id: Occurrence.ID, scrolls: Bool) {
    guard let block = block(for: id) else { return }
    // What there was no room for is shown before it can have the focus.
    host.makeRoom(for: block.occurrence)
    if scrolls { hours.bringIntoSight(block.occurrence, on: paging.row.day) }
    _ = gtk_widget_grab_focus(block.pointer)
  }

  /// Gives it to the day that the keyboard is on.
  @discardableResult
  func giveToDay() -> Bool {
    let column = page.column(of: paging.row.day) ?? page.columns[0]
    return gtk_widget_grab_focus(column.pointer) != 0
  }

  /// Gives it back to what had it, or to the day.
  func giveBack(to id: Occurrence.ID?) {
    if let id, block(for: id) != nil { give(to: id, scrolls: false) } else { giveToDay() }
  }

  /// Does what puts pages by. The event that has the focus on them has it on what is shown afterwards, or else its day:
  /// GTK would give it to the first thing of the window.
  func keep(during body: () -> Void) {
    let (wasOnPage, wasIncidental) = (isOnPage, host.state.isFocusIncidental)
    let id = host.state.focus.flatMap { id in
      page.blocks(for: id).contains { gtk_widget_is_focus($0.pointer) != 0 } ? id : nil
    }
    body()
    guard wasOnPage, host.held.block == nil else { return }
    // Also where a page was used again and its block still has the focus: GTK takes that away only at the next frame,
    // unless it is asked for once more.
    guard id == nil || id.flatMap({ block(for: $0) }) != nil else { return giveBack(to: nil) }
    host.send(.focus(id, scrolls: false))
    if wasIncidental, let id { host.send(.focused(id, isIncidental: true)) }
  }

  // MARK: Blocks

  private var page: TimelinePage { paging.deck.page }

  private func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: paging.row.day) }

  /// Of the day that the keyboard is on: the first visible event, or any.
  private var firstInSight: EventBlock? { paging.deck.firstBlock(on: paging.row.day, in: hours.sight) }
}
