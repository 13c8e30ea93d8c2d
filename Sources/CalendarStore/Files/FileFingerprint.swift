import CGLib
import CalendarModel
import Glibc

/// Distinguishes a file from another file with the same name, even after a restart.
enum FileFingerprint: Hashable {
  case inode(UInt64)
  /// A digest of the contents, for network and FUSE file systems, where inode numbers are cached and may be
  /// reassigned.
  case contents(UInt64)
  /// A file that cannot be the one that was checked, for example a symbolic link.
  case mismatch

  /// The value that is encoded in the name of a temporary file.
  var value: UInt64 {
    switch self {
    case .inode(let number), .contents(let number): number
    case .mismatch: 0
    }
  }

  init(_ attributes: stat, _ bytes: [UInt8], on system: FileSystem) {
    self = system == .local ? .inode(UInt64(attributes.st_ino)) : .contents(Self.digest(bytes))
  }

  /// Returns the first eight bytes of the SHA-256 digest.
  static func digest(_ bytes: [UInt8]) -> UInt64 {
    let sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))
    defer { g_free(sum) }
    return sum.flatMap { UInt64(String(cString: $0).prefix(16), radix: 16) } ?? 0
  }
}

extension CalendarFiles {
  /// Returns the fingerprint of the file that currently has the given name; nil if it cannot be determined.
  func fingerprint(of name: ByteString, in folder: Int32, on system: FileSystem) -> FileFingerprint? {
    var attributes = stat()
    if system == .local {
      return calls.attributes(of: name, in: folder, &attributes) >= 0
        ? .inode(UInt64(attributes.st_ino)) : nil
    }
    do throws(FileFault) {
      let file = try Descriptor(adopting: calls.open(name, in: folder))
      attributes = try self.attributes(of: file)
      guard attributes.isFile else { return .mismatch }
      let bytes = try contents(of: file, size: Int(attributes.st_size), limit: Self.sizeLimit)
      return FileFingerprint(attributes, bytes, on: system)
    } catch {
      switch error {
      case .system(ELOOP), .tooLarge: return .mismatch
      default: return nil
      }
    }
  }
}
