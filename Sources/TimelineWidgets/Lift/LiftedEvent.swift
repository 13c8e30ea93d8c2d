import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// Presents the lifted event: above everything else, with the outline of where it would be dropped, and with
/// an announcement whenever its times change.
@MainActor
final class LiftedEvent {
  let layer: LiftLayer
  private let style: TimelineStyle
  private let announcer: Announcer
  /// The distance in px from the column's edge to the lifted block, and the block's width.
  private(set) var inset = 0.0
  private var width = 0.0
  /// The times that were announced last.
  private var spoken: EventTimes?
  /// The label's text, with the times and the implied day that it was made for.
  private var label: (times: EventTimes, day: Day?, text: String)?
  /// The day of the dwell that was announced last.
  private var spokenDwell: Day?

  init(style: TimelineStyle, announcer: Announcer) {
    (self.style, self.announcer) = (style, announcer)
    layer = LiftLayer(style: style)
  }

  /// The block that is shown lifted.
  var block: EventBlock? { layer.lifted }

  /// Shows a block lifted, with the event's own width and position in its column.
  func begin(_ block: EventBlock, inset: Double, width: Double) {
    (self.inset, self.width) = (inset, width)
    block.appearance = .lifted
    layer.begin(block)
  }

  /// Updates the position for the present pointer, scroll offset and day.
  func update(_ lifted: Lifted, _ geometry: LiftGeometry) {
    // A finger covers the label, so the time is also shown in the gutter, as on iOS.
    let isCovered = lifted.pointerKind == .touch
    let placement = geometry.placement(of: lifted, inset: inset, width: width) { [style] in
      isCovered ? style.phrases.time($0) : nil
    }
    layer.update(placement, label: liveLabel(of: lifted.snapped, on: geometry.days))
    layer.lifted?.isBar = lifted.isBar
  }

  func place(_ hold: KeyHold, _ geometry: LiftGeometry) {
    layer.update(
      geometry.placement(of: hold, inset: inset, width: width),
      label: liveLabel(of: hold.snapped, on: geometry.days))
  }

  /// Announces a new snapped time once. Returns whether the time is new.
  ///
  /// - Parameter first: the original times, which need no announcement if none has been made yet.
  @discardableResult
  func tell(_ snapped: Occurrence, after first: EventTimes? = nil) -> Bool {
    spoken = spoken ?? first
    guard snapped.times != spoken else { return false }
    if spoken != nil { announcer.sayStep { [phrases = style.phrases] in phrases.step(snapped) } }
    spoken = snapped.times
    return true
  }

  /// Forgets which times were announced.
  func forgetTimes() { spoken = nil }

  /// Discards the label's text after a change of the phrases.
  func forgetLabel() { label = nil }

  /// Shows the progress of a dwell, and announces its target once.
  ///
  /// - Parameter words: returns the announcement for a dwell that leads to the given day.
  func setDwell(_ dwell: DwellState?, saying words: (Day) -> String) {
    layer.setDwell(dwell.map(DwellBar.State.init))
    if let dwell, dwell.target != spokenDwell { announcer.say(words(dwell.target)) }
    spokenDwell = dwell?.target
  }

  /// Ends the lift.
  func end() {
    layer.end()
    spoken = nil
  }

  /// Cached, so that the text is not formatted in each frame in which the times stay the same. If only one
  /// day is shown, the label does not name it.
  private func liveLabel(of snapped: Occurrence, on days: Range<Day>) -> String {
    let named = days.count == 1 ? days.lowerBound : nil
    if let label, label.times == snapped.times, label.day == named { return label.text }
    let text = style.phrases.liveLabel(snapped, shown: named)
    label = (snapped.times, named, text)
    return text
  }
}

extension DwellBar.State {
  fileprivate init(_ dwell: DwellState) {
    let edge: DwellBar.Edge =
      switch dwell.side {
      case .left: .left
      case .right: .right
      case .top: .top
      case .bottom: .bottom
      }
    self.init(edge: edge, progress: dwell.progress)
  }
}
