import Foundation
import Testing

@testable import SubscriptionBackend

/// What lies in the folders of the subscriptions, whoever wrote it.
@Suite struct SubscriptionFilesTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/subscriptions-\(UUID().uuidString)"
  private var files: SubscriptionFiles {
    SubscriptionFiles(listFolder: folder + "/list", cacheFolder: folder + "/cache")
  }

  @Test("a pipe in place of a file is not waited for")
  func pipe() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for subfolder in ["list", "cache"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(subfolder)", withIntermediateDirectories: true)
    }
    for path in ["list/1-1", "cache/1-1.ics", "cache/1-1.fetched"] {
      #expect(mkfifo("\(folder)/\(path)", 0o600) == 0)
    }
    #expect(files.subscriptions().isEmpty)
    #expect(files.readCopy(of: "1-1", limit: 100) == nil)
    #expect(files.readRecord(of: "1-1") == FetchRecord())
  }

  @Test("a value of any length from a server leaves the others readable")
  func longValue() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var record = FetchRecord()
    (record.lastRefresh, record.isPublic, record.lastModified) = (5, true, "yesterday")
    var longRecord = record
    longRecord.entityTag = String(repeating: "e", count: 100_000)
    files.writeRecord(longRecord, of: "1-1")
    #expect(files.readRecord(of: "1-1") == record)
  }
}
