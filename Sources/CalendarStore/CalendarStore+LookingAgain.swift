import CalendarModel

extension CalendarStore {
  /// The most files of a folder whose contents are compared without a sign that they changed. Beyond that what the
  /// file system says of them has to do, which is right again a minute later at most.
  private static let mostCompared = 500
  /// How long it is left alone after it was looked at, as a multiple of what that took.
  private static let rest = 10

  /// Looks at what may have changed without anybody's telling: what is on a network or a FUSE file system, where other
  /// machines' changes are not reported, and what waits for another program. For when the window becomes active and
  /// when the computer wakes up.
  public func lookAgain() {
    lookAtWaiting()
    let start = clock()
    if let nextLookAgain, start < nextLookAgain { return }
    var hasChanged = false
    for position in calendars.indices
    where calendars[position].absence == nil && isRemote(calendars[position]) {
      hasChanged = lookAgain(position) || hasChanged
    }
    if hasChanged { tell(.changedOutside(snapshot())) }
    let end = clock()
    nextLookAgain = end + max(.seconds(1), (end - start) * Self.rest)
  }

  private func isRemote(_ calendar: OpenCalendar) -> Bool {
    loader.files.fileSystem(ofFolder: calendar.watchedFolder) == .remote
  }

  private func lookAgain(_ position: Int) -> Bool {
    let calendar = calendars[position]
    guard calendar.isFolder else {
      guard let place = calendar.files.values.first?.place else { return false }
      return lookAtFile("", in: position, place: place)
    }
    guard calendar.files.count > Self.mostCompared else { return lookAtFolder(position, names: nil) }
    let listed = (try? loader.names(in: calendar.id.path)) ?? []
    let names = Set(listed).union(calendar.files.keys).filter { name in
      guard let file = calendar.files[name], file.trouble == nil else { return true }
      return !loader.files.looksUnchanged(file.place, since: file.stamp)
    }
    return lookAtFolder(position, names: names.union(["displayname", "color"]))
  }
}
