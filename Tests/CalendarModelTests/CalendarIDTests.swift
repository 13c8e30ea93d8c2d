import CalendarModel
import Testing

@Suite struct CalendarIDTests {
  @Test(arguments: ["/c", "/home/maria/calendars/family and friends.ics", ""])
  func equalKeysAreEqualWithoutSharedStorage(key: String) {
    let copy = CalendarID(String(decoding: Array(key.utf8), as: UTF8.self))
    #expect(CalendarID(key) == copy)
    #expect(CalendarID(key).hashValue == copy.hashValue)
    #expect(CalendarID(key + "1") != CalendarID(key + "2"))
    #expect(CalendarID(key + "/1") != copy)
  }

  @Test func keysWithTheSameCharactersInDifferentBytesDiffer() {
    let (composed, decomposed) = ("/calendars/caf\u{E9}.ics", "/calendars/cafe\u{301}.ics")
    #expect(composed == decomposed)
    #expect(CalendarID(composed) != CalendarID(decomposed))
  }
}
