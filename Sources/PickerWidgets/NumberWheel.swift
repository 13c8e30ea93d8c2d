import CGtk
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A wheel of numbers, such as hours, minutes in steps of five, or durations.
///
/// A number that is not one of the steps, such as the 7 of an event at 09:07, is added as an extra item
/// between the steps. The wheel stays on the extra item until the user turns the wheel, and the user can
/// return to that item.
@MainActor
package final class NumberWheel: SnapPicker {
  private static let widgetClass = WidgetClass(
    "HandspanNumberWheel", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "numberwheel")

  /// The numbers that a wheel offers.
  package struct Scale {
    /// The steps, in the order of the wheel, without duplicates.
    package let steps: [Int]
    /// The numbers that can be typed or shown as extra items. The range includes all steps and no negative
    /// numbers.
    package let range: ClosedRange<Int>
    /// Whether the first step follows the last.
    package let isCyclic: Bool
    /// Formats a number.
    package let text: (Int) -> String
    /// Formats a number for speech, with its unit.
    package let spokenText: (Int) -> String

    /// - Parameter spokenText: formats a number for speech, with its unit; nil to use `text`.
    package init(
      steps: [Int], range: ClosedRange<Int>, isCyclic: Bool = false, spokenText: ((Int) -> String)? = nil,
      text: @escaping (Int) -> String
    ) {
      precondition(!steps.isEmpty && steps.allSatisfy(range.contains))
      self.steps = steps
      self.range = range
      self.isCyclic = isCyclic
      self.text = text
      self.spokenText = spokenText ?? text
    }

    /// Returns the steps with the given numbers inserted.
    func values(including numbers: [Int]) -> [Int] {
      var values = steps
      for number in numbers where !values.contains(number) {
        values.insert(number, at: values.firstIndex { $0 > number } ?? values.count)
      }
      return values
    }
  }

  // MARK: For the host

  /// Called for each number that becomes centered.
  package var onHighlightValue: (Int) -> Void = { _ in }
  /// Called when the wheel has come to rest on a different number.
  package var onCommitValue: (Int) -> Void = { _ in }
  /// Called when no further digit can extend the typed number.
  package var onTypingComplete: () -> Void = {}

  /// The numbers that the wheel offers.
  package let scale: Scale
  /// The numbers on the wheel, including those that are not steps.
  private(set) var values: [Int]
  /// The invisible spin button for the keyboard and assistive technology.
  private let spinButton: PickerNumber
  private var digits: TypedDigits
  /// Announces numbers, because GTK 4.8 does not report a new value to screen readers.
  private lazy var announcer = Announcer { [spinButton] in Accessible.announce($0, on: spinButton.gtkWidget) }

  /// Creates a wheel at rest on a number.
  ///
  /// - Parameters:
  ///   - name: the accessible label, for example "Hour".
  ///   - visibleItemCount: the number of items that fit into the wheel's natural size.
  /// - Precondition: `value` is in the scale's range.
  package init(phrases: Phrases, name: String, scale: Scale, value: Int, visibleItemCount: Double = 3) {
    precondition(scale.range.contains(value))
    self.scale = scale
    values = scale.values(including: [value])
    spinButton = PickerNumber(name: name, range: scale.range, isCyclic: scale.isCyclic, text: scale.text)
    digits = TypedDigits(range: scale.range)
    super.init(
      NumberWheel.widgetClass, phrases: phrases, items: NumberWheel.items(values, scale),
      selected: values.firstIndex(of: value) ?? 0, isVertical: true, visibleItemCount: visibleItemCount)
    add(spinButton.gtkWidget)
    spinButton.onSet = { [weak self] in self?.go(toValue: $0) }
    onHighlight = { [weak self] item in
      guard let self else { return }
      self.onHighlightValue(self.values[item])
    }
    onCommit = { [weak self] item in
      guard let self else { return }
      self.onCommitValue(self.values[item])
    }
    motionEnded()
  }

  /// The selected number.
  package var value: Int { values[selectedItem] }

  /// Shows a number. While the wheel is moving, the change is delayed until the wheel comes to rest, and is
  /// dropped if the user has picked a different number by then.
  ///
  /// - Precondition: `value` is in the scale's range.
  package func setValue(_ value: Int) {
    precondition(scale.range.contains(value))
    whenAtRest { [weak self] in
      guard let self, value != self.value else { return }
      self.setValues([value], selecting: value, showing: value)
    }
  }

  /// Moves to a number and commits it when the wheel comes to rest.
  private func go(toValue value: Int) {
    guard scale.range.contains(value) else { return }
    if !values.contains(value) {
      // Start from the current number, so that the movement is visible.
      let current = values[motion.centeredItem]
      let remainsOnWheel = current == self.value || scale.steps.contains(current)
      setValues(
        [self.value, value], selecting: self.value,
        showing: remainsOnWheel ? current : nearestStep(to: current))
    }
    if let item = values.firstIndex(of: value) { go(to: item) }
  }

  private func setValues(_ numbers: [Int], selecting value: Int, showing shownValue: Int) {
    values = scale.values(including: numbers)
    setItems(
      NumberWheel.items(values, scale), selected: values.firstIndex(of: value) ?? 0,
      centered: values.firstIndex(of: shownValue))
  }

  private func nearestStep(to number: Int) -> Int {
    scale.steps.min { abs($0 - number) < abs($1 - number) } ?? number
  }

  private static func items(_ values: [Int], _ scale: Scale) -> PickerItems {
    PickerItems(
      count: values.count, isCyclic: scale.isCyclic, painter: { TextItemPainter(scale.text(values[$0])) },
      name: { scale.text(values[$0]) })
  }

  // MARK: Layout

  override func breadth(_ itemBreadth: Double) -> (minimum: Int, natural: Int) {
    let (firstStep, lastStep) = (scale.steps[0], scale.steps[scale.steps.count - 1])
    return breadth(
      itemBreadth, of: [firstStep, lastStep, scale.steps[scale.steps.count / 2], value].map(scale.text))
  }

  package override func allocate(width: Int, height: Int) {
    super.allocate(width: width, height: height)
    let itemExtent = Int(motion.track.itemExtent)
    allocate(spinButton.gtkWidget, x: 0, y: Double(height - itemExtent) / 2, width: width, height: itemExtent)
  }

  // MARK: Number and focus

  override func motionEnded() { spinButton.value = values[motion.targetItem] }

  override func updateChildren() { if !motion.isHeld { spinButton.value = values[motion.targetItem] } }

  package override func focus(_ direction: GtkDirectionType) -> Bool { !containsFocus && grabFocus() }

  package override func grabFocus() -> Bool { spinButton.grabFocus() }

  override func takeFocus() { if !containsFocus { _ = grabFocus() } }

  /// Up increases the number, as in every spin button.
  override func step(_ key: Int32) -> Int? {
    switch key {
    case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up,
      GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down:
      super.step(key).map { -$0 }
    default: super.step(key)
    }
  }

  override func pickedWithKeyboard() {
    announcer.announceStep { [weak self] in
      guard let self else { return "" }
      return self.scale.spokenText(self.values[self.motion.targetItem])
    }
  }

  override func handleTyped(_ character: Character) -> Bool {
    guard let digit = character.wholeNumberValue, (0...9).contains(digit) else {
      // Consume letters, which would otherwise be entered into the invisible text of the number.
      return !character.isWhitespace
    }
    let reading = digits.type(digit, time: now)
    extendTyping()
    if let number = reading.number {
      go(toValue: number)
      pickedWithKeyboard()
    }
    if reading.isComplete {
      digits.clear()
      endTyping()
      onTypingComplete()
    }
    return true
  }
}
