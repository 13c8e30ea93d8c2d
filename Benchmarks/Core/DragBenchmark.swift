import CalendarModel
import TimelineInteraction

/// Measures how much time `TimelineState` takes in each frame of a drag. One of 200 events is held at
/// the bottom edge and then at the top edge while the day scrolls under it.
enum DragBenchmark {
  private static let frameCount = 1_000

  /// Prints a row of the table.
  static func run() async {
    let samples = await Samples(rounds: 50, prepare: { Timeline() }) { timeline in
      for _ in 0..<frameCount { timeline.showFrame() }
    }
    CoreBenchmark.printRow("1k frames of a drag that scrolls", samples)
  }

  /// Shows frames without measuring them.
  static func showFrames(_ count: Int) {
    var timeline = Timeline()
    for _ in 0..<count { timeline.showFrame() }
  }

  /// A timeline without widgets. It performs only those effects of the state that matter in this benchmark.
  private struct Timeline {
    private let loop = StateLoop()
    private var surface: HoursSurface
    private var scene: TimelineScene
    private var time = 0.0
    private var isAtBottom = true
    private var draggedEvent: DraggedEvent?

    init() {
      let day = Day(ordinal: 20_458)
      let axis = DayAxis(pixelsPerHour: 80)
      let (width, height) = (420.0, 720.0)
      let occurrences = (0..<200).map { Timeline.occurrence($0, on: day) }
      let columns = DayColumns(firstDay: day, count: 1, left: 60, width: width - 60)
      let blocks = BlockFrame.frames(
        of: occurrences, on: day, axis: axis, columns: columns.with(left: 0), minimumHeight: 18, scale: 1)
      surface = HoursSurface(
        width: width, height: height, scroll: 0, scrollMax: axis.contentHeight - height, axis: axis,
        columns: columns, zone: .utc, blocks: [blocks])
      scene = TimelineScene(surface, occurrences: occurrences)
      lift(occurrences[40])
    }

    /// Returns an occurrence that starts seven minutes after the previous one.
    private static func occurrence(_ number: Int, on day: Day) -> Occurrence {
      let start = WallTime(day).adding(seconds: number * 7 * 60)
      let event = CalendarEvent(
        id: EventID(calendar: CalendarID("benchmark"), uid: "\(number)"),
        times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(seconds: 1_800)))),
        summary: "Event \(number)")
      return Occurrence(event: event, zone: .utc)
    }

    private mutating func lift(_ occurrence: Occurrence) {
      let start = Double(occurrence.span.start.seconds(since: WallTime(scene.selectedDay)))
      let point = Point(x: 240, y: surface.y(ofSecond: start + 600))
      send(.press(.init(at: point, on: PressTarget(occurrence: occurrence, part: .body))))
      send(.move(to: Point(x: 240, y: point.y + 20), widgetPoint: nil, isFineSnapping: false, time: 0))
      movePointerToEdge()
    }

    private mutating func movePointerToEdge() {
      let y = isAtBottom ? surface.height - 4 : 4
      send(.move(to: Point(x: 240, y: y), widgetPoint: nil, isFineSnapping: false, time: time))
    }

    mutating func showFrame() {
      time += 1.0 / 60
      send(.frame(time: time))
      send(.painted)
      guard surface.scroll == (isAtBottom ? surface.scrollMax : 0) else { return }
      isAtBottom.toggle()
      movePointerToEdge()
    }

    private mutating func send(_ input: TimelineInput) {
      var (surface, draggedEvent) = (surface, draggedEvent)
      var hasScrolled = false
      _ = loop.send(input, in: { scene }) { response, _ in
        for effect in response.effects {
          if case .scroll(let place) = effect {
            hasScrolled = surface.scroll != place.offset
            surface.scroll = place.offset
          }
          if case .showDragged(let newEvent) = effect { draggedEvent = newEvent }
        }
      }
      (self.surface, self.draggedEvent) = (surface, draggedEvent)
      guard hasScrolled else { return }
      scene.surface = surface
      send(.layoutChanged)
    }
  }
}
