internal import MemorizeBus
internal import Store

extension PastGame {
  /// A game as it is stored, without a result if it is on.
  init(_ record: GameRecord, isOn: Bool) {
    self.init()
    let state = isOn ? .playing : record.state
    id = record.id
    theme = record.theme
    pairs = UInt32(clamping: record.pairs)
    self.state = state.rawValue
    startedAt = record.startedAt
    result = state == .playing ? nil : record.result.map(FinalResult.init)
  }
}
