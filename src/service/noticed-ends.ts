import { clipped } from '../domain/errors.ts';
import { judgeName } from '../domain/judging.ts';
import type { ChangePosition } from '../domain/stores/changes.ts';
import type { Store } from '../domain/stores/store.ts';
import { findCharacter, orEmpty } from './characters.ts';
import type { Context, NoticedEnd, Noticing } from './context.ts';
import { withEnds } from './retrieval/holding.ts';

/** At most: changes read at a time, ends that wait to be told, ends told in one answer. */
const maxRead = 200;
const maxUntold = 50;
const maxTold = 3;
/** UTF-16 units of a memory in the line. */
const maxText = 120;

/**
 * What change detection ended after an answer was given, in any process: told once, with the next answer about the same
 * character. The first answer begins.
 */
export class NoticedEnds implements Noticing {
  readonly #store: Store;
  #position: ChangePosition | undefined;
  #untold: { characterId: string; memoryId: string }[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  async tell(context: Context, characterIds: readonly string[]): Promise<NoticedEnd[]> {
    const filter = { kind: 'model', limit: maxRead } as const;
    const after = this.#position;
    const { changes, position } = await this.#store.changes.behind(context.principal, after, filter);
    // Another answer may have read them meanwhile.
    if (this.#position === after) {
      this.#position = position;
      const noticed = changes.filter(({ changeType, name }) => changeType === 'ENDED' && name === judgeName);
      this.#untold = [...this.#untold, ...noticed].slice(-maxUntold);
    }
    const told = this.#untold.filter(({ characterId }) => characterIds.includes(characterId)).slice(0, maxTold);
    if (told.length === 0) return [];
    this.#untold = this.#untold.filter((one) => !told.includes(one));
    return (await Promise.all([...new Set(characterIds)].map((id) => this.#lines(context, id, told)))).flat();
  }

  async #lines(
    context: Context,
    characterId: string,
    told: readonly { characterId: string; memoryId: string }[],
  ): Promise<NoticedEnd[]> {
    const ids = told.flatMap((one) => (one.characterId === characterId ? [one.memoryId] : []));
    if (ids.length === 0) return [];
    const only = { ids };
    const { memories } = await this.#store.memories.forExport(
      context.principal,
      characterId,
      { state: 'ACTIVE' },
      only,
    );
    const shown = await withEnds(context, memories, undefined);
    return shown.flatMap(({ id, content, ended }) => {
      // It may hold again.
      if (ended === undefined) return [];
      return [{ memoryId: id, line: `“${clipped(content, maxText)}” ${clipped(ended, 2 * maxText)}` }];
    });
  }
}

/** The ends that an answer about these characters (references) tells; empty where the process tells none. */
export async function noticedEnds(context: Context, references: readonly string[]): Promise<NoticedEnd[]> {
  const { noticed } = context;
  if (!noticed) return [];
  context.validity?.endsAt(context.now());
  const find = (reference: string) => orEmpty(() => findCharacter(context, reference), undefined);
  const characters = await Promise.all(references.map(find));
  return noticed.tell(
    context,
    characters.flatMap((one) => one?.id ?? []),
  );
}
