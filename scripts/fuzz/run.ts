// Random and damaged requests to every operation through both doors of the built program, for SECONDS from SEED on.
// Ends with 1 when the program crashed, failed unexpectedly, worked more than 2 s on one request or took 500 MB.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { operations } from '../../src/features/operations.ts';
import { type Door, type Outcome, restDoor, stdioDoor } from './doors.ts';
import { inputsOf } from './inputs.ts';

const [seconds, seed] = process.argv.slice(2).map(Number) as [number, number];
const maxMs = 2_000;
/** The timeout of a request, under any load. */
const timeoutMs = 60_000;
const maxMB = 500;
const maxFaults = 10;

const home = mkdtempSync(join(tmpdir(), 'fuzz-'));
const faults: string[] = [];
const figures = { requests: 0, done: 0, maxMs: 0, peakMB: 0 };
let ids: string[] = [];
let count = 0;

/** The next of the cases that follow from the seed. */
function next<T>(arbitrary: fc.Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { seed: seed + count++, numRuns: 1 });
  return value as T;
}

async function open(name: 'stdio' | 'rest'): Promise<Door> {
  const door = await (name === 'stdio' ? stdioDoor(home) : restDoor(home));
  const create = operations.find((one) => one.name === 'create_character');
  for (const character of ['Ada', 'Bo']) {
    const [plain] = fc.sample(door.requests(create as never, { name: character }), { seed: 1, numRuns: 1 });
    await door.send(plain as string);
  }
  return door;
}

async function attempt(door: Door, request: string): Promise<string | undefined> {
  const { server } = door;
  const before = { cpu: server.cpuMs, at: performance.now() };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ text: '', fault: `no answer in ${timeoutMs} ms` }), timeoutMs);
  });
  const ended = new Promise<Outcome>((resolve) => {
    server.child.once('exit', (code, signal) => resolve({ text: '', fault: `it ended with ${code ?? signal}` }));
  });
  const failed = (error: unknown): Outcome => ({ text: '', fault: `no answer: ${error}` });
  const outcome = await Promise.race([door.send(request).catch(failed), late, ended]);
  clearTimeout(timer);
  server.child.removeAllListeners('exit');
  // CPU time, where the system has it: the machine may be busy.
  const cpu = server.cpuMs - before.cpu;
  const took = Number.isNaN(cpu) ? performance.now() - before.at : cpu;
  figures.requests++;
  if (outcome.done) figures.done++;
  figures.maxMs = Math.max(figures.maxMs, Math.round(took));
  const peak = server.peakMB;
  if (peak > figures.peakMB) figures.peakMB = Math.round(peak);
  ids = [
    ...[...outcome.text.matchAll(/"(?:id|fileId)\\*":\\*"([0-9a-f-]{36})/g)].map(([, id]) => id as string),
    ...ids,
  ].slice(0, 40);
  const tooLong = took > maxMs ? `it worked ${Math.round(took)} ms` : undefined;
  return outcome.fault ?? tooLong ?? (peak > maxMB ? `it took ${Math.round(peak)} MB` : undefined);
}

/** Operations that read documents have the most ways to fail. */
const documentary = operations.filter((one) => 'documents' in one);
const doors = { stdio: await open('stdio'), rest: await open('rest') };
const until = performance.now() + seconds * 1_000;
while (performance.now() < until && faults.length < maxFaults) {
  const name = count % 2 === 0 ? 'stdio' : 'rest';
  count++;
  const operation = next(fc.oneof(fc.constantFrom(...operations), fc.constantFrom(...documentary)));
  // The home folder has only the store: nothing to watch or lose.
  const request = next(doors[name].requests(operation, next(inputsOf(operation, ids))));
  const fault = await attempt(doors[name], request);
  if (fault === undefined) {
    doors[name].server.takeLog();
    continue;
  }
  const file = join(tmpdir(), `fuzz-${seed}-${faults.length}.txt`);
  writeFileSync(file, `${request}\n\n${doors[name].server.takeLog()}`);
  faults.push(`${name} ${operation.name}: ${fault}; the request is in ${file}`);
  console.error(faults.at(-1));
  await doors[name].server.end();
  doors[name] = await open(name);
}
for (const door of Object.values(doors)) await door.server.end();
rmSync(home, { recursive: true, force: true });
console.log(
  `${figures.requests} requests with seed ${seed}, ${figures.done} of them done: ${faults.length} faults; longest ${figures.maxMs} ms of work, peak ${figures.peakMB} MB.`,
);
process.exit(faults.length > 0 ? 1 : 0);
