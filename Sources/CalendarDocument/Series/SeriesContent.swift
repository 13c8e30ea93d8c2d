import CalendarModel
import ICalendar

/// The events of one series in a file, and the occurrence that is being edited.
struct SeriesContent {
  /// A component of the series as it was read.
  struct Component {
    /// The index of the event in the document's events.
    let eventIndex: Int
    /// The index of the component in the text's components.
    let componentIndex: Int
    let event: CalendarEvent
    let lines: EventLines
  }

  /// An override, and the original start of the instance that it replaces: as written, and as a wall time in
  /// the zone of DTSTART.
  struct Override {
    let component: Component
    let originalStart: EventTime
    let originalWall: WallTime
    /// Whether the override has RANGE=THISANDFUTURE.
    let isThisAndFuture: Bool
  }

  let master: Component
  let recurrence: Recurrence
  /// The overrides, sorted by original start.
  let overrides: [Override]
  let series: Series
  /// The original start of the edited occurrence, as a wall time in the zone of DTSTART.
  let originalWall: WallTime
  /// The occurrence's own override, if it has one.
  let ownOverride: Override?
  /// The times of the occurrence.
  let times: EventTimes
  /// The event from which the occurrence takes its text: its own override, an earlier override that applies
  /// to all following occurrences, or the master.
  let textSource: Component

  var start: EventTime { recurrence.start }
  /// The original start in the form of DTSTART.
  var originalStart: EventTime { start.with(wall: originalWall) }
  /// The occurrence as an event: `textSource` at the times of the occurrence.
  var event: CalendarEvent {
    var event = textSource.event
    event.times = times
    return event
  }
  /// The rule, if the series has exactly one.
  var rule: RecurrenceRule? { recurrence.rules.count == 1 ? recurrence.rules.first : nil }

  /// - Throws: the reason why the series cannot be edited, for example that the occurrence does not exist.
  init(of edit: EventEdit, in document: inout CalendarDocument) throws(SeriesRefusal.Reason) {
    guard let target = document.events.position(of: edit.target).map({ document.events[$0] }) else {
      throw .edit(.vanished)
    }
    guard target.repetition != .once else { throw .notRepeating }
    let components = document.seriesComponents(of: target.id)
    var masters: [Component] = []
    var changedOccurrences: [(Component, EventTime, Bool)] = []
    for component in components {
      // Whatever follows a component without an END later would belong to it too, and undo could not find it.
      guard document.text.components[component.componentIndex].hasEnd else { throw .edit(.noCalendar) }
      switch component.event.repetition {
      case .unreadable: throw .unreadable
      case .once: break
      case .series(.master): masters.append(component)
      case .series(.changed(let original, let isThisAndFuture)):
        changedOccurrences.append((component, original, isThisAndFuture))
      }
    }
    guard let master = masters.first, case .series(.master(let recurrence)) = master.event.repetition else {
      throw .noMaster
    }
    guard masters.count == 1 else { throw .ambiguous }
    overrides = changedOccurrences.map { component, original, isThisAndFuture in
      Override(
        component: component, originalStart: original,
        originalWall: original.wall(inFormOf: recurrence.start),
        isThisAndFuture: isThisAndFuture)
    }.sorted { $0.originalWall < $1.originalWall }
    guard Set(overrides.map(\.originalWall)).count == overrides.count else { throw .ambiguous }
    guard
      let series = Series(master: master.event, changes: overrides.map(\.component.event), displayZone: .utc)
    else {
      throw .unreadable
    }
    (self.master, self.recurrence, self.series) = (master, recurrence, series)
    var wall = recurrence.start.wall
    if let occurrence = edit.originalStart {
      wall = occurrence.wall(inFormOf: recurrence.start)
    } else if case .changed(let original, _) = target.series {
      wall = original.wall(inFormOf: recurrence.start)
    }
    originalWall = wall
    ownOverride = overrides.first { $0.originalWall == wall }
    if let ownOverride {
      (times, textSource) = (ownOverride.component.event.times, ownOverride.component)
    } else {
      guard recurrence.contains(wall), let instance = series.instance(originallyAt: wall),
        let textSource = components.first(where: { $0.event.id == instance.template.id })
      else { throw .edit(.vanished) }
      (times, self.textSource) = (instance.times, textSource)
    }
  }
}

extension CalendarDocument {
  /// Returns the components of an event's series. Of several revisions, only the newest is included.
  mutating func seriesComponents(of id: EventID) -> [SeriesContent.Component] {
    var seriesComponents: [SeriesContent.Component] = []
    for index in events.indices
    where events[index].id.uid == id.uid && events[index].id.isInSameSeries(as: id) {
      var ignoredProblems = ProblemCollector()
      let lines = EventReader(components[index], of: &text, zones: &zones, problems: &ignoredProblems).lines
      seriesComponents.append(
        SeriesContent.Component(
          eventIndex: index, componentIndex: components[index], event: events[index], lines: lines))
    }
    return seriesComponents
  }
}
