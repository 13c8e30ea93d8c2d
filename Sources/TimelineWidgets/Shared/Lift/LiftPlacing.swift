import CalendarModel
import TimelineInteraction
import TimelinePainting

/// Computes where a lifted event is drawn and where it would be dropped, from a snapshot of a view's layout.
@MainActor
package protocol LiftPlacing {
  /// The days that are shown.
  var days: Range<Day> { get }
  /// The width in px by which a day is moved sideways.
  var columnWidth: Double { get }
  /// The height in px above the viewport that the lift layer covers while a bar is lifted.
  var heightAbove: Double { get }
  /// Returns the size of an event's block, and where it is in its column or row.
  ///
  /// - Parameter day: the day of the column or row that the event is lifted from.
  func shape(of occurrence: Occurrence, on day: Day) -> LiftShape
  /// Returns the placement of an event that a pointer holds.
  ///
  /// - Parameter heldTime: returns the text beside the held edge for the wall time of that edge.
  func placement(of draggedEvent: DraggedEvent, _ shape: LiftShape, heldTime: (WallTime) -> String?)
    -> LiftPlacement
  /// Returns the placement of an event that is lifted with the keyboard.
  func placement(of keyboardMove: KeyboardMove, _ shape: LiftShape) -> LiftPlacement
  /// Returns the rectangle of an event that moves with the held one.
  func placement(of position: CompanionPosition, _ occurrence: Occurrence, _ shape: LiftShape) -> Rectangle
  /// Returns the rectangle of an event that was moved with the keyboard together with others.
  func placement(of occurrence: Occurrence, _ shape: LiftShape) -> Rectangle
}

/// The size of a lifted event's block, and where it is in its column or row.
package struct LiftShape: Equatable {
  /// The distance in px from the left edge of the column to the block.
  package var inset: Double
  /// The width of the block in px; nil for a bar, whose width follows from its days.
  package var width: Double?
  /// The upper edge of the event's lane in the all-day row, in px.
  package var laneTop: Double
}

/// The positions of a lifted event in one frame, in viewport coordinates. The edges of the event are on device pixels.
package struct LiftPlacement: Equatable {
  package var x: Double
  package var width: Double
  package var top: Double
  package var bottom: Double
  /// The drop position, one rectangle per day; empty until the snapped time has changed.
  package var outlines: [Rectangle]
  /// Whether the label is preferably above the event instead of below it.
  package var isLabelAtStart: Bool
  /// Whether a pointer holds the whole event, not just one of its edges.
  package var isWholeEventHeld = false
  /// The time of the held edge, to be shown in the hour gutter; nil to show none.
  package var gutterText: String?
  /// The y coordinate at which `gutterText` is centered, in viewport coordinates.
  package var gutterTextY = 0.0
  /// The width of the hour gutter in px.
  package var gutterWidth = 0.0
  /// The rectangles of the other lifted events, in the order of their blocks.
  var companions: [Rectangle] = []
  /// The height in px of the part of the view above the viewport that the layer covers: the all-day row while a bar is
  /// lifted, otherwise 0.
  package var heightAbove = 0.0
  /// How far the layer extends beyond the viewport.
  var margins = LiftMargins()
  /// The part of the sidebar that the event is over; nil while it is over the view.
  var dropTarget: SidebarDropTarget?
  /// The rectangle of `dropTarget`, in viewport coordinates; nil if the event is not over another calendar, a day or a
  /// button.
  var dropTargetArea: Rectangle?

  /// The upper left corner of the viewport, in the layer's coordinates.
  var viewportOrigin: Point { Point(x: margins.left, y: max(margins.top, heightAbove)) }

  package init(
    x: Double, width: Double, top: Double, bottom: Double, outlines: [Rectangle], isLabelAtStart: Bool,
    isWholeEventHeld: Bool = false, gutterText: String? = nil, gutterTextY: Double = 0,
    gutterWidth: Double = 0,
    heightAbove: Double = 0
  ) {
    (self.x, self.width, self.top, self.bottom, self.outlines) = (x, width, top, bottom, outlines)
    (self.isLabelAtStart, self.isWholeEventHeld) = (isLabelAtStart, isWholeEventHeld)
    (self.gutterText, self.gutterTextY, self.gutterWidth) = (gutterText, gutterTextY, gutterWidth)
    self.heightAbove = heightAbove
  }
}

/// How far the layer of a lifted event extends beyond the viewport, in whole px.
struct LiftMargins: Equatable {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
}
