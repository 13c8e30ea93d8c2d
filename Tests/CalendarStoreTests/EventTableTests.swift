import CalendarModel
import TestExtent
import Testing

@testable import CalendarStore

/// Compares the hash table of the index with a dictionary.
@Suite struct EventTableTests {
  /// Events with the same UIDs in several calendars, as in copies of one file.
  private static let events: [SharedEvent] = (0..<4).flatMap { calendar in
    (0..<250).map { number in
      let id = EventID(calendar: CalendarID("/\(calendar).ics"), file: nil, uid: ByteString("\(number)"))
      let times = EventTimes(start: .utc(WallTime(Day(ordinal: 20_458), hour: 9)), end: .implied)
      return SharedEvent(CalendarEvent(id: id, times: times))
    }
  }

  @Test(arguments: 1...UInt64(20)) func tableAndDictionaryFindTheSameEvents(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (table, list) = (EventTable(), [SharedEvent]())
    var expectedIndices: [EventID: Int] = [:]
    for _ in 0..<2_000 {
      let event = Self.events[Int.random(in: 0..<Self.events.count, using: &random)]
      if let index = expectedIndices[event.event.id], Bool.random(using: &random) {
        // The last event moves into the gap, as in the index.
        table.remove(index, in: list)
        expectedIndices[event.event.id] = nil
        if index < list.count - 1 {
          table.remove(list.count - 1, in: list)
          list[index] = list[list.count - 1]
          table.insert(index, in: list)
          expectedIndices[list[index].event.id] = index
        }
        list.removeLast()
      } else {
        let existingIndex = table.insertUnlessPresent(event.event.id, as: list.count, in: list)
        #expect(existingIndex == expectedIndices[event.event.id])
        if existingIndex == nil {
          expectedIndices[event.event.id] = list.count
          list.append(event)
        }
      }
    }
    for event in Self.events {
      #expect(table.index(of: event.event.id, in: list) == expectedIndices[event.event.id])
    }
  }
}
