import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A wheel or ribbon of items: it scrolls kinetically, can be stopped at any moment, always comes to rest on
/// an item, and commits only then.
///
/// `PickerMotion` computes the motion. This widget passes it events and frames, and paints the visible
/// content in one piece. Subclasses provide what assistive technology and the keyboard focus find: a number,
/// or a list of items.
@MainActor
package class SnapPicker: CustomWidget {
  // MARK: For the host

  /// Called while the picker moves, for each item that becomes centred.
  package var onHighlight: (Int) -> Void = { _ in }
  /// Called when the picker has come to rest on another item than before.
  package var onCommit: (Int) -> Void = { _ in }

  package private(set) var items: PickerItems
  /// The selected item.
  package private(set) var selected: Int
  /// Whether it moves, by itself or under a pointer, so that the selected item is about to change.
  package var isBusy: Bool { motion.isMoving || motion.isHeld }
  /// How many items are visible if there is room.
  package let visibleItemCount: Double

  // MARK: Parts

  let style = WidgetStyle()
  /// Whether a mouse press gives it the focus.
  var takesFocusWhenPressed = true
  let isVertical: Bool
  private let pictures = PickerPictures()
  var motion: PickerMotion
  private(set) lazy var pressGesture = PressGesture(on: pointer)
  var scroll: PickerScroll?
  var press: Press?
  /// Enclosing scrolled windows whose kinetic scrolling is off while this is held.
  var stoppedWindows: [ObjectReference] = []
  private var tick: guint = 0
  private var typing: guint = 0
  /// The update to show once the picker rests.
  private var pendingUpdate: (() -> Void)?

  /// A picker at rest on an item.
  ///
  /// - Parameters:
  ///   - isVertical: whether it is a wheel; otherwise it is a ribbon in the reading direction.
  ///   - visibleItemCount: how many items fit into its natural size.
  /// - Precondition: the item exists.
  init(
    _ widgetClass: WidgetClass, phrases: Phrases, items: PickerItems, selected: Int, isVertical: Bool,
    visibleItemCount: Double
  ) {
    precondition((0..<items.count).contains(selected))
    self.items = items
    self.selected = selected
    self.isVertical = isVertical
    self.visibleItemCount = visibleItemCount
    let track = PickerTrack(count: items.count, isCyclic: items.isCyclic, extent: 1, viewport: 1)
    motion = PickerMotion(track, at: Double(selected))
    super.init(widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    if isVertical { gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }
    installInput()
    installKeyboard()
    style.observe(pointer) { [weak self] in
      if let self { gtk_widget_queue_resize(self.pointer) }
    }
  }

  /// Shows an item. While the picker moves, this is delayed until it rests, and dropped if another one was
  /// picked by then.
  ///
  /// - Precondition: the item exists.
  package func select(_ item: Int) {
    precondition((0..<items.count).contains(item))
    whenAtRest { [weak self] in
      guard let self, item != self.selected, item < self.items.count else { return }
      self.motion.jump(to: Double(item))
      self.selected = item
      self.refresh()
    }
  }

  /// Comes to rest immediately: on the item that it is moving to, or on the previous one if it is held by a
  /// pointer. Commits the item. For a window that is about to close.
  package func finish() {
    pressGesture.cancel()
    if motion.isMoving { move { $0.tick(time: .infinity) } }
    endTyping()
  }

  /// Replaces the items, at rest on one of them.
  ///
  /// - Parameters:
  ///   - selected: the selected item.
  ///   - centred: the item shown in the centre until the user moves the picker; `selected` if nil.
  /// - Precondition: both items exist.
  package func setItems(_ items: PickerItems, selected: Int, centred: Int? = nil) {
    precondition((0..<items.count).contains(selected))
    pressGesture.cancel()
    pictures.forget()
    self.items = items
    self.selected = selected
    let track = PickerTrack(
      count: items.count, isCyclic: items.isCyclic, extent: motion.track.extent,
      viewport: motion.track.viewport)
    motion = PickerMotion(track, at: Double(centred ?? selected))
    refresh()
  }

  // MARK: For subclasses

  /// Updates the positions of what assistive technology finds.
  func updateParts() {}
  /// The picker has come to rest: updates what assistive technology finds.
  func motionEnded() {}
  /// A character was typed.
  ///
  /// - Returns: whether it was handled.
  func typed(_ character: Character) -> Bool { false }
  /// Takes the focus after a mouse press.
  func takeFocus() {}

  // MARK: Motion

  var axis: PickerAxis { isVertical ? .vertical : .horizontal(isRightToLeft: isRightToLeft) }
  var now: Double { SteadyClock.seconds }

  /// Changes the motion and carries out its effects.
  func move(_ change: (inout PickerMotion) -> [PickerEffect]) {
    motion.isMotionReduced = adw_get_enable_animations(pointer) == 0
    for case .highlight(let item) in change(&motion) { onHighlight(item) }
    refresh()
    commitAtRest()
    guard motion.isMoving, tick == 0 else { return }
    tick = addTick(pointer) { [weak self] time in
      guard let self else { return false }
      self.move { $0.tick(time: Double(time) / 1_000_000) }
      if !self.motion.isMoving { self.tick = 0 }
      return self.motion.isMoving
    }
  }

  /// Commits the item at rest, unless more may be typed.
  private func commitAtRest() {
    guard typing == 0, !isBusy else { return }
    let show = pendingUpdate
    pendingUpdate = nil
    guard let item = motion.picked, item != selected else {
      show?()
      return
    }
    selected = item
    onCommit(item)
  }

  /// Calls `show` now or, while the picker moves, once it rests, unless the user has picked another item by
  /// then.
  func whenAtRest(_ show: @escaping () -> Void) {
    if isBusy { pendingUpdate = show } else { show() }
  }

  private func refresh() {
    gtk_widget_queue_draw(pointer)
    updateParts()
    if !isBusy { motionEnded() }
  }

  // MARK: Typing

  /// More may be typed: delays the commit until typing has ended.
  func extendTyping() {
    if typing != 0 { g_source_remove(typing) }
    typing = afterMilliseconds(UInt32(Feel.typeAheadTimeout * 1_000)) { [weak self] in
      self?.typing = 0
      self?.commitAtRest()
      return false
    }
  }

  /// Typing has ended.
  func endTyping() {
    guard typing != 0 else { return }
    g_source_remove(typing)
    typing = 0
    commitAtRest()
  }

  // MARK: Layout and style

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    guard isVertical == self.isVertical else {
      return breadth(max(minimumExtent, items.size(style.text).across))
    }
    let natural = Int((minimumExtent * visibleItemCount).rounded(.up))
    // A ribbon in a narrow window shows fewer items; a wheel is never cut off, because its container can
    // scroll.
    return (isVertical ? natural : min(natural, Int(3 * minimumExtent)), natural)
  }

  /// px across a row of items of that extent, minimum and natural.
  func breadth(_ extent: Double) -> (minimum: Int, natural: Int) {
    let breadth = Int(extent + PickerLook.margins)
    return (breadth, breadth)
  }

  package override func allocate(width: Int, height: Int) {
    let room = Double(isVertical ? height : width)
    // However long its name is, an item leaves part of its neighbours visible.
    motion.resize(extent: min(extent, max(minimumExtent, room / 2.5)), viewport: room)
    updateParts()
    if !isBusy { motionEnded() }
  }

  package override func snapshot(_ snapshot: OpaquePointer) {
    draw(on: snapshot, isLasting: false) { cairo in
      PickerPainter(palette: style.palette, text: style.text, axis: axis).paint(
        motion.track, at: motion.position, breadth: Double(isVertical ? width : height),
        on: Canvas(cairo: cairo, scale: scaleFactor), pictures: pictures, painter: items.painter)
    }
    super.snapshot(snapshot)
  }
}
