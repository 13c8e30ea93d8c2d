import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A view of a calendar, such as the timeline: a widget that shows the occurrences of some days.
///
/// A view lays events out, paints them, scrolls and turns pages. It describes its layout as a `Surface`. Everything that
/// the user does with events (lifting, naming, selecting, menus, details, the scope of a change, undo) is the matter of
/// `ViewStack`, is the same for all views, and needs nothing of a view but what is required here.
///
/// No requirement has a default implementation, because a view that lacks a behavior would then still compile.
/// docs/architecture.md says how to add a view.
@MainActor
package protocol CalendarView: CustomWidget {
  /// What the view shows events of, and to which it reports. Set once, by the stack.
  var host: (any CalendarViewHost)? { get set }
  /// The user's preferences. They are set as one value; the view updates only the parts that have changed.
  var configuration: TimelineConfiguration { get set }
  /// What the view shows now. It is read for every input and for every frame of a drag.
  var scene: TimelineScene { get }
  /// The day with the keyboard focus; one of the shown days.
  var day: Day { get set }
  /// The kind of the view, and how wide it wants to be.
  var extent: ViewExtent { get }

  /// The widgets on which the hand works. They do not change.
  var parts: ViewParts { get }
  /// The widgets that contain the events that are shown now.
  var pageWidgets: [WidgetPointer] { get }
  /// The widget that has the focus if the selected day has it, and its name for assistive technology.
  var selectedDay: (widget: WidgetPointer, name: String) { get }
  /// Returns the widget of the event of the selected day that is focused first; nil if the day has no events.
  func firstBlock() -> EventBlock?
  /// Returns the widget of an occurrence, preferably the one on the selected day, and creates it if necessary; nil if the
  /// view does not show the occurrence now.
  func block(for id: Occurrence.ID) -> EventBlock?
  /// Returns the existing widgets of an occurrence.
  func blocks(for id: Occurrence.ID) -> [EventBlock]
  /// Returns the visible part of an occurrence, in the view's coordinates; nil if the view does not show it.
  func frame(of id: Occurrence.ID) -> GdkRectangle?
  /// Returns the layout that determines where a lifted occurrence is drawn.
  func liftGeometry(for id: Occurrence.ID) -> any LiftPlacing

  /// Shows something else.
  func go(to destination: ViewDestination)
  /// Carries out a command that concerns only what the view shows and how.
  ///
  /// - Returns: whether it had an effect.
  @discardableResult func handle(_ command: ViewCommand) -> Bool
}

/// The kind of a view in use: the preferred one, or a narrower one if there is not enough space for it.
package struct ViewExtent: Hashable, Sendable {
  package var kind: ViewKind
  /// The width in px at which the preferred view is shown with all of its days.
  package var minimumWidth: Double

  package init(_ kind: ViewKind, minimumWidth: Double) {
    (self.kind, self.minimumWidth) = (kind, minimumWidth)
  }
}

/// The widgets of a view on which the hand works.
@MainActor
package struct ViewParts {
  /// The name of the view for assistive technology.
  package var name: String
  /// The widget whose upper left corner is the origin of viewport coordinates. Its lower edge is that of the view.
  package var viewport: WidgetPointer
  /// The widget in the viewport that scrolls; keys are handled there before the viewport handles them.
  package var content: CustomWidget
  /// The widget that contains the events that are shown as bars above the viewport; the same as `content` if there are
  /// none.
  package var bars: CustomWidget
  /// The widgets within which a press is a press on days.
  package var days: [WidgetPointer]
  /// The dates above the days, which are the first Tab stop; nil if there are none.
  package var dates: (any ViewDates)?

  package init(
    name: String, viewport: WidgetPointer, content: CustomWidget, bars: CustomWidget, days: [WidgetPointer],
    dates: (any ViewDates)?
  ) {
    self.name = name
    (self.viewport, self.content, self.bars, self.days, self.dates) = (viewport, content, bars, days, dates)
  }
}

/// Dates that can have the focus.
@MainActor
package protocol ViewDates: AnyObject {
  var gtkWidget: WidgetPointer { get }
  /// Focuses the selected day. Returns whether it has the focus now.
  func focusSelectedDay() -> Bool
}

/// What a view shows next.
package enum ViewDestination: Hashable, Sendable {
  /// A day, without an animation. The scroll offset stays.
  case day(Day)
  /// A day, with an animation.
  case turn(to: Day)
  /// A number of pages forward, or back if negative, with an animation.
  case pages(Int)
  /// A place, without an animation.
  case place(Place)
  /// A previous position, without an animation.
  case position(ViewPosition)
  /// The page of an occurrence if it is not shown, without an animation; selects its day.
  case page(of: Occurrence)
  /// An occurrence of the page that is hidden for lack of space.
  case hidden(Occurrence)
  /// The occurrence, by scrolling just far enough.
  case scrolled(to: Occurrence)
  /// The current time, or the first event if today is not visible.
  case initialPosition
}

/// A command that concerns only what a view shows and how.
package enum ViewCommand {
  /// Scrolls to a place on the current page.
  case scroll(to: Place)
  /// Turns to the page of a place, with an animation.
  case turn(to: Place)
  /// A finger's input to the pages.
  case paging(PagerInput)
  /// Sets the height of the hours and the scroll offset.
  case setZoom(DayAxis, scroll: Double)
  /// Zooms in by a number of steps, or out if negative. The content at `anchor`, a y coordinate of the viewport, stays in
  /// place; without an anchor, the focused event or the middle does.
  case zoom(steps: Double, anchor: Double?)
  case resetZoom
  /// Escape was pressed, and nothing else handled it.
  case escape
  /// End scrolling by momentum.
  case stopScrolling
  /// All fingers were lifted.
  case fingersLifted
  /// Fetch events from the host again.
  case reload(ReloadMode)
  /// Move the widget of an occurrence from a point in viewport coordinates to where it belongs, with an animation.
  case glide(Occurrence.ID, from: Point)
  /// Select the day to which the widget of an event belongs.
  case selectDay(of: EventBlock)
  /// Something on which the appearance depends has changed.
  case update(ViewChange)
}

/// When events that are fetched again are shown.
package enum ReloadMode: Hashable, Sendable {
  case now
  /// Frame by frame, visible ones first.
  case gradually
  /// Frame by frame, after a reload in progress.
  case queued
}

/// Something on which the appearance of a view depends.
package enum ViewChange: Hashable, Sendable {
  /// The minute or the day.
  case currentTime
  case displayZone
  /// The phrases or the clock format.
  case phrases
  /// The colors, the fonts or the text size.
  case style
  /// Whether the user has disabled animations.
  case motion(isReduced: Bool)
}

/// The days and hours that a view shows, and the event that has the focus.
package struct ViewPosition: Hashable, Sendable {
  /// The day with the keyboard focus.
  package var day: Day
  package var shownDays: Range<Day>
  /// The scroll offset in px.
  package var scroll: Double
  /// The focused event; nil if none has the focus.
  package var focus: Occurrence.ID?

  package init(day: Day, shownDays: Range<Day>, scroll: Double = 0, focus: Occurrence.ID? = nil) {
    (self.day, self.shownDays, self.scroll, self.focus) = (day, shownDays, scroll, focus)
  }
}

/// What a view asks of the stack that shows it, and to which it reports.
@MainActor
package protocol CalendarViewHost: AnyObject {
  var gtkWidget: WidgetPointer { get }
  /// The state of the interaction, on which marks and what is shown depend.
  var state: TimelineState { get }
  /// Creates and updates the widgets of events.
  var blocks: EventBlocks { get }
  /// The zone whose wall time is shown; nil until there are events.
  var displayZone: Zone? { get }
  /// Returns the current time.
  var now: () -> Instant { get }
  /// The conditions of the view's surface.
  var surfaceConditions: SurfaceConditions { get }
  /// Whether animations are disabled.
  var isMotionReduced: Bool { get }
  /// Returns the occurrences to show on some days, including changes that are not stored yet.
  func occurrencesToShow(in days: Range<Day>) -> [Occurrence]
  /// Returns the stored occurrences of some days.
  func storedOccurrences(in days: Range<Day>) -> [Occurrence]
  /// Gives the focus to the first event of the selected day, or to the day.
  func takeFocus()
  /// Preserves the focus while `body` removes widgets of events.
  func preserveFocus(during body: () -> Void)
  /// Allocates the title field of a new event over a rectangle, in coordinates of `parent`, if the field is a child of it.
  ///
  /// - Parameters:
  ///   - rectangle: the rectangle of the new event; nil if it is not shown.
  ///   - extent: the horizontal range within which the field is placed.
  func allocateTitleField(
    in parent: CustomWidget, over rectangle: @autoclosure () -> Rectangle?,
    within extent: ClosedRange<Double>)
  /// Called when something has happened in the view.
  func viewReports(_ event: ViewEvent)
}

/// The conditions of a surface that do not depend on its view.
package struct SurfaceConditions {
  package var zone: Zone
  package var dragThreshold: Double
  package var sidebar: SidebarDropTargets?
}

/// What happens in a view.
package enum ViewEvent: Hashable, Sendable {
  /// The layout on which gestures depend has changed.
  case layoutChanged
  /// The view has scrolled.
  case scrolled
  /// The pages are about to move.
  case pagesWillMove
  /// The pages have moved.
  case pagesMoved
  /// A different page has become the current one: the surface already has its days, but the widgets of the previous page
  /// still exist. `pageTurned` follows.
  case pageWillTurn
  /// The widgets of the new page exist.
  case pageTurned
  /// The events of the current page have been fetched again, frame by frame.
  case reloaded
  /// The selected day or the shown days have changed.
  case daysChanged
  /// The width has changed.
  case resized
  /// The user has zoomed, with the new zoom in px per hour, or 0 for the default.
  case zoomed(Double)
}
