import CalendarModel

// Deleting, by key, menu, popover or assistive technology.
extension TimelineView {
  /// Deletes an event at once; what the window then says offers the way back. The focus goes to the next event, or
  /// the one before it where that was the last.
  public func delete(_ occurrence: Occurrence) {
    guard !isLifted else { return }
    finishKeyboardEdit()
    popover.close()
    if let refusal = dataSource?.refusal(for: occurrence) { return refuse(refusal) }
    let order = occurrences
    let place = order.firstIndex { $0.id == occurrence.id }
    let neighbour = place.flatMap { place in
      order.dropFirst(place + 1).first ?? order.prefix(place).last
    }
    if let neighbour { focus(neighbour.id, scrolls: false) }
    apply(occurrence.edit(.delete))
  }
}
