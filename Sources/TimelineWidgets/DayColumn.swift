import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// One day's events on the sheet: a list to assistive technology, its blocks in reading order.
///
/// It is as high as the day, and only it is moved when the timeline scrolls: its blocks keep their places and
/// their render nodes.
@MainActor
final class DayColumn: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanDayColumn", role: GTK_ACCESSIBLE_ROLE_LIST)

  /// The day.
  let day: Day
  /// The blocks in reading order.
  private(set) var blocks: [EventBlock] = []
  private var frames: [Occurrence.ID: BlockFrame] = [:]
  private var offsets: [Occurrence.ID: (dx: Double, dy: Double)] = [:]

  init(day: Day) {
    self.day = day
    super.init(DayColumn.widgetClass)
  }

  /// What assistive technology calls the day: its date and the number of events.
  var accessibleName = "" {
    didSet { if accessibleName != oldValue { Accessible.setLabel(pointer, accessibleName) } }
  }

  /// The block of an occurrence.
  func block(for id: Occurrence.ID) -> EventBlock? { blocks.first { $0.occurrence.id == id } }

  /// Where an occurrence's block lies in the column.
  func frame(of id: Occurrence.ID) -> BlockFrame? { frames[id] }

  /// Shows these occurrences at these places.
  ///
  /// A block whose occurrence stays is kept, with its focus and its painted node; only what is new is made and
  /// only what is gone goes.
  func show(_ occurrences: [(Occurrence, BlockFrame)], make: (Occurrence) -> EventBlock) {
    var kept = Dictionary(blocks.map { ($0.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    var previous: WidgetPointer?
    var next: [EventBlock] = []
    frames.removeAll(keepingCapacity: true)
    for (occurrence, frame) in occurrences {
      let block: EventBlock
      if let old = kept.removeValue(forKey: occurrence.id) {
        block = old
        if gtk_widget_get_prev_sibling(block.pointer) != previous {
          gtk_widget_insert_after(block.pointer, pointer, previous)
        }
      } else {
        block = make(occurrence)
        gtk_widget_insert_after(block.pointer, pointer, previous)
      }
      frames[occurrence.id] = frame
      previous = block.pointer
      next.append(block)
    }
    for gone in kept.values { remove(gone.pointer) }
    blocks = next
    gtk_widget_queue_allocate(pointer)
  }

  /// Places the blocks anew; `newFrames` are of the same occurrences.
  func place(_ newFrames: [BlockFrame]) {
    frames = Dictionary(newFrames.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    gtk_widget_queue_allocate(pointer)
  }

  /// Shows a block so many px away from its place; on device pixels, like everything.
  func glide(_ id: Occurrence.ID, dx: Double, dy: Double) {
    offsets[id] = dx == 0 && dy == 0 ? nil : (dx, dy)
    gtk_widget_queue_allocate(pointer)
  }

  override func allocate(width: Int, height: Int) {
    for block in blocks {
      guard let frame = frames[block.occurrence.id] else { continue }
      block.paintedHeight = frame.height
      block.paintedWidth = frame.width
      let offset = offsets[block.occurrence.id] ?? (0, 0)
      place(
        block.pointer, x: DevicePixels.round(frame.left + offset.dx, scaleFactor),
        y: DevicePixels.round(frame.top + offset.dy, scaleFactor), width: Int(frame.width.rounded(.up)),
        height: Int(frame.height.rounded(.up)))
    }
  }

  // The timeline moves the focus itself, in reading order.
  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
