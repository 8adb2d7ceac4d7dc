import type { Erasure, Trace } from '../../src/domain/erasure.ts';
import { eraseMemories } from '../../src/operations/erase-memories.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused, textFlag, UsageError } from '../terminal/command-line.ts';
import { inShort, print, table, underHome } from '../terminal/print.ts';
import { characterMeant, inOwnStore, type OwnStore, requireStore } from './own-store.ts';

/** UTF-16 units of a memory in a list. */
const maxText = 100;
/** Memories that the terminal shows. */
const maxListed = 50;
/** No memory is of a later time. */
const lastTime = '9999-12-31T23:59:59.999Z';

interface Answer {
  total: number;
  memories: { id: string; state: string; content: string }[];
  traces: Trace[];
  characters: { name: string; memories: number; traces: Trace[]; stays: boolean }[];
  erasures: Erasure[];
}

/** `erase ID…`, or all that a flag means: shows what would go, asks, and removes it for good. Refused. */
export async function erase(given: Given): Promise<void> {
  requireStore();
  const meant = choiceOf(given);
  const answer = await inOwnStore(textFlag(given, 'character'), async (own) => {
    const asked = { ...meant, ...(await whereOf(given, own)) };
    const plan = await own.run<Answer>(eraseMemories, asked);
    const hasWork = plan.total > 0 || plan.traces.some(({ stays }) => !stays);
    if (given.flags['dry-run'] || !hasWork) return plan;
    if (!given.flags.yes) await requireConsent(given, plan);
    const { erasures } = await own.run<Answer>(eraseMemories, { ...asked, confirm: true });
    return { ...plan, memories: [], erasures };
  });
  print(given, answer, () => shown(answer));
}

/** Ids, or what the flags mean. UsageError. */
function choiceOf(given: Given): Record<string, unknown> {
  const flags = { fileId: 'file', sessionId: 'session', batchId: 'batch' } as const;
  const values = [
    ...Object.entries(flags).map(([field, flag]) => [field, textFlag(given, flag)] as const),
    ...(['author', 'source', 'since', 'until'] as const).map((flag) => [flag, textFlag(given, flag)] as const),
  ].filter(([, value]) => value !== undefined);
  const words = given.flags.words as readonly string[] | undefined;
  const ways = [
    ...(given.args.length > 0 ? [{ ids: given.args }] : []),
    ...(words ? [{ naming: words }] : []),
    ...(values.length > 0 ? [{ filter: Object.fromEntries(values) }] : []),
    ...(given.flags.all ? [{ filter: { until: lastTime } }] : []),
  ];
  if (given.flags.all && (given.flags.everywhere || textFlag(given, 'character') === undefined))
    throw new UsageError('erase --all takes --character NAME, whose memories all go, and no --everywhere');
  const [only, other] = ways;
  if (only && !other) return only;
  throw new UsageError(
    'erase takes ids, --words TEXT, --all, or where they come from: --file, --session, --batch, --author, --source, --since, --until',
  );
}

/** Ids say themselves where they are. */
async function whereOf(given: Given, own: OwnStore): Promise<object> {
  const isNamed = textFlag(given, 'character') !== undefined;
  if (given.flags.everywhere || (given.args.length > 0 && !isNamed)) return { everywhere: true };
  return { characterId: (await characterMeant(own)).character };
}

async function requireConsent(given: Given, plan: Answer): Promise<void> {
  if (!canAsk(given)) throw new Refused('nothing was erased: say --yes, since no terminal is there to be asked');
  process.stderr.write(`${shown(plan).join('\n\n')}\n\n`);
  if (!(await isConfirmed('Erase this for good? Nothing brings it back.'))) throw new Refused('nothing was erased');
}

function shown({ total, memories, characters, erasures }: Answer): string[] {
  const texts = memories.slice(0, maxListed).map(({ id, state, content }) => ({
    memory: inShort(content.trim(), maxText),
    state: state === 'ACTIVE' ? undefined : state.toLowerCase(),
    id,
  }));
  const of = (name: string) => (characters.length > 1 ? name : undefined);
  const others = characters.flatMap(({ name, memories: count, traces, stays: isSpared }) => [
    ...traces.map(({ kind, count: many, names, stays }) => ({
      'also in': kind,
      of: of(name),
      count: many,
      fate: stays ? 'stays: change it yourself' : 'goes too',
      which: names?.join(', '),
    })),
    ...(isSpared
      ? [{ 'also in': 'memory', of: of(name), count, fate: 'stays: --everywhere takes it too', which: undefined }]
      : []),
  ]);
  const receipts = erasures.map(({ id, memories: count, removed, doneAt }) => ({
    erasure: id,
    memories: count,
    removed: Object.entries(removed)
      .map(([kind, many]) => `${kind}: ${many}`)
      .join(', '),
    done: doneAt ?? 'goes on in the background',
  }));
  return [
    ...(texts.length > 0 ? [table(texts, ['memory', 'state', 'id'])] : []),
    ...(total > texts.length && erasures.length === 0 ? [`${total} memories in all.`] : []),
    ...(others.length > 0 ? [table(underHome(others), ['also in', 'of', 'count', 'fate', 'which'])] : []),
    ...(receipts.length > 0 ? [table(receipts, ['erasure', 'memories', 'removed', 'done'])] : []),
    ...(total === 0 && others.length === 0 && receipts.length === 0 ? ['Nothing was found.'] : []),
  ];
}
