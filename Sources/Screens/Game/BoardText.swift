package import BoardLayout
package import CellDrawing
package import MemorizeBus
import FontPictures
import MemorizeText
import PlainText
import TerminalKit
import Translation

/// The look of boards, from the user's options and the terminal.
package struct BoardLook {
  /// Without colors, attributes are still used.
  package var depth = ColorDepth.none
  package var isASCII = false
  /// Leaves the places of matched cards empty.
  var hidesMatched = false
  /// Nil if faces are text.
  var pictures: FacePictures?

  package init(
    depth: ColorDepth = .none, isASCII: Bool = false, hidesMatched: Bool = false,
    pictures: FacePictures? = nil
  ) {
    (self.depth, self.isASCII, self.hidesMatched) = (depth, isASCII, hidesMatched)
    self.pictures = pictures
  }

  /// The cells of a name that stands for an emoji.
  private static let nameWidth = 12

  /// Where the cards of a game lie in an area, whichever are face up.
  package func plan(
    of game: GameState, area: Size, isCentered: Bool = false,
    isCompact: Bool = false
  ) -> BoardPlan {
    let face = Int(clamping: game.faceWidth)
    return BoardPlan(
      count: game.cards.count, faceWidth: isASCII ? max(face, Self.nameWidth) : face, area: area,
      isCentered: isCentered, isCompact: isCompact)
  }

  /// A compact plan with `columns` cards per row.
  package func plan(of game: GameState, columns: Int) -> BoardPlan {
    let (most, gap) = (Canvas.largest, BoardPlan.columnGap)
    let wide = plan(of: game, area: most, isCompact: true)
    return plan(
      of: game, area: Size(columns * (wide.cardWidth + gap) - gap, most.rows),
      isCompact: true)
  }

  package func palette(of game: GameState?) -> Palette {
    Palette(depth: depth, colors: game?.colors ?? [])
  }

  /// With the palette of the game.
  package func drawing(_ plan: BoardPlan, _ palette: Palette) -> BoardDrawing {
    BoardDrawing(
      plan: plan, palette: palette, usesNames: isASCII, hidesMatched: hidesMatched,
      pictures: pictures)
  }

  /// Whether anything may move for its own sake.
  var isMoving: Bool { depth != .none && !isASCII }

  var symbols: Symbols { isASCII ? .ascii : .unicode }
}

extension BoardLook {
  /// For a screen: with large faces if these are wanted, and the terminal has the colors.
  init(screen options: Options, _ faces: @autoclosure () -> FaceSize) {
    self.init(options)
    guard !isASCII, depth.hasPictures, faces() == .large else { return }
    let fonts = UserFonts()
    pictures = FacePictures { fonts.picture(ofEmoji: $0) }
  }

  package init(_ options: Options) {
    depth = Terminal(color: options.color).depth
    isASCII = options.isASCII
    hidesMatched = options.hidesMatched
  }
}

package struct BoardText {
  private let look: BoardLook
  private let terminal: Terminal

  package init(_ options: Options) {
    look = BoardLook(options)
    terminal = Terminal(color: options.color)
  }

  /// With large faces if these are wanted.
  package init(_ options: Options, of connection: ServiceConnection) {
    look = BoardLook(screen: options, connection.faces())
    terminal = Terminal(color: options.color)
  }

  /// As large as the terminal allows below `lines` lines, or in a few lines, then the status.
  package func text(_ game: GameState, below lines: Int = 0, isCompact: Bool = false) -> String {
    guard game.exists else { return game.statusLine + "\n" }
    let game = game.shown
    // One row for the status and one for the prompt that follows.
    let rows = isCompact ? Canvas.largest.rows : terminal.size.rows - lines - 2
    let pages = pages(game, rows: rows, isCompact)
    guard pages.count > 1 else { return (pages.joined() + [game.statusLine]).lines }
    // A page has a heading, which takes a row.
    let lower = self.pages(game, rows: rows - 1, isCompact)
    let cells = "\(terminal.size.columns)×\(terminal.size.rows)"
    let headed = lower.enumerated().map { index, page in
      [
        // Translators: {cells} is the size of the terminal, as 80×24.
        tr(
          "Page {page} of {pages}; no more fits in {cells} cells.",
          ["page": index + 1, "pages": lower.count, "cells": cells])
      ] + page
    }
    return (headed.joined() + [game.statusLine]).lines
  }

  /// A line for each card; empty without a game.
  package static func plain(_ game: GameState) -> String { game.board.map(plainLine).lines }

  /// The plan that `text` uses on this terminal.
  package static func plan(of game: GameState, _ look: BoardLook) -> BoardPlan {
    look.plan(of: game, area: Size(Terminal.size.columns, Terminal.size.rows - 2))
  }

  private func pages(_ game: GameState, rows: Int, _ isCompact: Bool) -> [[String]] {
    let plan = look.plan(of: game, area: Size(terminal.size.columns, rows), isCompact: isCompact)
    let drawing = look.drawing(plan, look.palette(of: game))
    return (0..<plan.pageCount).map {
      drawing.lines(game.board, page: $0, placesCursor: terminal.placesCursor)
    }
  }
}
