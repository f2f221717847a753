/**
 * One step for each version of the schema; a file of version N has had the first N.
 * Steps that were released never change: a new need is a new step.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE value (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE token (
     hash TEXT PRIMARY KEY,
     issued INTEGER NOT NULL,
     expires INTEGER NOT NULL,
     factory INTEGER NOT NULL,
     address TEXT NOT NULL
   ) WITHOUT ROWID;`,
  `CREATE TABLE audit (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     source TEXT NOT NULL,
     at INTEGER NOT NULL,
     address TEXT NOT NULL,
     session TEXT,
     action TEXT NOT NULL,
     details TEXT NOT NULL,
     outcome TEXT NOT NULL
   );
   CREATE INDEX audit_source ON audit (source, id);`,
  `CREATE TABLE history (
     tier INTEGER NOT NULL,
     block INTEGER NOT NULL,
     buckets BLOB NOT NULL,
     PRIMARY KEY (tier, block)
   ) WITHOUT ROWID;`,
  `CREATE INDEX audit_session ON audit (session, id);`,
  `ALTER TABLE token ADD COLUMN name TEXT NOT NULL DEFAULT '';
   ALTER TABLE token ADD COLUMN used INTEGER;
   ALTER TABLE token ADD COLUMN scope TEXT;
   ALTER TABLE audit ADD COLUMN name TEXT;`,
  `CREATE TABLE event (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     kind TEXT NOT NULL,
     data TEXT NOT NULL
   );
   CREATE INDEX event_kind ON event (kind, id);
   CREATE TABLE change (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     address TEXT NOT NULL,
     session TEXT,
     name TEXT,
     part TEXT NOT NULL,
     undoes TEXT,
     size INTEGER NOT NULL,
     delta TEXT NOT NULL
   );`,
  `CREATE TABLE fleet (
     revision INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL UNIQUE,
     text TEXT NOT NULL
   );
   ALTER TABLE token ADD COLUMN person TEXT;
   ALTER TABLE token ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
   UPDATE token SET program = 1 WHERE scope IS NOT NULL;`,
  `CREATE TABLE traffic (
     router TEXT NOT NULL,
     day TEXT NOT NULL,
     received REAL NOT NULL,
     sent REAL NOT NULL,
     PRIMARY KEY (router, day)
   ) WITHOUT ROWID;`,
  `CREATE TABLE outbox (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     channel TEXT NOT NULL,
     at INTEGER NOT NULL,
     message TEXT NOT NULL,
     attempts INTEGER NOT NULL,
     next INTEGER NOT NULL
   );
   CREATE INDEX outbox_channel ON outbox (channel, id);`,
  `ALTER TABLE audit ADD COLUMN code TEXT;
   ALTER TABLE audit ADD COLUMN data TEXT;`,
  `ALTER TABLE fleet ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;`,
  `ALTER TABLE token ADD COLUMN device TEXT;`,
];

/** What all of them make, as `digestOf` has it: most starts need not carry them out to know that the schema is ours. */
export const SCHEMA = "/SI8FSXZ2iXx/JCx3RmrvwndgebS1AazquThnzGNNYU=";
