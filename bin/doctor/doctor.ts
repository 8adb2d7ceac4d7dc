import { generationOf } from '../../src/ai/encoder/encoder-embedder.ts';
import { readManifest } from '../../src/ai/encoder/manifest.ts';
import { ownModel } from '../../src/ai/encoder/own-encoder.ts';
import { createAi, type ProviderOptions } from '../../src/ai/providers.ts';
import type { Check } from '../../src/base/check.ts';
import { type Config, readConfig } from '../../src/features/config.ts';
import { shownOf } from '../../src/features/replicas/domain/shown.ts';
import { connectionKind } from '../../src/features/replicas/storage/replica-store.ts';
import { findRepairs } from '../../src/features/replicas/storage/sqlite/repair.ts';
import { listErasures } from '../../src/service/erasing.ts';
import { layersOf, type MemoryOwner, nameOfMemory, sharedOwn } from '../../src/service/hooks/project.ts';
import { ownStatements } from '../../src/service/own-statements.ts';
import { examineStore } from '../../src/storage/sqlite/examine/examine.ts';
import { examineSqlite } from '../../src/storage/sqlite/examine/sqlite.ts';
import { namedHosts, ownCommand, thisMachine } from '../host-choice.ts';
import { withStore } from '../init/settings.ts';
import { memoryOwnerAt, projectFiles } from '../memory-owner.ts';
import { askNewest, newestCheck } from '../newest.ts';
import { deletionSaid } from '../sync/connections.ts';
import type { Given } from '../terminal/command-line.ts';
import { print, table, underHome } from '../terminal/print.ts';
import type { HostCheck } from './hosts.ts';
import { isSupported, leastNode } from './launch.ts';
import { checkReached, cleaner } from './reached.ts';
import { checkTeamFolder } from './team-folder.ts';

/** `doctor`: checks everything that has to work and suggests remedies. Nothing is changed. Exit code 1 for a fault. */
export async function doctor(given: Given, version: string): Promise<void> {
  const settings = checkSettings(process.env);
  const { config } = settings;
  const [newest, sqlite, provider, reached] = await Promise.all([
    askNewest(version),
    examineSqlite(),
    config && given.flags.provider ? checkProvider(config.ai) : undefined,
    checkReached({
      version,
      named: namedHosts(given),
      databasePath: config?.databasePath,
      hostExtractions: config?.maxHostExtractions ?? 0,
    }),
  ]);
  const stored = config && sqlite.ok ? await examineStore(config.databasePath, findRepairs) : [];
  // A store of an earlier version would be migrated; only of a present one are the projects known.
  const isPresent =
    stored.every((one) => one.ok || one.name === 'rows') && stored.some(({ name }) => name === 'projects');
  const checks = [
    newestCheck(newest),
    checkNode(process.versions.node),
    settings.check,
    sqlite,
    ...stored,
    ...(config && isPresent
      ? [
          ...(await checkOwner(config)),
          ...(await checkTeamFolder(config)),
          ...(await checkConnections(config)),
          ...(await checkErasures(config)),
        ]
      : []),
    ...(config ? [await checkEncoder(config, isPresent)] : []),
    ...(provider ? [provider] : []),
  ];
  const ok = [...checks, ...reached].every((one) => one.ok);
  if (!ok) process.exitCode = 1;
  const clean = cleaner(config?.secrets ?? []);
  const report = { ok, checks: checks.map(clean), hosts: reached.map(clean) };
  print(given, report, () => [
    table(underHome(report.checks.map(row)), ['is', 'name', 'detail', 'ms']),
    ...(reached.length > 0 ? [table(underHome(report.hosts.map(row)), ['is', 'host', 'file', 'detail', 'ms'])] : []),
    ...advice(report.checks, report.hosts),
  ]);
}

function checkNode(version: string): Check {
  const check = { name: 'node', ok: isSupported(version), detail: version };
  return check.ok ? check : { ...check, advice: `Install Node ${leastNode} or newer; this is ${process.execPath}.` };
}

function checkSettings(environment: NodeJS.ProcessEnv): { check: Check; config?: Config } {
  const name = 'settings';
  try {
    const config = readConfig(environment);
    const given = Object.keys(environment).filter((key) => key.startsWith('SERVICE_') && environment[key]?.trim());
    const detail = given.length === 0 ? 'all at their defaults' : `given: ${given.sort().join(', ')}`;
    return { check: { name, ok: true, detail }, config };
  } catch (error) {
    const advice = 'Correct the variable, or remove it; the store was not looked at.';
    return { check: { name, ok: false, detail: (error as Error).message, advice } };
  }
}

function row<One extends { ok: boolean }>(one: One) {
  return { is: one.ok ? 'ok' : 'FAILS', ...one };
}

/** What to do, one paragraph for each fault. */
function advice(checks: readonly Check[], hosts: readonly HostCheck[]): string[] {
  const named = [...checks.map((one) => [one.name, one] as const), ...hosts.map((one) => [one.host, one] as const)];
  const faults = named.filter(([, one]) => one.advice !== undefined);
  return faults.length === 0 ? [] : [faults.map(([name, one]) => `${name}: ${one.advice}`).join('\n')];
}

/** The default memory of this folder. The store must be intact and of this version. */
async function checkOwner(config: Config): Promise<Check[]> {
  const owner = memoryOwnerAt(config, process.cwd());
  const found = await withStore(config, async (context) => {
    const name = await nameOfMemory(context, owner, projectFiles);
    return { name, memories: (await context.store.characters.find(context.principal, name))?.memoryCount };
  });
  if (!found) return [];
  const held =
    found.memories === undefined ? 'made when there is something to remember' : `memories: ${found.memories}`;
  const why =
    'character' in owner
      ? 'SERVICE_CHARACTER names it'
      : 'project' in owner
        ? `of the repository ${owner.project.folder}`
        : 'your own, because this folder is in no repository';
  const owned = { name: 'whose memory', ok: true, detail: `${JSON.stringify(found.name)}, ${why}; ${held}` };
  return [owned, ...(await checkOwn(config, owner))];
}

/** What keeps the user's own memory from being theirs alone, or from its reference. */
async function checkOwn(config: Config, owner: MemoryOwner): Promise<Check[]> {
  const found = await withStore(config, async (context) => {
    const shared = await sharedOwn(context, owner, projectFiles);
    const named = await Promise.all(
      ['me', 'project'].map((one) => context.store.characters.find(context.principal, one)),
    );
    const layers = 'character' in owner ? undefined : layersOf(context, owner, projectFiles);
    const projects = await ownStatements({ ...context, layers });
    return { shared, named: named.flatMap((one) => one?.name ?? []), projects };
  });
  const { shared, named = [], projects = [] } = found ?? {};
  const statements = projects.reduce((sum, { total }) => sum + total, 0);
  const name = 'your own memory';
  return [
    ...(shared === undefined
      ? []
      : [
          {
            name,
            ok: false,
            detail: `others may read ${JSON.stringify(shared)}`,
            advice: `${JSON.stringify(shared)} is not used as your own, because others may read it. The next statement about you begins a new one; or take its readers away (set_sharing)`,
          },
        ]),
    ...(statements === 0
      ? []
      : [
          {
            name,
            ok: true,
            detail: `statements about you: ${statements}, in memories of projects: ${projects.length}`,
            advice:
              'agent-memory-service reassign --about-me --dry-run lists them; without --dry-run they move to your own memory, and --undo brings them back',
          },
        ]),
    ...named.map((one) => ({
      name,
      ok: true,
      detail: `the name or alias of ${JSON.stringify(one)} comes before the reference of that word`,
    })),
  ];
}

/** The results of the last exchanges with servers, other machines and folders. */
async function checkConnections(config: Config): Promise<Check[]> {
  const list = await withStore(config, ({ store }) => store.replicas.list(Date.now()));
  return (list ?? []).map((connection) => {
    const { url, contactedAt, problem, waiting, refused, characters } = shownOf(connection);
    const contact = contactedAt === undefined ? 'never answered' : `answered last at ${contactedAt}`;
    const all = characters.length + connection.decides.length;
    const counts = `characters: ${all}, changes that wait: ${waiting}, refused memories: ${refused}`;
    const fault = problem ?? characters.find((one) => one.problem !== undefined)?.problem;
    const reasons = new Set(characters.flatMap((one) => one.reasons.map(({ reason }) => reason)));
    const advice = [
      ...(fault === undefined ? [] : [`${url}: ${fault}`]),
      ...[...reasons].map((reason) => `${url} refused memories: ${reason}`),
      ...characters.flatMap((one) => deletionSaid(one) ?? []),
    ];
    const check = {
      name: 'connection',
      ok: fault === undefined,
      detail: `${connectionKind(connection)} ${url} ${contact}; ${counts}`,
    };
    return advice.length === 0 ? check : { ...check, advice: advice.join('\n') };
  });
}

/** Erasures with steps that remain, and replicas that have not said that they erased the same. */
async function checkErasures(config: Config): Promise<Check[]> {
  const all = (await withStore(config, (context) => listErasures(context))) ?? [];
  const unfinished = all.filter(({ doneAt }) => doneAt === undefined).length;
  const replicas = [...new Set(all.flatMap(({ unconfirmed = [] }) => unconfirmed))];
  if (unfinished + replicas.length === 0) return [];
  const advice = [
    ...(unfinished > 0 ? ['Erasures go on while a server runs: start a host, or agent-memory-service ui.'] : []),
    ...(replicas.length > 0
      ? [`The replicas ${replicas.join(', ')} have not confirmed: they erase at their next contact, with this version.`]
      : []),
  ];
  const detail = `unfinished: ${unfinished}, replicas that have not confirmed: ${replicas.length}`;
  return [{ name: 'erasures', ok: unfinished === 0, detail, advice: advice.join(' ') }];
}

/** Shorter than for other extractions, because a user waits (ms). */
const timeoutMs = 20_000;

/** Extracts a few words: the provider must accept the key and the model, and answer in the required format. */
async function checkProvider(options: ProviderOptions): Promise<Check> {
  const name = 'provider';
  const { extractor, settings } = createAi({ ...options, deadlineMs: timeoutMs });
  if (!settings.configured) {
    return { name, ok: true, detail: 'no key: everything works by rules, offline' };
  }
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const signal = AbortSignal.timeout(timeoutMs);
  const { provider, model } = settings;
  const occurredAt = new Date().toISOString();
  try {
    await extractor.extract({ text: 'Ada likes tea.', categories: [], similar: [], occurredAt }, signal);
    return { name, ok: true, detail: `${provider} answers with ${model}`, ms: elapsed() };
  } catch (error) {
    const detail = signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : (error as Error).message;
    const advice =
      'Check SERVICE_AI_API_KEY, SERVICE_AI_MODEL and SERVICE_AI_BASE_URL; meanwhile nothing is extracted.';
    return { name, ok: false, detail, advice, ms: elapsed() };
  }
}

/** Which encoder is used, and how many memories wait for it. Having no larger one is not a failure. */
async function checkEncoder(config: Config, isPresent: boolean): Promise<Check> {
  const name = 'encoder';
  const folder = config.encoder;
  if (folder === undefined) return { name, ok: true, detail: 'off: SERVICE_ENCODER=off' };
  const command = `${ownCommand(thisMachine())} encoder on`;
  try {
    const manifest = readManifest(folder);
    const model = { name: generationOf(manifest ?? ownModel), dimensions: (manifest ?? ownModel).dimensions };
    const waiting = isPresent
      ? await withStore(config, ({ store, principal }) => store.embeddings.countWaiting(model, principal))
      : 0;
    const what = manifest
      ? `${manifest.name}, on this machine alone: no text leaves it`
      : `${ownModel.name} of the package: no text leaves this machine; "${command}" installs a larger one`;
    return { name, ok: true, detail: waiting ? `${what}; memories that wait for it: ${waiting}` : what };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message, advice: `"${command}" installs it again.` };
  }
}
