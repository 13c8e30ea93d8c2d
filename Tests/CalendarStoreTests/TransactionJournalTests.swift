import CalendarModel
import Testing

@testable import CalendarStore

@Suite struct TransactionJournalTests {
  @Test func journalsAreReadBackAndDamagedOnesAreRejected() throws {
    var journal = TransactionJournal(folder: "/home/ada/odd\n%41 name", folderInode: 12)
    journal.entries = [
      .init(kind: .create, index: 0, digest: 3, name: "a b.ics"),
      .init(kind: .replace, index: 1, digest: .max, name: "\u{E9}.ics"),
      .init(kind: .remove, index: 2, digest: 0, name: "c.ics"),
    ]
    let bytes = journal.bytes
    #expect(TransactionJournal(bytes)?.bytes == bytes)
    let lineEnds = Set(bytes.indices.filter { bytes[$0] == 0x0A }.dropFirst(3))
    for length in bytes.indices where !lineEnds.contains(length - 1) {
      #expect(TransactionJournal(Array(bytes.prefix(length))) == nil, "\(length) bytes")
    }
    for name in ["../c.ics", "c.txt", ".c.ics", "c.txt\0.ics"] {
      journal.entries = [.init(kind: .create, index: 0, digest: 3, name: ByteString(name))]
      #expect(TransactionJournal(journal.bytes) == nil, "\(name)")
    }
  }

  @Test func onlyTheJournalsOfTheFolderAreRead() throws {
    let state = TemporaryFolder()
    let calls = CountingCalls()
    let journals = TransactionJournals(folder: state.path("imports"), files: CalendarFiles(calls: calls))
    for number in 0..<20 {
      try journals.store(TransactionJournal(folder: "/home/ada/calendar \(number % 10)", folderInode: 1))
    }
    let count = calls[.open]
    #expect(journals.journals(of: "/home/ada/other").isEmpty)
    #expect(calls[.open] == count)
    let found = journals.journals(of: "/home/ada/calendar 3")
    #expect(found.map(\.folder) == ["/home/ada/calendar 3", "/home/ada/calendar 3"])
    #expect(calls[.open] <= count + 4)
    for journal in found { journals.remove(journal) }
    #expect(journals.journals(of: "/home/ada/calendar 3").isEmpty)
    #expect(journals.journals(of: "/home/ada/calendar 4").count == 2)
  }
}
