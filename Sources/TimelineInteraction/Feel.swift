/// The thresholds, speeds and durations of the timeline's interaction, each defined once with its unit and
/// its reason.
///
/// Lengths are in logical px and times in seconds.
package enum Feel {
  // MARK: The hours

  /// The space above 0:00 and below 24:00, in px. It keeps the first and the last grid line visible, so that
  /// events can be dropped on those lines.
  package static let hoursMargin = 24.0
  /// The smallest zoom, in px per hour. A whole day is then 1,008 px tall with its margins, and 15 minutes are
  /// still 10 px.
  package static let minimumZoom = 40.0
  /// The largest zoom, in px per hour. Five minutes are then about 27 px tall, enough for a finger.
  package static let maximumZoom = 320.0

  /// The zoom factor of one key press or wheel detent. Three steps nearly double the height of an hour.
  package static let zoomStep = 1.25

  // MARK: Lifting

  /// The distance that a pointer travels before a drag begins, in px. Pickers use this value; the timeline uses
  /// `gtk-dnd-drag-threshold` instead.
  package static let dragThreshold = 8.0
  /// The fraction of `gtk-long-press-time` after which a press lifts an event. With GTK's default, that is
  /// 350 ms: short enough to feel fast, but long enough to prevent most accidental lifts.
  package static let longPressFactor = 0.7

  // MARK: Edge bands and handles

  /// The largest fraction of a block's height that one edge band can take up. At least a third of the block
  /// then always moves the block.
  package static let maximumBandFraction = 1.0 / 3
  /// The maximum height of an edge band for a mouse, which aims precisely, in px.
  package static let maximumMouseBand = 12.0
  /// The maximum height of an edge band for a finger, in px.
  package static let maximumTouchBand = 22.0
  /// The minimum height of the middle of a block, which always moves the block, in px.
  package static let minimumBodyHeight = 8.0
  /// The distance by which the bands extend outside a block for a mouse, in px. It gives short blocks an edge
  /// that can be grabbed.
  package static let mouseReach = 6.0
  /// The height in px below which a long press by touch grabs the whole block, because its bands would be too
  /// small to hit.
  package static let shortBlockHeight = 40.0
  /// The minimum height of a touch target, in px (WCAG 2.2, 2.5.8).
  package static let minimumTargetHeight = 24.0
  /// The width and height of a selected block's handles for a mouse, in px (WCAG 2.2, 2.5.8).
  package static let mouseHandleSize = 24.0
  /// The width and height of a selected block's handles for a finger, in px (GNOME HIG: 44 px).
  package static let touchHandleSize = 44.0

  /// The distance along the edge from a block's corner to the center of a handle's dot, in px. It keeps the
  /// dot clear of the rounded corner.
  package static let handleInset = 12.0

  // MARK: Snapping

  /// The usual snapping step, in seconds. Most events begin on a quarter of an hour.
  package static let snapStep = 900
  /// The snapping step when zoomed in, in seconds.
  package static let zoomedSnapStep = 300
  /// The snapping step while Shift is held, in seconds.
  package static let fineSnapStep = 60
  /// The minimum zoom at which `zoomedSnapStep` is used, in px per hour. A step is then 16 px tall, the same as 15
  /// minutes at 64 px per hour.
  package static let zoomedSnapThreshold = 192.0

  // MARK: New events

  /// The distance above a grid line at which a point still counts as below the line, in px. Users rarely hit
  /// a line exactly.
  package static let gridLineTolerance = 2.0
  /// The default duration of a new event, in seconds.
  package static let newEventDuration = 3600

  // MARK: Auto-scroll

  /// The height of the scrolling zone at each edge, as a fraction of the viewport's height.
  package static let zoneFraction = 0.10
  /// The minimum and maximum height of a zone, in px.
  package static let zoneHeightRange = 44.0...72.0
  /// The additional height of a zone for a finger, in px, because a finger covers what it points at.
  package static let touchZoneExtra = 16.0
  /// The largest fraction of the viewport's height that one zone can take up. At least half of a small
  /// viewport then does not scroll.
  package static let maximumZoneFraction = 0.25
  /// The scrolling speed at the inner border of a zone, in px/s. It is slow enough to count the grid lines.
  package static let minimumScrollSpeed = 40.0
  /// The scrolling speed at the edge of the viewport, in hours per second. A day then scrolls by in less than
  /// two seconds.
  package static let maximumHoursPerSecond = 14.0
  /// The limits of the speed at the edge of the viewport, in px/s, whatever the zoom. Nothing can be read at
  /// higher speeds.
  package static let maximumScrollSpeedRange = 600.0...1200.0
  /// The distance outside the viewport over which the speed still grows, in px.
  package static let outsideRampDistance = 120.0
  /// The fraction by which the speed far outside the viewport exceeds the speed at its edge.
  package static let outsideBoost = 0.5
  /// The time in which the speed ramps up, in seconds. It lets the eye follow the start.
  package static let rampTime = 0.40
  /// The time constant while the speed grows, in seconds.
  package static let accelerationTime = 0.08
  /// The time constant while the speed falls, in seconds. It is a quarter of `accelerationTime`, so moving
  /// the pointer back stops the scrolling almost immediately.
  package static let decelerationTime = 0.02
  /// The maximum distance in px that the timeline continues to scroll after the pointer has jumped out of the
  /// zone. With `decelerationTime` alone, it would be 18 px at 896 px/s, and 36 px at 1,800 px/s.
  package static let stoppingDistance = 14.0
  /// The speed below which a slowing timeline stops, in px/s.
  package static let stoppingSpeed = 10.0
  /// The maximum increase in speed per second, as a multiple of the maximum speed. At 60 Hz, this is 0.18 of
  /// the maximum speed per frame. Only a pointer that jumps from the zone to far outside the viewport comes
  /// close to this limit.
  package static let maximumAcceleration = 11.0
  /// The longest integration step, in seconds. It makes the distance independent of the frame rate.
  package static let integrationStep = 1.0 / 240
  /// The maximum time that counts for one frame, in seconds. It keeps the timeline from jumping after a
  /// stall.
  package static let maximumFrameTime = 0.05
  /// The distance by which the pointer must have approached an edge before that edge scrolls, in px. It is
  /// measured from the point farthest from that edge that the pointer has reached since the event was lifted.
  package static let edgeScrollTravel = 8.0
  /// The time outside the zone after which the ramp starts over, in seconds.
  package static let rampResetTime = 0.12

  /// The distance in px between a resized edge that has reached its limit and the nearest edge of the viewport.
  /// Scrolling ends once the distance is at least this large. Even the shortest event is then fully visible,
  /// with its label.
  package static let visibleLimitMargin = 48.0

  /// The time that the pointer must rest on a picker before the mouse wheel turns the picker, in seconds.
  package static let pointerRestTime = 0.3

  // MARK: Dwelling

  /// The width of the edge zones at the sides, where pages turn, in px.
  package static let edgeZoneWidth = 32.0
  /// The net travel toward a side after which its edge zone takes effect, in px.
  package static let edgeZoneTravel = 24.0
  /// The time in an edge zone before the first page turn, in seconds.
  package static let firstPageDwell = 0.6
  /// The time before the second page turn, in seconds. It is long enough to see which page is shown.
  package static let nextPageDwell = 1.1
  /// The time added before each further page turn, in seconds, because a user who turns several pages is
  /// usually close to the target.
  package static let pageDwellGrowth = 0.3
  /// The maximum time before a further page turn, in seconds.
  package static let longestPageDwell = 2.0
  /// The time at an end of the day before the adjacent day is shown, in seconds. It is longer than
  /// `firstPageDwell`, because scrolling ends there anyway.
  package static let dayChangeDwell = 1.0
  /// The distance from the edge of the viewport within which the pointer requests the adjacent day, in px.
  package static let dayChangeReach = 24.0
  /// The time in seconds that the pointer must stay on a day in the sidebar before the day's page is shown, or on
  /// a button before the month turns. It is as long as `firstPageDwell`, so that days that the pointer only
  /// crosses are not shown.
  package static let sidebarDwell = 0.6
  /// The time before the month turns again, in seconds. It is long enough to read the name of the month.
  package static let nextMonthDwell = 0.6

  // MARK: Paging

  /// The travel after which a drag is recognized as paging or scrolling, in px. It is GTK's own threshold.
  package static let swipeSlop = 8.0
  /// The ratio of horizontal to vertical travel above which a drag turns pages. It favors scrolling, which
  /// is more common.
  package static let minimumSwipeRatio = 1.2
  /// The period before the release over which the velocity is measured, in seconds. It is long enough to even
  /// out a trembling finger.
  package static let velocityWindow = 0.15
  /// The minimum velocity at which a release counts as a flick, in px/s.
  package static let flickVelocity = 300.0
  /// The minimum velocity at which a release on a touchpad counts as a flick, in px/s. Fingers move faster on a
  /// touchpad.
  package static let touchpadFlickVelocity = 600.0
  /// The fraction of a page's width that a slow drag must travel to turn the page.
  package static let turnTravelFraction = 0.25
  /// The limits of the travel computed with `turnTravelFraction`, in px. They prevent accidental page turns on a phone
  /// and keep the travel short on a wide screen.
  package static let turnTravelRange = 100.0...200.0
  /// The angular frequency of the paging spring, in radians per second. It covers half of the distance in 53
  /// ms and 99% in 210 ms.
  package static let pageSpringFrequency = 31.6
  /// The distance from the target at which the motion ends, in pages. It is a quarter of a pixel on a page
  /// 1,000 px wide.
  package static let pageRestDistance = 1.0 / 4_096
  /// The maximum number of pages to animate through. A more distant page is approached from its neighbor.
  package static let maximumAnimatedPages = 3.0
  /// The time after a page turn during which a touchpad's scrolling is ignored, in seconds, because it belongs
  /// to the same movement.
  package static let touchpadPause = 0.15
  /// The time without touchpad events after which the fingers count as lifted, in seconds. Some desktops
  /// never report that the fingers were lifted.
  package static let touchpadEndTimeout = 0.12
  /// The maximum time per frame for preparing upcoming pages, in seconds.
  package static let buildTime = 0.001
  /// The maximum fraction of a frame's time for preparing upcoming pages: 0.6 ms at 144 Hz, where GTK needs
  /// up to half a frame to draw the visible content.
  package static let buildTimeFraction = 0.08

  /// The maximum time in seconds for preparing pages in a frame in which nothing moves and the user holds
  /// nothing. GTK then draws little or nothing, and input waits at most this long.
  package static let idleBuildTime = 0.005
  /// The maximum fraction of a frame's time for preparing pages while nothing moves and the user holds
  /// nothing: 2 ms at 144 Hz.
  package static let idleBuildTimeFraction = 0.3
  /// The maximum time per frame for updating the visible page, in seconds. It is longer than `buildTime`,
  /// because the user is waiting, but shorter than `idleBuildTime`, because something else may be moving.
  package static let reloadBuildTime = 0.0022
  /// The maximum number of blocks that are created at once when a page appears without an animation. Creating
  /// one takes about 50 µs.
  package static let immediateBlockCount = 150

  /// The time in seconds that GTK needs to allocate a new block.
  package static let blockAllocationTime = 0.00002
  /// The maximum number of a day's blocks that are removed at once when they are no longer shown. Removing a
  /// block takes about as long as creating one.
  package static let immediateRemovalCount = 10

  /// The time without input after which the timeline turns to the new day when the date changes, in seconds.
  /// After five minutes without input, the user is probably away.
  package static let idleTimeBeforeTurningToToday = 300.0

  // MARK: Dropping

  /// The duration of a drop's animation, in seconds. The animation is quick and soft, and input never waits
  /// for it.
  package static let dropDuration = 0.2
  /// The angular frequency of the drop spring, in radians per second. Of a distance of 100 px, a third of a
  /// pixel remains after `dropDuration`.
  package static let dropSpringFrequency = 40.0

  // MARK: Pickers

  /// The distance of a glide in a long list divided by the initial speed of the flick, in seconds. The wheel
  /// feels heavy but still travels far.
  package static let pickerGlideTimeConstant = 0.499
  /// The value used instead of `pickerGlideTimeConstant` for a short list, in seconds. A long glide would only hit
  /// the end of the list.
  package static let shortPickerGlideTimeConstant = 0.099
  /// The maximum number of items in a short list, such as the months of a year.
  package static let shortPickerCount = 12
  /// The speed below which a released picker counts as still, in items per second. Slower movement comes only
  /// from a trembling finger.
  package static let pickerRestSpeed = 0.5
  /// The period before the release over which the speed is measured, in seconds. A finger held still for that
  /// long releases the picker at rest.
  package static let pickerVelocityWindow = 0.15
  /// The factor by which a flick may exceed its projected duration to reach its item. If a flick would take
  /// longer, the spring pulls the picker to the item.
  package static let maximumGlideStretch = 1.5
  /// The duration of the shortest glide, in seconds. It lets a flick toward a nearby end of the list slow down
  /// instead of stopping abruptly.
  package static let minimumPickerGlideDuration = 0.15
  /// The angular frequency of the spring that centers an item, in radians per second. The item comes to rest
  /// after 0.4 s.
  package static let pickerSpringFrequency = 22.0
  /// The distance from the target at which the spring ends exactly on the item, in items: a fifteenth of a
  /// pixel for an item of 44 px.
  package static let pickerPrecision = 0.0015
  /// How far a list with ends follows the finger past either end, as a fraction of the finger's travel.
  package static let pickerOverscrollFactor = 0.35
  /// The time after a typed digit or letter within which the next one extends the typed text, in seconds.
  package static let typeAheadTimeout = 1.0
  /// The number of items by which Page Up and Page Down move.
  package static let pickerPageStep = 5

  // MARK: Keys

  /// The pause after the last arrow-key move or resize of an event that is not lifted, in seconds; the steps
  /// are then saved as one edit.
  package static let keyEditPause = 0.6
  /// The pause in typing after which the text of a field takes effect, in seconds. It is long enough to think
  /// of the next word, and short enough not to seem broken.
  package static let typingPause = 1.0
}
