import CalendarModel
import Glibc

/// The amount of memory that the program may still allocate: the kernel's estimate, or less if one of the
/// program's control groups, such as that of a container or a service, has a lower limit.
struct AvailableMemory: Sendable {
  /// Returns the contents of a small text file; nil if it does not exist.
  let read: @Sendable (String) -> String?

  /// The available memory in bytes; nil if it is unknown.
  var bytes: Int? {
    let kilobytes = read("/proc/meminfo").flatMap { AvailableMemory.number(of: "MemAvailable:", in: $0) }
    let systemBytes = kilobytes.map { $0 << 10 }
    return ([systemBytes] + controlGroups.map(availableBytes)).compactMap { $0 }.min()
  }

  /// The folders of the control groups, from the program's own upward, for cgroup versions 1 and 2.
  private var controlGroups: [String] {
    let lines = read("/proc/self/cgroup")?.split(separator: "\n") ?? []
    return lines.flatMap { line -> [String] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      let root: String
      if fields[1].isEmpty {
        root = "/sys/fs/cgroup"
      } else if fields[1].split(separator: ",").contains("memory") {
        root = "/sys/fs/cgroup/memory"
      } else {
        return []
      }
      var names = fields[2].split(separator: "/")
      var folders = [root]
      while !names.isEmpty {
        folders.append(root + "/" + names.joined(separator: "/"))
        names.removeLast()
      }
      return folders
    }
  }

  /// Returns the number of bytes that a group may still allocate; nil if it has no limit. Inactive page cache
  /// counts as available.
  private func availableBytes(of folder: String) -> Int? {
    guard let limit = number("memory.max", of: folder) ?? number("memory.limit_in_bytes", of: folder),
      let usedBytes = number("memory.current", of: folder) ?? number("memory.usage_in_bytes", of: folder)
    else { return nil }
    let inactiveFileBytes =
      read(folder + "/memory.stat").flatMap { AvailableMemory.number(of: "inactive_file", in: $0) } ?? 0
    return max(0, limit - max(0, usedBytes - inactiveFileBytes))
  }

  /// Returns the number in a file; nil if the file contains something else, such as "max".
  private func number(_ name: String, of folder: String) -> Int? {
    read("\(folder)/\(name)").flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// Returns the number that follows a word at the start of a line.
  private static func number(of word: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 2, words[0] == word { return Int(words[1]) }
    }
    return nil
  }
}

extension AvailableMemory {
  /// An instance that reads the files of the running system.
  static let system = AvailableMemory { path in
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
