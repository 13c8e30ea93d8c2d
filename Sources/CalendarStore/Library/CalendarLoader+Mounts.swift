import CalendarModel

// The folder on which a volume is mounted stands there empty while it is not. It is not taken for an empty calendar, and
// nothing is written below it. See docs/decisions/empty-mount-points.md.
extension CalendarLoader {
  /// Why what a path leads to is not the calendar that was open under it before; nil if it may be.
  func absence(of path: String, isKnown: Bool) -> StoreError? {
    guard let record = mounts?.record(of: path) else { return nil }
    if let point = record.mountPoint {
      // A link may lead elsewhere by now. And whoever asks for something that is there shall have it.
      let isMissing = files.isBelow(point, path) && !files.isMountPoint(point)
      return isMissing && (isKnown || files.isEmpty(path)) ? .notMounted(path: path) : nil
    }
    guard isKnown, let number = record.folder, files.isEmpty(path),
      files.fileSystem(ofFolder: ByteString(path)) == .local, files.mountPoint(above: path) == nil
    else { return nil }
    return number == files.number(ofFolder: ByteString(path)) ? nil : .emptied(path: path)
  }

  /// Notes what a folder is on.
  func noteMount(of calendar: inout OpenCalendar) {
    calendar.device = files.device(ofFolder: ByteString(calendar.id.path))
    calendar.mountPoint = files.mountPoint(above: calendar.id.path)
  }

  /// Whether a folder that is open is there, and not only the place on which it was mounted.
  func isThere(_ calendar: OpenCalendar) -> Bool {
    let device = files.device(ofFolder: ByteString(calendar.id.path))
    return device != nil && device == calendar.device
      && calendar.mountPoint.map(files.isMountPoint) != false
  }

  /// Remembers, for the next time that a calendar is opened, what it is on.
  func remember(_ calendar: OpenCalendar) {
    guard let mounts else { return }
    var record = MountRecord(mountPoint: calendar.mountPoint)
    // If that were not mounted, nothing of this would be remembered either.
    if let point = record.mountPoint, files.isBelow(point, mounts.existingFolder) { record.mountPoint = nil }
    if calendar.isFolder, calendar.mountPoint == nil, !calendar.files.isEmpty {
      record.folder = files.number(ofFolder: ByteString(calendar.id.path))
    }
    mounts.keep(record, of: calendar.id.path)
  }
}
