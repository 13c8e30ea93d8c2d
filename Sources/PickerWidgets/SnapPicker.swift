import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A wheel or ribbon of items: it scrolls kinetically, can be stopped at any moment, always comes to rest on an item,
/// and commits only then.
///
/// The motion is `PickerMotion`'s; this widget hands it events and frames, paints visible content in one piece, and
/// leaves to a subclass what assistive technology and the keyboard's focus find there: a number, or a list of items.
@MainActor
package class SnapPicker: CustomWidget {
  // MARK: For the host

  /// Called while the picker moves, with each item that becomes the centred one.
  package var onHighlight: (Int) -> Void = { _ in }
  /// Called when the picker has come to rest on another item than before.
  package var onCommit: (Int) -> Void = { _ in }

  package private(set) var items: PickerItems
  /// The item that is picked.
  package private(set) var selected: Int
  /// Whether it moves, by itself or under a hand: the selected item is about to change.
  package var isBusy: Bool { motion.isMoving || motion.isHeld }
  /// How many items are visible, when there is room.
  package let itemsInSight: Double

  // MARK: Parts

  let style = WidgetStyle()
  /// Whether a press of the mouse gives it the focus.
  var takesFocusWhenPressed = true
  let isVertical: Bool
  private let pictures = PickerPictures()
  var motion: PickerMotion
  private(set) lazy var hand = PressGesture(on: pointer)
  var scroll: PickerScroll?
  var press: Press?
  /// Enclosing windows that do not scroll by finger while this is held.
  var stilled: [ObjectReference] = []
  private var tick: guint = 0
  private var typing: guint = 0
  /// What is to be shown when the picker rests.
  private var postponed: (() -> Void)?

  /// A picker at rest on an item.
  ///
  /// - Parameters:
  ///   - isVertical: whether it is a wheel; otherwise a ribbon in the direction of reading.
  ///   - itemsInSight: how many items its natural size has room for.
  /// - Precondition: there is such an item.
  init(
    _ widgetClass: WidgetClass, phrases: Phrases, items: PickerItems, selected: Int, isVertical: Bool,
    itemsInSight: Double
  ) {
    precondition((0..<items.count).contains(selected))
    self.items = items
    self.selected = selected
    self.isVertical = isVertical
    self.itemsInSight = itemsInSight
    let track = PickerTrack(count: items.count, isCyclic: items.isCyclic, extent: 1, viewport: 1)
    motion = PickerMotion(track, at: Double(selected))
    super.init(widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    if isVertical { gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }
    installInput()
    installKeyboard()
    style.follow(pointer) { [weak self] in
      if let self { gtk_widget_queue_resize(self.pointer) }
    }
  }

  /// Shows an item; while the picker moves, once it rests, unless another was picked by then.
  ///
  /// - Precondition: there is such an item.
  package func select(_ item: Int) {
    precondition((0..<items.count).contains(item))
    whenAtRest { [weak self] in
      guard let self, item != self.selected, item < self.items.count else { return }
      self.motion.jump(to: Double(item))
      self.selected = item
      self.refresh()
    }
  }

  /// Comes to rest at once: on the item that it is on its way to, or on the one that it had if a hand holds it.
  /// What is picked by that is committed. For a window that is about to close.
  package func finish() {
    hand.cancel()
    if motion.isMoving { move { $0.tick(time: .infinity) } }
    endTyping()
  }

  /// Has other items from now on, and is at rest on one of them.
  ///
  /// - Parameters:
  ///   - selected: the item that is picked.
  ///   - centred: the item that is to be seen in the centre until the picker is moved to another; the picked one if
  ///     nil.
  /// - Precondition: there are such items.
  package func setItems(_ items: PickerItems, selected: Int, centred: Int? = nil) {
    precondition((0..<items.count).contains(selected))
    hand.cancel()
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

  /// Puts what assistive technology finds where the items are now.
  func partsMoved() {}
  /// The picker rests: what assistive technology finds says so.
  func partsRest() {}
  /// A character was typed.
  ///
  /// - Returns: whether it was understood.
  func typed(_ character: Character) -> Bool { false }
  /// The picker was touched by a mouse: the focus comes to it.
  func takeFocus() {}

  // MARK: Motion

  var axis: PickerAxis { isVertical ? .vertical : .horizontal(isRightToLeft: isRightToLeft) }
  var now: Double { SteadyClock.seconds }

  /// Does something to the motion and lets what follows be seen.
  func move(_ change: (inout PickerMotion) -> [PickerEffect]) {
    motion.isReduced = adw_get_enable_animations(pointer) == 0
    for case .highlight(let item) in change(&motion) { onHighlight(item) }
    refresh()
    settle()
    guard motion.isMoving, tick == 0 else { return }
    tick = addTick(pointer) { [weak self] time in
      guard let self else { return false }
      self.move { $0.tick(time: Double(time) / 1_000_000) }
      if !self.motion.isMoving { self.tick = 0 }
      return self.motion.isMoving
    }
  }

  /// Commits what the picker rests on, unless more may be typed.
  private func settle() {
    guard typing == 0, !isBusy else { return }
    let show = postponed
    postponed = nil
    guard let item = motion.picked, item != selected else {
      show?()
      return
    }
    selected = item
    onCommit(item)
  }

  /// Shows something now, or once the picker rests, unless the user has picked another item by then.
  func whenAtRest(_ show: @escaping () -> Void) {
    if isBusy { postponed = show } else { show() }
  }

  private func refresh() {
    gtk_widget_queue_draw(pointer)
    partsMoved()
    if !isBusy { partsRest() }
  }

  // MARK: Typing

  /// More may be typed: what is picked is not committed before that is over.
  func keepTyping() {
    if typing != 0 { g_source_remove(typing) }
    typing = afterMilliseconds(UInt32(Feel.typedTogether * 1_000)) { [weak self] in
      self?.typing = 0
      self?.settle()
      return false
    }
  }

  /// Nothing more is typed.
  func endTyping() {
    guard typing != 0 else { return }
    g_source_remove(typing)
    typing = 0
    settle()
  }

  // MARK: Layout and style

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    guard isVertical == self.isVertical else { return breadth(max(finger, items.size(style.text).across)) }
    let natural = Int((finger * itemsInSight).rounded(.up))
    // A ribbon in a narrow window shows less; a wheel is never cut, for what it stands in can be scrolled.
    return (isVertical ? natural : min(natural, Int(3 * finger)), natural)
  }

  /// px across a row of items that take so much, minimum and natural.
  func breadth(_ extent: Double) -> (minimum: Int, natural: Int) {
    let breadth = Int(extent + PickerLook.margins)
    return (breadth, breadth)
  }

  package override func allocate(width: Int, height: Int) {
    let room = Double(isVertical ? height : width)
    // However long its name is, an item leaves something of its neighbours in sight.
    motion.resize(extent: min(extent, max(finger, room / 2.5)), viewport: room)
    partsMoved()
    if !isBusy { partsRest() }
  }

  package override func snapshot(_ snapshot: OpaquePointer) {
    draw(on: snapshot, isLasting: false) { cairo in
      PickerPainter(palette: style.palette, text: style.text, axis: axis).paint(
        motion.track, at: motion.position, breadth: Double(isVertical ? width : height),
        on: Canvas(cairo: cairo, scale: scaleFactor), pictures: pictures, face: items.face)
    }
    super.snapshot(snapshot)
  }
}
