/// Every threshold, speed and duration of the timeline's interaction, defined once, with its unit and its
/// reason.
///
/// Lengths are in logical px, times in seconds. No other code defines such constants.
package enum Feel {
  // MARK: The sheet

  /// px of sheet above 0:00 and below 24:00, so that the first and the last line are visible, and events can
  /// be dropped on them.
  package static let sheetMargin = 24.0
  /// px per hour, the smallest zoom: a whole day fits into a laptop's window.
  package static let minimumZoom = 40.0
  /// px per hour, the largest zoom: five minutes are 26 px, enough for a finger.
  package static let maximumZoom = 320.0

  /// Zoom factor of one key press or wheel detent: three steps nearly double the height of an hour.
  package static let zoomStep = 1.25

  // MARK: Lifting

  /// px that a mouse travels before a drag begins; the host sets it from `gtk-dnd-drag-threshold`.
  package static let dragThreshold = 8.0
  /// Share of `gtk-long-press-time` after which a press lifts: 350 ms by default, which is fast but rarely
  /// accidental.
  package static let longPressFactor = 0.7

  // MARK: Edge bands and handles

  /// Largest share of a block's height for one edge band, so that at least a third of the block always moves
  /// it.
  package static let bandShare = 1.0 / 3
  /// px, maximum height of a band for a mouse, which aims precisely.
  package static let mouseBand = 12.0
  /// px, maximum height of a band for a finger.
  package static let touchBand = 22.0
  /// px in the middle of a block that always move it, whatever the bands.
  package static let minimumBody = 8.0
  /// px that the bands reach outside the block for a mouse, so that short blocks have an edge that can be
  /// grabbed.
  package static let mouseReach = 6.0
  /// px, block height below which a long press by touch takes the whole block: its bands would be too small
  /// to hit.
  package static let shortBlockHeight = 40.0
  /// px, width and height of a selected block's handles for a mouse (WCAG 2.2, 2.5.8).
  package static let mouseHandle = 24.0
  /// px, width and height of a selected block's handles for a finger (GNOME HIG: 44 px).
  package static let touchHandle = 44.0

  /// px from a block's corner to the centre of a handle's dot, along the edge: the dot clears the rounded
  /// corner.
  package static let handleInset = 12.0

  // MARK: Snapping

  /// Seconds: most events begin on a quarter of an hour.
  package static let snapStep = 900
  /// Seconds, when zoomed in.
  package static let zoomedSnapStep = 300
  /// Seconds, with Shift held.
  package static let fineSnapStep = 60
  /// px per hour from which `zoomedSnapStep` is used: a step is 16 px there, the same as 15 minutes at 64
  /// px/h.
  package static let zoomedSnapFrom = 192.0

  // MARK: New events

  /// px above a grid line that still count as below it, because users do not hit a line to the pixel.
  package static let lineReach = 2.0
  /// Seconds, default duration of a new event.
  package static let newEventDuration = 3600

  // MARK: Auto-scroll

  /// Share of the viewport's height that scrolls at each edge.
  package static let zoneShare = 0.10
  /// px, the minimum and maximum height of a zone.
  package static let zoneHeights = 44.0...72.0
  /// px by which the zone is taller for a finger, which covers what it points at.
  package static let touchZoneExtra = 16.0
  /// Largest share of the viewport for one zone: in a small viewport, half of it does not scroll.
  package static let zoneLimit = 0.25
  /// px/s at the inner border of the zone: slow enough to count the lines.
  package static let minimumScrollSpeed = 40.0
  /// Hours per second at the edge: a day in under two seconds.
  package static let maximumHoursPerSecond = 14.0
  /// px/s, range of the maximum speed at any zoom: beyond it nothing can be read.
  package static let maximumScrollSpeeds = 600.0...1200.0
  /// px outside the viewport over which the speed still grows.
  package static let outsideRampDistance = 120.0
  /// Share by which the speed far outside the viewport exceeds the speed at the edge.
  package static let outsideBoost = 0.5
  /// Seconds in which the speed ramps up, so that the eye can follow the start.
  package static let rampTime = 0.40
  /// Seconds, time constant while the speed grows.
  package static let accelerationTime = 0.08
  /// Seconds, time constant while the speed falls: four times as fast, so that moving the pointer back stops
  /// the scrolling almost at once.
  package static let decelerationTime = 0.02
  /// px, maximum stopping distance. `decelerationTime` alone needs 18 px from 896 px/s and 36 px from 1,800
  /// px/s when the pointer jumps out of the zone, which exceeds the promised 16 px.
  package static let stoppingDistance = 14.0
  /// px/s below which a slowing timeline stops.
  package static let stoppingSpeed = 10.0
  /// Maximum acceleration, in maximum speeds per second; 0.18 of it in a frame at 60 Hz. Only a pointer that
  /// jumps from the zone far outside comes near it.
  package static let maximumAcceleration = 11.0
  /// Seconds, the longest integration step: the distance does not depend on the frame rate.
  package static let integrationStep = 1.0 / 240
  /// Seconds, the maximum time that counts for one frame, so that the timeline does not jump after a stall.
  package static let maximumFrameTime = 0.05
  /// px by which the pointer must have come nearer to an edge, from its farthest point since the lift, to arm
  /// that edge.
  package static let armingTravel = 8.0
  /// Seconds outside the zone after which the ramp starts over.
  package static let rampResetTime = 0.12

  /// px from the viewport's edges at which a resized edge that has reached its limit ends the scrolling: the
  /// shortest event is then fully visible, with its label.
  package static let visibleLimitMargin = 48.0

  /// Seconds for which the pointer rests on a picker before the wheel turns it.
  package static let pointerRest = 0.3

  // MARK: Dwelling

  /// px, width of the edge zones at the sides, in which pages turn.
  package static let edgeZone = 32.0
  /// px of net travel towards a side that arm its edge zone.
  package static let edgeZoneTravel = 24.0
  /// Seconds in an edge zone before the first page.
  package static let firstPageDwell = 0.6
  /// Seconds before the second page: time to read where you are.
  package static let nextPageDwell = 1.1
  /// Seconds by which each further page takes longer: who holds on wants to go near, not far.
  package static let pageDwellGrowth = 0.3
  /// Seconds before a further page at most.
  package static let longestPageDwell = 2.0
  /// Seconds at the end of the day before it rolls over: longer, because scrolling ends there anyway.
  package static let rollDwell = 1.0
  /// px from the viewport's edge within which the pointer requests a roll to the next day.
  package static let rollReach = 24.0

  // MARK: Paging

  /// px of travel after which a drag is taken to page or to scroll: GTK's own threshold.
  package static let swipeSlop = 8.0
  /// How many times wider than high a drag must be to turn pages: scrolling is more common.
  package static let swipeSlope = 1.2
  /// Seconds before the release over which the velocity is measured: steady enough for a trembling finger.
  package static let velocityWindow = 0.15
  /// px/s from which a release is a flick.
  package static let flickVelocity = 300.0
  /// px/s from which a release on a touchpad is a flick: fingers move faster there.
  package static let touchpadFlickVelocity = 600.0
  /// Share of a page's width that a slow drag must travel to turn it.
  package static let turnShare = 0.25
  /// px, limits of that travel: enough to prevent accidents on a phone, and not too far on a wide screen.
  package static let turnTravel = 100.0...200.0
  /// Per second, frequency of the paging spring: half of the way after 50 ms, 99 % after 210 ms.
  package static let pageStiffness = 31.6
  /// Pages from the target at which the motion ends: a quarter of a px of 1,000.
  package static let pageRestDistance = 1.0 / 4_096
  /// Maximum number of pages to animate through; a page farther away is approached from its neighbour.
  package static let maximumAnimatedPages = 3.0
  /// Seconds after a page turn in which a touchpad's scrolling is ignored: it belongs to the same movement.
  package static let touchpadPause = 0.15
  /// Seconds without touchpad events after which its fingers count as lifted, on desktops that never report
  /// it.
  package static let touchpadEndTimeout = 0.12
  /// Seconds, the maximum time per frame for preparing upcoming pages.
  package static let buildTime = 0.001
  /// The same limit as a share of the frame: 0.6 ms at 144 Hz, where GTK needs up to half a frame to draw
  /// what is visible.
  package static let buildShare = 0.08

  /// Seconds without input after which a page that shows today follows to the new day: after five minutes
  /// without input, the user is probably away.
  package static let idleTimeBeforeTurningToToday = 300.0

  // MARK: Dropping

  /// Seconds, duration of a drop's animation: quick and soft, and input never waits for it.
  package static let dropTime = 0.2
  /// Per second, frequency of the drop spring: after `dropTime`, a distance of 100 px has a third of a pixel
  /// left.
  package static let dropStiffness = 40.0

  // MARK: Pickers

  /// Length of a glide in a long list, in seconds at the flick's initial speed: the wheel feels heavy and
  /// still goes far.
  package static let pickerGlideTime = 0.499
  /// The same in a short list, where a long glide would only hit the end.
  package static let shortPickerGlideTime = 0.099
  /// Maximum number of items of a list that counts as short: the months of a year.
  package static let shortPickerCount = 12
  /// Items per second below which a released picker counts as still: slower movement is only a trembling
  /// finger.
  package static let pickerRestSpeed = 0.5
  /// Seconds before the release over which its speed is measured; a finger held still for that long releases
  /// at rest.
  package static let pickerVelocityWindow = 0.15
  /// How many times its projected duration a flick may take to reach its item; a slower one is pulled there
  /// by the spring.
  package static let maximumGlideStretch = 1.5
  /// Seconds, the shortest glide: a flick against the end of the list is slowed down, not cut off.
  package static let minimumPickerGlideTime = 0.15
  /// Per second, frequency of the spring that centres an item: it rests after 0.4 s.
  package static let pickerStiffness = 22.0
  /// Items from the target within which the spring places an item exactly: a twentieth of a pixel.
  package static let pickerPrecision = 0.0015
  /// Share of the finger's travel that a bounded list follows beyond its ends.
  package static let pickerResistance = 0.35
  /// Seconds after a digit or letter within which the next one extends it.
  package static let typeAheadTimeout = 1.0
  /// Number of items by which Page Up and Page Down move.
  package static let pickerPageStep = 5

  // MARK: Keys

  /// Seconds after the last key step of an event that is not lifted, before the steps are saved as one edit.
  package static let keyEditPause = 0.6
  /// Seconds without typing after which a field takes effect: long enough to think of the next word, short
  /// enough not to seem broken.
  package static let typingPause = 1.0
}
