import CGtk
import GtkSupport
import WidgetTestSupport
import XCTest

@testable import Handspan

@MainActor
final class NotesFieldTests: WidgetTestCase {
  func testHeightDependsOnTheNewWidthAndNotOnTheCurrentOne() async {
    let notes = NotesField()
    notes.field.text = String(repeating: "Bring the drawings of the last meeting. ", count: 20)
    func height(_ width: Int32) -> Int32 {
      var natural: Int32 = 0
      gtk_widget_measure(notes.gtkWidget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
      return natural
    }
    let (narrowHeight, wideHeight) = (height(150), height(600))
    XCTAssertGreaterThan(narrowHeight, 2 * wideHeight)
    for width: Int32 in [150, 600] {
      gtk_widget_allocate(notes.gtkWidget, width, height(width), -1, nil)
      XCTAssertEqual(height(150), narrowHeight)
      XCTAssertEqual(height(600), wideHeight)
    }
    notes.field.text = ""
    XCTAssertLessThan(height(600), wideHeight)
  }
}
