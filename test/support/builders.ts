import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Author, MemoryChange, NewMemory } from '../../src/domain/memory.ts';
import { type Scope, serviceScope } from '../../src/domain/principal.ts';
import type { NewCharacter } from '../../src/domain/stores/characters.ts';
import type { NewPiece, NewSnapshot } from '../../src/domain/stores/files.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { NewKey } from '../../src/domain/tenant.ts';
import { pieceKeys } from '../../src/files/piece.ts';

/** A UUID that encodes a number. */
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The author of the tests' writes, a second after the epoch by default. */
export const at = (now = 1_000): Author => ({ changedBy: 'tester', now });

/** The tenant of most contract tests, and another that must see nothing of it. */
export const ours = serviceScope('ours');
export const theirs = serviceScope('theirs');
/** The user of this machine's store. */
export const localScope: Scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' };

export function newCharacter(n: number, name: string, more: Partial<NewCharacter> = {}): NewCharacter {
  return {
    id: id(n),
    name,
    categoryPreset: 'standard',
    tags: [],
    profile: emptyProfile,
    categories: presets.standard,
    ...more,
  };
}

export function newMemory(n: number, content: string, more: Partial<NewMemory> = {}): NewMemory {
  return { id: id(n), content, salience: 0.5, importance: 'NORMAL', source: { kind: 'direct' }, ...more };
}

export function addition(n: number, content: string, more: Partial<NewMemory> = {}): MemoryChange {
  return { kind: 'add', memory: newMemory(n, content, more) };
}

/** Both tenants on BUSINESS, and "Ada" (number 1) in ours, made at 500 ms. */
export async function withAda(store: Store): Promise<void> {
  await withTenants(store);
  await store.characters.create(ours, newCharacter(1, 'Ada'), 'BUSINESS', 500);
}

export async function withTenants(store: Store): Promise<void> {
  for (const { tenantId } of [ours, theirs]) await store.tenants.ensure(tenantId, 'BUSINESS', 0);
}

/** Stores additions, each numbered from `first`; answers their contents in order. */
export async function remember(store: Store, contents: string[], first = 100, scope: Scope = ours): Promise<void> {
  const changes = contents.map((content, i) => addition(first + i, content));
  await store.memories.write(scope, id(1), changes, at());
}

export async function activeContents(store: Store, scope: Scope = ours): Promise<string[]> {
  const { memories } = await store.memories.list(scope, id(1), { state: 'ACTIVE', page: 0, limit: 10_000 });
  return memories.map(({ content }) => content).sort();
}

/** A piece of a file that is under `context`, with the memory it would become. */
export function newPiece(n: number, body: string, context: string[] = [], more: Partial<NewMemory> = {}): NewPiece {
  const content = [...context, body].join(': ');
  return { ...pieceKeys({ body, context }), memory: newMemory(n, content, { source: { kind: 'file' }, ...more }) };
}

/** A snapshot of `a.md` whose pieces are numbered from `n` + 1; its content is made of them. */
export function newSnapshot(n: number, pieces: NewPiece[], more: Partial<NewSnapshot> = {}): NewSnapshot {
  const content = pieces.map(({ memory }) => memory.content).join('\n');
  return {
    fileId: id(n),
    path: 'a.md',
    content: Buffer.from(content),
    contentHash: content,
    capture: false,
    pieces,
    ...more,
  };
}

/** A key whose SHA-256 is `byte`, repeated. */
export function newKey(n: number, byte: number): NewKey {
  return { id: id(n), name: `key ${n}`, hash: Buffer.alloc(32, byte) };
}

/** The type of the ServiceError of a rejected promise, or its result instead. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? error.type : String(error);
}

/** The types of the errors with which promises are rejected, each once. */
export async function rejections(promises: readonly Promise<unknown>[]): Promise<string[]> {
  return [...new Set(await Promise.all(promises.map(rejection)))];
}

/** Vectors whose direction depends only on the text. */
export function vectorOf(text: string, dimensions = 64): Float32Array {
  let seed = [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261);
  return Float32Array.from({ length: dimensions }, () => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return seed / 2 ** 31;
  });
}

/** An answer by which two memories are both right. */
export const keeping = { batch: 'kept-1', by: 'Ada', client: undefined };
