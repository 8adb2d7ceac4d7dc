import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { flat, share, tells, within } from './match.ts';

/** A labelled turn; `durable_strict` are the durable sentences beyond doubt. */
interface LabelledTurn {
  id: number;
  repo: string;
  text: string;
  language: string;
  durable: string[];
  durable_strict: string[];
}

interface Sets {
  rules: { text: string; repo: string }[];
  turns: LabelledTurn[];
  personal: { text: string; durable: boolean; source: string }[];
}

/** The share of hits. */
type Rate = [hits: number, all: number];

/** The result of capturing one labelled text. */
type Capture = (text: string, group: string) => string[];

/**
 * The labelled sets of a folder: `turns.json`, `rules.json`, `personal.json`, or those of a part ("turns-dev.json"); or
 * `turns.jsonl.gz`, of which the part "kept" is the third of the repositories that nothing is trained on.
 */
export function readSets(folder: string, part?: string): Sets {
  const packed = join(folder, 'turns.jsonl.gz');
  if (existsSync(packed)) return { rules: [], turns: readPacked(packed, part), personal: [] };
  const read = (name: string) => {
    const file = join(folder, part === undefined ? `${name}.json` : `${name}-${part}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  };
  return { rules: read('rules'), turns: read('turns'), personal: read('personal') };
}

interface PackedTurn extends Pick<LabelledTurn, 'repo' | 'text' | 'language'> {
  durable: { text: string; sure: boolean }[];
}

function readPacked(file: string, part: string | undefined): LabelledTurn[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const turns = lines.map((line) => JSON.parse(line) as PackedTurn);
  const isKept = ({ repo }: PackedTurn) => createHash('sha1').update(repo).digest()[0]! % 3 === 0;
  return turns
    .filter((turn) => part === undefined || isKept(turn) === (part === 'kept'))
    .map(({ durable, ...turn }, id) => ({
      ...turn,
      id,
      durable: durable.map(({ text }) => text),
      durable_strict: durable.filter(({ sure }) => sure).map(({ text }) => text),
    }));
}

function groupOfChat(source: string): string {
  return `BEAM ${/BEAM chats\/(\S+\/\S+)\/chat/.exec(source)?.[1] ?? source}`;
}

/** One line of figures. */
export function measure({ rules, turns, personal }: Sets, capture: Capture): string {
  const figures: Record<string, Rate> = {};
  const count = (name: string, isHit: boolean) => {
    const [hits, all] = figures[name] ?? [0, 0];
    figures[name] = [hits + (isHit ? 1 : 0), all + 1];
  };
  for (const { text, repo } of rules)
    count(
      'rules',
      capture(text, repo).some((memory) => tells(memory, text)),
    );
  const kept = new Map(turns.map((turn) => [turn, capture(turn.text, turn.repo)]));
  const seen = new Set<string>();
  for (const turn of turns) {
    for (const sentence of turn.durable) {
      const key = `${turn.repo}\n${flat(sentence)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const isHit =
        kept.get(turn)!.some((memory) => tells(memory, sentence)) ||
        turns.some(
          (other) => other.repo === turn.repo && kept.get(other)!.some((m) => flat(m).includes(flat(sentence))),
        );
      count('all', isHit);
      if (!turn.durable_strict.includes(sentence)) continue;
      count('sure', isHit);
      count(turn.language === 'en' ? 'en' : 'other', isHit);
    }
    for (const memory of kept.get(turn)!) {
      count('precision sure', within(memory, turn.durable_strict));
      count('precision', within(memory, turn.durable));
    }
  }
  for (const { text, durable, source } of personal) {
    const memories = capture(text, groupOfChat(source));
    const isStored = memories.some((m) => tells(m, text) || (share(m, text) >= 0.8 && share(text, m) >= 0.25));
    if (durable) count('personal', isStored);
    else count('false', memories.length > 0);
  }
  const stored = figures.precision?.[1] ?? 0;
  const names = ['rules', 'sure', 'en', 'other', 'all', 'precision sure', 'precision', 'personal', 'false'];
  const shown = names.map((name) => {
    const [hits, all] = figures[name] ?? [0, 0];
    return `${name} ${all === 0 ? '-' : ((100 * hits) / all).toFixed(1)} (${hits}/${all})`;
  });
  return `${shown.join(' | ')} | per hundred turns ${((100 * stored) / Math.max(1, turns.length)).toFixed(1)}`;
}
