// npm run documents -- [FOLDER]: imports every README, CHANGELOG, Markdown, HTML, CSV, JSON and JSONL file below a folder
// (default: node_modules) into the built program, and its exports into new characters. Ends with 1 when a file fails
// unexpectedly, a piece is lost or empty, an export does not come back whole, or a file takes longer than it may.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connect } from '../bench/support/server.ts';
import { maxFileBytes } from '../src/domain/file.ts';

const folder = process.argv[2] ?? 'node_modules';
const msPerKB = 10;
/** The minimum time limit of an import. */
const leastMs = 100;
const filesPerCharacter = 50;

interface Imported {
  totalParsed: number;
  memoriesAdded: number;
  duplicatesSkipped: number;
  fillerFiltered: number;
}

const work = mkdtempSync(join(tmpdir(), 'real-documents-'));
const server = await connect(join(work, 'memory.db'));
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile() && /^(?:readme|changelog)|\.(?:md|markdown|html?|csv|json|jsonl)$/i.test(one.name))
  .map((one) => join(one.parentPath, one.name))
  .sort();
let faults = 0;
/** Expected refusals, which name the fault of the file. */
const refusals = new Map<string, number>();
const totals = { imported: 0, bytes: 0, pieces: 0, memories: 0, slowest: 0, slowestFile: '' };

function fault(what: string): void {
  faults++;
  console.error(what);
}

/** How many times slower than an idle core of a usual machine this one is now; at least 1. */
function slowness(): number {
  const before = process.cpuUsage();
  let value = 0;
  for (let i = 0; i < 2e7; i++) value = (value * 31 + i) | 0;
  const { user, system } = process.cpuUsage(before);
  // The value is used so that the loop is not optimised away.
  return Math.max(1, (user + system) / 1_000 / 25 + (value & 0));
}

/** Contents of all memories of a character. */
async function contentsOf(characterId: string): Promise<string[]> {
  const contents: string[] = [];
  for (let page = 0; ; page++) {
    const found = await server.call<{ memories: { content: string }[]; total: number }>('list_memories', {
      characterId,
      page,
      limit: 100,
    });
    contents.push(...found.memories.map(({ content }) => content));
    if (contents.length >= found.total || found.memories.length === 0) return contents;
  }
}

async function importFile(characterId: string, path: string): Promise<void> {
  const bytes = readFileSync(path);
  const given = { characterId, fileName: basename(path), fileContent: bytes.toString('base64'), encoding: 'base64' };
  let result: Imported;
  let took = server.workMs();
  try {
    result = await server.call<Imported>('import_document', given);
  } catch (error) {
    const [, type, message = ''] = /"type":"(\w+)","message":"(.*?)","status"/.exec(String(error)) ?? [];
    const isMeant =
      type === 'InvalidContent' ||
      (type === 'InvalidInput' && bytes.length <= maxFileBytes) ||
      bytes.length > maxFileBytes;
    const words = `${type}: ${message.replace(/"[^"]*"|\d+/g, '…').slice(0, 120)}`;
    if (!isMeant) fault(`${path}: ${error}`);
    else refusals.set(words, (refusals.get(words) ?? 0) + 1);
    return;
  }
  const kB = bytes.length / 1024;
  const maxMs = Math.max(leastMs, msPerKB * kB);
  took = server.workMs() - took;
  // Other load slows down the core too: the fastest of several measurements counts.
  for (let again = 0; again < 3 && took > maxMs; again++) {
    const before = server.workMs();
    await server.call('import_document', { ...given, dryRun: true });
    took = Math.min(took, (server.workMs() - before) / slowness());
  }
  if (took > maxMs) fault(`${path}: ${Math.round(took)} ms for ${kB.toFixed(1)} kB`);
  const perKB = took > leastMs ? took / kB : 0;
  if (perKB > totals.slowest) Object.assign(totals, { slowest: perKB, slowestFile: path });
  const { totalParsed, memoriesAdded, duplicatesSkipped, fillerFiltered } = result;
  if (totalParsed !== memoriesAdded + duplicatesSkipped + fillerFiltered) {
    fault(`${path}: pieces are lost: ${JSON.stringify(result)}`);
  }
  totals.imported++;
  totals.bytes += bytes.length;
  totals.pieces += totalParsed;
}

/** Exports a character page by page and imports the pages into a new one: it must hold the same texts. */
async function roundTrip(characterId: string): Promise<void> {
  const before = await contentsOf(characterId);
  totals.memories += before.length;
  if (before.some((content) => content.trim() === '')) fault(`${characterId}: a memory is empty`);
  const copy = `${characterId} again`;
  await server.call('create_character', { name: copy });
  for (let page = 0, pages = 1; page < pages; page++) {
    const exported = await server.call<{ markdown: string; pages: number }>('export_character', { characterId, page });
    pages = exported.pages;
    const given = { characterId: copy, fileName: 'export.md', fileContent: exported.markdown };
    await server.call('import_document', { ...given, allowSecret: true });
  }
  const after = new Set(await contentsOf(copy));
  const lost = before.filter((content) => !after.has(content));
  if (after.size !== before.length) fault(`${copy}: ${after.size} of ${before.length} memories came back`);
  for (const content of lost.slice(0, 3)) fault(`${copy}: lost ${JSON.stringify(content.slice(0, 300))}`);
}

for (let at = 0; at < files.length; at += filesPerCharacter) {
  const characterId = `Files from ${at}`;
  await server.call('create_character', { name: characterId });
  for (const path of files.slice(at, at + filesPerCharacter)) await importFile(characterId, path);
  await roundTrip(characterId);
}
await server.close();
rmSync(work, { recursive: true, force: true });

for (const [words, times] of refusals) console.log(`${times} × ${words}`);
const { imported, bytes, pieces, memories, slowest, slowestFile } = totals;
console.log(
  `${imported} of ${files.length} files (${(bytes / 1e6).toFixed(1)} MB) gave ${pieces} pieces and ${memories} memories;` +
    ` slowest ${slowest.toFixed(1)} ms/kB (${slowestFile}); ${faults} faults.`,
);
process.exit(faults > 0 ? 1 : 0);
