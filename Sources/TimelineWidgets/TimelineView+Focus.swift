import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Where the keyboard is: one stop for Tab, arrows within, and always in sight.
extension TimelineView {
  func moveFocusIn(_ direction: GtkDirectionType) -> Bool {
    // A menu or the details have the focus: their keys are theirs, but GTK asks from the window down.
    if let inner = popoverWithFocus { return gtk_widget_child_focus(inner, direction) != 0 }
    if let hasMoved = editor.moveFocus(direction) { return hasMoved }
    // One stop for Tab: in, to the event that had it last or the first in sight; and out again.
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return false }
    guard !containsFocus else { return false }
    // A window that opens moves the focus too, without a key.
    let isByKey = state.isFocusVisible
    send(.windowKey)
    if let focused = state.focus, block(for: focused) != nil {
      focus(focused)
      return true
    }
    guard let first = firstInSight else { return gtk_widget_grab_focus(column.pointer) != 0 }
    focus(first.occurrence.id)
    if !isByKey { send(.focused(first.occurrence.id, isIncidental: true)) }
    return true
  }

  /// The popover of the timeline's own that has the focus, if one has.
  private var popoverWithFocus: WidgetPointer? {
    guard var widget = FocusedWidget.inWindow(of: pointer) else { return nil }
    while let parent = gtk_widget_get_parent(widget) {
      if parent == pointer {
        let isPopover = g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_popover_get_type())
        return isPopover != 0 ? widget : nil
      }
      widget = parent
    }
    return nil
  }

  var containsFocus: Bool { FocusedWidget.isIn(pointer) }

  /// Whether what has the focus is on the page that is shown.
  var isFocusShown: Bool { FocusedWidget.isIn(page.pointer) || FocusedWidget.isIn(page.strip.pointer) }

  /// Gives the focus to the timeline without showing it, as when the window opens.
  public func takeFocus() {
    guard let block = firstInSight else {
      _ = gtk_widget_grab_focus(column.pointer)
      return
    }
    _ = gtk_widget_grab_focus(block.pointer)
    send(.focused(block.occurrence.id, isIncidental: true))
  }

  /// Of the day that the keyboard is on: the first event in sight, or any.
  private var firstInSight: EventBlock? { paging.deck.firstBlock(on: day, in: sight) }

  /// Gives an event the focus and brings it into sight.
  func focus(_ id: Occurrence.ID) {
    if block(for: id) != nil { send(.focus(id, scrolls: true)) }
  }

  /// Gives an event's block the focus.
  func grabFocus(_ id: Occurrence.ID, scrolls: Bool) {
    guard let block = block(for: id) else { return }
    // What there was no room for is shown before it can have the focus.
    makeRoom(for: block.occurrence)
    if scrolls { scrollTo(block.occurrence) }
    _ = gtk_widget_grab_focus(block.pointer)
  }

  /// Gives the focus back to what had it, or to the day.
  func giveFocusBack(to id: Occurrence.ID?) {
    if let id, block(for: id) != nil {
      grabFocus(id, scrolls: false)
    } else {
      _ = gtk_widget_grab_focus(column.pointer)
    }
  }

  /// Does what puts pages by. The event that has the focus on them has it on what is shown afterwards, or else its day:
  /// GTK would give it to the first thing of the window.
  func keepingFocus(_ body: () -> Void) {
    let (hadFocus, wasIncidental) = (isFocusShown, state.isFocusIncidental)
    let id = state.focus.flatMap { id in
      page.blocks(for: id).contains { gtk_widget_is_focus($0.pointer) != 0 } ? id : nil
    }
    body()
    guard hadFocus, held.block == nil else { return }
    // Also where a page was used again and its block still has the focus: GTK takes that away only at the next frame,
    // unless it is asked for once more.
    guard id == nil || id.flatMap({ block(for: $0) }) != nil else { return giveFocusBack(to: nil) }
    send(.focus(id, scrolls: false))
    if wasIncidental, let id { send(.focused(id, isIncidental: true)) }
  }

  /// Shows an event wherever it is, and gives it the focus: after an undo.
  public func reveal(_ occurrence: Occurrence) {
    follow(occurrence)
    focus(occurrence.id)
  }

  /// Turns to the page of an event if it is not on the shown one, and puts the keyboard on its day.
  func follow(_ occurrence: Occurrence) {
    if !occurrence.span.touches(TimeSpan(days: page.days)) {
      show(occurrence.start.wall.day, scroll: sheet.scroll)
    }
    select(dayOf: occurrence)
  }

  /// Puts the keyboard on a day of an event, unless it is on one.
  private func select(dayOf occurrence: Occurrence) {
    if !occurrence.days.contains(day) { day = page.days.clamp(occurrence.days.lowerBound) }
    weekStrip.selected = day
  }

  func focusChanged(_ block: EventBlock, _ isFocused: Bool) {
    guard isFocused else {
      if held.block == nil {
        block.appearance.isFocused = false
        block.appearance.isSelected = state.selection == block.occurrence.id
      }
      Accessible.setDescription(block.pointer, "")
      return
    }
    // The keyboard is on the day whose block it is.
    if let column = page.columns.first(where: { $0.block(for: block.occurrence.id) === block }) {
      day = column.day
      weekStrip.selected = day
    } else {
      select(dayOf: block.occurrence)
    }
    send(.focused(block.occurrence.id, isIncidental: false))
  }

  /// Scrolls as little as needed for an event to be in sight.
  func scrollTo(_ occurrence: Occurrence) { hours.bringIntoSight(occurrence, on: day) }
}
