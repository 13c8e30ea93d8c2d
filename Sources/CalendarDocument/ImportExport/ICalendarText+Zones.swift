import ICalendar

extension ICalendarText {
  /// Returns the TZIDs used in a component and its subcomponents, each once, in order of first use.
  func zoneNames(in component: Int) -> [String] {
    var names: [String] = []
    for index in components[component].lines {
      guard let line = line(index), line.hasParameters else { continue }
      for parameter in line.parameters where parameter.name == "TZID" {
        guard let name = parameter.values.first, !names.contains(where: { DocumentZones.isSame($0, name) })
        else { continue }
        names.append(name)
      }
    }
    return names
  }
}
