import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { surface } from '../src/features/published.ts';
import { selectTools } from '../src/mcp/tools.ts';

/** The results of measurements by name, which scripts/keep-figures.mjs stores. */
const measured = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/figures.json'), 'utf8')) as Figures;
interface Figures {
  [name: string]: number | string | Figures | Figures[];
}

/** The tokens of a list of tools, at four characters per token, to the nearest hundred. */
function costOf(sets?: ['core']): Figures {
  const tools = selectTools(surface, sets, false);
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { count: tools.length, tokens: Math.round(JSON.stringify(read).length / 400) * 100 };
}

const figures: Figures = { ...measured, tools: { all: costOf(), core: costOf(['core']) } };

/** A figure by its path, such as `locomo/scores/this server/r10`, as pages write it: shares as `.829`. */
function figure(path: string): string {
  let found: Figures[string] | Figures[] | undefined = figures;
  for (const step of path.split('/')) found = typeof found === 'object' ? (found as Figures)[step] : undefined;
  if (typeof found === 'string') return found;
  if (typeof found !== 'number') throw new Error(`there is no figure ${path}`);
  if (Number.isInteger(found) && found !== 1) return found.toLocaleString('en');
  if (found <= 1) return found === 1 ? '1.00' : found.toFixed(3).slice(1);
  return String(Number(found.toPrecision(2)));
}

/** A page with the part between `<!-- figure PATH -->` and `<!-- end -->` replaced by that figure. */
export function withFigures(page: string): string {
  return page.replaceAll(
    /(<!-- figure ([^>]+?) -->)[^<\n]*(<!-- end -->)/g,
    (_, start: string, path: string, end: string) => {
      return `${start}${figure(path)}${end}`;
    },
  );
}
