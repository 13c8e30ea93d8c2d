import CGtk
import CalendarModel
import GtkSupport

/// The row of what takes whole days, above the scrolled hours. Empty, it takes no room.
@MainActor
final class AllDayStrip: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanAllDayStrip", role: GTK_ACCESSIBLE_ROLE_LIST, cssName: "allday")
  private static let gap = 3.0
  private static let padding = 6

  private let style: TimelineStyle
  private(set) var blocks: [EventBlock] = []
  /// Called for a click on an event: with which button, at which place of the strip.
  var onClick: (_ id: Occurrence.ID, _ button: UInt32, _ x: Double, _ y: Double) -> Void = { _, _, _, _ in }

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayStrip.widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    Accessible.setLabel(pointer, style.phrases.translator.tr("All-day events"))
    let click = created(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 0)
    GtkSupport.onClick(click, "released") { [weak self] _, x, y in
      guard let self, let block = self.block(at: y) else { return }
      self.onClick(block.occurrence.id, gtk_gesture_single_get_current_button(click), x, y)
    }
    gtk_widget_add_controller(pointer, click)
  }

  private var rowHeight: Int { Int(style.minimumBlockHeight) + 6 }

  /// The height in px that shows every row; 0 without events.
  var wantedHeight: Int {
    blocks.isEmpty ? 0 : blocks.count * (rowHeight + Int(AllDayStrip.gap)) + 2 * AllDayStrip.padding
  }

  private func block(at y: Double) -> EventBlock? {
    let row = (y - Double(AllDayStrip.padding)) / (Double(rowHeight) + AllDayStrip.gap)
    return row >= 0 && row < Double(blocks.count) ? blocks[Int(row)] : nil
  }

  /// The block of an occurrence.
  func block(for id: Occurrence.ID) -> EventBlock? { blocks.first { $0.occurrence.id == id } }

  /// Shows these blocks, one below the other.
  func show(_ occurrences: [Occurrence], make: (Occurrence) -> EventBlock) {
    let before = wantedHeight
    var kept = Dictionary(blocks.map { ($0.occurrence.id, $0) }, uniquingKeysWith: { first, _ in first })
    var next: [EventBlock] = []
    for occurrence in occurrences {
      let block = kept.removeValue(forKey: occurrence.id) ?? make(occurrence)
      if gtk_widget_get_parent(block.pointer) == nil { add(block.pointer) }
      next.append(block)
    }
    for gone in kept.values { remove(gone.pointer) }
    blocks = next
    if wantedHeight != before { gtk_widget_queue_resize(pointer) }
    gtk_widget_queue_allocate(pointer)
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (0, wantedHeight) : (120, 640)
  }

  override func allocate(width: Int, height: Int) {
    let gutter = style.gutterWidth
    let across = Double(width) - gutter - TimelineView.endInset
    let x = isRightToLeft ? TimelineView.endInset : gutter
    for (row, block) in blocks.enumerated() {
      block.paintedHeight = Double(rowHeight)
      block.paintedWidth = across
      place(
        block.pointer, x: x, y: Double(AllDayStrip.padding + row * (rowHeight + Int(AllDayStrip.gap))),
        width: Int(across.rounded(.up)), height: rowHeight)
    }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
