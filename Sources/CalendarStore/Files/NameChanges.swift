import CalendarModel
import Glibc

/// The changes to the names in a folder, in the order in which inotify reported them.
///
/// The kernel adds a report during the call that changes a name, so all changes by programs on this machine
/// are reported. Changes by other machines are not.
struct NameChanges: Hashable {
  enum Kind: Hashable {
    case created, deleted
    /// A rename is reported as two changes with the same inotify cookie.
    case movedFrom(UInt32), movedTo(UInt32)
  }

  struct Change: Hashable {
    var kind: Kind
    var name: ByteString
  }

  /// The inotify events to watch for.
  static let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)

  var changes: [Change] = []

  /// Whether any of the changes concerns the given name.
  func contains(_ name: ByteString) -> Bool { changes.contains { $0.name == name } }

  /// Whether another program gave a file the name `name`, and Handspan then replaced that file by renaming `newName`.
  func hasLostFile(named name: ByteString, beforeRenameOf newName: ByteString) -> Bool {
    var ownRenameCookies: Set<UInt32> = []
    var wasNameTaken = false
    for change in changes {
      switch change.kind {
      case .movedFrom(let cookie) where change.name == newName: ownRenameCookies.insert(cookie)
      case .movedTo(let cookie) where change.name == name:
        if ownRenameCookies.contains(cookie) { return wasNameTaken }
        wasNameTaken = true
      case .created where change.name == name: wasNameTaken = true
      case .deleted where change.name == name:
        // A version that was deleted again is not lost. A version that was moved away may still have the
        // name, because an exchange of two files is reported as two renames, in either order.
        wasNameTaken = false
      default: break
      }
    }
    // Handspan's own rename was not reported, so it is not known whether a file was lost.
    return false
  }

  /// Reads the changes that were reported since the last call. There are none without an inotify descriptor.
  static func read(from watch: borrowing Descriptor?) -> NameChanges {
    switch watch {
    case .none: return NameChanges()
    case .some(let watch): return read(from: watch.rawValue)
    }
  }

  static func read(from inotify: Int32) -> NameChanges {
    var result = NameChanges()
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      let header = MemoryLayout<inotify_event>.size
      while true {
        let count = Glibc.read(inotify, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var position = 0
        while position + header <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let end = min(count, position + header + Int(event.len))
          let name = ByteString(bytes: buffer[(position + header)..<end].prefix { $0 != 0 })
          position += header + Int(event.len)
          if let kind = Kind(event) { result.changes.append(Change(kind: kind, name: name)) }
        }
      }
    }
    return result
  }
}

extension NameChanges.Kind {
  fileprivate init?(_ event: inotify_event) {
    if event.mask & UInt32(IN_CREATE) != 0 {
      self = .created
    } else if event.mask & UInt32(IN_DELETE) != 0 {
      self = .deleted
    } else if event.mask & UInt32(IN_MOVED_FROM) != 0 {
      self = .movedFrom(event.cookie)
    } else if event.mask & UInt32(IN_MOVED_TO) != 0 {
      self = .movedTo(event.cookie)
    } else {
      return nil
    }
  }
}
