// node scripts/plot-search.mjs [FOLDER]: plots the LoCoMo figures of docs/figures.json beside those of others
// (comparison.md has their sources), as search-quality-light.svg and search-quality-dark.svg in a folder (default:
// docs).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');
const folder = process.argv[2] ?? docs;
const { locomo, 'locomo bare': bare } = JSON.parse(readFileSync(join(docs, 'figures.json'), 'utf8'));
const { scores } = locomo;

const groups = [
  {
    heading: 'Five conversations, on which our parameters were chosen; no key and no network, in one run',
    bars: [
      { label: 'agent-memory-service', value: scores['this server'].r10, isOurs: true },
      { label: 'without sessions and times', value: bare.scores['this server'].r10, isOurs: true },
      { label: 'SQLite FTS5, porter', value: scores['FTS5 porter'].r10 },
      { label: 'SQLite FTS5, default', value: scores['FTS5 default'].r10 },
    ],
  },
  {
    heading: 'All ten or other conversations, measured or published before (docs/comparison.md has the set-ups)',
    bars: [
      { label: 'text-embedding-3-small', value: 0.694 },
      { label: 'lunr', value: 0.6 },
      { label: 'SQLite FTS5, porter', value: 0.55 },
      { label: 'MiniSearch', value: 0.53 },
      { label: 'SQLite FTS5, default', value: 0.51 },
      { label: 'FlexSearch', value: 0.47 },
      { label: 'Orama', value: 0.3 },
      { label: 'whole query as a substring', value: 0 },
    ],
  },
];

const themes = {
  light: { back: '#ffffff', text: '#1f2328', quiet: '#59636e', line: '#d1d9e0', bar: '#8c959f', ours: '#0969da' },
  dark: { back: '#0d1117', text: '#f0f6fc', quiet: '#9198a1', line: '#3d444d', bar: '#656c76', ours: '#4493f8' },
};

const width = 720;
const left = 240;
const scale = 400;
const ticks = [0, 0.25, 0.5, 0.75, 1];
const row = 26;
const thickness = 16;
const digits = (value) => value.toFixed(Number(value.toFixed(2)) === value ? 2 : 3).replace(/^0/, '');
const title = 'Evidence found among the first ten results (R@10) on LoCoMo';
const description = groups
  .map(({ heading, bars }) => `${heading}: ${bars.map(({ label, value }) => `${label} ${digits(value)}`).join(', ')}.`)
  .join(' ');

function draw({ back, text, quiet, line, bar: plain, ours }) {
  const parts = [];
  const write = (x, y, words, fill, more = '') =>
    parts.push(`<text x="${x}" y="${y}" fill="${fill}"${more}>${words}</text>`);
  let y = 32;
  write(20, y, title, text, ' font-size="16" font-weight="600"');
  const grid = (from, to) =>
    ticks.map((at) => {
      const x = left + at * scale;
      return `<line x1="${x}" y1="${from}" x2="${x}" y2="${to}" stroke="${line}"/>`;
    });
  for (const { heading, bars } of groups) {
    y += 32;
    write(20, y, heading, quiet);
    y += 12;
    parts.push(...grid(y - 4, y + bars.length * row - 4));
    for (const { label, value, isOurs = false } of bars) {
      const middle = y + thickness / 2 + 4.5;
      const weight = isOurs ? ' font-weight="600"' : '';
      write(left - 10, middle, label, text, ` text-anchor="end"${weight}`);
      const long = Math.max(1, Math.round(value * scale));
      parts.push(
        `<rect x="${left}" y="${y}" width="${long}" height="${thickness}" rx="2" fill="${isOurs ? ours : plain}"/>`,
      );
      write(left + long + 8, middle, digits(value), text, weight);
      y += row;
    }
  }
  for (const at of ticks) {
    write(left + at * scale, y + 12, String(at).replace(/^0(?=\.)/, ''), quiet, ' text-anchor="middle"');
  }
  const height = y + 26;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${title}</title>
<desc id="description">${description}</desc>
<rect width="${width}" height="${height}" rx="6" fill="${back}"/>
${parts.join('\n')}
</svg>
`;
}

for (const [name, theme] of Object.entries(themes)) {
  writeFileSync(join(folder, `search-quality-${name}.svg`), draw(theme));
}
