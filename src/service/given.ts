import { machineTimeZone } from '../base/days.ts';
import { ServiceError } from '../domain/errors.ts';
import { memoryNote } from '../domain/fence.ts';
import type { Memory, Revision } from '../domain/memory.ts';
import type { Recall, RecalledMemory } from '../domain/stores/recalls.ts';
import { withDays } from '../search/relative-days.ts';
import { estimateTokens } from '../text/tokens.ts';
import type { Context } from './context.ts';
import { choiceOf, chosenIn } from './retrieval/held.ts';
import { endsOf, type ShownEnds, withEnds } from './retrieval/holding.ts';

/** A given memory as the agent got it: whose word, its day and its text at that time. */
interface GivenLine extends RecalledMemory, ShownEnds {
  /** The character that has it, if not that of the recall. */
  characterId?: string;
  /** Absent: its text is gone for good, or was moved away. */
  line?: string;
  /** Of the line, estimated. */
  tokens?: number;
  /** Its present text, if that is another. */
  now?: string;
  /** It is no longer active. */
  deleted?: boolean;
  /** What hooks do with it now. */
  muted?: boolean;
  held?: boolean;
  trusted?: boolean;
}

type LinedRecall = Omit<Recall, 'held' | 'known'> & { results: GivenLine[]; held?: GivenLine[]; known?: GivenLine[] };

/** UTF-16 units of lines after which no further recall gets its own: what an answer can't hold is not made. */
const maxLetters = 500_000;

/** The first recalls, at least one, whose memories have their lines. CharacterNotFound. */
export async function withLines(context: Context, recalls: readonly Recall[]): Promise<LinedRecall[]> {
  const { store, principal } = context;
  const ids = [
    ...new Set(
      recalls.flatMap(({ results, held = [], known = [] }) =>
        [...results, ...held, ...known].map(({ memoryId }) => memoryId),
      ),
    ),
  ];
  const memories = await store.memories.byIds(principal, ids);
  const owners = new Set([...recalls, ...memories].map(({ characterId }) => characterId));
  const choices = await chosenIn(context, [...owners]);
  const active = new Map((await withEnds(context, memories, machineTimeZone())).map((one) => [one.id, one]));
  const shown: LinedRecall[] = [];
  const textsOf = histories(context);
  let letters = 0;
  for (const recall of recalls) {
    if (letters > maxLetters) break;
    const lines = async (of: readonly RecalledMemory[]) => {
      const lined: GivenLine[] = [];
      for (const one of of) {
        const memory = active.get(one.memoryId);
        const line = await lineOf(textsOf, recall, one, memory);
        letters += line.line?.length ?? 0;
        const isOfOther = memory !== undefined && memory.characterId !== recall.characterId;
        const owner = isOfOther && { characterId: memory.characterId };
        lined.push({ ...one, ...owner, ...line, ...(memory && { ...endsOf(memory), ...choiceOf(memory, choices) }) });
      }
      return lined;
    };
    const results = await lines(recall.results);
    const { held, known, ...others } = recall;
    shown.push({
      ...others,
      results,
      ...(held && { held: await lines(held) }),
      ...(known && { known: await lines(known) }),
    });
  }
  return shown;
}

/** The text of a memory when it was given; undefined: it is gone. */
export async function textGiven(
  textsOf: Histories,
  { characterId, at }: Recall,
  { memoryId, revision }: RecalledMemory,
  memory: Memory | undefined,
): Promise<string | undefined> {
  if (memory !== undefined && memory.revision === revision) return memory.content;
  return textAt(await textsOf(memory?.characterId ?? characterId, memoryId), at, revision);
}

async function lineOf(
  textsOf: Histories,
  recall: Recall,
  given: RecalledMemory,
  memory: Memory | undefined,
): Promise<Pick<GivenLine, 'line' | 'tokens' | 'now' | 'deleted'>> {
  const { at } = recall;
  const content = await textGiven(textsOf, recall, given, memory);
  const state = memory ? memory.content !== content && { now: memory.content } : { deleted: true };
  if (content === undefined) return { ...state };
  const timeZone = machineTimeZone();
  const said = memory && Date.parse(memory.occurredAt ?? memory.createdAt);
  const dated = said === undefined ? content : withDays(content, { said, now: at, timeZone });
  const { title, text } = memory ? memoryNote({ ...memory, content: dated }, timeZone) : { title: '', text: dated };
  const line = title === '' ? text : `[${title}] ${text}`;
  return { line, tokens: estimateTokens(line), ...state };
}

type Histories = (characterId: string, memoryId: string) => Promise<Revision[]>;

/** Reads the history of each memory once; of one that is gone it is empty. */
export function histories({ store, principal }: Pick<Context, 'store' | 'principal'>): Histories {
  const known = new Map<string, Promise<Revision[]>>();
  return (characterId, memoryId) => {
    const key = `${characterId} ${memoryId}`;
    const found =
      known.get(key) ??
      store.memories.history(principal, characterId, memoryId).catch((error): Revision[] => {
        if (error instanceof ServiceError && error.type === 'MemoryNotFound') return [];
        throw error;
      });
    known.set(key, found);
    return found;
  };
}

/** A memory's text in a revision, or at a time (ms) where the revision is unknown. */
function textAt(revisions: readonly Revision[], at: number, revision: number | undefined): string | undefined {
  const found =
    revision === undefined
      ? revisions.findLast(({ createdAt }) => Date.parse(createdAt) <= at)
      : revisions.find((one) => one.revision === revision);
  return found?.content;
}
