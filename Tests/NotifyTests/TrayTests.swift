import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// The item in a panel and its menu, with a double of the panel.
@Suite struct TrayTests {
  /// `Halloween` of `Stage.deal()` has 4 pairs: 🍭🍎🍬😱🍬🍎🍭😱.
  private static let fresh = """
    _Practice
    _New game
    P_lay
    Halloween: 0 of 4 pairs
    Turn _face down
    Row _1: ▢ ▢ ▢ ▢
      _0
      _1
      _2
      _3
    Row _2: ▢ ▢ ▢ ▢
      _4
      _5
      _6
      _7
    """

  @Test func aPanelGetsWhatItsInterfaceSays() throws {
    let (stage, panel) = try Stage.panel()
    let properties = try panel.properties()
    let types = properties.mapValues { $0.signature.rawValue }
    #expect(
      types == [
        "Category": "s", "Id": "s", "Title": "s", "Status": "s", "WindowId": "i", "IconName": "s",
        "AttentionIconName": "s", "ToolTip": "(sa(iiay)ss)", "ItemIsMenu": "b", "Menu": "o",
      ])
    #expect(properties["Status"] == .string("Active"))
    #expect(properties["Menu"] == .objectPath("/MenuBar"))
    #expect(try panel.toolTip() == ("Memorize", "Halloween: 0 of 4 pairs"))
    let root = try panel.layout()
    #expect(root.id == 0 && root.properties["children-display"] == .string("submenu"))
    #expect(root.children.filter { $0.properties["type"] == .string("separator") }.count == 1)
    #expect(root.find("_New game")?.children.first?.label == "_Any theme")
    #expect(stage.notifier.isRunning)
  }

  @Test func everyWatcherLearnsOfTheItem() throws {
    let (stage, first) = try Stage.panel()
    #expect(first.items.first?.hasPrefix(":") == true)
    first.connection.close()
    let second = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { second.items.count == 1 }
    #expect(second.items == first.items)
    try stage.settle()
    #expect(second.items.count == 1)
  }

  @Test func aWatcherThatRefusesIsReported() throws {
    let stage = try Stage(["--tray"])
    let panel = try FakePanel(
      on: stage.bus, loop: stage.loop,
      refusal: BusError("org.example.Error.Full", "No room.\n<0>forged"))
    try stage.waits { panel.items.count == 1 }
    #expect(
      stage.notifier.errors.waits(for: "The panel does not show the item: No room.U+000A<0>forged"))
    #expect(stage.notifier.isRunning)
  }

  @Test func withoutTheOptionThereIsNothing() throws {
    let stage = try Stage()
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.settle()
    #expect(panel.items.isEmpty)
    for path: ObjectPath in ["/StatusNotifierItem", "/MenuBar"] {
      #expect(throws: BusError.self) {
        try stage.player.wait { (done: @escaping (Result<[String: Value], BusError>) -> Void) in
          stage.player.call(
            NotifierContract.name, path, .properties, "GetAll", "", returning: [String: Value].self,
            completion: done)
        }
      }
    }
  }

  @Test func aClickOnACardTurnsIt() throws {
    let (stage, panel) = try Stage.panel("--play-command", "true")
    var menu = try panel.layout()
    #expect(try panel.layout(depth: 1).children.allSatisfy { $0.children.isEmpty })
    #expect(menu.text == Self.fresh)
    try panel.click("_3")
    try stage.waits { panel.updates.count == 1 }
    menu = try panel.layout()
    #expect(menu.find("Row _1: ▢ ▢ ▢ 😱")?.children.last?.label == "_3 😱")
    #expect(menu.find("Turn _face down")?.isEnabled == false)
    try panel.click("_4")
    try stage.waits { panel.updates.count == 2 }
    menu = try panel.layout()
    #expect(menu.find("Row _2: 🍬 ▢ ▢ ▢") != nil)
    #expect(menu.find("Turn _face down")?.isEnabled == true)
    try panel.click("Turn _face down")
    try stage.waits { panel.updates.count == 3 }
    #expect(try panel.layout().text == Self.fresh)
    #expect(panel.layouts.isEmpty)
  }

  /// Only what has changed is sent: the card, its row, and how the game stands.
  @Test func aFlipElsewhereChangesItsEntries() throws {
    let (stage, panel) = try Stage.panel()
    let menu = try panel.layout()
    try stage.flip(0)
    try stage.waits { panel.updates.count == 1 }
    let ids = ["Halloween: 0 of 4 pairs", "Turn _face down", "Row _1: ▢ ▢ ▢ ▢", "_0"]
      .map { menu.find($0)?.id }
    #expect(panel.updates[0].keys.sorted() == ids)
    #expect(panel.updates[0][ids[3] ?? 0]?["label"] == .string("_0 🍭"))
    #expect(panel.news.isEmpty)
    try stage.flip(6)
    try stage.waits { panel.news.count == 1 && panel.updates.count == 2 }
    #expect(panel.news == ["NewToolTip"])
    #expect(try panel.toolTip().text == "Halloween: 1 of 4 pairs")
    #expect(panel.updates[1][ids[3] ?? 0]?["label"] == .string("_0 🍭 matched"))
    #expect(panel.updates[1][ids[3] ?? 0]?["enabled"] == .boolean(false))
  }

  @Test func aPanelThatHasNotReadTheMenuIsLeftAlone() throws {
    let stage = try Stage(["--tray"])
    try stage.deal()
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { panel.items.count == 1 }
    try stage.flip(0, 1, 2, 3)
    try stage.settle()
    #expect(panel.updates.isEmpty && panel.layouts.isEmpty && panel.news.isEmpty)
  }

  /// A late click must not turn a card of the next game.
  @Test func theCardsOfAnEarlierGameAreGone() throws {
    let (stage, panel) = try Stage.panel()
    let old = try #require(try panel.layout().find("_3")).id
    try stage.deal(seed: 43)
    try stage.waits { panel.layouts.count == 1 }
    #expect(throws: BusError.self) { try panel.click(old) }
    #expect(throws: BusError.self) { try panel.layout(of: old) }
    let unknown = try panel.menu(
      "EventGroup",
      [Struct(old, "clicked", Value.int32(0), 0 as UInt32), Struct(1, "hovered", .int32(0), 0)],
      returning: [Int32].self)
    #expect(unknown == [old])
    let (needed, missing) = try panel.menu(
      "AboutToShowGroup", [0, old] as [Int32], returning: [Int32].self, [Int32].self)
    #expect(needed.isEmpty && missing == [old])
    #expect(try panel.menu("AboutToShow", 0 as Int32, returning: Bool.self) == false)
    #expect(try panel.layout().find("Row _1: ▢ ▢ ▢ ▢") != nil)
  }

  @Test func aThemeOfOnesOwnIsOffered() throws {
    let (stage, panel) = try Stage.panel()
    var theme = NewThemeOptions()
    (theme.name, theme.faces, theme.icon) = ("Under_score & <b>", ["a", "b_c"], "🐧")
    _ = try stage.game.callAndWait(ThemesContract.add, theme.values)
    try stage.waits { panel.layouts.count == 1 }
    try panel.click("🐧 Under__score & <b>")
    try stage.waits { panel.layouts.count == 2 }
    // A tooltip has markup.
    #expect(try panel.toolTip().text == "Under_score &amp; &lt;b&gt;: 0 of 2 pairs")
    try stage.flip(0, 1, 2, 3)
    try stage.settle()
    #expect(try panel.layout().text.contains("b__c"))
  }

  @Test func withoutTheServiceAClickStartsIt() throws {
    let stage = try Stage(["--tray"], hasDaemon: false, activates: true)
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { panel.items.count == 1 }
    try stage.settle()
    let menu = try panel.layout()
    #expect(menu.find("The service is not running")?.isEnabled == false)
    #expect(menu.find("_Practice")?.isEnabled == true)
    #expect(menu.find("_New game")?.children.isEmpty == true)
    #expect(try panel.toolTip().text == "The service is not running")
    try panel.click("_New game")
    // The daemon comes first, its game second.
    while try panel.layout().children.last?.label.hasPrefix("Row ") != true {
      let count = panel.layouts.count
      try stage.waits { panel.layouts.count > count }
    }
  }

  @Test func aDaemonThatIsKilledLeavesNoBoard() throws {
    let (stage, panel) = try Stage.panel()
    stage.killDaemon()
    try stage.waits { panel.layouts.count == 1 }
    #expect(try panel.layout().children.last?.label == "Turn _face down")
    try stage.startDaemon()
    try stage.waits { panel.layouts.count == 2 }
    #expect(try panel.layout().text == Self.fresh)
  }

  @Test func cardsThatAreDueWantAttention() throws {
    let stage = try PracticeStage("--tray", terminal: "")
    let panel = try FakePanel(on: stage.base.bus, loop: stage.base.loop)
    try stage.base.waits { panel.items.count == 1 }
    _ = try panel.layout()
    try stage.practice.fallDue(12)
    try stage.base.waits { panel.news.count == 2 && panel.updates.count == 1 }
    #expect(panel.news.sorted() == ["NewStatus", "NewToolTip"])
    #expect(try panel.properties()["Status"] == .string("NeedsAttention"))
    #expect(try panel.toolTip().title == "12 cards due")
    #expect(panel.updates[0] == [1: ["label": .string("_Practice (12 due)")]])
    try panel.item("Activate", Int32(0), Int32(0))
    #expect(try stage.bubble(1).summary == "はい")
    #expect(stage.practice.calls == ["Start"])
  }

  @Test func aClickPlaysInATerminalWithTheTokenThatWasGiven() throws {
    let files = try TemporaryDirectory()
    defer { withExtendedLifetime(files) {} }
    let path = files.path("played")
    try #require(mkfifo(path, 0o600) == 0)
    let command = "echo \"<$XDG_ACTIVATION_TOKEN>\" >\(path)"
    let (stage, panel) = try Stage.panel("--play-command", command)
    try panel.item("ProvideXdgActivationToken", "front")
    try panel.item("Activate", Int32(1200), Int32(10))
    try panel.item("ContextMenu", Int32(1200), Int32(10))
    try panel.item("Scroll", Int32(120), "vertical")
    #expect(try written(to: path) == "<front>")
    try panel.item("SecondaryActivate", Int32(0), Int32(0))
    #expect(try written(to: path) == "<>")
    try panel.click("P_lay")
    #expect(try written(to: path) == "<>")
    #expect(stage.notifier.isRunning)
  }

  /// A depth of the least number ended the notifier.
  @Test func anyDepthIsUnderstood() throws {
    let (stage, panel) = try Stage.panel()
    defer { withExtendedLifetime(stage) {} }
    let all = try panel.layout().text
    for depth in [.min, -2, 2, .max] as [Int32] {
      #expect(try panel.layout(depth: depth).text == all)
    }
    #expect(try panel.layout(depth: 0).children.isEmpty)
    let labels = try panel.layout(of: 0, depth: -1, ["label"]).children
    #expect(labels.allSatisfy { $0.properties.count <= 1 })
  }

  /// The largest board has 1,024 cards.
  @Test func aBoardOfManyCardsIsReadByRows() throws {
    let (stage, panel) = try Stage.panel()
    var theme = NewThemeOptions()
    (theme.name, theme.icon) = ("Many", "🐧")
    theme.faces = (0..<512).map { "word number \($0)" }
    _ = try stage.game.callAndWait(ThemesContract.add, theme.values)
    try stage.waits { panel.layouts.count == 1 }
    try panel.click("🐧 Many")
    try stage.waits { panel.layouts.count == 2 }
    let rows = try panel.layout(depth: 1).children.filter { $0.label.hasPrefix("Row ") }
    let cards = try rows.flatMap { try panel.layout(of: $0.id).children }
    #expect(cards.count == 1024 && cards.last?.label == "102_3")
    #expect(rows.count < 30)
    panel.forget()
    try panel.click(cards[1023].id)
    try stage.waits { panel.updates.count == 1 }
    let described = try panel.menu(
      "GetGroupProperties", [] as [Int32], ["label"],
      returning: [Struct<Int32, [String: Value]>].self)
    #expect(described.count > 1060)
    #expect(described.allSatisfy { $0.fields.1.keys.allSatisfy { $0 == "label" } })
  }
}
