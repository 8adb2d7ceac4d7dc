import { Link, useLocation } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import type { Client } from '../client/client.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';
import { hueOf } from './category.tsx';
import { FailureNote } from './failure.tsx';
import { shortened } from './format.ts';
import { nearest } from './nearest.ts';

/** How many of each kind are shown. */
const shown = 6;
/** How far from a memory others of its conversation or file are looked for (ms). */
const reachMs = 86_400_000;
const [width, height] = [356, 220];
/** How near and how far from the middle they are drawn (px), upwards; sideways there is more room. */
const [inner, outer, stretch] = [40, 96, 1.6];

/** A memory beside another, and why. */
interface Neighbour {
  memory: Pick<Memory, 'id' | 'content' | 'category'>;
  /** How near in meaning, 0 to 1. */
  relevance?: number;
  isSameConversation: boolean;
  isSameFile: boolean;
}

/** What is around a memory: nearest in meaning, of the same conversation, of the same file; drawn, and as a list. */
export function Neighbourhood(props: { memory: Memory; addressOf: (memoryId: string) => string }) {
  const { memory, addressOf } = props;
  const { client, categories } = useDashboard();
  const [, go] = useLocation();
  const found = useLoad(`${memory.id} ${memory.revision}`, (signal) => neighboursOf(client, memory, signal));
  const neighbours = found.value ?? [];
  const hue = (category: string) => hueOf(categories.value.get(memory.characterId), category);
  if (found.value && neighbours.length === 0) return null;
  return (
    <section aria-label="Around it">
      <h3>Around it</h3>
      <FailureNote failure={found.failure} again={found.again} />
      <svg class="around" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {neighbours.map((one, at) => (
          <line key={one.memory.id} {...lineTo(one, at, neighbours.length)} class={kindOf(one)} />
        ))}
        {neighbours.map((one, at) => {
          const { x2, y2 } = lineTo(one, at, neighbours.length);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list below is the same for keys and readers
            <g
              key={one.memory.id}
              style={{ '--h': hue(one.memory.category) }}
              onClick={() => go(addressOf(one.memory.id))}
            >
              <title>{shortened(one.memory.content, 160)}</title>
              <circle cx={x2} cy={y2} r="11" />
              <text x={x2} y={y2}>
                {at + 1}
              </text>
            </g>
          );
        })}
        <circle class="middle" cx={width / 2} cy={height / 2} r="8" style={{ '--h': hue(memory.category) }} />
      </svg>
      <ol class="near">
        {neighbours.map((one) => (
          <li key={one.memory.id}>
            <Link href={addressOf(one.memory.id)}>{shortened(one.memory.content, 160)}</Link>
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
  const isTied = sessionId !== undefined || source.fileId !== undefined;
  const [near, around] = await Promise.all([
    nearest(client, memory, shown, signal),
    isTied ? client.call('listMemories', { characterId, since, until, limit: 100 }, signal) : { memories: [] },
  ]);
  const ties = ({ sessionId: session, source: { fileId } }: Pick<Memory, 'sessionId' | 'source'>) => ({
    isSameConversation: sessionId !== undefined && session === sessionId,
    isSameFile: source.fileId !== undefined && fileId === source.fileId,
  });
  const neighbours = new Map<string, Neighbour>();
  for (const one of near) neighbours.set(one.id, { memory: one, relevance: one.salience, ...ties(one) });
  const tied = around.memories
    .map((one) => ({ memory: one, ...ties(one) }))
    .filter((one) => one.memory.id !== id && !neighbours.has(one.memory.id));
  for (const kind of ['isSameConversation', 'isSameFile'] as const) {
    for (const one of tied.filter((other) => other[kind]).slice(0, shown)) neighbours.set(one.memory.id, one);
  }
  return [...neighbours.values()];
}

function kindOf({ relevance, isSameConversation, isSameFile }: Neighbour): string {
  if (relevance !== undefined) return 'meaning';
  return isSameConversation ? 'conversation' : isSameFile ? 'file' : '';
}

/** Why it is shown, in few words. */
function whyOf({ relevance, isSameConversation, isSameFile }: Neighbour): string {
  const reasons = [
    relevance !== undefined && `near in meaning, ${relevance.toLocaleString(undefined, { maximumFractionDigits: 2 })}`,
    isSameConversation && 'same conversation',
    isSameFile && 'same file',
  ];
  return reasons.filter(Boolean).join(' · ');
}

/** From the middle to a neighbour: the nearer in meaning, the shorter; all around, in the order of the list. */
function lineTo({ relevance = 0 }: Neighbour, at: number, of: number) {
  const angle = (2 * Math.PI * at) / of - Math.PI / 2;
  const distance = inner + (1 - Math.min(1, relevance)) * (outer - inner);
  const [x1, y1] = [width / 2, height / 2];
  return { x1, y1, x2: x1 + Math.cos(angle) * distance * stretch, y2: y1 + Math.sin(angle) * distance };
}
