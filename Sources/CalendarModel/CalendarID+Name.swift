extension CalendarID {
  /// The last name of the path, told from the path alone: looking at the disk could wait for a server.
  public var lastName: String {
    let names = path.split(separator: "/", omittingEmptySubsequences: true)
    return names.last.map(String.init) ?? path
  }
}
