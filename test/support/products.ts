import { Database } from '../../src/base/sqlite.ts';

/** An SQLite file of these statements, as bytes; with a write-ahead log in its header, as most products leave it. */
export function sqliteFile(...statements: string[]): Buffer {
  const db = new Database(':memory:');
  try {
    for (const statement of statements) db.exec(statement);
    const bytes = db.serialize();
    bytes[18] = 2;
    bytes[19] = 2;
    return bytes;
  } finally {
    db.close();
  }
}

/** As mcp-memory-service makes its store, without the virtual tables' own. */
export const memoryServiceSchema = `
  CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL,
    tags TEXT, memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT,
    updated_at_iso TEXT, deleted_at REAL DEFAULT NULL);
  CREATE INDEX idx_created_at ON memories(created_at);
  CREATE VIRTUAL TABLE memory_content_fts USING fts5(content, content='memories', content_rowid='id', tokenize='trigram');
  CREATE TRIGGER memories_fts_ai AFTER INSERT ON memories BEGIN
    INSERT INTO memory_content_fts(rowid, content) VALUES (new.id, new.content); END;`;

/** As claude-mem makes its store, with the tables that are read. */
export const claudeMemSchema = `
  CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT UNIQUE NOT NULL,
    memory_session_id TEXT UNIQUE, project TEXT NOT NULL, user_prompt TEXT, started_at TEXT NOT NULL,
    started_at_epoch INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'active');
  CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT,
    concepts TEXT, files_read TEXT, files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL);
  CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL,
    project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT,
    created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL,
    prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL);
  CREATE TABLE directives (id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL DEFAULT 'global', project TEXT,
    content TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active', created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL, updated_at_epoch INTEGER NOT NULL);`;
