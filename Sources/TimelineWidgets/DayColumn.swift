import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// One day's events on the sheet: a list to assistive technology, its blocks in reading order.
///
/// It is as high as the day and goes with its page; its blocks keep their places and their render nodes while the
/// timeline scrolls or a page turns. Blocks are made one by one, so that a page that is not seen yet can be made in
/// many small steps.
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

  /// The day.
  private(set) var day: Day
  private var slots: [Slot] = []
  private var places: [Occurrence.ID: Int] = [:]
  /// Blocks of events that are gone: the next ones made are these again.
  private var leftOver: [EventBlock] = []
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
  private(set) var isComplete = true

  /// The block of an occurrence.
  func block(for id: Occurrence.ID) -> EventBlock? { places[id].flatMap { slots[$0].block } }

  /// Where an occurrence's block lies on the page.
  func frame(of id: Occurrence.ID) -> BlockFrame? { places[id].map { slots[$0].frame } }

  /// Plans to show these occurrences at these places on a day.
  ///
  /// A block whose occurrence stays is kept, with its focus and its painted node; what is new is made by `makeNext`.
  /// On another day the blocks of the day before are used again.
  func plan(_ occurrences: [(Occurrence, BlockFrame)], on day: Day) {
    let isOtherDay = day != self.day
    self.day = day
    if isOtherDay { offsets.removeAll() }
    var kept = Dictionary(
      slots.compactMap { slot in slot.block.map { (slot.occurrence.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    slots = occurrences.map { Slot($0, $1, kept.removeValue(forKey: $0.id)) }
    places = Dictionary(
      slots.enumerated().map { ($1.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    for gone in kept.values {
      if isOtherDay, gtk_widget_has_focus(gone.pointer) == 0 {
        leftOver.append(gone)
      } else {
        remove(gone.pointer)
      }
    }
    paintedAhead = 0
    finishIfComplete()
    order()
    gtk_widget_queue_allocate(pointer)
  }

  /// Makes the next block that is missing, or uses one of another day again.
  ///
  /// - Returns: false if there is none to make.
  func makeNext(make: (Occurrence) -> EventBlock, renew: (EventBlock, Occurrence) -> Void) -> Bool {
    guard let index = slots.firstIndex(where: { $0.block == nil }) else { return false }
    let occurrence = slots[index].occurrence
    let previous = index > 0 ? slots[index - 1].block?.pointer : nil
    let block: EventBlock
    if let old = leftOver.popLast() {
      block = old
      renew(old, occurrence)
    } else {
      block = make(occurrence)
    }
    gtk_widget_insert_after(block.pointer, pointer, previous)
    slots[index].block = block
    finishIfComplete()
    gtk_widget_queue_allocate(pointer)
    return true
  }

  /// How many blocks are painted for the time when they are seen.
  private var paintedAhead = 0
  /// Whether all blocks that there are are painted.
  var isPaintedAhead: Bool { paintedAhead == slots.count }

  /// Paints the next blocks, as long as there is time.
  func paintAhead(while hasTime: () -> Bool) {
    while paintedAhead < slots.count, hasTime() {
      slots[paintedAhead].block?.paintAhead()
      paintedAhead += 1
    }
  }

  private func finishIfComplete() {
    isComplete = slots.allSatisfy { $0.block != nil }
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

  /// Places the blocks anew, in a column that begins at `left` px of the page; `frames` are of the same occurrences.
  func place(_ frames: [BlockFrame], left: Double) {
    self.left = left
    paintedAhead = 0
    for frame in frames { if let index = places[frame.id] { slots[index].frame = frame } }
    gtk_widget_queue_allocate(pointer)
  }

  /// Shows a block so many px away from its place; on device pixels, like everything.
  func glide(_ id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    gtk_widget_queue_allocate(pointer)
  }

  override func allocate(width: Int, height: Int) {
    for slot in slots {
      guard let block = slot.block else { continue }
      let frame = slot.frame
      block.paintedHeight = frame.height
      block.paintedWidth = frame.width
      let offset = offsets[slot.occurrence.id] ?? (0, 0)
      place(
        block.pointer, x: DevicePixels.round(frame.left - left + offset.dx, scaleFactor),
        y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
        height: Int(frame.height.rounded(.up)))
    }
    for old in leftOver { place(old.pointer, x: -2 * Double(width), y: 0, width: 1, height: 1) }
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
