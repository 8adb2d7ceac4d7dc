import { Link, useLocation } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';
import { numeral, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { hueOf } from '../memory/category.tsx';
import { shortText } from '../memory/marking.ts';
import { nearest } from '../memory/nearest.ts';

/** How many of each kind are shown. */
const shown = 6;
/** How far from a memory others of its conversation may be, and how much later others of its file (ms). */
const reachMs = 86_400_000;
const [width, height] = [356, 220];
const middle = { x: width / 2, y: height / 2 };
/** The least and the largest distance from the middle (px), vertically; horizontally there is more room. */
const [inner, outer, stretch] = [40, 96, 1.6];

/** A memory beside another, and why. */
interface Neighbour {
  memory: Pick<Memory, 'id' | 'content' | 'category'>;
  /** Similarity, 0 to 1. */
  relevance?: number;
  isSameConversation: boolean;
  isSameFile: boolean;
}

/** A memory's neighbours: similar ones, those of its conversation and of its file; as a drawing and a list. */
export function Neighbourhood(props: { memory: Memory; addressOf: (memoryId: string) => string }) {
  const { memory, addressOf } = props;
  const { client, categories } = useDashboard();
  const [, go] = useLocation();
  const found = useLoad(`${memory.id} ${memory.revision}`, (signal) => neighboursOf(client, memory, signal));
  const neighbours = found.value ?? [];
  const places = placesOf(neighbours);
  const hue = (category: string) => hueOf(categories.value.get(memory.characterId), category);
  if (found.value && neighbours.length === 0) return null;
  return (
    <section aria-label={t('Around it')}>
      <h3>{t('Around it')}</h3>
      <FailureNote failure={found.failure} again={found.again} />
      <svg class="around" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {neighbours.map((one, at) => (
          <line
            key={one.memory.id}
            x1={middle.x}
            y1={middle.y}
            x2={places[at]?.x}
            y2={places[at]?.y}
            class={tieOf(one)}
          />
        ))}
        {neighbours.map((one, at) => {
          const { x, y } = places[at] ?? middle;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list below is the same for keys and readers
            <g
              key={one.memory.id}
              style={{ '--h': hue(one.memory.category) }}
              onClick={() => go(addressOf(one.memory.id))}
            >
              <title>{shortText(one.memory.content, 160)}</title>
              <circle cx={x} cy={y} r="11" />
              <text x={x} y={y}>
                {at + 1}
              </text>
            </g>
          );
        })}
        <circle class="middle" cx={middle.x} cy={middle.y} r="8" style={{ '--h': hue(memory.category) }} />
      </svg>
      <p class="muted">{t('The closer, the nearer in meaning. Dashed: same conversation; dotted: same file.')}</p>
      <ol class="near">
        {neighbours.map((one) => (
          <li key={one.memory.id}>
            <Link dir="auto" href={addressOf(one.memory.id)}>
              {shortText(one.memory.content, 160)}
            </Link>
            <small>{whyOf(one)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

async function neighboursOf(client: Client, memory: Memory, signal: AbortSignal): Promise<Neighbour[]> {
  const { id, characterId, sessionId, source, occurredAt, createdAt } = memory;
  const at = Date.parse(occurredAt ?? createdAt);
  const [since, until] = [at - reachMs, at + reachMs].map((ms) => new Date(ms).toISOString());
  const { fileId: ownFile } = source;
  const nothing = { memories: [] };
  const [near, nearby, ofFile] = await Promise.all([
    nearest(client, memory, shown, signal),
    sessionId === undefined ? nothing : client.call('listMemories', { characterId, since, until, limit: 100 }, signal),
    ownFile === undefined
      ? nothing
      : client.call('listMemories', { characterId, fileId: ownFile, until, limit: 2 * shown + 1 }, signal),
  ]);
  const ties = ({ sessionId: session, source: { fileId } }: Pick<Memory, 'sessionId' | 'source'>) => ({
    isSameConversation: sessionId !== undefined && session === sessionId,
    isSameFile: ownFile !== undefined && fileId === ownFile,
  });
  const neighbours = new Map<string, Neighbour>();
  for (const one of near) neighbours.set(one.id, { memory: one, relevance: one.relevance, ...ties(one) });
  const tied = [...nearby.memories, ...ofFile.memories]
    .map((one) => ({ memory: one, ...ties(one) }))
    .filter((one) => one.memory.id !== id && !neighbours.has(one.memory.id));
  for (const kind of ['isSameConversation', 'isSameFile'] as const) {
    for (const one of tied.filter((other) => other[kind]).slice(0, shown)) neighbours.set(one.memory.id, one);
  }
  return [...neighbours.values()];
}

function tieOf({ isSameConversation, isSameFile }: Neighbour): string {
  return isSameConversation ? 'conversation' : isSameFile ? 'file' : '';
}

/** Why it is shown, in few words. */
function whyOf({ relevance, isSameConversation, isSameFile }: Neighbour): string {
  const reasons = [
    relevance !== undefined &&
      t('near in meaning, {relevance}', { relevance: numeral(relevance, { maximumFractionDigits: 2 }) }),
    isSameConversation && t('same conversation'),
    isSameFile && t('same file'),
  ];
  return reasons.filter(Boolean).join(' · ');
}

/** The places of neighbours on a circle, in the order of the list; the most similar is the closest. */
function placesOf(neighbours: readonly Neighbour[]): { x: number; y: number }[] {
  const known = neighbours.map(({ relevance = 0 }) => relevance);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return known.map((relevance, at) => {
    const angle = (2 * Math.PI * at) / known.length - Math.PI / 2;
    const far = most > least ? (most - relevance) / (most - least) : 0.5;
    const distance = inner + far * (outer - inner);
    return { x: middle.x + Math.cos(angle) * distance * stretch, y: middle.y + Math.sin(angle) * distance };
  });
}
