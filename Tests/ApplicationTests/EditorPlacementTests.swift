import Testing

@testable import Handspan

@Suite struct EditorPlacementTests {
  private typealias Frame = EditorPlacement.Frame

  private func placement(
    _ width: Int, _ height: Int, eventFrame: Frame?, naturalWidth: Int = 400, naturalHeight: Int = 500,
    isRightToLeft: Bool = false
  ) -> EditorPlacement {
    EditorPlacement(
      width: width, height: height, eventFrame: eventFrame, naturalWidth: naturalWidth,
      isRightToLeft: isRightToLeft
    ) { _ in naturalHeight }
  }

  private let mondayEvent = Frame(x: 60, y: 200, width: 150, height: 80)

  @Test func editorIsPlacedAfterTheEventInReadingDirection() {
    #expect(
      placement(1200, 800, eventFrame: mondayEvent).frame == Frame(x: 222, y: 200, width: 400, height: 500))
    let sundayEvent = Frame(x: 960, y: 200, width: 150, height: 80)
    #expect(
      placement(1200, 800, eventFrame: sundayEvent).frame.x == 548,
      "the editor is not before the event although there is no room after it")
    #expect(placement(1200, 800, eventFrame: sundayEvent, isRightToLeft: true).frame.x == 548)
    #expect(placement(1200, 800, eventFrame: mondayEvent, isRightToLeft: true).frame.x == 222)
  }

  @Test func editorCoversTheEndOfAFullWidthEvent() {
    let fullWidthEvent = Frame(x: 60, y: 200, width: 900, height: 80)
    #expect(placement(1000, 800, eventFrame: fullWidthEvent).frame.x == 588)
    #expect(placement(1000, 800, eventFrame: fullWidthEvent, isRightToLeft: true).frame.x == 12)
  }

  @Test func editorStaysWithinTheWindow() {
    let lateEvent = Frame(x: 60, y: 700, width: 150, height: 80)
    #expect(placement(1200, 800, eventFrame: lateEvent).frame.y == 288)
    #expect(
      placement(1200, 300, eventFrame: lateEvent).frame == Frame(x: 222, y: 12, width: 400, height: 276))
    #expect(
      placement(700, 800, eventFrame: nil, naturalWidth: 900).frame
        == Frame(x: 12, y: 12, width: 676, height: 500)
    )
  }

  @Test func narrowWindowShowsTheEditorAsASheet() {
    let sheet = placement(360, 640, eventFrame: mondayEvent)
    #expect(sheet.isSheet)
    #expect(sheet.frame == Frame(x: 0, y: 140, width: 360, height: 500))
    #expect(placement(599, 400, eventFrame: mondayEvent).frame == Frame(x: 0, y: 24, width: 599, height: 376))
    #expect(!placement(600, 640, eventFrame: mondayEvent).isSheet)
  }
}
