// The migration to version 11.
extension Schema {
  /// What happened here gets the numbers under which the log of several machines knows it: first the
  /// reviews, in their order, then the games, then what is set.
  ///
  /// Stamps grow with the numbers, even if a clock was wrong. The machine with the number 1 is this one.
  static let logMigration =
    """
    CREATE TABLE machine (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      last INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      forgotten INTEGER NOT NULL,
      erased INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO machine (id, name, last, stamp, forgotten) SELECT 1, group_concat(
      substr('abcdefghijklmnopqrstuvwxyz234567', 1 + (random() & 31), 1), ''
    ), 0, 0, 0 FROM (
      WITH RECURSIVE digit (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM digit WHERE n < 16)
      SELECT n FROM digit
    );
    ALTER TABLE review ADD COLUMN machine INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE review ADD COLUMN sequence INTEGER;
    ALTER TABLE review ADD COLUMN stamp INTEGER;
    ALTER TABLE review ADD COLUMN named TEXT;
    ALTER TABLE review ADD COLUMN given_day INTEGER;
    UPDATE review SET given_day = chosen_day;
    UPDATE review SET sequence = n, stamp = later FROM (
      SELECT id AS row, n, n + max(time - n) OVER (ORDER BY n) AS later FROM (
        SELECT id, row_number() OVER (ORDER BY id) AS n,
          max(0, min(at, CAST(strftime('%s', 'now') AS INTEGER) * 1000000)) AS time
        FROM review WHERE card IS NOT NULL
      )
    ) WHERE id = row;
    CREATE UNIQUE INDEX review_by_event ON review (machine, sequence) WHERE sequence IS NOT NULL;
    DROP INDEX review_by_card;
    CREATE INDEX review_by_card ON review (card, direction, day) WHERE card IS NOT NULL;
    CREATE TABLE undo (
      machine INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      undone_machine INTEGER NOT NULL,
      undone INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      PRIMARY KEY (machine, sequence)
    ) WITHOUT ROWID;
    CREATE INDEX undo_by_review ON undo (undone_machine, undone);
    CREATE TABLE fact (
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      machine INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      value TEXT,
      PRIMARY KEY (machine, sequence)
    ) WITHOUT ROWID;
    CREATE INDEX fact_by_subject ON fact (kind, subject);
    CREATE TABLE rename (
      machine INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      old TEXT NOT NULL,
      new TEXT NOT NULL,
      PRIMARY KEY (machine, sequence)
    ) WITHOUT ROWID;
    CREATE INDEX rename_by_old ON rename (old);
    CREATE INDEX rename_by_new ON rename (new);
    CREATE TABLE logged_game (
      game INTEGER PRIMARY KEY REFERENCES game,
      machine INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      stamp INTEGER NOT NULL
    );
    CREATE INDEX game_by_event ON logged_game (machine, sequence);
    CREATE VIEW own_game AS SELECT * FROM game WHERE NOT EXISTS (
      SELECT 1 FROM logged_game WHERE game = game.id AND machine <> 1
    );
    CREATE TABLE forgetting (
      machine INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      stamp INTEGER NOT NULL,
      numbers TEXT NOT NULL,
      PRIMARY KEY (machine, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE log_file (
      machine INTEGER NOT NULL,
      month TEXT NOT NULL,
      done INTEGER NOT NULL,
      sum INTEGER NOT NULL,
      PRIMARY KEY (machine, month)
    ) WITHOUT ROWID;
    CREATE TABLE unsettled (
      card INTEGER PRIMARY KEY REFERENCES card
    );
    CREATE INDEX game_by_start ON game (started_at);
    UPDATE machine SET (last, stamp) = (
      SELECT coalesce(max(sequence), 0), coalesce(max(stamp), 0) FROM review
    );
    INSERT INTO logged_game
      SELECT game.id, 1, last + n, stamp + n FROM machine, (
        SELECT id, row_number() OVER (ORDER BY id) AS n FROM game
        WHERE state IN ('won', 'abandoned')
      ) AS game;
    UPDATE machine SET last = last + count, stamp = stamp + count
      FROM (SELECT count(*) AS count FROM logged_game);
    INSERT INTO fact
      SELECT kind, subject, 1, last + n, stamp + n, value FROM machine, (
        SELECT kind, subject, value, row_number() OVER (ORDER BY kind, subject) AS n FROM (
          SELECT 'setting' AS kind, name AS subject, value FROM setting WHERE name IN (
            'retention', 'maximum-interval', 'parameters', 'new-per-day', 'most-reviews', 'spread',
            'easy-days', 'day-start', 'breaks')
          UNION ALL
          SELECT 'suspended', deck || char(10) || side, 'yes' FROM card WHERE suspended
          UNION ALL SELECT 'place', key, CAST(place AS TEXT) FROM deck WHERE place IS NOT NULL
          UNION ALL SELECT 'added', key, CAST(added_at AS TEXT) FROM deck WHERE added_at IS NOT NULL
          UNION ALL SELECT 'started', key, 'yes' FROM deck WHERE started
          UNION ALL SELECT 'deck-suspended', key, 'yes' FROM deck WHERE suspended
        )
      );
    UPDATE machine SET last = last + count, stamp = stamp + count
      FROM (SELECT count(*) AS count FROM fact);
    INSERT OR REPLACE INTO setting SELECT '\(Setting.schedulesAreOutdated.rawValue)', 'yes'
      WHERE EXISTS (SELECT 1 FROM schedule);
    """
}
