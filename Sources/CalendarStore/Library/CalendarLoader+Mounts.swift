import CalendarModel

// While its volume is not mounted, a mount point is an empty folder. Such a folder is not treated as an empty
// calendar, and nothing is written below it. See docs/decisions/unavailable-calendars.md.
extension CalendarLoader {
  /// Returns an error if a path does not refer to the calendar that was opened there before; nil if it does, or
  /// may do so.
  func unavailableError(of path: String, isReopening: Bool) -> StoreError? {
    guard let record = mounts?.record(of: path) else { return nil }
    if let mountPoint = record.mountPoint {
      // A symbolic link may have changed since the record was stored. A path that the user chose explicitly is
      // opened if it has any contents.
      let isMissing = files.isPath(path, atOrBelow: mountPoint) && !files.isMountPoint(mountPoint)
      return isMissing && (isReopening || files.isEmpty(path)) ? .notMounted(path: path) : nil
    }
    guard isReopening, let inode = record.folderInode, files.isEmpty(path),
      files.fileSystem(ofFolder: ByteString(path)) == .local, files.mountPoint(above: path) == nil
    else { return nil }
    return inode == files.inode(ofFolder: ByteString(path)) ? nil : .emptied(path: path)
  }

  /// Records the device and the mount point of a folder.
  func recordMountPoint(of calendar: inout OpenCalendar) {
    calendar.device = files.device(ofFolder: ByteString(calendar.id.path))
    calendar.mountPoint = files.mountPoint(above: calendar.id.path)
  }

  /// Whether an open folder is available. If not, it does not exist or is an empty mount point.
  func isAvailable(_ calendar: OpenCalendar) -> Bool {
    let device = files.device(ofFolder: ByteString(calendar.id.path))
    return device != nil && device == calendar.device
      && calendar.mountPoint.map(files.isMountPoint) != false
  }

  /// Stores the mount point of a calendar, for the next time that it is opened.
  func storeMountRecord(of calendar: OpenCalendar) {
    guard let mounts else { return }
    var record = MountRecord(mountPoint: calendar.mountPoint)
    // A mount point that also contains the records is not stored: while its volume is not mounted, the record
    // is not available either.
    if let mountPoint = record.mountPoint, files.isPath(mounts.existingFolder, atOrBelow: mountPoint) {
      record.mountPoint = nil
    }
    if calendar.hasSeparateObjects, calendar.mountPoint == nil, !calendar.files.isEmpty {
      record.folderInode = files.inode(ofFolder: ByteString(calendar.id.path))
    }
    mounts.store(record, of: calendar.id.path)
  }
}
