extension SystemZones {
  /// The names of inhabited zones in alphabetical order, followed by UTC; empty if the database has no list
  /// of them.
  ///
  /// The list is read again on each access, from a system file of about 20 kB.
  package var names: [String] {
    let names = database.inhabitedZones
    return names.isEmpty ? [] : names.sorted() + ["UTC"]
  }
}
