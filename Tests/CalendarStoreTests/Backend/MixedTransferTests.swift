import BackendTestSupport
import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Transfers between a file and a calendar of another backend, or between two calendars of that backend.
@Suite struct MixedTransferTests {
  enum Route: CaseIterable, Sendable {
    case fileToMemory, memoryToFile, memoryToMemory
  }

  private let folder = TemporaryFolder()
  private let backend = MemoryBackend()
  private let store: CalendarStore
  private let walk = Samples.event(uid: "walk", summary: "Walk", more: ["X-ODD:1"])

  init() {
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"),
      pendingFolder: folder.path("pending"),
      backends: [backend])
  }

  /// Opens the calendar that contains the walk and a calendar to which the walk can be transferred.
  private func open(_ route: Route) async throws -> (
    origin: CalendarID, destination: CalendarID, edit: EventEdit
  ) {
    let (originText, destinationText) = (
      Samples.calendar(walk), Samples.calendar(Samples.event(uid: "lunch", summary: "Lunch"))
    )
    func memoryCalendar(_ name: String, _ text: String) -> CalendarID {
      let calendar = backend.add(name)
      backend.put(text, in: calendar)
      return calendar
    }
    let origin =
      route == .fileToMemory
      ? CalendarID(try folder.write(originText, to: "origin.ics"))
      : memoryCalendar("origin", originText)
    let destination =
      route == .memoryToFile
      ? CalendarID(try folder.write(destinationText, to: "destination.ics"))
      : memoryCalendar("destination", destinationText)
    let event = try await store.open([origin.key, destination.key]).event("walk")
    let target = EventID(calendar: destination, uid: "walk")
    return (
      origin, destination, EventEdit(target: event.id, change: .transfer(to: target, calendarColor: nil))
    )
  }

  private func text(_ calendar: CalendarID) throws -> String {
    try backend.text(in: calendar) ?? String(contentsOfFile: calendar.key, encoding: .utf8)
  }

  /// A new edit makes it impossible to redo a step that was undone, so the session then has the step forgotten. Its undo may
  /// still be waiting for a server.
  @Test func undoThatWaitsForItsTransferIsCarriedOutAlthoughItIsForgotten() async throws {
    let (origin, destination, edit) = try await open(.memoryToFile)
    let textsBefore = (origin: try text(origin), destination: try text(destination))
    let id = EditID()
    backend.suspend()
    store.submit(.edit(edit), as: id)
    for _ in 0..<1_000 where try !text(destination).contains("UID:walk") {
      try await Task.sleep(for: .milliseconds(10))
    }
    store.submit(.undo(id), as: EditID())
    _ = await store.snapshot()
    store.forget([id])
    for _ in 0..<3 { _ = await store.snapshot() }
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(try text(origin) == textsBefore.origin && text(destination) == textsBefore.destination)
  }

  @Test(arguments: Route.allCases) func transferKeepsEveryPropertyAndCanBeUndone(route: Route) async throws {
    let (origin, destination, edit) = try await open(route)
    let textsBefore = (origin: try text(origin), destination: try text(destination))
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    #expect(try !text(origin).contains("UID:walk"))
    #expect(try text(destination).contains("UID:walk") && text(destination).contains("X-ODD:1"))
    #expect(try await store.snapshot().event("walk").id.calendar == destination)
    let undo = EditID()
    store.submit(.undo(id), as: undo)
    #expect(await store.flush().isEmpty)
    #expect(try text(origin) == textsBefore.origin && text(destination) == textsBefore.destination)
    store.submit(.redo(id), as: EditID())
    #expect(await store.flush().isEmpty)
    #expect(try text(destination).contains("UID:walk") && !text(origin).contains("UID:walk"))
  }

  @Test(arguments: Route.allCases) func editsDuringATransferWaitAndAreNotLost(route: Route) async throws {
    let (origin, destination, edit) = try await open(route)
    backend.suspend()
    let transfer = EditID()
    store.submit(.edit(edit), as: transfer)
    _ = await store.snapshot()
    // The transferred event and an existing event are edited, and another program changes the file.
    let transferredID = EventID(calendar: destination, uid: "walk")
    store.submit(.edit(EventEdit(target: transferredID, change: .set([.location("Park")]))), as: EditID())
    let lunch = EventID(calendar: destination, uid: "lunch")
    store.submit(.edit(EventEdit(target: lunch, change: .set([.summary("Soup")]))), as: EditID())
    if route == .fileToMemory {
      try folder.write(Samples.calendar(walk, Samples.event(uid: "new")), to: "origin.ics")
    }
    _ = await store.snapshot()
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(try !text(origin).contains("UID:walk"))
    for line in ["UID:walk", "LOCATION:Park", "SUMMARY:Soup"] {
      #expect(try text(destination).contains(line))
    }
    if route == .fileToMemory { #expect(try text(origin).contains("UID:new")) }
    #expect(try await store.snapshot().event("walk").location == "Park")
  }

  @Test func undoWaitsForATransferInProgress() async throws {
    let (origin, destination, edit) = try await open(.fileToMemory)
    let textsBefore = (origin: try text(origin), destination: try text(destination))
    backend.suspend()
    let transfer = EditID()
    store.submit(.edit(edit), as: transfer)
    _ = await store.snapshot()
    store.submit(.undo(transfer), as: EditID())
    _ = await store.snapshot()
    backend.resume()
    #expect(await store.flush().isEmpty)
    #expect(try text(origin) == textsBefore.origin && text(destination) == textsBefore.destination)
  }

  @Test(arguments: [CalendarState.offline, .readOnly])
  func transferToAnOfflineOrReadOnlyCalendarIsRefused(state: CalendarState) async throws {
    let (origin, destination, edit) = try await open(.fileToMemory)
    let textsBefore = (origin: try text(origin), destination: try text(destination))
    backend.set(state, of: destination)
    let location = CalendarLocation.name("destination")
    let reason: StoreError = state == .offline ? .offline(location) : .readOnly(location)
    await #expect(throws: StoreError.transferFailed(reason)) { try await store.perform(.edit(edit)) }
    #expect(try text(origin) == textsBefore.origin && text(destination) == textsBefore.destination)
    #expect(try await store.snapshot().event("walk").id.calendar == origin)
    #expect(await store.flush().isEmpty)
  }

  @Test func eventChangedInItsOriginIsNotTransferred() async throws {
    let (origin, destination, edit) = try await open(.memoryToFile)
    let textBefore = try text(destination)
    // Another program changes the event just before the store removes it from its origin.
    backend.setOutcomes(
      .overtaken(by: Samples.calendar(Samples.event(uid: "walk", summary: "Run", more: ["X-ODD:1"]))))
    await #expect(throws: StoreError.self) { try await store.perform(.edit(edit)) }
    #expect(try text(destination) == textBefore)
    #expect(try text(origin).contains("SUMMARY:Run"))
  }

  @Test(arguments: Route.allCases) func eventIsAlwaysInAtLeastOneCalendar(route: Route) async throws {
    let (origin, destination, edit) = try await open(route)
    backend.setOutcomes(.busy, .writtenWithoutAnswer, .lostWithoutAnswer)
    let watcher = Task {
      var wasMissing = false
      while !Task.isCancelled {
        // The event may be moved between the first two checks, so the destination is checked again.
        if try !text(destination).contains("UID:walk"), try !text(origin).contains("UID:walk") {
          wasMissing = try wasMissing || !text(destination).contains("UID:walk")
        }
        try? await Task.sleep(for: .milliseconds(1))
      }
      return wasMissing
    }
    for _ in 0..<6 where try text(origin).contains("UID:walk") {
      _ = try? await store.perform(.edit(edit))
      _ = await store.flush()
    }
    watcher.cancel()
    #expect(try await !watcher.value)
    #expect(try text(destination).components(separatedBy: "UID:walk").count == 2)
    #expect(try !text(origin).contains("UID:walk"))
  }

  @Test func unfinishedTransferIsStoredWhenTheProgramEnds() async throws {
    let (_, _, edit) = try await open(.fileToMemory)
    backend.suspend()
    store.submit(.edit(edit), as: EditID())
    _ = await store.snapshot()
    #expect(await store.storeUnsavedChanges())
    let nextStore = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: nil,
      pendingFolder: folder.path("pending"), backends: [backend])
    #expect(Set(await nextStore.pendingChanges().map(\.path)) == [folder.path("origin.ics"), "destination"])
    backend.resume()
  }
}
