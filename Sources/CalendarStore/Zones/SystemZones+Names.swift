extension SystemZones {
  /// The names of inhabited zones, sorted, with UTC as the last; empty without the database's list.
  ///
  /// Read again at each call, from a system file of 20 kB.
  package var names: [String] {
    let names = database.inhabited
    return names.isEmpty ? [] : names.sorted() + ["UTC"]
  }
}
