/// Every threshold, speed and duration of the timeline's interaction, defined once, with its unit and its reason.
///
/// Lengths are in logical px, times in seconds. No other code defines such constants.
package enum Feel {
  // MARK: The sheet

  /// px of sheet above 0:00 and below 24:00: the first and last line can be seen, and dropped on.
  package static let sheetMargin = 24.0
  /// px per hour, the smallest zoom: a whole day fits into a laptop's window.
  package static let smallestZoom = 40.0
  /// px per hour, the largest zoom: five minutes are 26 px, enough for a finger.
  package static let largestZoom = 320.0

  /// Factor of one step of zoom by keys or by a wheel's detent: three steps double the hours' height, nearly.
  package static let zoomStep = 1.25

  // MARK: Lifting

  /// px that a mouse travels before it drags; the host replaces it by `gtk-dnd-drag-threshold`.
  package static let dragThreshold = 8.0
  /// Share of `gtk-long-press-time` after which a press lifts: 350 ms by default, quick without being nervous.
  package static let longPressFactor = 0.7

  // MARK: Edge bands and handles

  /// Share of a block's height that an edge band takes at most, so that a third always moves.
  package static let bandShare = 1.0 / 3
  /// px, the tallest band for a mouse, whose aim is exact.
  package static let mouseBand = 12.0
  /// px, the tallest band for a finger.
  package static let touchBand = 22.0
  /// px in the middle of a block that always move it.
  package static let minimumBody = 8.0
  /// px that a mouse's bands reach outside the block, so that low blocks have a graspable edge.
  package static let mouseReach = 6.0
  /// px of height below which a touch long press takes the whole block: its bands would be too small to aim at.
  package static let lowBlock = 40.0
  /// px, width and height of a selected block's handles for a mouse (WCAG 2.2, 2.5.8).
  package static let mouseHandle = 24.0
  /// px, width and height of a selected block's handles for a finger (GNOME HIG: 44 px).
  package static let touchHandle = 44.0

  /// px from a block's corner to a handle's dot, along the edge: the dot keeps clear of the rounded corner.
  package static let handleInset = 12.0

  // MARK: Snapping

  /// Seconds: a quarter of an hour is what most events begin on.
  package static let snapStep = 900
  /// Seconds, when zoomed in.
  package static let zoomedSnapStep = 300
  /// Seconds, with Shift held.
  package static let fineSnapStep = 60
  /// px per hour from which `zoomedSnapStep` is used: there it is 16 px, as far as 15 minutes at 64 px/h.
  package static let zoomedSnapFrom = 192.0

  // MARK: New events

  /// px above a line of the grid that are meant for what begins there: nobody points at a line to the pixel.
  package static let lineReach = 2.0
  /// Seconds that an event takes whose length nobody said.
  package static let newDuration = 3600

  // MARK: Auto-scroll

  /// Share of the viewport's height that scrolls at each edge.
  package static let zoneShare = 0.10
  /// px, the smallest and the largest zone.
  package static let zoneHeights = 44.0...72.0
  /// px that the zone is taller for a finger, which covers what it points at.
  package static let touchZoneExtra = 16.0
  /// Share of the viewport that a zone takes at most: in a small viewport half of it stays calm.
  package static let zoneLimit = 0.25
  /// px/s at the inner border of the zone: slow enough to count the lines.
  package static let slowestScroll = 40.0
  /// Hours per second at the edge: a day in under two seconds.
  package static let fastestHoursPerSecond = 14.0
  /// px/s between which the fastest speed lies at any zoom: faster, and nothing can be read.
  package static let fastestScroll = 600.0...1200.0
  /// px outside the viewport over which the speed still grows.
  package static let outsideReach = 120.0
  /// Share by which being far outside is faster than the edge.
  package static let outsideBoost = 0.5
  /// Seconds in which the speed ramps up: a start that the eye can follow.
  package static let rampTime = 0.40
  /// Seconds, time constant while the speed grows.
  package static let speedUp = 0.08
  /// Seconds, time constant while the speed falls: four times as quick, so that coming back feels like letting go.
  package static let slowDown = 0.02
  /// px in which the timeline comes to rest at most. `slowDown` alone needs 18 px from 896 px/s and 36 px from
  /// 1,800 px/s when the pointer jumps out of the zone, which is past the 16 px that are promised.
  package static let stoppingDistance = 14.0
  /// px/s below which a stopping timeline stands.
  package static let standstill = 10.0
  /// Fastest speeds per second by which the speed grows at most, 0.18 of it in a frame at 60 Hz: only a pointer
  /// that jumps from the zone far outside comes near it.
  package static let sharpestSpeedUp = 11.0
  /// Seconds of the longest step of integration: the distance does not depend on the frame rate.
  package static let integrationStep = 1.0 / 240
  /// Seconds that a frame counts at most: after a stall the timeline does not leap.
  package static let longestFrame = 0.05
  /// px by which the pointer must be nearer to an edge than at its farthest since the lift, to arm it.
  package static let intentTravel = 8.0
  /// Seconds outside the zone after which the ramp begins again.
  package static let rampMemory = 0.12

  /// px from the viewport's edges at which a stretched edge at its limit ends the scrolling: the shortest event is
  /// fully visible then, with its label.
  package static let limitInSight = 48.0

  // MARK: Dwelling

  /// px, width of the edge zones at the sides, in which pages turn.
  package static let edgeZone = 32.0
  /// px of net travel towards a side that arm its edge zone.
  package static let edgeZoneTravel = 24.0
  /// Seconds in an edge zone before the first page.
  package static let firstPageDwell = 0.6
  /// Seconds between further pages: time to read where one is.
  package static let nextPageDwell = 0.8
  /// Seconds at the day's end before it rolls over: longer, since one comes there by scrolling.
  package static let rollDwell = 1.0
  /// px from the viewport's edge within which the pointer asks for a roll.
  package static let rollReach = 24.0

  // MARK: Paging

  /// px of travel that decide whether a drag pages or scrolls: GTK's own threshold.
  package static let swipeSlop = 8.0
  /// How many times as wide as high a travel must be to page: scrolling is the more common.
  package static let swipeSlope = 1.2
  /// Seconds before the release over which a drag's velocity is taken: steady enough for a finger that trembles.
  package static let velocityWindow = 0.15
  /// px/s from which a release is a flick.
  package static let flick = 300.0
  /// px/s from which a touchpad's is: fingers run faster there.
  package static let touchpadFlick = 600.0
  /// Share of a page's width that a slow drag has to travel to turn it.
  package static let turnShare = 0.25
  /// px between which that travel lies: not an accident on a telephone, not a journey on a wide screen.
  package static let turnTravel = 100.0...200.0
  /// Per second, the paging spring's frequency: half of the way after 50 ms, 99 % after 210 ms.
  package static let pageStiffness = 31.6
  /// Pages from the target at which the motion ends: a quarter of a px of 1,000.
  package static let pageRest = 1.0 / 4_096
  /// Pages that are flown through; a page farther away is come to from the one beside it.
  package static let longestPageFlight = 3.0
  /// Seconds after a page for which a touchpad's turning is not heard: what is left of one movement.
  package static let touchpadPause = 0.15
  /// Seconds without a word from a touchpad after which its fingers are up, where the desktop never says so.
  package static let touchpadSilence = 0.12
  /// Seconds of a frame in which pages that are coming may be made ready, at most.
  package static let buildTime = 0.001
  /// The same as a share of the frame: 0.6 ms at 144 Hz, where GTK needs up to half of one to show what there is.
  package static let buildShare = 0.08

  /// Seconds without input after which a page of today turns to the new day by itself: whoever is gone for five minutes
  /// is not reading it.
  package static let idleBeforeFollowing = 300.0

  // MARK: Dropping

  /// Seconds, the longest way of a drop: quick and soft, and input never waits for it.
  package static let dropTime = 0.2
  /// Per second, the drop spring's frequency: after `dropTime` a way of 100 px has a third of a pixel left.
  package static let dropStiffness = 40.0

  // MARK: Pickers

  /// Seconds that a flick's speed is worth in a long list: a wheel that has weight and still goes far.
  package static let pickerGlide = 0.499
  /// The same in a short list, where a long glide would only run against the end.
  package static let shortPickerGlide = 0.099
  /// Items of the longest list that counts as short: the months of a year.
  package static let shortPickerCount = 12
  /// Items per second below which a released picker counts as standing: less is the finger's own tremble.
  package static let pickerStillness = 0.5
  /// Seconds before the release that its speed is taken from; who holds still as long lets go at rest.
  package static let pickerMemory = 0.15
  /// How much longer than its own glide a flick may take to reach its item; a slower one is drawn there.
  package static let pickerPatience = 1.5
  /// Seconds, the shortest glide: a flick against the end of the list is caught, not cut off.
  package static let shortestPickerGlide = 0.15
  /// Per second, the spring that centres an item: it stands after 0.4 s.
  package static let pickerStiffness = 22.0
  /// Items from its place within which the spring puts an item exactly there: a twentieth of a pixel.
  package static let pickerPrecision = 0.0015
  /// Share by which a bounded list follows the finger beyond its ends.
  package static let pickerResistance = 0.35
  /// Seconds after a digit or letter within which the next one belongs to it.
  package static let typedTogether = 1.0
  /// Items that Page Up and Page Down go.
  package static let pickerPage = 5

  // MARK: Keys

  /// Seconds after the last key step of an event that is not lifted, until the steps are saved as one edit.
  package static let keyEditPause = 0.6
  /// Seconds without typing after which a field takes effect: time to think of the next word, not to wonder.
  package static let typingPause = 1.0
}
