import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The event lifted as it is seen and heard: above everything, with the outline of where it would stand, and its
/// times said once whenever they change.
@MainActor
final class LiftedEvent {
  let layer: LiftLayer
  private let style: TimelineStyle
  private let announcer: Announcer
  /// px from the column's edge to the lifted block, and its width.
  private(set) var inset = 0.0
  private var width = 0.0
  /// The times that were last said.
  private var spoken: EventTimes?
  /// What the label says of them, and the day that it need not name.
  private var label: (times: EventTimes, day: Day?, text: String)?
  /// Where the dwell leads that was last said.
  private var spokenDwell: Day?

  init(style: TimelineStyle, announcer: Announcer) {
    (self.style, self.announcer) = (style, announcer)
    layer = LiftLayer(style: style)
  }

  /// The block that is shown lifted.
  var block: EventBlock? { layer.lifted }

  /// Shows a block lifted, as wide as the event was and where it was in its column.
  func begin(_ block: EventBlock, inset: Double, width: Double) {
    (self.inset, self.width) = (inset, width)
    block.appearance = .lifted
    layer.begin(block)
  }

  /// Places it for the present pointer, scroll and day.
  func update(_ lifted: Lifted, _ geometry: LiftGeometry) {
    // Where a finger covers the label, the time also stands in the gutter, as it does on iOS.
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

  /// Says a new snapped time once, and writes it on the block and the outline. Returns whether it is a new one.
  ///
  /// - Parameter first: the times that need not be said, since nothing was said yet.
  @discardableResult
  func tell(_ snapped: Occurrence, after first: EventTimes? = nil) -> Bool {
    spoken = spoken ?? first
    guard snapped.times != spoken else { return false }
    if spoken != nil { announcer.sayStep { [phrases = style.phrases] in phrases.step(snapped) } }
    spoken = snapped.times
    return true
  }

  /// Nothing was said of what comes next.
  func forgetTimes() { spoken = nil }

  /// Words are others than before.
  func forgetLabel() { label = nil }

  /// Shows how far a dwell has come, and says once where it leads.
  ///
  /// - Parameter words: what is said of a dwell that leads to that day.
  func setDwell(_ dwell: DwellState?, saying words: (Day) -> String) {
    layer.setDwell(dwell.map(DwellBar.State.init))
    if let dwell, dwell.target != spokenDwell { announcer.say(words(dwell.target)) }
    spokenDwell = dwell?.target
  }

  /// It is let go.
  func end() {
    layer.end()
    spoken = nil
  }

  /// Put into words once, and not at each frame in which the times stay. The only day that is shown need not be named.
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
