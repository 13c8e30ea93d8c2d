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

  /// An occurrence, its frame, and its block if it has one. This is a class because each frame of a page turn
  /// iterates over the columns, and copying an occurrence is expensive.
  private final class PlacedBlock {
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
  private var placedBlocks: [PlacedBlock] = []
  /// The index of each occurrence in `placedBlocks`.
  private var indices: [Occurrence.ID: Int] = [:]
  /// Blocks of the previous day, which are not drawn and can be reused.
  private var reusableBlocks: [EventBlock] = []
  /// Blocks of events on this day that are no longer shown, by the ID of the event. They are kept, because removing and
  /// creating the blocks of a crowded day takes many frames, and a hidden calendar is often shown again.
  private var spareBlocks: [Occurrence.ID: EventBlock] = [:]
  /// The IDs in `spareBlocks` of events that the column does not show. Their blocks can be used for other events.
  private var reassignableIDs: [Occurrence.ID] = []
  /// Blocks that have become spare or are used again, but whose change has not been reported to assistive technology
  /// yet. Some may already have changed back.
  private var blocksToRelist: [EventBlock] = []
  /// Spare blocks of previous days. They are reused or removed one by one.
  private var removableBlocks: [EventBlock] = []
  /// The number of occurrences that have no block yet.
  private var missingBlockCount = 0
  /// Whether the blocks have been allocated since the last change.
  private(set) var isAllocated = false
  /// The blocks that must be allocated. While a page is being built or reloaded, these are only the new blocks and
  /// those that have moved. With hundreds of events, allocating all blocks would take up most of each frame.
  private var unallocatedBlocks = UnallocatedBlocks.all
  /// The indices of the blocks that have moved but are still drawn at their old positions. Allocating and drawing all
  /// blocks of a crowded day would take longer than a frame, so they are moved one by one, from the end. The visible
  /// ones are at the end, so they are moved first.
  private var pendingMoves: [Int] = []
  /// The size of the last allocation, in px.
  private var allocatedSize = (width: 0, height: 0)

  private enum UnallocatedBlocks {
    case all
    /// The blocks at these indices.
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
  }

  /// The accessible name of the day: its date and the number of events.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(gtkWidget, accessibleName) } }
  }

  /// The existing blocks, in reading order.
  var blocks: [EventBlock] { placedBlocks.compactMap(\.block) }
  /// Whether every event has a block.
  var isComplete: Bool { missingBlockCount == 0 }
  /// The number of events.
  var count: Int { placedBlocks.count }
  /// The vertical ranges of the events, in page coordinates and in reading order.
  var extents: [ClosedRange<Double>] { placedBlocks.map { $0.frame.top...$0.frame.bottom } }

  func block(for id: Occurrence.ID) -> EventBlock? { indices[id].flatMap { placedBlocks[$0].block } }

  /// Returns the frame of an occurrence's block, in page coordinates.
  func frame(of id: Occurrence.ID) -> BlockFrame? { indices[id].map { placedBlocks[$0].frame } }

  /// Returns the occurrence with this ID, if the column shows it.
  func occurrence(of id: Occurrence.ID) -> Occurrence? { indices[id].map { placedBlocks[$0].occurrence } }

  /// Returns the frames of these occurrences, or nil if the column does not show them in this layout yet.
  func frames(of occurrences: [Occurrence], in layout: ColumnLayout) -> [BlockFrame]? {
    guard layout == self.layout, placedBlocks.count == occurrences.count,
      zip(placedBlocks, occurrences).allSatisfy({ $0.occurrence == $1 })
    else { return nil }
    return placedBlocks.map(\.frame)
  }

  /// Sets the occurrences of a day and their frames.
  ///
  /// The block of an occurrence that is still shown is kept, with its focus and its render node;
  /// `createBlock` creates missing blocks. If the day changes, the blocks of the previous day can be reused.
  ///
  /// - Parameter movesGradually: whether blocks with new positions stay at their old ones until calls to
  ///   `moveNextBlock` move them, one block per call.
  func setOccurrences(
    _ occurrences: [(Occurrence, BlockFrame)], on day: Day, left: Double, _ layout: ColumnLayout? = nil,
    movesGradually: Bool = false
  ) {
    if day != self.day { reset(to: day) }
    let isSameLayout = layout != nil && layout == self.layout && left == self.left
    (self.left, self.layout) = (left, layout)
    if isSameLayout, hasSameEvents(as: occurrences) {
      update(occurrences)
    } else {
      replace(with: occurrences, keepsPositions: isSameLayout)
    }
    if !movesGradually { moveAllBlocks() }
  }

  private func hasSameEvents(as occurrences: [(Occurrence, BlockFrame)]) -> Bool {
    placedBlocks.count == occurrences.count
      && zip(placedBlocks, occurrences).allSatisfy { $0.occurrence.id == $1.0.id }
  }

  /// Updates the column for the same events in the same order. Some of them may have changed; only blocks that move
  /// are allocated again.
  private func update(_ occurrences: [(Occurrence, BlockFrame)]) {
    var movedIndices: [Int] = []
    for (index, (occurrence, frame)) in occurrences.enumerated() {
      let block = placedBlocks[index].block
      if block != nil, frame != placedBlocks[index].frame { movedIndices.append(index) }
      let placedBlock = PlacedBlock(occurrence, frame, block)
      if let block { placedBlock.isOutdated = block.occurrence != occurrence }
      placedBlocks[index] = placedBlock
    }
    queueAllocation(ofBlocksAt: [])
    queueMoves(ofBlocksAt: Set(pendingMoves).union(movedIndices))
  }

  /// Updates the column for different events, or a different order.
  ///
  /// - Parameter keepsPositions: whether blocks with the same frame as before stay where they are.
  private func replace(with occurrences: [(Occurrence, BlockFrame)], keepsPositions: Bool) {
    let (oldBlocks, oldIndices, pendingIndices) = (placedBlocks, indices, pendingAllocations)
    let oldMoves = Set(pendingMoves)
    var isKept = Array(repeating: false, count: oldBlocks.count)
    var (unallocatedIndices, movedIndices): ([Int], Set<Int>) = ([], [])
    pendingMoves = []
    indices = Dictionary(minimumCapacity: occurrences.count)
    missingBlockCount = 0
    placedBlocks = occurrences.enumerated().map { index, item in
      let placedBlock = PlacedBlock(item.0, item.1, nil)
      if indices[item.0.id] == nil { indices[item.0.id] = index }
      guard let oldIndex = oldIndices[item.0.id], !isKept[oldIndex], let block = oldBlocks[oldIndex].block
      else {
        missingBlockCount += 1
        return placedBlock
      }
      isKept[oldIndex] = true
      placedBlock.block = block
      placedBlock.isOutdated = block.occurrence != item.0
      if pendingIndices?.contains(oldIndex) == true {
        unallocatedIndices.append(index)
      } else if oldBlocks[oldIndex].frame != item.1 || oldMoves.contains(oldIndex) {
        movedIndices.insert(index)
      }
      return placedBlock
    }
    discard(zip(oldBlocks, isKept).compactMap { $1 ? nil : $0.block })
    reassignableIDs = spareBlocks.keys.filter { indices[$0] == nil }
    removeReusableBlocksIfComplete()
    let isSorted = sortChildren()
    guard keepsPositions, isSorted, pendingIndices != nil else { return queueBlockAllocation() }
    unallocatedBlocks = .only([])
    queueAllocation(ofBlocksAt: unallocatedIndices)
    queueMoves(ofBlocksAt: movedIndices)
  }

  /// The indices of the blocks that must be allocated; nil for all.
  private var pendingAllocations: Set<Int>? {
    switch unallocatedBlocks {
    case .only(let indices): Set(indices)
    case .all: isAllocated ? [] : nil
    }
  }

  // MARK: Moving blocks one by one

  private func queueMoves(ofBlocksAt movedIndices: Set<Int>) {
    let sortedIndices = movedIndices.sorted()
    pendingMoves =
      sortedIndices.filter { !isDrawn(placedBlocks[$0]) } + sortedIndices.filter { isDrawn(placedBlocks[$0]) }
  }

  private func moveAllBlocks() {
    guard hasPendingMoves else { return }
    queueAllocation(ofBlocksAt: pendingMoves)
    pendingMoves = []
  }

  /// Whether blocks that have moved are still drawn at their old positions.
  var hasPendingMoves: Bool { !pendingMoves.isEmpty }

  /// Moves a block to its new position. If it gets a new size, it shows only its background until it is painted.
  func moveNextBlock() {
    guard let index = pendingMoves.popLast() else { return }
    let frame = placedBlocks[index].frame
    if let block = placedBlocks[index].block,
      block.paintedWidth != frame.width || block.paintedHeight != frame.height
    {
      (block.paintedWidth, block.paintedHeight) = (frame.width, frame.height)
      block.deferPaint()
    }
    queueAllocation(ofBlocksAt: [index])
  }

  // MARK: Blocks

  /// Shows a different day, without events until `setOccurrences` is called.
  func reset(to day: Day) {
    (self.day, layout) = (day, nil)
    offsets.removeAll()
    removableBlocks += spareBlocks.values
    (spareBlocks, reassignableIDs) = ([:], [])
    for block in blocks {
      if gtk_widget_has_focus(block.gtkWidget) == 0 { reusableBlocks.append(block) } else { remove(block) }
    }
    (placedBlocks, indices, missingBlockCount, pendingMoves) = ([], [:], 0, [])
    // The queued indices refer to the previous blocks.
    unallocatedBlocks = .all
    gtk_widget_queue_draw(gtkWidget)
  }

  /// Queues an allocation of all blocks. They must not be drawn before they have been allocated.
  func queueBlockAllocation() {
    unallocatedBlocks = .all
    isAllocated = false
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Queues an allocation of the blocks that are new or have moved. The others stay where they are.
  private func queueAllocation(ofBlocksAt indices: [Int]) {
    switch unallocatedBlocks {
    case .only(let queuedIndices): unallocatedBlocks = .only(queuedIndices + indices)
    case .all where isAllocated: unallocatedBlocks = .only(indices)
    case .all: break
    }
    isAllocated = false
    gtk_widget_queue_allocate(gtkWidget)
  }

  /// Creates the block of an event, or reuses one that is no longer shown. Does nothing if the event already
  /// has a block.
  ///
  /// - Returns: the block.
  func createBlock(
    at index: Int, make: (Occurrence) -> EventBlock, reuse: (EventBlock, Occurrence) -> Void
  ) -> EventBlock {
    let placedBlock = placedBlocks[index]
    if let block = placedBlock.block { return block }
    let previousWidget = placedBlocks[..<index].last { $0.block != nil }?.block?.gtkWidget
    let block: EventBlock
    if let unusedBlock = takeBlock(for: placedBlock.occurrence.id) {
      block = unusedBlock
      (block.paintedWidth, block.paintedHeight) = (placedBlock.frame.width, placedBlock.frame.height)
      reuse(unusedBlock, placedBlock.occurrence)
      if unusedBlock.isSpare {
        unusedBlock.isSpare = false
        unusedBlock.setShown(true)
        blocksToRelist.append(unusedBlock)
      }
    } else {
      block = make(placedBlock.occurrence)
      (block.paintedWidth, block.paintedHeight) = (placedBlock.frame.width, placedBlock.frame.height)
    }
    place(block, after: previousWidget)
    placedBlock.block = block
    missingBlockCount -= 1
    removeReusableBlocksIfComplete()
    queueAllocation(ofBlocksAt: [index])
    return block
  }

  /// Returns a block that is no longer shown, preferably the one that showed the same event.
  private func takeBlock(for id: Occurrence.ID) -> EventBlock? {
    if let block = spareBlocks.removeValue(forKey: id) { return block }
    if let block = reusableBlocks.popLast() ?? removableBlocks.popLast() { return block }
    // Only blocks of events that are not shown are taken; the other spare blocks will be needed for their own events.
    return reassignableIDs.popLast().flatMap { spareBlocks.removeValue(forKey: $0) }
  }

  /// Moves a block to its position in reading order: after `previous`, or to the beginning if `previous` is nil.
  /// Spare blocks between the two are ignored.
  ///
  /// - Returns: whether the block had to be moved.
  @discardableResult
  private func place(_ block: EventBlock, after previous: WidgetPointer?) -> Bool {
    if gtk_widget_get_parent(block.gtkWidget) == gtkWidget {
      var sibling = gtk_widget_get_prev_sibling(block.gtkWidget)
      while let spareWidget = sibling, spareWidget != previous, gtk_widget_get_child_visible(spareWidget) == 0
      {
        sibling = gtk_widget_get_prev_sibling(spareWidget)
      }
      if sibling == previous { return false }
    }
    gtk_widget_insert_after(block.gtkWidget, gtkWidget, previous)
    return true
  }

  /// Returns the index of an occurrence.
  func index(of id: Occurrence.ID) -> Int? { indices[id] }

  /// Calls `body` with each existing block and the occurrence that it shows.
  func forEachBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for placedBlock in placedBlocks {
      if let block = placedBlock.block { body(block, placedBlock.occurrence) }
    }
  }

  /// Calls `body` with each block that still shows an earlier version of its occurrence. Unchanged events are
  /// skipped, because formatting the text of hundreds of them would take longer than laying them out.
  func forEachOutdatedBlock(_ body: (EventBlock, Occurrence) -> Void) {
    for placedBlock in placedBlocks where placedBlock.isOutdated {
      placedBlock.isOutdated = false
      if let block = placedBlock.block { body(block, placedBlock.occurrence) }
    }
  }

  /// Returns the block of the event at `index`, if it exists.
  func block(at index: Int) -> EventBlock? { placedBlocks[index].block }

  /// Returns the index of the first event that starts within a vertical range, in page coordinates.
  func index(startingIn range: ClosedRange<Double>) -> Int? {
    placedBlocks.firstIndex { range.contains($0.frame.top) }
  }

  /// Keeps the blocks of events that are no longer shown as spare ones, or removes them if there are only a few.
  private func discard(_ blocks: [EventBlock]) {
    let keepsBlocks = blocks.count > Feel.immediateRemovalCount
    for block in blocks {
      if keepsBlocks, gtk_widget_has_focus(block.gtkWidget) == 0 {
        keepAsSpare(block)
      } else {
        remove(block)
      }
    }
  }

  /// Hides a block and keeps it for later.
  private func keepAsSpare(_ block: EventBlock) {
    block.setShown(false)
    block.isSpare = true
    blocksToRelist.append(block)
    if let replacedBlock = spareBlocks.updateValue(block, forKey: block.occurrence.id) {
      removableBlocks.append(replacedBlock)
    }
  }

  /// Whether assistive technology lists spare blocks, or does not list blocks that are used again.
  var isListingOutdated: Bool {
    while let last = blocksToRelist.last, !last.isListingOutdated { blocksToRelist.removeLast() }
    return !blocksToRelist.isEmpty
  }

  /// Notifies assistive technology about one block that has become spare or is used again.
  func updateNextListing() {
    guard isListingOutdated else { return }
    blocksToRelist.removeLast().updateListing()
  }

  /// Whether there are spare blocks of previous days.
  var hasRemovableBlocks: Bool { !removableBlocks.isEmpty }

  /// Removes a spare block of a previous day.
  func removeNextBlock() {
    guard let block = removableBlocks.popLast() else { return }
    remove(block)
    // The column must be allocated before it is drawn, but the other blocks stay where they are.
    queueAllocation(ofBlocksAt: [])
  }

  private func removeReusableBlocksIfComplete() {
    guard isComplete else { return }
    reusableBlocks.forEach(remove)
    reusableBlocks = []
  }

  private func remove(_ block: EventBlock) {
    block.discardListingUpdate()
    remove(block.gtkWidget)
  }

  /// Keeps the child widgets in reading order for the accessibility tree.
  ///
  /// - Returns: whether they were already in that order.
  private func sortChildren() -> Bool {
    var (previous, isSorted): (WidgetPointer?, Bool) = (nil, true)
    for block in blocks {
      if place(block, after: previous) { isSorted = false }
      previous = block.gtkWidget
    }
    return isSorted
  }

  /// Lays out the blocks again, for the same occurrences. `left` is the left edge of the column, in page
  /// coordinates.
  func setFrames(_ frames: [BlockFrame], left: Double, _ layout: ColumnLayout? = nil) {
    (self.left, self.layout) = (left, layout)
    for frame in frames { if let index = indices[frame.id] { placedBlocks[index].frame = frame } }
    queueBlockAllocation()
  }

  /// Animates a block from the position at which it was dropped, in page coordinates, to its final position.
  /// Only the drawing is animated: for presses, the block is at its final position from the first frame on.
  func glide(_ id: Occurrence.ID, from start: Point, _ motion: DropMotion) {
    guard motion.duration > 0, let frame = frame(of: id), start != Point(x: frame.left, y: frame.top) else {
      return
    }
    let (dx, dy) = (start.x - frame.left, start.y - frame.top)
    var startTime: Int?
    setOffset(of: id, dx: dx, dy: dy)
    _ = addTickCallback(gtkWidget) { [weak self] time in
      guard let self else { return false }
      let elapsed = Double(time - (startTime ?? time)) / 1_000_000
      startTime = startTime ?? time
      let remainingFraction = motion.remainingFraction(after: elapsed)
      self.setOffset(of: id, dx: dx * remainingFraction, dy: dy * remainingFraction)
      return remainingFraction > 0
    }
  }

  /// Draws a block at an offset in px from its position, rounded to device pixels.
  private func setOffset(of id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    queueBlockAllocation()
  }

  override func allocate(width: Int, height: Int) {
    // If GTK requests an allocation, because of a different size or style, all blocks may need one.
    if case .only(let indices) = unallocatedBlocks, allocatedSize == (width, height) {
      for index in indices { allocateBlock(of: placedBlocks[index]) }
    } else {
      for placedBlock in placedBlocks { allocateBlock(of: placedBlock) }
      pendingMoves = []
    }
    (unallocatedBlocks, allocatedSize, isAllocated) = (.all, (width, height), true)
  }

  private func allocateBlock(of placedBlock: PlacedBlock) {
    guard let block = placedBlock.block else { return }
    FrameStatistics.allocationCount += 1
    let frame = placedBlock.frame
    block.paintedHeight = frame.height
    block.paintedWidth = frame.width
    // `offsets` is nearly always empty, and looking up an ID is expensive.
    let offset = offsets.isEmpty ? (dx: 0, dy: 0) : offsets[placedBlock.occurrence.id] ?? (dx: 0, dy: 0)
    allocate(
      block.gtkWidget, x: DevicePixels.round(frame.left - left + offset.dx, scaleFactor),
      y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
      height: Int(frame.height.rounded(.up)))
  }

  /// The vertical range in which blocks are drawn, in page coordinates. Blocks outside it are out of view.
  var drawnRange = -Double.infinity...Double.infinity {
    didSet { if drawnRange != oldValue { gtk_widget_queue_draw(gtkWidget) } }
  }

  // Only the blocks of current events are drawn.
  override func snapshot(_ snapshot: OpaquePointer) {
    for placedBlock in placedBlocks {
      guard let block = placedBlock.block, isDrawn(placedBlock) else { continue }
      gtk_widget_snapshot_child(gtkWidget, block.gtkWidget, snapshot)
    }
  }

  /// Returns whether a placed block is drawn. An animated block is always drawn, wherever it is.
  private func isDrawn(_ placedBlock: PlacedBlock) -> Bool {
    (placedBlock.frame.top...placedBlock.frame.bottom).overlaps(drawnRange)
      || (!offsets.isEmpty && offsets[placedBlock.occurrence.id] != nil)
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
