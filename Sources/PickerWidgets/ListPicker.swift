import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction

/// A picker of items other than numbers. The user can type the first letters of an item's name to pick the
/// item.
///
/// For assistive technology, the picker is a list box that contains the visible items, of which the picked
/// one is selected.
@MainActor
package class ListPicker: SnapPicker {
  private static let widgetClass = WidgetClass(
    "HandspanListPicker", role: GTK_ACCESSIBLE_ROLE_LIST_BOX, cssName: "listpicker")

  /// The slots of the visible items, in no particular order while the picker moves.
  private(set) var slots: [PickerSlot] = []
  private var typeAhead = TypeAhead()

  /// Creates a picker at rest on an item.
  ///
  /// - Parameters:
  ///   - name: the accessible label, for example "Calendar".
  ///   - isVertical: whether the picker is a wheel; if false, it is a ribbon in the reading direction.
  ///   - visibleItemCount: the number of items that fit into the picker's natural size.
  /// - Precondition: the item exists.
  package init(
    phrases: Phrases, name: String, items: PickerItems, selected: Int, isVertical: Bool = false,
    visibleItemCount: Double = 7
  ) {
    super.init(
      ListPicker.widgetClass, phrases: phrases, items: items, selected: selected, isVertical: isVertical,
      visibleItemCount: visibleItemCount)
    Accessible.setLabel(gtkWidget, name)
  }

  override func breadth(_ minimum: Double) -> (minimum: Int, natural: Int) {
    guard isVertical else { return super.breadth(minimum) }
    // Measure only the first few names, because the cost of measuring all of them grows with their number.
    return breadth(minimum, of: (0..<min(items.count, 12)).map(items.name))
  }

  package override func setItems(_ items: PickerItems, selected: Int, centered: Int? = nil) {
    for slot in slots { slot.clear() }
    super.setItems(items, selected: selected, centered: centered)
  }

  // MARK: Slots

  override func updateChildren() {
    let visibleIndices = motion.track.visibleIndices(at: motion.position)
    // Keep a focused slot while the picker moves, because clearing it would move the focus elsewhere.
    for slot in slots {
      if let index = slot.index, !visibleIndices.contains(index), !(isBusy && hasFocus(slot)) { slot.clear() }
    }
    for index in visibleIndices where !slots.contains(where: { $0.index == index }) {
      unusedSlot().setItem(index, name: items.name(motion.track.item(at: index)))
    }
    let itemExtent = Int(motion.track.itemExtent)
    for slot in slots {
      guard let index = slot.index else { continue }
      let itemStart = motion.track.center(of: index, at: motion.position) - Double(itemExtent) / 2
      if isVertical {
        allocate(slot.gtkWidget, x: 0, y: itemStart, width: width, height: itemExtent)
      } else {
        let x = isRightToLeft ? Double(width - itemExtent) - itemStart : itemStart
        allocate(slot.gtkWidget, x: x, y: 0, width: itemExtent, height: height)
      }
    }
  }

  override func motionEnded() {
    let index = Int(motion.position.rounded())
    for slot in slots { slot.setSelected(slot.index == index) }
    sortSlots()
    guard containsFocus, let slot = slot(at: index), !hasFocus(slot) else { return }
    _ = gtk_widget_grab_focus(slot.gtkWidget)
    updateChildren()
  }

  /// Sorts the slots so that screen readers read the list from beginning to end.
  private func sortSlots() {
    func isBefore(_ a: PickerSlot, _ b: PickerSlot) -> Bool { (a.index ?? .max) < (b.index ?? .max) }
    guard !zip(slots, slots.dropFirst()).allSatisfy({ !isBefore($1, $0) }) else { return }
    slots.sort(by: isBefore)
    for slot in slots { add(slot.gtkWidget) }
  }

  /// Returns the slot of the item at an index in the row, or nil if the item is not visible.
  func slot(at index: Int) -> PickerSlot? { slots.first { $0.index == index } }

  private func unusedSlot() -> PickerSlot {
    if let slot = slots.first(where: { $0.index == nil }) { return slot }
    let slot = PickerSlot()
    slot.onSelect = { [weak self] index in
      guard let self else { return }
      self.go(to: self.motion.track.item(at: index))
    }
    slots.append(slot)
    add(slot.gtkWidget)
    return slot
  }

  private func hasFocus(_ slot: PickerSlot) -> Bool { gtk_widget_is_focus(slot.gtkWidget) != 0 }

  // MARK: Focus and typing

  package override func focus(_ direction: GtkDirectionType) -> Bool { !containsFocus && grabFocus() }

  package override func grabFocus() -> Bool {
    guard let slot = slot(at: Int(motion.position.rounded())) else { return false }
    return gtk_widget_grab_focus(slot.gtkWidget) != 0
  }

  override func takeFocus() { if !containsFocus { _ = grabFocus() } }

  override func handleTyped(_ character: Character) -> Bool {
    guard character.isLetter || character.isNumber else { return false }
    let matchingItem = typeAhead.type(
      character, time: now, count: items.count, name: items.name, from: motion.target)
    guard let item = matchingItem else { return true }
    extendTyping()
    go(to: item)
    return true
  }
}
