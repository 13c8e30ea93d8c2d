import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A wheel or ribbon of items. It scrolls kinetically, can be stopped at any moment, always comes to rest on
/// an item, and commits only then.
///
/// `PickerMotion` computes the motion. This widget passes events and frames to it, and paints the visible
/// content in one piece. Subclasses provide the children for the keyboard focus and assistive technology: a
/// number, or a list of items.
@MainActor
package class SnapPicker: CustomWidget {
  // MARK: For the host

  /// Called for each item that becomes centered while the picker moves.
  package var onHighlight: (Int) -> Void = { _ in }
  /// Called when the picker has come to rest on a different item.
  package var onCommit: (Int) -> Void = { _ in }

  package private(set) var items: PickerItems
  package private(set) var selectedItem: Int
  /// Whether the picker is moving or is held by a pointer. In either case, the selected item may be about to
  /// change.
  package var isBusy: Bool { motion.isMoving || motion.isHeld }
  /// The number of items that are visible if there is enough space.
  package let visibleItemCount: Double

  // MARK: Parts

  let style = WidgetStyle()
  /// Whether a mouse press gives the focus to the picker.
  var takesFocusWhenPressed = true
  let isVertical: Bool
  private let pictures = PickerPictures()
  var motion: PickerMotion
  private(set) lazy var pressGesture = PressGesture(on: gtkWidget)
  var scroll: PickerScroll?
  var press: Press?
  let outerScrollBlocker = OuterScrollBlocker()
  /// The callback that advances the motion in each frame; 0 while the picker is not moving.
  private var tickCallback: guint = 0
  /// The timer that runs while the user may continue typing; 0 if typing has ended.
  private var typingTimer: guint = 0
  /// The update to perform when the picker has come to rest.
  private var pendingUpdate: (() -> Void)?

  /// Creates a picker at rest on an item.
  ///
  /// - Parameters:
  ///   - isVertical: whether the picker is a wheel; if false, it is a ribbon in the reading direction.
  ///   - visibleItemCount: the number of items that fit into the picker's natural size.
  /// - Precondition: the item exists.
  init(
    _ widgetClass: WidgetClass, phrases: Phrases, items: PickerItems, selected: Int, isVertical: Bool,
    visibleItemCount: Double
  ) {
    precondition((0..<items.count).contains(selected))
    self.items = items
    selectedItem = selected
    self.isVertical = isVertical
    self.visibleItemCount = visibleItemCount
    let track = PickerTrack(
      count: items.count, isCyclic: items.isCyclic, isFilled: !isVertical, itemExtent: 1, viewportLength: 1)
    motion = PickerMotion(track, at: Double(selected))
    super.init(widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    if isVertical { gtk_widget_set_valign(gtkWidget, GTK_ALIGN_CENTER) }
    installInput()
    installKeyboard()
    followSurfaceScale()
    style.observe(gtkWidget) { [weak self] in
      if let self { gtk_widget_queue_resize(self.gtkWidget) }
    }
  }

  /// Shows an item. While the picker is moving, the change is delayed until the picker comes to rest, and is
  /// dropped if the user has picked a different item by then.
  ///
  /// - Precondition: the item exists.
  package func select(_ item: Int) {
    precondition((0..<items.count).contains(item))
    whenAtRest { [weak self] in
      guard let self, item != self.selectedItem, item < self.items.count else { return }
      self.motion.jump(to: Double(item))
      self.selectedItem = item
      self.refresh()
    }
  }

  /// Comes to rest and commits immediately. The picker stops at the item to which it is moving or, while a
  /// pointer holds it, at the previously selected item. Call this when the surrounding window is about to
  /// close.
  package func finish() {
    pressGesture.cancel()
    if motion.isMoving { move { $0.tick(time: .infinity) } }
    endTyping()
  }

  /// Replaces the items and selects one of them.
  ///
  /// - Parameters:
  ///   - selected: the selected item.
  ///   - centered: the item shown in the center until the user moves the picker; `selected` if nil.
  /// - Precondition: both items exist.
  package func setItems(_ items: PickerItems, selected: Int, centered: Int? = nil) {
    precondition((0..<items.count).contains(selected))
    pressGesture.cancel()
    pictures.removeAll()
    self.items = items
    selectedItem = selected
    let track = PickerTrack(
      count: items.count, isCyclic: items.isCyclic, isFilled: !isVertical,
      itemExtent: motion.track.itemExtent, viewportLength: motion.track.viewportLength)
    motion = PickerMotion(track, at: Double(centered ?? selected))
    refresh()
  }

  // MARK: For subclasses

  /// Updates the children for assistive technology whenever the picker has moved or has been resized.
  func updateChildren() {}
  /// Updates the children for assistive technology once the picker has come to rest.
  func motionEnded() {}
  /// Handles a typed character.
  ///
  /// - Returns: whether the character was handled.
  func handleTyped(_ character: Character) -> Bool { false }
  /// Grabs the focus after a mouse press.
  func takeFocus() {}
  /// Called when a key has moved the picker to another item.
  func pickedWithKeyboard() {}

  /// Returns the number of steps by which an arrow or Page key moves the picker: 0 for an arrow key across
  /// the row, and nil for other keys.
  func step(_ key: Int32) -> Int? {
    switch key {
    case GDK_KEY_Up, GDK_KEY_KP_Up: axis.steps(arrowX: 0, arrowY: -1)
    case GDK_KEY_Down, GDK_KEY_KP_Down: axis.steps(arrowX: 0, arrowY: 1)
    case GDK_KEY_Left, GDK_KEY_KP_Left: axis.steps(arrowX: -1, arrowY: 0)
    case GDK_KEY_Right, GDK_KEY_KP_Right: axis.steps(arrowX: 1, arrowY: 0)
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: -Feel.pickerPageStep
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: Feel.pickerPageStep
    default: nil
    }
  }

  // MARK: Motion

  var axis: PickerAxis { isVertical ? .vertical : .horizontal(isRightToLeft: isRightToLeft) }
  var now: Double { SteadyClock.seconds }

  /// Changes the motion and carries out its effects.
  func move(_ change: (inout PickerMotion) -> [PickerEffect]) {
    motion.isMotionReduced = adw_get_enable_animations(gtkWidget) == 0
    for case .highlight(let item) in change(&motion) { onHighlight(item) }
    refresh()
    commitAtRest()
    guard motion.isMoving, tickCallback == 0 else { return }
    tickCallback = addTickCallback(gtkWidget) { [weak self] time in
      guard let self else { return false }
      self.move { $0.tick(time: Double(time) / 1_000_000) }
      if !self.motion.isMoving { self.tickCallback = 0 }
      return self.motion.isMoving
    }
  }

  /// Commits the item on which the picker rests, unless the picker is moving or the user may continue typing.
  private func commitAtRest() {
    guard typingTimer == 0, !isBusy else { return }
    let update = pendingUpdate
    pendingUpdate = nil
    guard let item = motion.selectedItem, item != selectedItem else {
      update?()
      return
    }
    selectedItem = item
    onCommit(item)
  }

  /// Calls `update` immediately if the picker is at rest. Otherwise, calls it once the picker comes to rest,
  /// unless the user has picked a different item by then.
  func whenAtRest(_ update: @escaping () -> Void) {
    if isBusy { pendingUpdate = update } else { update() }
  }

  private func refresh() {
    gtk_widget_queue_draw(gtkWidget)
    updateChildren()
    if !isBusy { motionEnded() }
  }

  // MARK: Typing

  /// Delays the commit until typing has ended, because the user may continue typing.
  func extendTyping() {
    if typingTimer != 0 { g_source_remove(typingTimer) }
    typingTimer = afterMilliseconds(UInt32(Feel.typeAheadTimeout * 1_000)) { [weak self] in
      self?.typingTimer = 0
      self?.commitAtRest()
      return false
    }
  }

  /// Ends typing, and commits the item on which the picker rests.
  func endTyping() {
    guard typingTimer != 0 else { return }
    g_source_remove(typingTimer)
    typingTimer = 0
    commitAtRest()
  }

  // MARK: Layout and style

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    guard isVertical == self.isVertical else {
      return breadth(max(minimumItemExtent, items.size(style.text).across))
    }
    let natural = Int((minimumItemExtent * visibleItemCount).rounded(.up))
    // A ribbon in a narrow window shows fewer items. A wheel is never cut off, because its container can
    // scroll.
    return (isVertical ? natural : min(natural, Int(3 * minimumItemExtent)), natural)
  }

  /// Returns the minimum and natural size across the row, in px, for items of the given breadth.
  func breadth(_ itemBreadth: Double) -> (minimum: Int, natural: Int) {
    let breadth = Int(itemBreadth + PickerItemStyle.margins)
    return (breadth, breadth)
  }

  package override func allocate(width: Int, height: Int) {
    let length = Double(isVertical ? height : width)
    // Even if an item has a long name, part of each adjacent item stays visible.
    let visibleCount = isVertical ? 2.5 : min(2.5, Double(items.count))
    motion.resize(
      itemExtent: min(itemExtent, max(minimumItemExtent, length / visibleCount)), viewportLength: length)
    updateChildren()
    if !isBusy { motionEnded() }
  }

  package override func snapshot(_ snapshot: OpaquePointer) {
    draw(on: snapshot, cachesPixels: false) { cairo in
      PickerPainter(palette: style.palette, text: style.text, axis: axis).paint(
        motion.track, at: motion.position, breadth: Double(isVertical ? width : height),
        on: Canvas(cairo: cairo, scale: scaleFactor), pictures: pictures, painter: items.painter)
    }
    super.snapshot(snapshot)
  }
}
