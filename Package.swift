// swift-tools-version: 6.0
import PackageDescription

// Every module is a target, so the compiler enforces the direction of imports that docs/architecture.md
// describes: a module can import only what is listed as its dependency.

let package = Package(
  name: "handspan",
  products: [.executable(name: "handspan", targets: ["Handspan"])],
  dependencies: [
    // Pinned, so that the same source always builds the same program. Package.resolved is not committed: it holds commit
    // hashes, which differ where packages come from a mirror.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    // MARK: C libraries. Only the modules named here may see them.

    // GTK 4 and libadwaita. For GtkSupport, the modules of widgets and the application.
    .systemLibrary(
      name: "CGtk", pkgConfig: "libadwaita-1",
      providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
    // Cairo and Pango without GTK: painting without a widget or a display. For TimelinePainting.
    .systemLibrary(
      name: "CPaint", pkgConfig: "pangocairo",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
    // GLib and GIO without GTK: system calls and the user's folders. For CalendarStore.
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // Values set by the build: the application's id and the version. For the application.
    .systemLibrary(name: "CBuild"),

    // MARK: Pure modules. No C, no clock, no file, no widget.

    // Values: days, wall times, events, edits. Imports nothing of ours.
    .target(name: "CalendarModel"),
    // iCalendar text, kept byte for byte. Imports nothing of ours.
    .target(name: "ICalendar"),
    // Turns a file's components into events, and edits into changed lines.
    .target(name: "CalendarDocument", dependencies: ["CalendarModel", "ICalendar"]),
    // Turns values into phrases: dates, spans, durations. The translator is an argument.
    .target(name: "CalendarText", dependencies: ["CalendarModel"]),
    // Gestures, motion and geometry as functions of time, pointer and size.
    .target(name: "TimelineInteraction", dependencies: ["CalendarModel"]),

    // MARK: Modules that use C libraries, directly or through other modules.

    // Backends, loading, saving and watching. The only module that sees CGLib.
    .target(name: "CalendarStore", dependencies: ["CGLib", "CalendarDocument", "CalendarModel"]),
    // The calendars open in a window: pending edits, undo, clipboard and drop logic. Does not know GTK.
    .target(
      name: "CalendarSession",
      dependencies: ["CalendarStore", "CalendarDocument", "CalendarText", "CalendarModel"]),
    // Draws a layout into any Cairo context. Needs no widget and no display.
    .target(
      name: "TimelinePainting",
      dependencies: ["CPaint", "CalendarModel", "CalendarText", "TimelineInteraction"]),
    // Swift over GObject: references, signals, subclassing, the main loop. Does not know calendars.
    .target(name: "GtkSupport", dependencies: ["CGtk"]),
    // Shared by the custom widgets: the desktop's style, press handling. Does not know a particular widget.
    .target(
      name: "WidgetSupport", dependencies: ["CGtk", "GtkSupport", "TimelinePainting", "TimelineInteraction"]),
    // Snapping wheels and ribbons. Does not know the timeline.
    .target(
      name: "PickerWidgets",
      dependencies: [
        "CGtk", "GtkSupport", "WidgetSupport", "TimelinePainting", "TimelineInteraction", "CalendarText",
        "CalendarModel",
      ]),
    // The timeline: a thin layer of widgets over the pure modules. Does not know CalendarStore.
    .target(
      name: "TimelineWidgets",
      dependencies: [
        "CGtk", "GtkSupport", "WidgetSupport", "PickerWidgets", "TimelinePainting", "TimelineInteraction",
        "CalendarText", "CalendarModel",
      ]),

    // MARK: The executable: application, window, actions, preferences, command line.
    .executableTarget(
      name: "Handspan",
      dependencies: [
        "CBuild", "CGtk", "GtkSupport", "TimelineWidgets", "PickerWidgets", "TimelinePainting",
        "TimelineInteraction", "CalendarSession", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // MARK: Benchmarks. They never pass or fail.
    .executableTarget(
      name: "CoreBenchmark",
      dependencies: ["CalendarStore", "CalendarDocument", "TimelineInteraction", "CalendarModel"],
      path: "Benchmarks/Core"),

    // MARK: Tests. Pure suites use Swift Testing, widget suites XCTest.
    // How many random rounds the tests run, and a random generator that can be repeated.
    .target(name: "TestExtent", path: "Tests/TestExtent"),
    .testTarget(name: "CalendarModelTests", dependencies: ["TestExtent", "CalendarModel"]),
    .testTarget(name: "ICalendarTests", dependencies: ["TestExtent", "ICalendar"]),
    .testTarget(
      name: "CalendarDocumentTests",
      dependencies: ["TestExtent", "CalendarDocument", "CalendarText", "CalendarModel", "ICalendar"]),
    // Two programs that change the same calendar, and a check that nothing was lost.
    .target(
      name: "SoakSupport",
      dependencies: ["TestExtent", "CGLib", "CalendarStore", "CalendarText", "CalendarModel"],
      path: "Tests/SoakSupport"),
    .executableTarget(
      name: "soak-writer", dependencies: ["SoakSupport", "TestExtent", "CalendarStore"],
      path: "Tests/SoakWriter"),
    // Calendars in memory that answer later, like an online account. For tests of the store and the session.
    .target(
      name: "BackendTestSupport", dependencies: ["CalendarStore", "CalendarModel"],
      path: "Tests/BackendTestSupport"),
    // These include short runs of the tests of scripts/soak.
    .testTarget(
      name: "CalendarStoreTests",
      dependencies: [
        "soak-writer", "SoakSupport", "BackendTestSupport", "TestExtent", "Handspan", "CalendarStore",
        "CGLib", "CalendarText", "CalendarDocument", "CalendarModel", "ICalendar",
      ]),
    // Runs the built program.
    .testTarget(name: "CommandLineTests", dependencies: ["Handspan"]),
    .testTarget(
      name: "CalendarSessionTests",
      dependencies: [
        "BackendTestSupport", "CalendarSession", "CalendarStore", "CalendarDocument", "CalendarText",
        "CalendarModel",
      ]),
    // Tests the application without a window.
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "Handspan", "CalendarSession", "TimelinePainting", "CalendarText", "CalendarModel",
      ]),
    // Tests the window with views of its own.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "Handspan", "CalendarSession", "TimelineWidgets", "WidgetTestSupport", "GtkSupport", "CGtk",
        "TimelineInteraction", "CalendarText", "CalendarModel",
      ]),
    .testTarget(name: "CalendarTextTests", dependencies: ["CalendarText", "CalendarModel"]),
    // Simulates pointers and time for tests.
    .target(
      name: "InteractionTestSupport", dependencies: ["TimelineInteraction", "CalendarModel"],
      path: "Tests/InteractionTestSupport"),
    .testTarget(
      name: "TimelineInteractionTests",
      dependencies: ["InteractionTestSupport", "TestExtent", "TimelineInteraction", "CalendarModel"]),
    .testTarget(
      name: "TimelinePaintingTests",
      dependencies: ["TimelinePainting", "TimelineInteraction", "CalendarText", "CalendarModel"]),
    // GTK's checks of accessible properties. For tests of widgets.
    .systemLibrary(name: "CGtkTesting", path: "Tests/CGtkTesting", pkgConfig: "gtk4"),
    // A window for one widget, a main loop run step by step, and GTK's warnings. For tests of widgets.
    .target(
      name: "WidgetTestSupport", dependencies: ["CGtk", "CGtkTesting", "GtkSupport", "TimelinePainting"],
      path: "Tests/WidgetTestSupport"),
    .testTarget(
      name: "PickerWidgetsTests",
      dependencies: [
        "PickerWidgets", "WidgetTestSupport", "GtkSupport", "CGtk", "CGtkTesting", "TimelinePainting",
        "TimelineInteraction", "CalendarText", "CalendarModel",
      ]),
    .testTarget(
      name: "TimelineWidgetsTests",
      dependencies: [
        "TimelineWidgets", "PickerWidgets", "WidgetTestSupport", "InteractionTestSupport", "GtkSupport",
        "CGtk", "CGtkTesting",
        "TimelinePainting", "TimelineInteraction",
        "CalendarText", "CalendarModel",
      ]),
  ]
)
