import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// What the frames of a column depend on, apart from its events.
struct ColumnLayout: Equatable {
  var geometry: TimelinePage.Geometry
  var days: Range<Day>
  /// The number of days from the page's first day to that of the next page.
  var stride: Int
}

/// One day's timed events: a list to assistive technology, with its blocks in reading order.
///
/// It is as high as the day and moves with its page. Its blocks keep their positions and render nodes while
/// the timeline scrolls or a page turns. Blocks are created one by one, in any order, so that a page can be
/// built in many small steps.
@MainActor
final class DayColumn: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDayColumn", role: GTK_ACCESSIBLE_ROLE_LIST)

  /// An event's frame in the column, and its block once that exists. It is a class because columns are
  /// iterated over in each frame of a turn, and an occurrence is expensive to copy.
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
  /// Hidden blocks of the previous day, to be reused.
  private var reusableBlocks: [EventBlock] = []
  private var missingBlockCount = 0
  /// Whether the blocks have been allocated since the last change.
  private(set) var isAllocated = false
  private var offsets: [Occurrence.ID: (dx: Double, dy: Double)] = [:]
  /// The layout that the frames are for; nil if the events are not known yet.
  private var layout: ColumnLayout?
  /// The distance in px from the page's left edge to the column's. Frames are relative to the page.
  private var left = 0.0

  init(day: Day) {
    self.day = day
    super.init(DayColumn.widgetClass)
  }

  /// The accessible name of the day: its date and the number of events.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(pointer, accessibleName) } }
  }

  /// The existing blocks, in reading order.
  var blocks: [EventBlock] { slots.compactMap(\.block) }
  /// Whether every event has its block.
  var isComplete: Bool { missingBlockCount == 0 }
  /// The number of events.
  var count: Int { slots.count }
  /// The vertical ranges of the events in px of the page, in reading order.
  var extents: [ClosedRange<Double>] { slots.map { $0.frame.top...$0.frame.bottom } }

  func block(for id: Occurrence.ID) -> EventBlock? { indices[id].flatMap { slots[$0].block } }

  /// The frame of an occurrence's block on the page.
  func frame(of id: Occurrence.ID) -> BlockFrame? { indices[id].map { slots[$0].frame } }

  /// The frames of these occurrences, if the column shows them in this layout already.
  func frames(of occurrences: [Occurrence], in layout: ColumnLayout) -> [BlockFrame]? {
    guard layout == self.layout, slots.count == occurrences.count,
      zip(slots, occurrences).allSatisfy({ $0.occurrence == $1 })
    else { return nil }
    return slots.map(\.frame)
  }

  /// Sets the occurrences of a day and their frames.
  ///
  /// The block of an occurrence that is still shown is kept, with its focus and its render node; `makeBlock`
  /// creates the missing ones. For another day the blocks of the previous day are reused.
  func plan(
    _ occurrences: [(Occurrence, BlockFrame)], on day: Day, left: Double, _ layout: ColumnLayout? = nil
  ) {
    if day != self.day { begin(day) }
    (self.left, self.layout) = (left, layout)
    var kept = Dictionary(
      slots.compactMap { slot in slot.block.map { (slot.occurrence.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    slots = occurrences.map { Slot($0, $1, kept.removeValue(forKey: $0.id)) }
    indices = Dictionary(
      slots.enumerated().map { ($1.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    for removed in kept.values { remove(removed.pointer) }
    missingBlockCount = slots.count { $0.block == nil }
    removeReusableBlocksIfComplete()
    sortChildren()
    queueBlockAllocation()
  }

  /// Shows another day, without events until `plan` is called.
  func begin(_ day: Day) {
    (self.day, layout) = (day, nil)
    offsets.removeAll()
    for block in blocks {
      if gtk_widget_has_focus(block.pointer) == 0 {
        reusableBlocks.append(block)
      } else {
        remove(block.pointer)
      }
    }
    (slots, indices, missingBlockCount) = ([], [:], 0)
    gtk_widget_queue_draw(pointer)
  }

  /// Queues the allocation of the blocks, which can be drawn only after it.
  func queueBlockAllocation() {
    isAllocated = false
    gtk_widget_queue_allocate(pointer)
  }

  /// Creates the block of an event, or reuses one of another day; does nothing if the event has one.
  ///
  /// - Returns: the block.
  func makeBlock(
    at index: Int, make: (Occurrence) -> EventBlock, reuse: (EventBlock, Occurrence) -> Void
  ) -> EventBlock {
    let slot = slots[index]
    if let block = slot.block { return block }
    let previous = slots[..<index].last { $0.block != nil }?.block?.pointer
    let block: EventBlock
    if let old = reusableBlocks.popLast() {
      block = old
      reuse(old, slot.occurrence)
    } else {
      block = make(slot.occurrence)
    }
    gtk_widget_insert_after(block.pointer, pointer, previous)
    (block.paintedWidth, block.paintedHeight) = (slot.frame.width, slot.frame.height)
    slot.block = block
    missingBlockCount -= 1
    removeReusableBlocksIfComplete()
    queueBlockAllocation()
    return block
  }

  /// The index of an occurrence's event.
  func index(of id: Occurrence.ID) -> Int? { indices[id] }

  /// Calls `body` with each existing block and the occurrence that it shows.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for slot in slots { if let block = slot.block { body(block, slot.occurrence) } }
  }

  /// The block of the event at `index`, if it exists.
  func block(at index: Int) -> EventBlock? { slots[index].block }

  /// The index of the first event that begins within a range in px of the page.
  func index(startingIn range: ClosedRange<Double>) -> Int? {
    slots.firstIndex { range.contains($0.frame.top) }
  }

  private func removeReusableBlocksIfComplete() {
    guard isComplete else { return }
    for removed in reusableBlocks { remove(removed.pointer) }
    reusableBlocks = []
  }

  /// Keeps the child widgets in reading order for the accessibility tree.
  private func sortChildren() {
    var previous: WidgetPointer?
    for block in blocks {
      if gtk_widget_get_prev_sibling(block.pointer) != previous {
        gtk_widget_insert_after(block.pointer, pointer, previous)
      }
      previous = block.pointer
    }
  }

  /// Lays out the blocks again, in a column that begins at `left` px of the page. `frames` belong to the same
  /// occurrences.
  func place(_ frames: [BlockFrame], left: Double, _ layout: ColumnLayout? = nil) {
    (self.left, self.layout) = (left, layout)
    for frame in frames { if let index = indices[frame.id] { slots[index].frame = frame } }
    queueBlockAllocation()
  }

  /// Animates a block from where it was dropped, in px of the page, to its final position. A press finds it
  /// at the final position from the first frame on; only the drawing is animated.
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

  /// Draws a block at an offset in px from its position, on device pixels.
  private func glide(_ id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    queueBlockAllocation()
  }

  override func allocate(width: Int, height: Int) {
    for slot in slots {
      guard let block = slot.block else { continue }
      let frame = slot.frame
      block.paintedHeight = frame.height
      block.paintedWidth = frame.width
      // Nearly always empty; looking up an ID is expensive.
      let offset = offsets.isEmpty ? (dx: 0, dy: 0) : offsets[slot.occurrence.id] ?? (dx: 0, dy: 0)
      allocate(
        block.pointer, x: DevicePixels.round(frame.left - left + offset.dx, scaleFactor),
        y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
        height: Int(frame.height.rounded(.up)))
    }
    isAllocated = true
  }

  /// The vertical range in px of the page in which blocks are drawn; the rest is out of view.
  var drawnPart = -Double.infinity...Double.infinity {
    didSet { if drawnPart != oldValue { gtk_widget_queue_draw(pointer) } }
  }

  // The blocks in `reusableBlocks` are not drawn.
  override func snapshot(_ snapshot: OpaquePointer) {
    for slot in slots {
      guard let block = slot.block, isDrawn(slot) else { continue }
      gtk_widget_snapshot_child(pointer, block.pointer, snapshot)
    }
  }

  /// An animated block is always drawn, wherever it is.
  private func isDrawn(_ slot: Slot) -> Bool {
    (slot.frame.top...slot.frame.bottom).overlaps(drawnPart)
      || (!offsets.isEmpty && offsets[slot.occurrence.id] != nil)
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
