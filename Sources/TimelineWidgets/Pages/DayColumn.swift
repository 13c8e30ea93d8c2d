import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// One day's events on the sheet: a list to assistive technology, its blocks in reading order.
///
/// It is as high as the day and goes with its page; its blocks keep their places and their render nodes while the
/// timeline scrolls or a page turns. Blocks are made one by one, in any order, so that a page can be made in many small
/// steps.
@MainActor
final class DayColumn: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDayColumn", role: GTK_ACCESSIBLE_ROLE_LIST)

  /// An event's place in the column, and its block once that is made. It is a class because columns are gone through
  /// at each frame of a turn, and an occurrence is expensive to copy.
  private final class Slot {
    let occurrence: Occurrence
    var frame: BlockFrame
    var block: EventBlock?

    init(_ occurrence: Occurrence, _ frame: BlockFrame, _ block: EventBlock?) {
      (self.occurrence, self.frame, self.block) = (occurrence, frame, block)
    }
  }

  private(set) var day: Day
  private var slots: [Slot] = []
  private var indices: [Occurrence.ID: Int] = [:]
  /// Blocks of events that are gone, not shown: the next ones made are these again.
  private var leftOver: [EventBlock] = []
  private var missing = 0
  /// Whether the blocks have their places: the layout has come after what was last planned, made or shown elsewhere.
  private(set) var isPlaced = false
  private var offsets: [Occurrence.ID: (dx: Double, dy: Double)] = [:]
  /// px from the page's left edge to the column's: frames count from the page's.
  private var left = 0.0

  init(day: Day) {
    self.day = day
    super.init(DayColumn.widgetClass)
  }

  /// What assistive technology calls the day: its date and the number of events.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(pointer, accessibleName) } }
  }

  /// The blocks that are made, in reading order.
  var blocks: [EventBlock] { slots.compactMap(\.block) }
  /// Whether every event has its block.
  var isComplete: Bool { missing == 0 }
  /// How many events there are.
  var count: Int { slots.count }
  /// From where to where in px of the page they go, in reading order.
  var extents: [ClosedRange<Double>] { slots.map { $0.frame.top...$0.frame.bottom } }

  func block(for id: Occurrence.ID) -> EventBlock? { indices[id].flatMap { slots[$0].block } }

  /// Where an occurrence's block lies on the page.
  func frame(of id: Occurrence.ID) -> BlockFrame? { indices[id].map { slots[$0].frame } }

  /// Plans to show these occurrences at these places on a day.
  ///
  /// A block whose occurrence stays is kept, with its focus and its painted node; what is new is made by `makeBlock`.
  /// On another day the blocks of the day before are used again.
  func plan(_ occurrences: [(Occurrence, BlockFrame)], on day: Day, left: Double) {
    if day != self.day { begin(day) }
    self.left = left
    var kept = Dictionary(
      slots.compactMap { slot in slot.block.map { (slot.occurrence.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    slots = occurrences.map { Slot($0, $1, kept.removeValue(forKey: $0.id)) }
    indices = Dictionary(
      slots.enumerated().map { ($1.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    for gone in kept.values { remove(gone.pointer) }
    missing = slots.count { $0.block == nil }
    finishIfComplete()
    order()
    willBePlaced()
  }

  /// Shows nothing of another day, until it is planned.
  func begin(_ day: Day) {
    self.day = day
    offsets.removeAll()
    for block in blocks {
      if gtk_widget_has_focus(block.pointer) == 0 { leftOver.append(block) } else { remove(block.pointer) }
    }
    (slots, indices, missing) = ([], [:], 0)
    gtk_widget_queue_draw(pointer)
  }

  /// The blocks get their places in the coming layout, and can be drawn only then.
  func willBePlaced() {
    isPlaced = false
    gtk_widget_queue_allocate(pointer)
  }

  /// Makes the block of an event, or uses one of another day again; nothing if it has one.
  ///
  /// - Returns: the block.
  func makeBlock(
    at index: Int, make: (Occurrence) -> EventBlock, renew: (EventBlock, Occurrence) -> Void
  ) -> EventBlock {
    let slot = slots[index]
    if let block = slot.block { return block }
    let previous = slots[..<index].last { $0.block != nil }?.block?.pointer
    let block: EventBlock
    if let old = leftOver.popLast() {
      block = old
      renew(old, slot.occurrence)
    } else {
      block = make(slot.occurrence)
    }
    gtk_widget_insert_after(block.pointer, pointer, previous)
    (block.paintedWidth, block.paintedHeight) = (slot.frame.width, slot.frame.height)
    slot.block = block
    missing -= 1
    finishIfComplete()
    willBePlaced()
    return block
  }

  /// Which event an occurrence is.
  func index(of id: Occurrence.ID) -> Int? { indices[id] }

  /// Goes through the blocks that are made, with the occurrences that they are to show.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for slot in slots { if let block = slot.block { body(block, slot.occurrence) } }
  }

  /// The block of an event, if it is made.
  func block(at index: Int) -> EventBlock? { slots[index].block }

  /// Which event is the first that begins within px of the page.
  func index(startingIn range: ClosedRange<Double>) -> Int? {
    slots.firstIndex { range.contains($0.frame.top) }
  }

  private func finishIfComplete() {
    guard isComplete else { return }
    for gone in leftOver { remove(gone.pointer) }
    leftOver = []
  }

  /// The widgets stand in reading order, as the tree of assistive technology shall have them.
  private func order() {
    var previous: WidgetPointer?
    for block in blocks {
      if gtk_widget_get_prev_sibling(block.pointer) != previous {
        gtk_widget_insert_after(block.pointer, pointer, previous)
      }
      previous = block.pointer
    }
  }

  /// Places the blocks again, in a column that begins at `left` px of the page; `frames` are of the same occurrences.
  func place(_ frames: [BlockFrame], left: Double) {
    self.left = left
    for frame in frames { if let index = indices[frame.id] { slots[index].frame = frame } }
    willBePlaced()
  }

  /// Lets a block come from where it was let go, in px of the page, to its place. A press takes it at its place from the
  /// first frame on; only what is seen takes the way.
  func glide(_ id: Occurrence.ID, from start: Point, _ motion: DropMotion) {
    guard motion.duration > 0, let frame = frame(of: id), start != Point(x: frame.left, y: frame.top) else {
      return
    }
    let (dx, dy) = (start.x - frame.left, start.y - frame.top)
    var began: Int?
    glide(id, dx: dx, dy: dy)
    _ = addTick(pointer) { [weak self] time in
      guard let self else { return false }
      let elapsed = Double(time - (began ?? time)) / 1_000_000
      began = began ?? time
      let rest = motion.remaining(after: elapsed)
      self.glide(id, dx: dx * rest, dy: dy * rest)
      return rest > 0
    }
  }

  /// Shows a block so many px away from its place; on device pixels, like everything.
  private func glide(_ id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    willBePlaced()
  }

  override func allocate(width: Int, height: Int) {
    for slot in slots {
      guard let block = slot.block else { continue }
      let frame = slot.frame
      block.paintedHeight = frame.height
      block.paintedWidth = frame.width
      // Nearly always none: names are expensive to look up.
      let offset = offsets.isEmpty ? (dx: 0, dy: 0) : offsets[slot.occurrence.id] ?? (dx: 0, dy: 0)
      allocate(
        block.pointer, x: DevicePixels.round(frame.left - left + offset.dx, scaleFactor),
        y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
        height: Int(frame.height.rounded(.up)))
    }
    isPlaced = true
  }

  /// From where to where in px of the page its blocks are drawn; what is beyond is out of view.
  var drawnPart = -Double.infinity...Double.infinity {
    didSet { if drawnPart != oldValue { gtk_widget_queue_draw(pointer) } }
  }

  // What waits to be used again is not shown.
  override func snapshot(_ snapshot: OpaquePointer) {
    for slot in slots {
      guard let block = slot.block, isDrawn(slot) else { continue }
      gtk_widget_snapshot_child(pointer, block.pointer, snapshot)
    }
  }

  /// What glides is visible, wherever it goes.
  private func isDrawn(_ slot: Slot) -> Bool {
    (slot.frame.top...slot.frame.bottom).overlaps(drawnPart)
      || (!offsets.isEmpty && offsets[slot.occurrence.id] != nil)
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
