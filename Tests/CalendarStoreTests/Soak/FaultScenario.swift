import CalendarModel
import SoakSupport

@testable import CalendarStore

/// Edits to a calendar file and to a folder of files; a fault occurs during the last action.
struct FaultScenario: Sendable, CustomStringConvertible {
  enum Action: Sendable {
    /// Makes edits that are submitted together, like an import.
    case edits([EventEdit])
    /// Undoes the action with this index.
    case undo(Int)
    /// Redoes the action with this index.
    case redo(Int)
  }

  let description: String
  let actions: @Sendable (Targets) -> [Action]

  /// The IDs of the events in `EditedCalendars`, and edits to them.
  struct Targets: Sendable {
    let file: CalendarID
    let folder: CalendarID

    func inFile(_ index: Int) -> EventID { EventID(calendar: file, uid: "mine-\(index)") }
    func inFolder(_ index: Int) -> EventID {
      EventID(calendar: folder, file: "mine-\(index).ics", uid: "mine-\(index)")
    }
    func add(_ index: Int, toFolder isFolder: Bool) -> EventEdit {
      let uid = "new-\(index)"
      let id =
        isFolder
        ? EventID(calendar: folder, file: "\(uid).ics", uid: uid)
        : EventID(calendar: file, uid: uid)
      return .add(CalendarEvent(id: id, times: times(7_000 + index), summary: "New \(index)"))
    }
    func times(_ number: Int) -> EventTimes {
      let start = SharedEvents.start(number)
      return EventTimes(
        start: .utc(start), end: .time(.utc(start.adding(minutes: SharedEvents.length))))
    }
    func set(_ id: EventID) -> EventEdit {
      EventEdit(target: id, change: .set([.summary("New summary"), .location("Here")]))
    }
    func move(_ id: EventID) -> EventEdit { EventEdit(target: id, change: .move(times(8_000))) }
    func delete(_ id: EventID) -> EventEdit { EventEdit(target: id, change: .delete) }
    func transfer(toFolder isFolder: Bool) -> EventEdit {
      let (id, newID) =
        isFolder
        ? (inFile(3), EventID(calendar: folder, file: "came.ics", uid: "mine-3"))
        : (inFolder(9), EventID(calendar: file, uid: "mine-9"))
      return EventEdit(target: id, change: .transfer(to: newID, calendarColor: nil))
    }
  }

  /// The edits of each kind, with a description.
  private static let edits: [(String, @Sendable (Targets) -> [EventEdit])] = [
    ("add to a file", { [$0.add(1, toFolder: false)] }),
    ("add to a folder", { [$0.add(1, toFolder: true)] }),
    ("set in a file", { [$0.set($0.inFile(2))] }),
    ("set in a folder", { [$0.set($0.inFolder(9))] }),
    ("move in a file", { [$0.move($0.inFile(2))] }),
    ("move in a folder", { [$0.move($0.inFolder(9))] }),
    ("transfer to a folder", { [$0.transfer(toFolder: true)] }),
    ("transfer to a file", { [$0.transfer(toFolder: false)] }),
    ("delete from a file", { [$0.delete($0.inFile(2))] }),
    ("delete from a folder", { [$0.delete($0.inFolder(9))] }),
    ("import to a file", { targets in (1...3).map { targets.add($0, toFolder: false) } }),
    ("import to a folder", { targets in (1...3).map { targets.add($0, toFolder: true) } }),
  ]

  /// Every kind of edit, its undo and its redo.
  static let all: [FaultScenario] = edits.flatMap { name, edits in
    [
      FaultScenario(description: name) { [.edits(edits($0))] },
      FaultScenario(description: "undo \(name)") { [.edits(edits($0)), .undo(0)] },
      FaultScenario(description: "redo \(name)") { [.edits(edits($0)), .undo(0), .redo(0)] },
    ]
  }
}
