import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// What goes along with a memory that moves to another character: `src/storage/*/memories/moving.ts`.

const goesAlong = new Set([
  'memories',
  'revisions',
  'embeddings',
  'embedding_bits',
  'memory_links',
  'forget_requests',
  'muted_memories',
  'wrong_answers',
  'kept_pairs',
  'search_recent',
  'search_segments',
  'search_postings',
  'search_blocks',
  'search_vocabulary',
]);

const ofCharacter = 'it is of the character, not of one memory';
const ofSession = 'it says what happened in a session with the other character';
const ofReplica = 'the other side learns of a deletion here and of an addition there';

/** Tables with rows of characters or memories that stay behind, each with the reason. */
const stays: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['aliases', 'shares', 'categories', 'projects', 'watches', 'files', 'decided_characters', 'coarse_characters'],
      ...[
        'character_states',
        'file_places',
        'dismissed_questions',
        'joined_names',
        'character_identities',
        'stagings',
        'snapshots',
        'file_contents',
        'pieces',
      ],
    ].map((table) => [table, ofCharacter]),
  ),
  ...Object.fromEntries(
    ['hook_sessions', 'hook_receipts', 'captured_turns', 'host_extractions', 'recalls', 'recall_counts'].map(
      (table) => [table, ofSession],
    ),
  ),
  ...Object.fromEntries(['replicas', 'replica_memories', 'replica_refusals'].map((table) => [table, ofReplica])),
  piece_memories: 'the file stays, and does not bring back what was deleted there',
  staged_moves: 'an import stages it of its own character',
  alike_pairs: 'it is compared there anew',
  captures: 'it waits for its own character',
  merged_memories: 'the merged ones stay, deleted',
  embedding_removals: 'it is of the memory that was deleted here',
  audit_events: 'it is what was done there',
  deliveries: 'it is what was done there',
  ...Object.fromEntries(
    ['erasures', 'erased_texts', 'erasing_texts', 'erasure_replicas'].map((table) => [
      table,
      'it is what was erased there',
    ]),
  ),
};

/** The names of tables that have a column for a character or a memory. */
function keyedTables(path: string): string[] {
  const tables = readFileSync(path, 'utf8').matchAll(/CREATE TABLE(?: IF NOT EXISTS)? (\w+) \(([\s\S]*?)\n\)/g);
  return [...tables].flatMap(([, name = '', columns = '']) =>
    /^\s*(?:character_no|memory_no|memory_id|older_no|newer_no)\b/m.test(columns) ? [name] : [],
  );
}

test('every table of characters or memories is known to move with a memory or to stay', () => {
  const vectors = 'src/storage/postgres/embeddings/vectors.sql';
  const tables = new Set(['schema.sql', 'src/storage/postgres/schema.sql', vectors].flatMap(keyedTables));
  expect(tables.size).toBeGreaterThan(30);
  expect([...tables].filter((name) => goesAlong.has(name) === name in stays)).toStrictEqual([]);
  expect([...goesAlong, ...Object.keys(stays)].filter((name) => !tables.has(name))).toStrictEqual([]);
});
