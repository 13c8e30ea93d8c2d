extension SystemZones {
  /// The names of zones that people live in, sorted, with UTC as the last; empty without the database's list.
  ///
  /// Read again at each call, from a file of 20 kB of the system's.
  package var names: [String] {
    let names = database.inhabited
    return names.isEmpty ? [] : names.sorted() + ["UTC"]
  }
}
