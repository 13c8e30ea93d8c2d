import Glibc

/// The files of the system's time zone database, looked up by name.
struct ZoneDatabase: Sendable {
  /// The path of the database: TZDIR, or else `/usr/share/zoneinfo`.
  let folder: String

  /// Names in the folder that do not identify a zone: copies of other zones or of the local one, and a
  /// placeholder.
  private static let namesOfCopies: Set<String> = ["localtime", "posixrules", "Factory"]
  /// Folders with copies of all zones, without and with leap seconds.
  private static let foldersOfCopies = ["posix/", "right/"]

  /// Returns the contents of the compiled zone with the given name; nil if there is none.
  func bytes(named name: String) -> [UInt8]? {
    guard Self.isSafeName(name) else { return nil }
    return SystemFile.bytes("\(folder)/\(name)")
  }

  /// Returns the zone with the given name; nil if it does not exist or is invalid.
  func zone(named name: String) -> ZoneFile? {
    bytes(named: name).flatMap { try? ZoneFile($0) }
  }

  /// Returns the zone name in a path, such as the target of a symbolic link. It is the part after the
  /// database's folder.
  func name(of path: String) -> String? {
    var name: Substring
    if path.hasPrefix(folder + "/") {
      name = path.dropFirst(folder.count + 1)
    } else {
      let components = path.split(separator: "/", omittingEmptySubsequences: false)
      guard let position = components.lastIndex(of: "zoneinfo") else { return nil }
      name = path.dropFirst(components[...position].map { $0.count + 1 }.reduce(0, +))
    }
    for folder in Self.foldersOfCopies where name.hasPrefix(folder) { name = name.dropFirst(folder.count) }
    return Self.isSafeName(String(name)) && !Self.namesOfCopies.contains(String(name)) ? String(name) : nil
  }

  /// The names of inhabited zones, in the order of the database's lists: first one zone for each region whose
  /// clocks have agreed since 1970, then the remaining zones, by country code.
  var inhabitedZones: [String] {
    // Each line has tab-separated fields: country, coordinates, name and, optionally, a comment.
    let lines = lines(of: "zone1970.tab") + lines(of: "zone.tab")
    var seenNames: Set<String> = []
    return lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
      .filter { seenNames.insert($0).inserted }
  }

  /// All names: inhabited zones first, then other zones, then aliases.
  var names: [String] {
    let lines = lines(of: "tzdata.zi").map { $0.split(separator: " ") }
    let zones = lines.filter { $0.first == "Z" && $0.count > 1 }.map { String($0[1]) }
    let links = lines.filter { $0.first == "L" && $0.count > 2 }.map { String($0[2]) }
    var seenNames = Self.namesOfCopies
    return (inhabitedZones + zones + links).filter { seenNames.insert($0).inserted }
  }

  private func lines(of file: String) -> [Substring] {
    guard let bytes = SystemFile.bytes("\(folder)/\(file)") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Whether an untrusted name may be looked up in the folder, because it cannot refer to a file outside it.
  static func isSafeName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), let first = name.utf8.first, first >= UInt8(ascii: "A") else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}

/// Reads small system files.
enum SystemFile {
  /// The maximum size of a file in bytes. The largest file, the database's list of all rules, is about 110 kB.
  private static let sizeLimit = 1 << 20

  /// Returns the contents of a regular file; nil if it cannot be read or is too large.
  static func bytes(_ path: String) -> [UInt8]? {
    // Without `O_NONBLOCK`, opening a pipe that has no writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (0...off_t(sizeLimit)).contains(status.st_size)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let result = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      guard result > 0 else { return nil }
      count += result
    }
    return bytes
  }

  /// Returns the target of a symbolic link; nil if the path is not a link.
  static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
