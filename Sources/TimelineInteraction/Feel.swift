/// Every threshold, speed and duration of the timeline's feel, once, with its unit and its reason.
///
/// Lengths are logical px, times seconds. Nothing else in the house carries such a number.
public enum Feel {
  // MARK: The sheet

  /// px of sheet above 0:00 and below 24:00: the first and last line can be seen, and dropped on.
  public static let sheetMargin = 24.0
  /// px per hour, the smallest zoom: a whole day fits into a laptop's window.
  public static let smallestZoom = 40.0
  /// px per hour, the largest zoom: five minutes are 26 px, enough for a finger.
  public static let largestZoom = 320.0

  /// Factor of one step of zoom by keys or by a wheel's detent: three steps double the hours' height, nearly.
  public static let zoomStep = 1.25

  // MARK: Lifting

  /// px that a mouse travels before it drags; the host replaces it by `gtk-dnd-drag-threshold`.
  public static let dragThreshold = 8.0
  /// Share of `gtk-long-press-time` after which a press lifts: 350 ms by default, quick without being nervous.
  public static let longPressFactor = 0.7

  // MARK: Edge bands and handles

  /// Share of a block's height that an edge band takes at most, so that a third always moves.
  public static let bandShare = 1.0 / 3
  /// px, the tallest band for a mouse, whose aim is exact.
  public static let mouseBand = 12.0
  /// px, the tallest band for a finger.
  public static let touchBand = 22.0
  /// px in the middle of a block that always move it.
  public static let leastBody = 8.0
  /// px that a mouse's bands reach outside the block, so that low blocks have a graspable edge.
  public static let mouseReach = 6.0
  /// px of height below which a touch long press takes the whole block: its bands would be too small to aim at.
  public static let lowBlock = 40.0
  /// px, width and height of a selected block's handles for a mouse (WCAG 2.2, 2.5.8).
  public static let mouseHandle = 24.0
  /// px, width and height of a selected block's handles for a finger (GNOME HIG: 44 px).
  public static let touchHandle = 44.0

  /// px from a block's corner to a handle's dot, along the edge: the dot keeps clear of the rounded corner.
  public static let handleInset = 12.0

  // MARK: Snapping

  /// Seconds: a quarter of an hour is what most events begin on.
  public static let snapStep = 900
  /// Seconds, when zoomed in.
  public static let zoomedSnapStep = 300
  /// Seconds, with Shift held.
  public static let fineSnapStep = 60
  /// px per hour from which `zoomedSnapStep` is used: there it is 16 px, as far as 15 minutes at 64 px/h.
  public static let zoomedSnapFrom = 192.0

  // MARK: New events

  /// px above a line of the grid that are meant for what begins there: nobody points at a line to the pixel.
  public static let lineReach = 2.0
  /// Seconds that an event takes whose length nobody said.
  public static let newDuration = 3600

  // MARK: Auto-scroll

  /// Share of the viewport's height that scrolls at each edge.
  public static let zoneShare = 0.10
  /// px, the least and the largest zone.
  public static let zoneHeights = 44.0...72.0
  /// px that the zone is taller for a finger, which covers what it points at.
  public static let touchZoneExtra = 16.0
  /// Share of the viewport that a zone takes at most: in a small viewport half of it stays calm.
  public static let zoneLimit = 0.25
  /// px/s at the inner border of the zone: slow enough to count the lines.
  public static let slowestScroll = 40.0
  /// Hours per second at the edge: a day in under two seconds.
  public static let fastestHoursPerSecond = 14.0
  /// px/s between which the fastest speed lies at any zoom: faster, and nothing can be read.
  public static let fastestScroll = 600.0...1200.0
  /// px outside the viewport over which the speed still grows.
  public static let outsideReach = 120.0
  /// Share by which being far outside is faster than the edge.
  public static let outsideBoost = 0.5
  /// Seconds in which the speed ramps up: a start that the eye can follow.
  public static let rampTime = 0.40
  /// Seconds, time constant while the speed grows.
  public static let speedUp = 0.08
  /// Seconds, time constant while the speed falls: four times as quick, so that coming back feels like letting go.
  public static let slowDown = 0.02
  /// px in which the timeline comes to rest at most. `slowDown` alone needs 18 px from 896 px/s and 36 px from
  /// 1,800 px/s when the pointer jumps out of the zone, which is past the 16 px that are promised.
  public static let stoppingDistance = 14.0
  /// px/s below which a stopping timeline stands.
  public static let standstill = 10.0
  /// Fastest speeds per second by which the speed grows at most, 0.18 of it in a frame at 60 Hz: only a pointer
  /// that jumps from the zone far outside comes near it.
  public static let sharpestSpeedUp = 11.0
  /// Seconds of the longest step of integration: the distance does not depend on the frame rate.
  public static let integrationStep = 1.0 / 240
  /// Seconds that a frame counts at most: after a stall the timeline does not leap.
  public static let longestFrame = 0.05
  /// px by which the pointer must be nearer to an edge than at its farthest since the lift, to arm it.
  public static let intentTravel = 8.0
  /// Seconds outside the zone after which the ramp begins anew.
  public static let rampMemory = 0.12

  /// px from the viewport's edges at which a stretched edge at its limit ends the scrolling: the least event is
  /// whole in sight then, with its label.
  public static let limitInSight = 48.0

  // MARK: Dwelling

  /// px, width of the strips at the sides that page.
  public static let strip = 32.0
  /// px of net travel towards a side that arm its strip.
  public static let stripTravel = 24.0
  /// Seconds in a strip before the first page.
  public static let firstPageDwell = 0.6
  /// Seconds between further pages: time to read where one is.
  public static let nextPageDwell = 0.8
  /// Seconds at the day's end before it rolls over: longer, since one comes there by scrolling.
  public static let rollDwell = 1.0
  /// px from the viewport's edge within which the pointer asks for a roll.
  public static let rollReach = 24.0

  // MARK: Paging

  /// px of travel that decide whether a drag pages or scrolls: GTK's own threshold.
  public static let swipeSlop = 8.0
  /// How many times as wide as high a travel must be to page: scrolling is the more common.
  public static let swipeSlope = 1.2
  /// Seconds before the release over which a drag's velocity is taken: steady enough for a finger that trembles.
  public static let velocityWindow = 0.15
  /// px/s from which a release is a flick.
  public static let flick = 300.0
  /// px/s from which a touchpad's is: fingers run faster there.
  public static let touchpadFlick = 600.0
  /// Share of a page's width that a slow drag has to travel to turn it.
  public static let turnShare = 0.25
  /// px between which that travel lies: not an accident on a telephone, not a journey on a wide screen.
  public static let turnTravel = 100.0...200.0
  /// Per second, the paging spring's frequency: half of the way after 50 ms, 99 % after 210 ms.
  public static let pageStiffness = 31.6
  /// Pages from the target at which the motion ends: a quarter of a px of 1,000.
  public static let pageRest = 1.0 / 4_096
  /// Pages that are flown through; a page farther away is come to from the one beside it.
  public static let longestPageFlight = 3.0
  /// Seconds after a page for which a touchpad's turning is not heard: what is left of one movement.
  public static let touchpadPause = 0.15
  /// Seconds without a word from a touchpad after which its fingers are up, where the desktop never says so.
  public static let touchpadSilence = 0.12
  /// Seconds of a frame in which pages that are coming may be made ready, at most.
  public static let buildTime = 0.001
  /// The same as a share of the frame: 0.6 ms at 144 Hz, where GTK needs up to half of one to show what there is.
  public static let buildShare = 0.08

  /// Seconds without input after which a page of today turns to the new day by itself: whoever is gone for five minutes
  /// is not reading it.
  public static let idleBeforeFollowing = 300.0

  // MARK: Dropping

  /// Seconds, the longest way of a drop: quick and soft, and input never waits for it.
  public static let dropTime = 0.2
  /// Per second, the drop spring's frequency: after `dropTime` a way of 100 px has a third of a pixel left.
  public static let dropStiffness = 40.0

  // MARK: Pickers

  /// Seconds that a flick's speed is worth in a long list: a wheel that has weight and still goes far.
  public static let pickerGlide = 0.499
  /// The same in a short list, where a long glide would only run against the end.
  public static let shortPickerGlide = 0.099
  /// Items of the longest list that counts as short: the months of a year.
  public static let shortPickerCount = 12
  /// Items per second below which a released picker counts as standing: less is the finger's own tremble.
  public static let pickerStillness = 0.5
  /// Seconds before the release that its speed is taken from; who holds still as long lets go at rest.
  public static let pickerMemory = 0.15
  /// How much longer than its own glide a flick may take to reach its item; a slower one is drawn there.
  public static let pickerPatience = 1.5
  /// Seconds, the shortest glide: a flick against the end of the list is caught, not cut off.
  public static let shortestPickerGlide = 0.15
  /// Per second, the spring that centres an item: it stands after 0.4 s.
  public static let pickerStiffness = 22.0
  /// Items from its place within which the spring puts an item exactly there: a twentieth of a pixel.
  public static let pickerPrecision = 0.0015
  /// Share by which a bounded list follows the finger beyond its ends.
  public static let pickerResistance = 0.35
  /// Seconds after a digit or letter within which the next one belongs to it.
  public static let typedTogether = 1.0
  /// Items that Page Up and Page Down go.
  public static let pickerPage = 5

  // MARK: Keys

  /// Seconds after the last key step of an event that is not lifted, until the steps are saved as one edit.
  public static let keyEditPause = 0.6
  /// Seconds without typing after which a field takes effect: time to think of the next word, not to wonder.
  public static let typingPause = 1.0
}
