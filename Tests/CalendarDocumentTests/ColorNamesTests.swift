import CalendarModel
import CalendarText
import Testing

@testable import CalendarDocument

@Suite struct ColorNamesTests {
  @Test func everyCSSColorHasAReadableName() {
    let phrases = Phrases()
    #expect(CSSColors.valuesByName.count == 148)
    var valuesByName: [String: UInt32] = [:]
    for (css, value) in CSSColors.valuesByName {
      guard let name = phrases.name(of: EventColor(rgb: value)) else {
        Issue.record("\(css) has no name")
        continue
      }
      #expect(valuesByName.updateValue(value, forKey: name) ?? value == value, "\(name) names two colors")
    }
  }
}
