import TestSupport

/// A service that publishes any past a test wants, even nonsense.
enum FakeHistory {
  /// Starts it, and waits until it has the service's name.
  ///
  /// The answers are Python, as FakeService takes them.
  static func start(on bus: PrivateBus, answering answers: String) throws -> Child {
    try FakeService.start(on: bus, script, [answers])
  }

  private static let script = """
    result = {
        'score': V('i', 1), 'flips': V('u', 4), 'moves': V('u', 2), 'par': V('d', 2.5),
        'regret': V('d', 0.5), 'luck': V('d', 0.0), 'grade': V('s', 'gold'), 'seconds': V('d', 1.0),
        'seed': V('t', 7), 'seeded': V('b', False), 'daily': V('s', ''), 'practice': V('b', False),
        'winners': V('as', [])}

    def game(id=1, state='won', **more):
        about = {'id': V('t', id), 'theme': V('s', 'X'), 'pairs': V('u', 2), 'state': V('s', state),
                 'started-at': V('t', 1)}
        return {**about, **({} if state == 'playing' else result), **more}

    def beginning(**more):
        return {
            'theme': V('s', 'X'), 'icon': V('s', 'x'), 'colors': V('as', ['#000000']),
            'theme-pairs': V('a(sss)', [['a', '', ''], ['b', '', '']]), 'wanted': V('u', 2),
            'seed': V('t', 7), 'rules-version': V('u', 1), 'scoring': V('s', 'classic'),
            'players': V('as', []), 'seeded': V('b', False), 'daily': V('s', ''),
            'practice': V('b', False), 'started-at': V('t', 1), **more}

    def statistics(**more):
        return {
            'games': V('u', 1), 'won': V('u', 1), 'best': V('aa{sv}', []),
            'mean-regret': V('d', 0.5), 'daily-streak': V('u', 0),
            'longest-daily-streak': V('u', 0), **more}

    usual = {
        'Games': ('aa{sv}', lambda call: [game()]),
        'Log': ('a(tsuid)', lambda call: [[1, 'flip', 0, 0, 0.0]]),
        'Beginning': ('a{sv}', lambda call: beginning()),
        'Verify': ('b', lambda call: True),
        'Statistics': ('a{sv}', lambda call: statistics()),
        'Get': ('v', [V('s', '0.1.0')]),
        'Memorize1': ('a{sv}', [{'Version': V('s', '0.1.0')}]),
        'History': ('a{sv}', [{'Daily': V('s', '2026-11-21'), 'DailyPlayed': V('b', True)}]),
        'Game': ('a{sv}', [{}])}
    answers = {**usual, **eval(sys.argv[1])}
    """
}
