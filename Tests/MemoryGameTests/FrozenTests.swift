import Foundation
import TestSupport
import Testing

@testable import MemoryGame

/// Every version deals, scores and grades the same seeds and logs as the first one did.
///
/// The files in `Frozen` were written once by version 0.1.0, from seeds and games at random, and
/// the program that wrote them is not kept. If a change makes them fail, it is wrong, or needs a
/// new version of the rules beside this one.
@Suite struct FrozenTests {
  @Test func deals() throws {
    let file: FrozenDeals = try fixture("deals", in: "Frozen", of: .module)
    #expect(file.deals.count == 60)
    let themes = try file.themes.map { try $0.theme() }
    for entry in file.deals {
      let deal = try Deal(
        theme: themes[entry.theme], pairs: entry.pairs, seed: try #require(UInt64(entry.seed)),
        rulesVersion: 1)
      #expect(deal.faces.map(\.text) == entry.faces)
    }
  }

  @Test func dailyDeals() throws {
    let file: FrozenDeals = try fixture("deals", in: "Frozen", of: .module)
    #expect(file.daily.count == 32)
    for entry in file.daily {
      let daily = DailyDeal(date: try #require(DailyDate(entry.date)))
      #expect(daily.theme.name == entry.theme)
      #expect(String(daily.seed) == entry.seed)
      #expect(try daily.deal().faces.map(\.text) == entry.faces)
    }
  }

  @Test func games() throws {
    let file: FrozenGames = try fixture("games", in: "Frozen", of: .module)
    #expect(file.games.count == 48)
    let themes = try file.themes.map { try $0.theme() }
    for frozen in file.games {
      let fresh = try frozen.fresh(themes[frozen.theme])
      let log = try frozen.entries()
      // The times determine the points.
      var played = fresh
      for entry in log {
        switch entry.kind {
        case .flip: _ = try played.flip(entry.card, at: entry.at)
        case .conceal: _ = try played.conceal(at: entry.at)
        }
      }
      #expect(played.log == log)
      #expect(try Replay.play(log, on: fresh) == played)
      let result = try frozen.result.result(
        of: fresh, seed: try #require(UInt64(frozen.seed)))
      #expect(played.finalResult().agrees(with: result), "\(played.finalResult()) is not \(result)")
      #expect(Replay.verify(result, log: log, on: fresh))
    }
  }
}
