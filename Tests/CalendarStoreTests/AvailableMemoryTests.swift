import CalendarModel
import Testing

@testable import CalendarStore

/// A file may use up to a quarter of the available memory. The formats of the kernel's files are documented in
/// proc(5) and in the kernel's admin-guide/cgroup-v2 and cgroup-v1/memory.
@Suite struct AvailableMemoryTests {
  private let meminfo =
    "MemTotal:        8000000 kB\nMemFree:          100000 kB\nMemAvailable:    4000000 kB\n"

  private func bytes(_ files: [String: String]) -> Int? { AvailableMemory { files[$0] }.bytes }

  @Test func meminfoIsReadInKibibytes() {
    #expect(bytes(["/proc/meminfo": meminfo]) == 4_096_000_000)
    #expect(bytes([:]) == nil)
  }

  @Test func limitsOfAControlGroupAndItsParentApply() {
    var files = ["/proc/meminfo": meminfo, "/proc/self/cgroup": "0::/user.slice/app.scope\n"]
    files["/sys/fs/cgroup/user.slice/app.scope/memory.max"] = "max\n"
    files["/sys/fs/cgroup/user.slice/app.scope/memory.current"] = "1000\n"
    #expect(bytes(files) == 4_096_000_000)
    files["/sys/fs/cgroup/user.slice/memory.max"] = "1000000000\n"
    files["/sys/fs/cgroup/user.slice/memory.current"] = "700000000\n"
    #expect(bytes(files) == 300_000_000)
    files["/sys/fs/cgroup/user.slice/memory.stat"] = "anon 1\ninactive_file 200000000\nactive_file 5\n"
    #expect(bytes(files) == 500_000_000)
  }

  @Test func controlGroupsOfVersion1AreRead() {
    var files = [
      "/proc/meminfo": meminfo, "/proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/box\n0::/\n",
    ]
    files["/sys/fs/cgroup/memory/box/memory.limit_in_bytes"] = "600000000\n"
    files["/sys/fs/cgroup/memory/box/memory.usage_in_bytes"] = "100000000\n"
    #expect(bytes(files) == 500_000_000)
  }

  @Test func memoryOfThisComputerIsKnown() throws {
    #expect(try #require(AvailableMemory.system.bytes) > 1 << 20)
  }

  @Test func fileTooLargeForMemoryIsNotOpened() async throws {
    let folder = TemporaryFolder(inMemory: true)
    let notes = String(repeating: "x", count: 1 << 20)
    let lines = (0..<6).map { Samples.event(uid: "\($0)", more: ["X-LONG:\(notes)"]) }.flatMap { $0 }
    let path = try folder.write(Samples.calendar(lines), to: "work.ics")
    func store(_ memory: Int) -> CalendarStore {
      CalendarStore(
        displayZone: .utc, isWatching: false, files: CalendarFiles(availableMemory: { memory }),
        conflictsFolder: folder.path("conflicts"))
    }
    let snapshot = await store(20 << 20).open([path])
    #expect(snapshot.failures == [.tooLarge(.path(path), limit: 5 << 20)])
    let storeWithEnoughMemory = store(40 << 20)
    #expect(await storeWithEnoughMemory.open([path]).events.count == 6)
    // An open file stays open: the memory that it uses is no longer counted as available.
    try folder.write(Samples.calendar(lines + Samples.event(uid: "7")), to: "work.ics")
    await storeWithEnoughMemory.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(await storeWithEnoughMemory.snapshot().events.count == 7)
  }
}
