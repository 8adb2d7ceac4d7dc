import type { Scope } from '../../domain/principal.ts';
import type { CapturedTurn, HookSession, HookState } from '../../domain/stores/hooks.ts';
import type { Connection } from './connection.ts';
import { caller, isVisible } from './sharing/access.ts';

/** A session's records: given memories, captured turns (and as copies have them), when its context was made (ms). */
export const itemKinds = { given: 'given', captured: 'captured', said: 'said', begun: 'begun' } as const;

/** Whether it is new. */
export function addItem(db: Connection, sessionNo: number, kind: string, key: string): boolean {
  const sql = 'INSERT INTO hook_items (session_no, kind, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
  return db.run(sql, sessionNo, kind, key).changes > 0;
}

/** Whether it is new, in this session and as a copy. */
export function addTurn(
  db: Connection,
  sessionNo: number,
  characterNo: number,
  { key, said = [] }: CapturedTurn,
): boolean {
  const isNew = addItem(db, sessionNo, itemKinds.captured, key) && !isSaid(db, characterNo, said);
  for (const one of said) addItem(db, sessionNo, itemKinds.said, one);
  return isNew;
}

/** Whether a message was captured of any session. */
export function isSaid(db: Connection, characterNo: number, said: readonly string[] = []): boolean {
  const sql = `SELECT 1 FROM hook_items JOIN hook_sessions ON hook_sessions.no = hook_items.session_no
    WHERE kind = 'said' AND key = ? AND character_no = ? LIMIT 1`;
  return said.some((key) => db.get(sql, key, characterNo) !== undefined);
}

/** The memories that a session was given. */
export function givenIn(db: Connection, scope: Scope, { host, session }: HookSession): HookState['given'] {
  const items = db.all<{ characterId: string; key: string }>(
    `SELECT characters.id AS characterId, hook_items.key AS key FROM hook_sessions
     JOIN characters ON characters.no = hook_sessions.character_no
     JOIN hook_items ON hook_items.session_no = hook_sessions.no AND hook_items.kind = @kind
     WHERE hook_sessions.tenant_id = @tenantId AND hook_sessions.host = @host AND hook_sessions.session = @session
       AND ${isVisible}`,
    { ...caller(scope), kind: itemKinds.given, host, session },
  );
  return items.map(({ characterId, key }) => {
    const [memoryId = key, part] = key.split('@');
    return { characterId, memoryId, ...(part !== undefined && { part: Number(part) }) };
  });
}
