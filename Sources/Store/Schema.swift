internal import CLinux
internal import PlainText

/// The tables, and the migrations from older versions.
enum Schema {
  /// The version that this program writes, in `PRAGMA user_version`.
  static let version = 11

  /// Marks the file as ours: “Memo”.
  private static let applicationID = 0x4D65_6D6F

  /// Each entry migrates from the version of its index to the next.
  private static let migrations = [
    """
    CREATE TABLE theme (
      id INTEGER PRIMARY KEY,
      hash INTEGER NOT NULL,
      text TEXT NOT NULL
    );
    CREATE INDEX theme_by_hash ON theme (hash);
    CREATE TABLE game (
      id INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL,
      theme INTEGER NOT NULL REFERENCES theme,
      wanted INTEGER NOT NULL,
      seed INTEGER NOT NULL,
      rules INTEGER NOT NULL,
      scoring TEXT NOT NULL,
      seeded INTEGER NOT NULL,
      daily INTEGER,
      practice INTEGER NOT NULL,
      players TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      started_boottime INTEGER NOT NULL,
      started_boot INTEGER NOT NULL,
      state TEXT NOT NULL,
      theme_name TEXT NOT NULL,
      pairs INTEGER NOT NULL,
      score INTEGER, flips INTEGER, moves INTEGER,
      par REAL, regret REAL, luck REAL,
      grade TEXT, seconds REAL, winners TEXT
    );
    CREATE INDEX game_by_day ON game (daily) WHERE daily IS NOT NULL;
    CREATE TABLE entry (
      game INTEGER NOT NULL REFERENCES game,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      card INTEGER NOT NULL,
      points INTEGER NOT NULL,
      at INTEGER NOT NULL,
      boottime INTEGER NOT NULL,
      boot INTEGER NOT NULL,
      elapsed INTEGER NOT NULL,
      PRIMARY KEY (game, place)
    ) WITHOUT ROWID;
    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE schedule (
      deck TEXT NOT NULL,
      side TEXT NOT NULL,
      direction TEXT NOT NULL,
      stability REAL NOT NULL,
      difficulty REAL NOT NULL,
      introduced_at INTEGER NOT NULL,
      reviewed_at INTEGER NOT NULL,
      PRIMARY KEY (deck, side, direction)
    ) WITHOUT ROWID;
    CREATE TABLE review (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      rating INTEGER NOT NULL,
      elapsed INTEGER
    );
    CREATE TABLE session (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      revision INTEGER NOT NULL,
      state TEXT NOT NULL,
      deck TEXT NOT NULL,
      questions INTEGER NOT NULL,
      direction TEXT NOT NULL,
      mode TEXT NOT NULL,
      due INTEGER NOT NULL
    );
    CREATE TABLE question (
      number INTEGER PRIMARY KEY,
      text TEXT NOT NULL,
      pronunciation TEXT NOT NULL,
      choices TEXT NOT NULL,
      right_place INTEGER NOT NULL,
      answers TEXT NOT NULL,
      card_deck TEXT NOT NULL,
      card_side TEXT NOT NULL
    );
    CREATE TABLE response (
      sequence INTEGER PRIMARY KEY,
      question INTEGER NOT NULL REFERENCES question,
      correct INTEGER NOT NULL,
      at INTEGER NOT NULL,
      moves_to_end INTEGER NOT NULL,
      rating INTEGER,
      stability REAL,
      difficulty REAL,
      introduced_at INTEGER,
      reviewed_at INTEGER
    );
    """,
    """
    ALTER TABLE session ADD COLUMN last_deck TEXT NOT NULL DEFAULT '';
    UPDATE session SET last_deck = deck;
    ALTER TABLE question ADD COLUMN deck TEXT NOT NULL DEFAULT '';
    ALTER TABLE question ADD COLUMN direction TEXT NOT NULL DEFAULT 'forward';
    UPDATE question SET deck = session.deck, direction = session.direction FROM session;
    """,
    // Reviews were logged without their card, beside its schedule. Now a schedule follows from its
    // card's reviews: one that exists becomes a review of the mode `state`, before the reviews of
    // the running session, which get their cards so that they can be undone.
    """
    CREATE TABLE card (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      deck TEXT NOT NULL,
      side TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      suspended INTEGER NOT NULL DEFAULT 0,
      UNIQUE (deck, side)
    );
    INSERT INTO card (deck, side, added_at)
      SELECT deck, side, min(introduced_at) FROM schedule GROUP BY deck, side
      ORDER BY min(introduced_at), deck, side;
    INSERT OR IGNORE INTO card (deck, side, added_at)
      SELECT card_deck, card_side, at FROM response JOIN question ON number = question
      WHERE rating IS NOT NULL;
    CREATE TABLE review_4 (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      rating INTEGER NOT NULL,
      elapsed INTEGER,
      card INTEGER REFERENCES card,
      direction TEXT,
      mode TEXT,
      took INTEGER,
      stability REAL,
      difficulty REAL,
      introduced_at INTEGER
    );
    INSERT INTO review_4 (id, at, rating, elapsed) SELECT id, at, rating, elapsed FROM review;
    DROP TABLE review;
    ALTER TABLE review_4 RENAME TO review;
    CREATE TABLE response_4 (
      sequence INTEGER PRIMARY KEY,
      question INTEGER NOT NULL REFERENCES question,
      correct INTEGER NOT NULL,
      at INTEGER NOT NULL,
      moves_to_end INTEGER NOT NULL,
      review INTEGER REFERENCES review
    );
    INSERT INTO response_4
      SELECT sequence, question, correct, at, moves_to_end, CASE WHEN rating IS NOT NULL THEN (
        SELECT id FROM review
        WHERE review.at = response.at AND review.rating = response.rating ORDER BY id DESC LIMIT 1
      ) END FROM response;
    UPDATE review SET card = asked.card, direction = asked.direction, mode = asked.mode FROM (
      SELECT n.review, c.id AS card, q.direction, s.mode
      FROM response_4 n JOIN question q ON q.number = n.question
      JOIN card c ON c.deck = q.card_deck AND c.side = q.card_side JOIN session s
      WHERE n.review IS NOT NULL
    ) AS asked WHERE review.id = asked.review;
    CREATE INDEX review_by_card ON review (card, direction) WHERE card IS NOT NULL;
    INSERT INTO review
      (at, rating, card, direction, mode, stability, difficulty, introduced_at)
      SELECT reviewed_at, 0, c.id, s.direction, 'state', stability, difficulty, introduced_at
      FROM schedule s JOIN card c USING (deck, side) WHERE NOT EXISTS (
        SELECT 1 FROM review v WHERE v.card = c.id AND v.direction = s.direction
      ) ORDER BY c.id;
    INSERT INTO review
      (at, rating, card, direction, mode, stability, difficulty, introduced_at)
      SELECT o.reviewed_at, 0, v.card, v.direction, 'state', o.stability, o.difficulty,
        o.introduced_at
      FROM response o JOIN response_4 n USING (sequence) JOIN review v ON v.id = n.review
      WHERE o.stability IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM response_4 m JOIN review w ON w.id = m.review
        WHERE m.sequence < n.sequence AND w.card = v.card AND w.direction = v.direction
      );
    DROP TABLE response;
    ALTER TABLE response_4 RENAME TO response;
    CREATE TABLE schedule_4 (
      card INTEGER NOT NULL REFERENCES card,
      direction TEXT NOT NULL,
      stability REAL NOT NULL,
      difficulty REAL NOT NULL,
      introduced_at INTEGER NOT NULL,
      reviewed_at INTEGER NOT NULL,
      PRIMARY KEY (card, direction)
    ) WITHOUT ROWID;
    INSERT INTO schedule_4
      SELECT c.id, s.direction, stability, difficulty, introduced_at, reviewed_at
      FROM schedule s JOIN card c USING (deck, side);
    DROP TABLE schedule;
    ALTER TABLE schedule_4 RENAME TO schedule;
    """,
    // Which database this is, which write-ahead log goes with it, and which one the file had when
    // that log was begun; see Origin.
    """
    CREATE TABLE origin (
      id TEXT NOT NULL,
      log INTEGER NOT NULL,
      earlier INTEGER
    );
    INSERT INTO origin VALUES (lower(hex(randomblob(16))), random(), NULL);
    """,
    // The deck and `new_side` are those of the card's row, or of the one whose place it takes.
    """
    CREATE TABLE change (
      card INTEGER PRIMARY KEY REFERENCES card,
      deck TEXT NOT NULL,
      side TEXT NOT NULL,
      new_side TEXT NOT NULL,
      removed_from INTEGER,
      front TEXT,
      back TEXT,
      pronunciation TEXT
    );
    """,
    // The players for whom a bot turned cards up, by their places as bits.
    "ALTER TABLE game ADD COLUMN bots INTEGER NOT NULL DEFAULT 0",
    // They were texts among the settings, the sessions of a day as `DAY COUNT BEFORE` or `DAY COUNT`.
    """
    CREATE TABLE past_sessions (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last INTEGER NOT NULL,
      unasked INTEGER NOT NULL,
      done_on INTEGER,
      done_count INTEGER,
      days_before INTEGER
    );
    INSERT INTO past_sessions (id, last, unasked)
      SELECT 1, coalesce(max(CAST(value AS INTEGER)), 0), 0 FROM setting
      WHERE name = 'practice-session' AND CAST(value AS INTEGER) > 0
        AND value = CAST(CAST(value AS INTEGER) AS TEXT);
    UPDATE past_sessions SET unasked = EXISTS (
      SELECT 1 FROM setting WHERE name = 'unasked-session' AND value = CAST(last AS TEXT)
    );
    UPDATE past_sessions SET done_on = day, done_count = count, days_before = before FROM (
      SELECT value, CAST(value AS INTEGER) AS day, CAST(rest AS INTEGER) AS count,
        CAST(substr(rest, instr(rest || ' ', ' ')) AS INTEGER) AS before
      FROM (
        SELECT value, substr(value, instr(value, ' ') + 1) AS rest FROM setting
        WHERE name = 'sessions-done'
      )
    ) WHERE value IN (day || ' ' || count, day || ' ' || count || ' ' || before);
    DELETE FROM setting WHERE name IN ('practice-session', 'unasked-session', 'sessions-done');
    """,
    "ALTER TABLE change ADD COLUMN note TEXT",
    // Intervals were counted in spans of 24 hours; now they are local days, those of the time zone in
    // which a review was made, or for earlier ones of the zone of this moment. The schedules that
    // follow are computed when they are first needed.
    """
    ALTER TABLE review ADD COLUMN day INTEGER;
    UPDATE review SET day = \(localDay("at"));
    UPDATE review SET elapsed = later.days FROM (
      SELECT id, max(day - lag(day) OVER (PARTITION BY card, direction ORDER BY at, id), 0) AS days
      FROM review WHERE card IS NOT NULL
    ) AS later WHERE later.id = review.id AND elapsed IS NOT NULL AND later.days IS NOT NULL;
    ALTER TABLE schedule ADD COLUMN reviewed_on INTEGER NOT NULL DEFAULT 0;
    UPDATE schedule SET reviewed_on = \(localDay("reviewed_at"));
    ALTER TABLE review ADD COLUMN chosen_day INTEGER;
    ALTER TABLE schedule ADD COLUMN chosen_day INTEGER;
    ALTER TABLE schedule ADD COLUMN lapses INTEGER NOT NULL DEFAULT 0;
    INSERT OR REPLACE INTO setting SELECT '\(Setting.schedulesAreOutdated.rawValue)', 'yes'
      WHERE EXISTS (SELECT 1 FROM schedule);
    -- Who has reviews keeps their days until the setting is changed.
    INSERT OR IGNORE INTO setting
      SELECT 'spread', 'false' WHERE (SELECT user_version FROM pragma_user_version) > 0;
    ALTER TABLE session ADD COLUMN active_at INTEGER NOT NULL DEFAULT 0;
    UPDATE session SET active_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000000;
    ALTER TABLE past_sessions ADD COLUMN kept_until INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE deck (
      key TEXT PRIMARY KEY,
      added_at INTEGER,
      place INTEGER,
      started INTEGER NOT NULL,
      suspended INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    logMigration,
  ]

  /// The day of a time in microseconds, which starts at 04:00; UTC's if the time is out of range.
  private static func localDay(_ time: String) -> String {
    """
    (coalesce(CAST(strftime('%s', \(time) / 1000000, 'unixepoch', 'localtime') AS INTEGER),
      \(time) / 1000000) - 4 * 3600) / 86400
    """
  }

  /// Throws for a database that this version must not change, before anything is written.
  static func check(_ database: Database, path: String) throws(StoreError) {
    let found = try database["PRAGMA user_version"].integer() ?? 0
    guard found <= version else { throw .newer(path, version: found) }
    if found == 0, try database["SELECT count(*) FROM sqlite_schema"].integer() == 0 { return }
    guard found > 0, try database["PRAGMA application_id"].integer() == applicationID else {
      // Translators: why a database is not of memorized.
      throw .foreign(path, english("its version is \(found)"))
    }
  }

  /// Throws unless it has tables that this version can read.
  static func checkIsThere(_ database: Database, path: String) throws(StoreError) {
    try check(database, path: path)
    guard try database["PRAGMA user_version"].integer() ?? 0 > 0 else { throw .noBackup }
  }

  enum Change { case none, migrated, created }

  /// Migrates a checked database to this version.
  static func prepare(_ database: Database) throws(StoreError) -> Change {
    let found = try database["PRAGMA user_version"].integer() ?? 0
    guard found < version else { return .none }
    try database.transaction { () throws(StoreError) in
      for migration in migrations[found...] { try database.execute(migration) }
      try database.execute("PRAGMA application_id = \(applicationID)")
      try database.execute("PRAGMA user_version = \(version)")
    }
    // All tables at once take half a megabyte of pages, which are not needed again.
    try database.execute("PRAGMA shrink_memory")
    malloc_trim(0)
    return found == 0 ? .created : .migrated
  }
}
