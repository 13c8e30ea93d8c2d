import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction

/// A picker of items other than numbers. To assistive technology it is a list box that contains the visible
/// items, with the picked one selected. Typed letters find an item by its name.
@MainActor
package class ListPicker: SnapPicker {
  private static let widgetClass = WidgetClass(
    "HandspanListPicker", role: GTK_ACCESSIBLE_ROLE_LIST_BOX, cssName: "listpicker")

  /// The visible items, unordered while the row moves.
  private(set) var slots: [PickerSlot] = []
  private var typeAhead = TypeAhead()

  /// A picker at rest on an item.
  ///
  /// - Parameters:
  ///   - name: the accessible label, for example "Calendar".
  ///   - isVertical: whether it is a wheel; otherwise it is a ribbon in the reading direction.
  ///   - visibleItemCount: how many items fit into its natural size.
  /// - Precondition: the item exists.
  package init(
    phrases: Phrases, name: String, items: PickerItems, selected: Int, isVertical: Bool = false,
    visibleItemCount: Double = 7
  ) {
    super.init(
      ListPicker.widgetClass, phrases: phrases, items: items, selected: selected, isVertical: isVertical,
      visibleItemCount: visibleItemCount)
    Accessible.setLabel(pointer, name)
  }

  override func breadth(_ extent: Double) -> (minimum: Int, natural: Int) {
    guard isVertical else { return super.breadth(extent) }
    // The longest of the first few names: the cost of measuring all of them would grow with their number.
    return breadth(extent, of: (0..<min(items.count, 12)).map(items.name))
  }

  package override func setItems(_ items: PickerItems, selected: Int, centred: Int? = nil) {
    for slot in slots { slot.clear() }
    super.setItems(items, selected: selected, centred: centred)
  }

  // MARK: Slots

  override func updateParts() {
    let visible = motion.track.visible(at: motion.position)
    // A focused slot is kept while the row moves: clearing it would move the focus elsewhere.
    for slot in slots {
      if let index = slot.index, !visible.contains(index), !(isBusy && hasFocus(slot)) { slot.clear() }
    }
    for index in visible where !slots.contains(where: { $0.index == index }) {
      freeSlot().setItem(index, name: items.name(motion.track.item(at: index)))
    }
    let extent = Int(motion.track.extent)
    for slot in slots {
      guard let index = slot.index else { continue }
      let along = motion.track.centre(of: index, at: motion.position) - Double(extent) / 2
      if isVertical {
        allocate(slot.pointer, x: 0, y: along, width: width, height: extent)
      } else {
        let x = isRightToLeft ? Double(width - extent) - along : along
        allocate(slot.pointer, x: x, y: 0, width: extent, height: height)
      }
    }
  }

  override func motionEnded() {
    let index = Int(motion.position.rounded())
    for slot in slots { slot.setSelected(slot.index == index) }
    sortSlots()
    guard containsFocus, let slot = slot(at: index), !hasFocus(slot) else { return }
    _ = gtk_widget_grab_focus(slot.pointer)
    updateParts()
  }

  /// Orders the slots, so that screen readers go through the list from beginning to end.
  private func sortSlots() {
    func isBefore(_ a: PickerSlot, _ b: PickerSlot) -> Bool { (a.index ?? .max) < (b.index ?? .max) }
    guard !zip(slots, slots.dropFirst()).allSatisfy({ !isBefore($1, $0) }) else { return }
    slots.sort(by: isBefore)
    for slot in slots { add(slot.pointer) }
  }

  /// The slot of the item at an index of the row.
  func slot(at index: Int) -> PickerSlot? { slots.first { $0.index == index } }

  private func freeSlot() -> PickerSlot {
    if let slot = slots.first(where: { $0.index == nil }) { return slot }
    let slot = PickerSlot()
    slot.onSelect = { [weak self] index in
      guard let self else { return }
      self.go(to: self.motion.track.item(at: index))
    }
    slots.append(slot)
    add(slot.pointer)
    return slot
  }

  private func hasFocus(_ slot: PickerSlot) -> Bool { gtk_widget_is_focus(slot.pointer) != 0 }

  // MARK: Focus and typing

  package override func focus(_ direction: GtkDirectionType) -> Bool { !containsFocus && grabFocus() }

  package override func grabFocus() -> Bool {
    guard let slot = slot(at: Int(motion.position.rounded())) else { return false }
    return gtk_widget_grab_focus(slot.pointer) != 0
  }

  override func takeFocus() { if !containsFocus { _ = grabFocus() } }

  override func typed(_ character: Character) -> Bool {
    guard character.isLetter || character.isNumber else { return false }
    let found = typeAhead.type(
      character, time: now, count: items.count, name: items.name, from: motion.target)
    guard let item = found else { return true }
    extendTyping()
    go(to: item)
    return true
  }
}
