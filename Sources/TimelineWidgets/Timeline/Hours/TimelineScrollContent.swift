import CGtk
import GtkSupport

/// The scrolled content of the timeline: the hour gutter and the pages.
///
/// It is the child of a GtkScrolledWindow, so GTK handles scroll bars, the wheel and kinetic scrolling. A
/// GtkViewport would truncate the scroll offset to whole px. This widget keeps the offset as a Double and rounds
/// it to device pixels once for all children, so they move together.
@MainActor
final class TimelineScrollContent: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanTimelineScrollContent", role: GTK_ACCESSIBLE_ROLE_GROUP, isScrollable: true)

  /// Called when the scroll offset has changed, because of user input or a call to `setScroll` or `setContent`.
  var onScroll: () -> Void = {}
  /// Called with the new height of the viewport when it has changed, before the children are allocated. The
  /// callback may set the content height and the offset.
  var willAllocate: (_ height: Int) -> Void = { _ in }
  /// Allocates the children. Called with the widget's size, and with the offset rounded to device pixels.
  var allocateContent: (_ width: Int, _ height: Int, _ offset: Double) -> Void = { _, _, _ in }

  /// The connection to the adjustment's `value-changed`.
  private var valueHandler: (adjustment: UnsafeMutablePointer<GtkAdjustment>, id: gulong)?
  /// Whether `setContent`, which configures the adjustments itself, is in progress.
  private var isSettingContent = false
  /// Whether an allocation is in progress. Changes made in the meantime do not queue another one.
  private var isAllocating = false

  /// The height of the content in px. Setting it updates the scroll range immediately.
  var contentHeight = 0.0 {
    didSet { if contentHeight != oldValue { configureAdjustments(scroll: scroll) } }
  }

  init() {
    super.init(TimelineScrollContent.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
  }

  /// The height of the viewport in px; 0 before it is known.
  private(set) var viewportHeight = 0
  /// The offset in px as stored in the adjustment.
  var scroll: Double { verticalAdjustment.map { gtk_adjustment_get_value($0) } ?? 0 }
  /// The maximum offset in px.
  var scrollMax: Double { max(0, contentHeight - Double(viewportHeight)) }
  /// The offset rounded to device pixels, at which the content is drawn.
  var drawnScroll: Double { (scroll * scaleFactor).rounded() / scaleFactor }

  /// Sets the offset, clamped to the scroll range.
  func setScroll(_ value: Double) {
    guard let adjustment = verticalAdjustment else { return }
    gtk_adjustment_set_value(adjustment, min(max(value, 0), scrollMax))
  }

  /// Changes the content height and the offset together, so that no frame shows only one of the changes.
  func setContent(height newHeight: Double, scroll newScroll: Double) {
    isSettingContent = true
    contentHeight = newHeight
    isSettingContent = false
    configureAdjustments(scroll: newScroll)
  }

  override func adjustmentsChanged() {
    guard valueHandler?.adjustment != verticalAdjustment else { return }
    if let valueHandler {
      g_signal_handler_disconnect(UnsafeMutableRawPointer(valueHandler.adjustment), valueHandler.id)
    }
    valueHandler = nil
    guard let adjustment = verticalAdjustment else { return }
    let id = onSignal(adjustment.opaque, "value-changed") { [weak self] in
      guard let self else { return }
      self.queueAllocation()
      self.onScroll()
    }
    valueHandler = (adjustment, id)
    configureAdjustments(scroll: gtk_adjustment_get_value(adjustment))
  }

  private func configureAdjustments(scroll: Double) {
    guard !isSettingContent else { return }
    let pageSize = Double(viewportHeight)
    if let adjustment = verticalAdjustment {
      // Before the first allocation, the page size is unknown. The range then includes the whole content, so
      // a requested offset is not clamped to 0.
      let value = min(max(scroll, 0), pageSize > 0 ? max(0, contentHeight - pageSize) : contentHeight)
      gtk_adjustment_configure(
        adjustment, value, 0, max(contentHeight, pageSize), pageSize / 12, pageSize * 0.9, pageSize)
    }
    if let adjustment = horizontalAdjustment {
      let contentWidth = Double(max(1, width))
      gtk_adjustment_configure(adjustment, 0, 0, contentWidth, contentWidth, contentWidth, contentWidth)
    }
    queueAllocation()
  }

  private func queueAllocation() { if !isAllocating { gtk_widget_queue_allocate(gtkWidget) } }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (120, max(120, Int(contentHeight))) : (280, 640)
  }

  override func allocate(width: Int, height: Int) {
    isAllocating = true
    if height != viewportHeight {
      viewportHeight = height
      configureAdjustments(scroll: scroll)
      willAllocate(height)
    }
    isAllocating = false
    allocateContent(width, height, drawnScroll)
  }
}
