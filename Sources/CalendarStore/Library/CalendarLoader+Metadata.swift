import CalendarModel
import Glibc

// The name and the color of a folder are the first lines of its `displayname` and `color` files, as in
// vdirsyncer's vdir format.
extension CalendarLoader {
  /// The maximum size of a metadata file in bytes. Each has one line.
  static let metadataLimit = 4_096
  /// The maximum number of attempts to write a file that other programs are changing at the same time.
  private static let maximumAttempts = 3

  /// Returns the contents of a metadata file; nil if it does not exist.
  func metadata(_ name: ByteString, in folder: String) throws(FileFault) -> FileContents? {
    do throws(FileFault) {
      return try files.read(filePath(of: name, in: folder), limit: Self.metadataLimit)
    } catch .system(ENOENT) {
      return nil
    }
  }

  /// Replaces the first line of a metadata file, which is created if it does not exist. The other bytes are
  /// kept. A file without any text is removed.
  ///
  /// - Returns: the bytes before and after the change; nil if there is no file.
  func setMetadata(
    _ name: ByteString, to line: String?, in folder: String
  ) throws(FileFault) -> (old: [UInt8]?, new: [UInt8]?) {
    var result: (old: [UInt8]?, new: [UInt8]?) = (nil, nil)
    try writeMetadata(name, in: folder) { oldBytes throws(FileFault) in
      let otherLines = (oldBytes ?? []).drop { $0 != 0x0A && $0 != 0x0D }
      let bytes = Array((line ?? "").utf8) + otherLines
      result = (oldBytes, bytes.allSatisfy({ $0 <= 0x20 }) ? nil : bytes)
      return result.new
    }
    return result
  }

  /// Replaces the contents of a metadata file. Throws `FileFault.changed`, without writing anything, if it does
  /// not contain `expected`.
  func replaceMetadata(
    _ name: ByteString, in folder: String, expected: [UInt8]?, by bytes: [UInt8]?
  ) throws(FileFault) {
    try writeMetadata(name, in: folder) { oldBytes throws(FileFault) in
      guard oldBytes == expected else { throw .changed }
      return bytes
    }
  }

  /// Writes a metadata file durably. It has either the complete old contents or the complete new ones.
  ///
  /// - Parameter change: returns the new contents, given the old ones. In both cases, nil means that there is
  ///   no file.
  private func writeMetadata(
    _ name: ByteString, in folder: String, _ change: ([UInt8]?) throws(FileFault) -> [UInt8]?
  ) throws(FileFault) {
    let filePath = filePath(of: name, in: folder)
    for attempt in 1...Self.maximumAttempts {
      let current = try metadata(name, in: folder)
      let bytes = try change(current?.bytes)
      guard bytes != current?.bytes else { return }
      // A larger file could not be read again.
      guard (bytes?.count ?? 0) <= Self.metadataLimit else { throw .tooLarge(Self.metadataLimit) }
      do throws(FileFault) {
        switch (current, bytes) {
        case (let current?, let bytes?):
          _ = try files.replace(filePath, with: bytes, expected: current.stamp)
        case (let current?, nil): _ = try files.remove(filePath, expected: current.stamp)
        case (nil, let bytes?): _ = try files.create(filePath, bytes: bytes, isShared: true)
        case (nil, nil): break
        }
        return
      } catch {
        // Another program has changed or created the file since it was read.
        guard error == .changed || error == .system(EEXIST), attempt < Self.maximumAttempts else {
          throw error
        }
      }
    }
  }

  /// Reads a folder's name and color. Most folders have neither.
  func refreshMetadata(of calendar: inout OpenCalendar) {
    calendar.name = line("displayname", in: calendar.id.path)
    calendar.color = line("color", in: calendar.id.path).flatMap { EventColor(hex: $0) }
  }

  private func line(_ name: ByteString, in folder: String) -> String? {
    guard let contents = try? metadata(name, in: folder) else { return nil }
    let line = contents.bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension CalendarProperty {
  /// The name of the file that contains the property of a folder.
  var fileName: ByteString {
    switch self {
    case .name: "displayname"
    case .color: "color"
    }
  }
}
