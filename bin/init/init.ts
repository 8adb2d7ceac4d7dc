import { existsSync } from 'node:fs';
import { installCommand } from '../../src/base/install.ts';
import { byFolder } from '../../src/domain/project-rules.ts';
import { type Config, readConfig } from '../../src/features/config.ts';
import { type Check, reachThrough } from '../../src/hosts/checks.ts';
import { commandOf, throughNpx } from '../../src/hosts/commands.ts';
import type { Host } from '../../src/hosts/host.ts';
import type { Program } from '../../src/hosts/launch.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import { needsFinder, writeFinder } from '../../src/hosts/node-finder.ts';
import { keepCopy } from '../../src/hosts/own-copy.ts';
import type { Brought } from '../../src/hosts/setup/brought.ts';
import { actionOf, carryOut } from '../../src/hosts/setup/carry-out.ts';
import { rulesPlace, type Wishes } from '../../src/hosts/setup/parts.ts';
import { type Plan, planInit } from '../../src/hosts/setup/plan.ts';
import { addThroughPrograms } from '../../src/hosts/setup/programs.ts';
import { readReceipt } from '../../src/hosts/setup/receipt.ts';
import {
  copiesFolder,
  isAsked,
  namedHosts,
  ownCommand,
  presentHosts,
  receiptPath,
  stampOf,
  thisMachine,
  thisProgram,
} from '../host-choice.ts';
import { diffsOf, filesTable, plannedFiles, say, showDiffs } from '../host-report.ts';
import { type Given, Refused, textFlag, UsageError } from '../terminal/command-line.ts';
import { type Candidate, candidates, claimProject, settingsFor, usualCharacter } from './settings.ts';

/** The tools for everyday use; each further tool costs context in every conversation. */
const fewTools = { SERVICE_TOOLSETS: 'core' };
const fewToolsNotice =
  'Hosts are offered the tools of the set core. For all of them take SERVICE_TOOLSETS out of the entry (docs/reference/settings.md).';

/** Writes this server into hosts' files, and proves it by one memory. UsageError, Refused, ConfigError. */
export async function init(given: Given, version: string): Promise<void> {
  const machine = thisMachine();
  const config = readConfig(process.env);
  const { flags } = given;
  const isDry = flags['dry-run'] === true;
  const chosen = await chooseHosts(given, machine);
  let wishes = await wishesOf(given, chosen, config, machine, version);
  // After the faults of the line, which are to be mended first.
  if (!flags.yes && !isDry && !isAsked(given)) {
    throw new Refused('nothing was written: --yes writes, --dry-run shows what would be written');
  }
  const receipt = readReceipt(receiptPath());
  const hooksAreOpen = isAsked(given) && !flags.hooks && chosen.some(({ hooks }) => hooks?.parts[wishes.scope]);
  const planned = () => planInit(chosen, { ...wishes, hooks: wishes.hooks || hooksAreOpen }, machine, receipt);
  let plan = planned();
  if (isAsked(given) && plan.brought.some(({ isRefused }) => !isRefused)) {
    const { askBrought } = await import('./questions.ts');
    wishes = { ...wishes, approved: await askBrought(plan.brought) };
    plan = planned();
  }
  const diffs = diffsOf(plan.workspace, config.secrets);
  if (!flags.json) showDiffs(diffs, isDry);
  if (isAsked(given) && diffs.length > 0) {
    const { askConsent } = await import('./questions.ts');
    const consent = await askConsent('Write this?', hooksAreOpen, wishes.hooks ? 'with hooks' : 'without hooks');
    wishes = await withExtractor(given, { ...wishes, hooks: consent === 'with hooks' }, chosen);
  } else if (hooksAreOpen) wishes = { ...wishes, hooks: false };
  let checks: Check[] = [];
  if (!isDry) {
    wishes = { ...wishes, command: startable(thisProgram(version)) };
    if (wishes.scope === 'project') await claimProject(config, machine, wishes.env.SERVICE_CHARACTER);
    // Tested before anything is written, so that hosts stay unchanged after a failed start.
    checks = await reachThrough(planInit(chosen, wishes, machine, receipt).launches, { version, cwd: machine.home });
    const failing = new Set(checks.filter(({ ok }) => !ok).flatMap((check) => check.hosts));
    const starting = chosen.filter(({ name }) => !failing.has(name));
    addThroughPrograms(starting, wishes, machine, receipt);
    plan = planInit(starting, wishes, machine, receipt);
  }
  const { problems } = plan.workspace;
  const writing = {
    receipt,
    receiptFile: receiptPath(),
    stamp: stampOf(Date.now()),
    newMode: flags['with-key'] ? 0o600 : 0o666,
  };
  const done = isDry ? plannedFiles(plan.workspace) : carryOut(plan.workspace, writing);
  const isFine = problems.length === 0 && checks.every(({ ok }) => ok);
  if (flags.json) {
    const document = {
      ok: isFine,
      dryRun: isDry,
      files: done,
      problems,
      snippets: plan.snippets,
      leftOut: plan.brought.map(({ host, path, name }) => ({ host, path, name })),
      checks,
    };
    process.stdout.write(`${JSON.stringify(isDry ? { ...document, diffs } : document, undefined, 2)}\n`);
  } else {
    process.stdout.write(`${filesTable(done, problems, isDry)}\n`);
    printRemainingSteps(plan, chosen, wishes, machine);
    for (const check of checks) say(checkLines(check));
    if (!isDry && wishes.hooks) await (await import('./sessions.ts')).offerSessions(given, chosen, machine);
  }
  if (!isFine) process.exitCode = 1;
  else if (!isDry && !flags.json) await offerEncoder(given, config);
}

/** Asks whether the hosts' own models read sessions, where that is open. */
async function withExtractor(given: Given, wishes: Wishes, chosen: readonly Host[]): Promise<Wishes> {
  const titles = chosen.flatMap(({ headless, title }) => (headless ? [title] : []));
  if (!wishes.hooks || given.flags['extract-with'] !== undefined || titles.length === 0) return wishes;
  const { askExtractor } = await import('./questions.ts');
  return (await askExtractor(titles)) ? { ...wishes, env: { ...wishes.env, SERVICE_EXTRACT_WITH: 'host' } } : wishes;
}

/** Asks at a terminal. Without a terminal nothing is installed. */
async function offerEncoder(given: Given, { encoder }: Config): Promise<void> {
  if (encoder === undefined || existsSync(encoder)) return;
  const { encoderOn, offer } = await import('../encoder.ts');
  say(offer(ownCommand(thisMachine())));
  if (!isAsked(given)) return;
  const { askYesOrNo } = await import('./questions.ts');
  if (await askYesOrNo('See what it fetches?')) await encoderOn({ args: [], flags: {} });
}

async function chooseHosts(given: Given, machine: Machine): Promise<Host[]> {
  const named = namedHosts(given);
  if (named) return named;
  const present = presentHosts(machine);
  const chosen =
    given.flags.all || !isAsked(given) ? present : await (await import('./questions.ts')).askHosts(present);
  if (chosen.length === 0) throw new Refused('no host was found on this machine; --host NAME names one all the same');
  return chosen;
}

async function wishesOf(
  given: Given,
  chosen: readonly Host[],
  config: Config,
  machine: Machine,
  version: string,
): Promise<Wishes> {
  const { flags } = given;
  const named = textFlag(given, 'character')?.trim() || undefined;
  const scope = flags.project ? 'project' : 'user';
  const usual = named ?? (await usualCharacter(config, machine, scope === 'project'));
  const others = named === undefined ? await candidates(config, chosen, scope, machine) : [];
  const isChosen = named === undefined && isAsked(given);
  const asked = isChosen ? await (await import('./questions.ts')).askCharacter(usual, others) : usual;
  const character = { SERVICE_CHARACTER: asked };
  // An entry keeps its name, unless the user chose another or it comes from the project.
  const isMeant = named !== undefined || isChosen;
  if (!isMeant && scope === 'user') for (const line of others.flatMap((one) => namedByOthers(one, usual))) say(line);
  const extractor = extractorOf(given);
  const env = {
    ...settingsFor(config, process.env, flags['with-key'] === true),
    ...(extractor !== undefined && { SERVICE_EXTRACT_WITH: extractor }),
  };
  return {
    scope,
    hooks: flags.hooks === true,
    rules: flags.rules === true,
    command: commandOf(thisProgram(version), copiesFolder()),
    env: isMeant ? { ...env, ...character } : env,
    defaults: character,
    initial: fewTools,
    approved: new Set(),
  };
}

/** What `--extract-with` says. UsageError. */
function extractorOf(given: Given): string | undefined {
  const extractor = textFlag(given, 'extract-with');
  if (extractor === undefined) return undefined;
  if (extractor !== 'host' && extractor !== 'rules') throw new UsageError('--extract-with must be host or rules');
  if (!given.flags.hooks && !isAsked(given)) throw new UsageError('--extract-with needs --hooks');
  return extractor;
}

/** Nothing where no entry names it. */
function namedByOthers({ name, memories, hosts }: Candidate, usual: string): string[] {
  if (hosts.length === 0 || name === usual) return [];
  const used = usual === byFolder ? "the project's memory, else your own" : `the memory of ${JSON.stringify(usual)}`;
  return [
    `${hosts.join(', ')}: entry and hooks keep the memory of ${JSON.stringify(name)} (memories: ${memories}). ` +
      `For ${used}: --character ${usual}`,
  ];
}

/** The command for hosts, made startable: a program in npx's cache is copied first; if that fails, npx starts it. */
function startable(program: Program): Wishes['command'] {
  const copies = copiesFolder();
  try {
    keepCopy(program, copies);
    if (needsFinder(program)) writeFinder(program.node, process.versions.node, copies);
    return commandOf(program, copies);
  } catch (error) {
    say(
      `The program could not be copied to ${copies}: ${(error as Error).message}. ` +
        'Hosts start it through npx from its cache instead, which takes a second longer. ' +
        `Or: ${installCommand()}, then agent-memory-service init.`,
    );
    return throughNpx(program);
  }
}

/** The result of a start, with the server's message on failure. */
function checkLines({ ok, hosts, detail, ms, stderr }: Check): string {
  const names = hosts.join(', ');
  if (ok) return `ok  ${names}: ${detail} (${ms} ms); a memory was stored, found and deleted`;
  const said = stderr === undefined ? '' : ` It said:\n${stderr.replace(/^/gm, '    ')}`;
  return `failed  ${names}: ${detail}. Nothing was written there.${said}`;
}

/** Steps left to the user. */
function printRemainingSteps(
  { snippets, workspace, brought, launches }: Plan,
  chosen: readonly Host[],
  wishes: Wishes,
  machine: Machine,
): void {
  const { hooks, rules, scope } = wishes;
  for (const one of brought) say(leftOut(one));
  for (const { host, where, text } of snippets) say(`\n${host}: add this by hand to ${where}\n${text}`);
  for (const host of chosen) {
    if (hooks && host.hooks?.parts[scope] && host.hooks.afterwards) say(host.hooks.afterwards);
    if (scope === 'project' && !host.server.project) say(`${host.title} has no file of the project for servers.`);
    if (hooks && !host.hooks?.parts[scope]) say(`${host.title} has no hooks that could be written.`);
    if (rules && !rulesPlace(host, scope, machine)) say(noRules(host));
  }
  if (launches.some(({ launch }) => launch.env.SERVICE_TOOLSETS === fewTools.SERVICE_TOOLSETS)) say(fewToolsNotice);
  if ([...workspace.drafts.values()].some((draft) => actionOf(draft) !== 'keep'))
    say('Hosts that are running read this when they are started again.');
}

function leftOut({ path, name, isRefused }: Brought): string {
  const why = isRefused ? 'a project may not set it' : 'this program did not write it';
  return `${path}: ${JSON.stringify(name)} is left out of our entry: ${why}.`;
}

function noRules({ title, rules }: Host): string {
  if (!rules?.project) return `${title} has no rules file that could be written.`;
  return `${title} reads rules from projects only: run this in a repository.`;
}
