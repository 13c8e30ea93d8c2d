import CalendarModel
import Testing

@testable import CalendarText

@Suite struct ColorPhrasesTests {
  @Test func offeredColorsHaveDistinctNames() {
    let colors = Phrases().eventColors
    #expect(Set(colors.map(\.name)).count == colors.count)
    #expect(Set(colors.map(\.color)).count == colors.count)
    for color in colors { #expect(Phrases().name(of: color.color) == color.name) }
  }

  @Test func colorWithoutACSSNameHasNoName() {
    #expect(Phrases().name(of: EventColor(rgb: 0x1E90FF)) == "Dodger blue")
    #expect(Phrases().name(of: EventColor(rgb: 0x1E90FE)) == nil)
  }
}
