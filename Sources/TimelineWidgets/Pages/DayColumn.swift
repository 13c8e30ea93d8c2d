import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The values that determine the frames of a column's events, apart from the events themselves.
struct ColumnLayout: Equatable {
  var geometry: TimelinePage.Geometry
  var days: Range<Day>
  /// The number of days from the page's first day to that of the next page.
  var stride: Int
}

/// The timed events of one day: a list for assistive technology, with its blocks in reading order.
///
/// It is as tall as the day and moves with its page. Its blocks keep their positions and render nodes while
/// the timeline scrolls or a page turns. Blocks are created one by one, in any order, so that a page can be
/// built in many small steps.
@MainActor
final class DayColumn: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDayColumn", role: GTK_ACCESSIBLE_ROLE_LIST)

  /// An occurrence, its frame, and its block if that exists. This is a class because columns are iterated
  /// over in each frame while a page turns, and copying an occurrence is expensive.
  private final class Slot {
    let occurrence: Occurrence
    var frame: BlockFrame
    var block: EventBlock?
    /// Whether the block still shows an earlier version of the occurrence.
    var isOutdated = false

    init(_ occurrence: Occurrence, _ frame: BlockFrame, _ block: EventBlock?) {
      (self.occurrence, self.frame, self.block) = (occurrence, frame, block)
    }
  }

  private(set) var day: Day
  private var slots: [Slot] = []
  private var indices: [Occurrence.ID: Int] = [:]
  /// Hidden blocks of the previous day, which can be reused.
  private var reusableBlocks: [EventBlock] = []
  /// Hidden blocks of events that are no longer shown. They are removed or reused one by one, because removing the
  /// blocks of a crowded day takes longer than a frame.
  private var removableBlocks: [EventBlock] = []
  private var missingBlockCount = 0
  /// Whether the blocks have been allocated since the last change.
  private(set) var isAllocated = false
  /// The blocks that must be allocated. While a page is built or reloaded, only the new ones and those that have moved
  /// must; with hundreds of events, allocating all of them in each of these frames would take most of the frame.
  private var unallocatedBlocks = UnallocatedBlocks.all
  /// The size of the last allocation, in px.
  private var allocatedSize = (width: 0, height: 0)

  private enum UnallocatedBlocks {
    case all
    /// Those at the given indices.
    case only([Int])
  }
  /// The offsets in px at which animated blocks are drawn.
  private var offsets: [Occurrence.ID: (dx: Double, dy: Double)] = [:]
  /// The layout for which the frames were computed; nil until the events are known.
  private var layout: ColumnLayout?
  /// The left edge of the column, in page coordinates. Frames are also in page coordinates.
  private var left = 0.0

  init(day: Day) {
    self.day = day
    super.init(DayColumn.widgetClass)
    let focus = nonNull(gtk_event_controller_focus_new())
    // An announcement may have been set as the description, but it does not describe the day.
    onSignal(focus, "leave") { [weak self] in if let self { Accessible.setDescription(self.gtkWidget, "") } }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  /// The accessible name of the day: its date and the number of events.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(gtkWidget, accessibleName) } }
  }

  /// The existing blocks, in reading order.
  var blocks: [EventBlock] { slots.compactMap(\.block) }
  /// Whether every event has a block.
  var isComplete: Bool { missingBlockCount == 0 }
  /// The number of events.
  var count: Int { slots.count }
  /// The vertical ranges of the events, in page coordinates and in reading order.
  var extents: [ClosedRange<Double>] { slots.map { $0.frame.top...$0.frame.bottom } }

  func block(for id: Occurrence.ID) -> EventBlock? { indices[id].flatMap { slots[$0].block } }

  /// Returns the frame of an occurrence's block, in page coordinates.
  func frame(of id: Occurrence.ID) -> BlockFrame? { indices[id].map { slots[$0].frame } }

  /// Returns the occurrence with this ID, if the column shows it.
  func occurrence(of id: Occurrence.ID) -> Occurrence? { indices[id].map { slots[$0].occurrence } }

  /// Returns the frames of these occurrences, or nil if the column does not show them in this layout yet.
  func frames(of occurrences: [Occurrence], in layout: ColumnLayout) -> [BlockFrame]? {
    guard layout == self.layout, slots.count == occurrences.count,
      zip(slots, occurrences).allSatisfy({ $0.occurrence == $1 })
    else { return nil }
    return slots.map(\.frame)
  }

  /// Sets the occurrences of a day and their frames.
  ///
  /// The block of an occurrence that is still shown is kept, with its focus and its render node;
  /// `createBlock` creates missing blocks. If the day changes, the blocks of the previous day can be reused.
  func setOccurrences(
    _ occurrences: [(Occurrence, BlockFrame)], on day: Day, left: Double, _ layout: ColumnLayout? = nil
  ) {
    if day != self.day { reset(to: day) }
    let isSameLayout = layout != nil && layout == self.layout && left == self.left
    (self.left, self.layout) = (left, layout)
    if isSameLayout, hasSameEvents(as: occurrences) {
      update(occurrences)
    } else {
      replace(with: occurrences)
    }
  }

  private func hasSameEvents(as occurrences: [(Occurrence, BlockFrame)]) -> Bool {
    slots.count == occurrences.count
      && zip(slots, occurrences).allSatisfy { $0.occurrence.id == $1.0.id }
  }

  /// Shows the same events in the same order, some of which have changed. Only blocks that move are allocated again.
  private func update(_ occurrences: [(Occurrence, BlockFrame)]) {
    var moved: [Int] = []
    for (index, (occurrence, frame)) in occurrences.enumerated() {
      let block = slots[index].block
      if block != nil, frame != slots[index].frame { moved.append(index) }
      let slot = Slot(occurrence, frame, block)
      if let block { slot.isOutdated = block.occurrence != occurrence }
      slots[index] = slot
    }
    queueAllocation(ofBlocksAt: moved)
  }

  /// Shows other events.
  private func replace(with occurrences: [(Occurrence, BlockFrame)]) {
    var kept = Dictionary(
      slots.compactMap { slot in slot.block.map { (slot.occurrence.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    slots = occurrences.map { occurrence, frame in
      let slot = Slot(occurrence, frame, kept.removeValue(forKey: occurrence.id))
      if let block = slot.block { slot.isOutdated = block.occurrence != occurrence }
      return slot
    }
    indices = Dictionary(
      slots.enumerated().map { ($1.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    discard(Array(kept.values))
    missingBlockCount = slots.count { $0.block == nil }
    removeReusableBlocksIfComplete()
    sortChildren()
    queueBlockAllocation()
  }

  /// Shows a different day, without events until `setOccurrences` is called.
  func reset(to day: Day) {
    (self.day, layout) = (day, nil)
    offsets.removeAll()
    for block in blocks {
      if gtk_widget_has_focus(block.gtkWidget) == 0 {
        reusableBlocks.append(block)
      } else {
        remove(block.gtkWidget)
      }
    }
    (slots, indices, missingBlockCount) = ([], [:], 0)
    // The queued indices are those of the former blocks.
    unallocatedBlocks = .all
    gtk_widget_queue_draw(gtkWidget)
  }

  /// Queues an allocation of the blocks. They must not be drawn before they have been allocated.
  func queueBlockAllocation() {
    unallocatedBlocks = .all
    isAllocated = false
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Queues an allocation of the blocks that are new or have moved. The others stay where they are.
  private func queueAllocation(ofBlocksAt indices: [Int]) {
    switch unallocatedBlocks {
    case .only(let others): unallocatedBlocks = .only(others + indices)
    case .all where isAllocated: unallocatedBlocks = .only(indices)
    case .all: break
    }
    isAllocated = false
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Creates the block of an event, or reuses a block of the previous day. Does nothing if the event already
  /// has a block.
  ///
  /// - Returns: the block.
  func createBlock(
    at index: Int, make: (Occurrence) -> EventBlock, reuse: (EventBlock, Occurrence) -> Void
  ) -> EventBlock {
    let slot = slots[index]
    if let block = slot.block { return block }
    let previous = slots[..<index].last { $0.block != nil }?.block?.gtkWidget
    let block: EventBlock
    if let old = reusableBlocks.popLast() ?? removableBlocks.popLast() {
      block = old
      gtk_widget_set_child_visible(old.gtkWidget, 1)
      reuse(old, slot.occurrence)
    } else {
      block = make(slot.occurrence)
    }
    gtk_widget_insert_after(block.gtkWidget, gtkWidget, previous)
    (block.paintedWidth, block.paintedHeight) = (slot.frame.width, slot.frame.height)
    slot.block = block
    missingBlockCount -= 1
    removeReusableBlocksIfComplete()
    queueAllocation(ofBlocksAt: [index])
    return block
  }

  /// Returns the index of an occurrence.
  func index(of id: Occurrence.ID) -> Int? { indices[id] }

  /// Calls `body` with each existing block and the occurrence that it shows.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for slot in slots { if let block = slot.block { body(block, slot.occurrence) } }
  }

  /// Calls `body` with each block that still shows an earlier version of its occurrence. Formatting the text
  /// of hundreds of unchanged events would take longer than laying them out.
  func forEachOutdatedBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for slot in slots where slot.isOutdated {
      slot.isOutdated = false
      if let block = slot.block { body(block, slot.occurrence) }
    }
  }

  /// Returns the block of the event at `index`, if it exists.
  func block(at index: Int) -> EventBlock? { slots[index].block }

  /// Returns the index of the first event that starts within a vertical range, in page coordinates.
  func index(startingIn range: ClosedRange<Double>) -> Int? {
    slots.firstIndex { range.contains($0.frame.top) }
  }

  /// Removes blocks of events that are no longer shown: a few at once, and more of them in the frames that follow.
  private func discard(_ blocks: [EventBlock]) {
    guard blocks.count > Feel.immediateRemovalCount else {
      for block in blocks { remove(block.gtkWidget) }
      return
    }
    for block in blocks {
      guard gtk_widget_has_focus(block.gtkWidget) == 0 else {
        remove(block.gtkWidget)
        continue
      }
      gtk_widget_set_child_visible(block.gtkWidget, 0)
      removableBlocks.append(block)
    }
  }

  /// Whether there are hidden blocks to remove.
  var hasRemovableBlocks: Bool { !removableBlocks.isEmpty }

  /// Removes a hidden block.
  func removeNextBlock() {
    guard let block = removableBlocks.popLast() else { return }
    remove(block.gtkWidget)
    // The column must be allocated before it is drawn, but the other blocks stay where they are.
    queueAllocation(ofBlocksAt: [])
  }

  private func removeReusableBlocksIfComplete() {
    guard isComplete else { return }
    for removed in reusableBlocks { remove(removed.gtkWidget) }
    reusableBlocks = []
  }

  /// Keeps the child widgets in reading order for the accessibility tree.
  private func sortChildren() {
    var previous: WidgetPointer?
    for block in blocks {
      if gtk_widget_get_prev_sibling(block.gtkWidget) != previous {
        gtk_widget_insert_after(block.gtkWidget, gtkWidget, previous)
      }
      previous = block.gtkWidget
    }
  }

  /// Lays out the blocks of the same occurrences again. `left` is the left edge of the column, in page
  /// coordinates.
  func setFrames(_ frames: [BlockFrame], left: Double, _ layout: ColumnLayout? = nil) {
    (self.left, self.layout) = (left, layout)
    for frame in frames { if let index = indices[frame.id] { slots[index].frame = frame } }
    queueBlockAllocation()
  }

  /// Animates a block from the position at which it was dropped, in page coordinates, to its final position.
  /// Only the drawing is animated: for presses, the block is at its final position from the first frame on.
  func glide(_ id: Occurrence.ID, from start: Point, _ motion: DropMotion) {
    guard motion.duration > 0, let frame = frame(of: id), start != Point(x: frame.left, y: frame.top) else {
      return
    }
    let (dx, dy) = (start.x - frame.left, start.y - frame.top)
    var began: Int?
    glide(id, dx: dx, dy: dy)
    _ = addTickCallback(gtkWidget) { [weak self] time in
      guard let self else { return false }
      let elapsed = Double(time - (began ?? time)) / 1_000_000
      began = began ?? time
      let rest = motion.remaining(after: elapsed)
      self.glide(id, dx: dx * rest, dy: dy * rest)
      return rest > 0
    }
  }

  /// Draws a block at an offset in px from its position, rounded to device pixels.
  private func glide(_ id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    queueBlockAllocation()
  }

  override func allocate(width: Int, height: Int) {
    // If GTK requests an allocation, because of a different size or style, all blocks may need one.
    if case .only(let indices) = unallocatedBlocks, allocatedSize == (width, height) {
      for index in indices { allocateBlock(of: slots[index]) }
    } else {
      for slot in slots { allocateBlock(of: slot) }
    }
    (unallocatedBlocks, allocatedSize, isAllocated) = (.all, (width, height), true)
  }

  private func allocateBlock(of slot: Slot) {
    guard let block = slot.block else { return }
    FrameStatistics.allocationCount += 1
    let frame = slot.frame
    block.paintedHeight = frame.height
    block.paintedWidth = frame.width
    // `offsets` is nearly always empty, and looking up an ID is expensive.
    let offset = offsets.isEmpty ? (dx: 0, dy: 0) : offsets[slot.occurrence.id] ?? (dx: 0, dy: 0)
    allocate(
      block.gtkWidget, x: DevicePixels.round(frame.left - left + offset.dx, scaleFactor),
      y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
      height: Int(frame.height.rounded(.up)))
  }

  /// The vertical range in which blocks are drawn, in page coordinates. Blocks outside it are out of view.
  var drawnRange = -Double.infinity...Double.infinity {
    didSet { if drawnRange != oldValue { gtk_widget_queue_draw(gtkWidget) } }
  }

  // The blocks in `reusableBlocks` are not drawn.
  override func snapshot(_ snapshot: OpaquePointer) {
    for slot in slots {
      guard let block = slot.block, isDrawn(slot) else { continue }
      gtk_widget_snapshot_child(gtkWidget, block.gtkWidget, snapshot)
    }
  }

  /// Whether a slot's block is drawn. An animated block is always drawn, wherever it is.
  private func isDrawn(_ slot: Slot) -> Bool {
    (slot.frame.top...slot.frame.bottom).overlaps(drawnRange)
      || (!offsets.isEmpty && offsets[slot.occurrence.id] != nil)
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
