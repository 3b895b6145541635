// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors by a flag of the Makefile; in a manifest they would break whoever depends on
// the package.
/// What every target of ours is compiled with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "memorize",
  products: [
    // One program under four names, so that a release has Swift's library once.
    .executable(name: "memorized", targets: ["Programs"]),
    .executable(name: "memorize", targets: ["Programs"]),
    .executable(name: "memorize-notify", targets: ["Programs"]),
    .executable(name: "memorize-connect", targets: ["Programs"]),
    .library(name: "DBus", targets: ["DBus", "EventLoop"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Each target lists the few it may use; the arrows go one way.
    .systemLibrary(
      name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Without pkg-config, which would define _XOPEN_SOURCE and so hide half of the C library.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "PlainText", swiftSettings: strict),
    .target(name: "MemoryGame", dependencies: ["PlainText"], swiftSettings: strict),
    .target(name: "Practice", dependencies: ["MemoryGame", "PlainText"], swiftSettings: strict),
    .target(
      name: "ThemeFiles", dependencies: ["MemoryGame", "PlainText", "Practice"],
      swiftSettings: strict),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    // Without pkg-config: nothing is linked, the library is loaded when a package is read.
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CMicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    // A release is linked with neither FreeType nor fontconfig: they are loaded when the first picture
    // is shown.
    .systemLibrary(
      name: "CFonts", pkgConfig: "fontconfig",
      providers: [.apt(["libfreetype-dev", "libfontconfig-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "DeckImport",
      dependencies: [
        "CArchive", "CExpat", "CSQLite", "EventLoop", "MemoryGame", "PlainText", "Practice",
        "ThemeFiles", "UserFiles",
      ],
      swiftSettings: strict),
    .target(
      name: "CellDrawing", dependencies: ["CLinux", "PlainText", "Translation"],
      swiftSettings: strict),
    .target(
      name: "FontPictures", dependencies: ["CellDrawing", "CFonts", "PlainText"],
      swiftSettings: strict),
    .target(
      name: "BoardLayout", dependencies: ["CellDrawing", "MemoryGame", "PlainText"],
      swiftSettings: strict),
    .target(
      name: "TerminalKit",
      dependencies: ["CellDrawing", "CNcurses", "EventLoop", "PlainText"],
      swiftSettings: strict),
    .target(
      name: "Store",
      dependencies: [
        "CLinux", "CSQLite", "EventLoop", "MemorizeFiles", "MemoryGame", "PlainText", "Practice",
        "UserFiles",
      ],
      swiftSettings: strict),
    .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: strict),
    .target(
      name: "UserFiles", dependencies: ["EventLoop", "CLinux", "PlainText"], swiftSettings: strict),
    .target(
      name: "Translation", dependencies: ["CLinux", "EventLoop", "PlainText", "UserFiles"],
      swiftSettings: strict),
    .target(
      name: "MemorizeFiles", dependencies: ["PlainText", "ThemeFiles", "UserFiles"],
      swiftSettings: strict),
    .target(
      name: "DBus", dependencies: ["CDBus", "EventLoop", "PlainText"], swiftSettings: strict),
    .target(
      name: "MemorizeBus", dependencies: ["DBus", "MemoryGame", "PlainText", "Practice"],
      swiftSettings: strict),
    .target(
      name: "MemorizeText",
      dependencies: ["MemorizeBus", "MemoryGame", "PlainText", "Practice", "Translation"],
      swiftSettings: strict),
    .target(
      name: "UserService",
      dependencies: [
        "CellDrawing", "CLinux", "DBus", "EventLoop", "PlainText", "Translation", "UserFiles",
      ],
      swiftSettings: strict),
    .target(
      name: "memorized",
      dependencies: [
        "PlainText", "MemoryGame", "ThemeFiles", "Practice", "EventLoop", "DBus", "MemorizeBus",
        "Translation", "UserService", "Store", "UserFiles", "MemorizeFiles", "CLinux",
      ],
      swiftSettings: strict),
    .target(
      name: "Screens",
      dependencies: [
        "BoardLayout", "CellDrawing", "CLinux", "DBus", "EventLoop", "FontPictures", "MemorizeBus",
        "MemorizeFiles", "MemorizeText", "MemoryGame", "PlainText", "Practice", "TerminalKit",
        "Translation", "UserFiles", "UserService",
      ],
      swiftSettings: strict),
    .target(
      name: "Doctor",
      dependencies: [
        "CellDrawing", "DBus", "EventLoop", "MemorizeBus", "PlainText", "Screens", "TerminalKit",
        "MemorizeFiles", "Translation", "UserFiles", "UserService",
      ],
      swiftSettings: strict),
    .target(
      name: "memorize",
      dependencies: [
        "Doctor", "Screens", "TerminalKit", "BoardLayout", "CellDrawing", "MemorizeBus",
        "MemorizeText", "UserService", "MemoryGame", "Practice", "ThemeFiles", "DeckImport",
        "UserFiles", "MemorizeFiles", "EventLoop", "DBus", "PlainText", "Translation", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .target(
      name: "memorize-notify",
      dependencies: [
        "MemorizeBus", "MemorizeText", "BoardLayout", "CellDrawing", "FontPictures", "MemoryGame",
        "Practice", "DBus", "EventLoop", "PlainText", "Translation", "UserFiles", "UserService",
        "CLinux",
      ],
      swiftSettings: strict),
    .target(
      name: "memorize-connect",
      dependencies: [
        "CLinux", "CMicrohttpd", "DBus", "EventLoop", "MemorizeBus", "MemorizeFiles", "MemoryGame",
        "PlainText", "Practice", "Screens", "ThemeFiles", "Translation", "UserFiles", "UserService",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "Programs",
      dependencies: [
        "memorize", "memorized", "memorize-notify", "memorize-connect", "UserService",
      ],
      swiftSettings: strict),
    .target(
      name: "SpanGames", dependencies: ["MemoryGame"], path: "Benchmarks/SpanGames",
      swiftSettings: strict),
    .executableTarget(
      name: "SpanTable", dependencies: ["MemoryGame", "SpanGames"], path: "Benchmarks/SpanTable",
      swiftSettings: strict),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText"], swiftSettings: strict),
    .testTarget(
      name: "TranslationTests", dependencies: ["PlainText", "TestSupport", "Translation"],
      swiftSettings: strict),
    .testTarget(
      name: "MemoryGameTests",
      dependencies: ["MemoryGame", "PlainText", "SpanGames", "TestSupport"],
      resources: [.copy("Vectors"), .copy("Frozen")],
      swiftSettings: strict),
    .testTarget(
      name: "ThemeFilesTests",
      dependencies: [
        "ThemeFiles", "DeckImport", "MemoryGame", "PlainText", "Practice", "TestSupport",
      ],
      resources: [.copy("Packages")], swiftSettings: strict),
    .testTarget(
      name: "PracticeTests", dependencies: ["Practice", "MemoryGame", "PlainText", "TestSupport"],
      resources: [.copy("Vectors"), .copy("Scripts")], swiftSettings: strict),
    .testTarget(
      name: "BoardLayoutTests",
      dependencies: ["BoardLayout", "CellDrawing", "MemoryGame", "TestSupport"],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "FontPicturesTests",
      dependencies: ["BoardLayout", "CellDrawing", "FontPictures", "MemoryGame", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["Store", "MemoryGame", "Practice", "TestSupport"],
      resources: [.copy("Stored")], swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "EventLoop", "MemorizeBus", "MemoryGame", "Practice", "Store", "ThemeFiles",
      ],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "DBusTests", dependencies: ["CDBus", "DBus", "EventLoop", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "UserFilesTests",
      dependencies: ["UserFiles", "MemorizeFiles", "EventLoop", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CLinux", "memorize", "memorized", "MemorizeBus", "MemorizeFiles", "MemoryGame", "Practice",
        "ThemeFiles", "BoardLayout", "CellDrawing", "DBus", "EventLoop", "Doctor", "MemorizeText",
        "PlainText", "Screens", "TerminalKit", "TestSupport",
        "UserService",
      ], swiftSettings: strict),
    .testTarget(
      name: "NotifyTests",
      dependencies: [
        "memorize-notify", "memorized", "memorize", "CellDrawing", "MemorizeBus", "MemoryGame",
        "PlainText",
        "UserService", "DBus", "EventLoop", "Store", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ConnectTests",
      dependencies: [
        "memorize-connect", "DBus", "EventLoop", "MemorizeBus", "MemorizeFiles", "PlainText",
        "Practice", "TestSupport", "UserService",
      ],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "memorized", "memorize-notify", "MemorizeBus", "UserService", "DBus", "EventLoop",
        "MemoryGame", "Practice", "Store", "TestSupport",
      ],
      resources: [.copy("Scripts"), .copy("Frozen")], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The address sanitizer's build has but the tests that touch C, whose names MEMORIZE_TESTS has.
if let names = Context.environment["MEMORIZE_TESTS"] {
  package.targets.removeAll {
    $0.type == .test && !names.split(separator: ",").contains($0.name[...])
  }
}
