import { type Config, readConfig } from '../src/config.ts';
import type { Check } from '../src/domain/check.ts';
import { redact } from '../src/domain/redact.ts';
import { hosts } from '../src/hosts/index.ts';
import { examineStore } from '../src/storage/sqlite/examine/examine.ts';
import { redactSecrets } from '../src/text/secrets.ts';
import type { Given } from './command-line.ts';
import { checkHooks } from './doctor-hooks.ts';
import { checkHosts, type HostCheck } from './doctor-hosts.ts';
import { checkProvider } from './doctor-provider.ts';
import { underHome } from './home-paths.ts';
import { namedHosts, thisMachine } from './host-choice.ts';
import { isSupported, leastNode } from './node-version.ts';
import { print } from './print.ts';
import { table } from './table.ts';

/**
 * `doctor`: looks at everything that has to work and says what to do where it does not. Nothing is changed. Exit code 1
 * when something is not as it should be.
 */
export async function doctor(given: Given, version: string): Promise<void> {
  const settings = checkSettings(process.env);
  const { config } = settings;
  const named = namedHosts(given);
  // Only who says which store is meant can miss that an entry says another.
  const meant = process.env.SERVICE_DB?.trim() ? config?.databasePath : undefined;
  const machine = thisMachine();
  const [provider, servers, hooks] = await Promise.all([
    config && given.flags.provider ? checkProvider(config.ai) : undefined,
    checkHosts(named ?? hosts, { machine, areNamed: named !== undefined, version, store: meant }),
    checkHooks(named ?? hosts, { machine, version, databasePath: config?.databasePath, now: Date.now() }),
  ]);
  const reached = [...servers, ...hooks];
  const checks = [
    checkNode(process.versions.node),
    settings.check,
    ...(config ? examineStore(config.databasePath) : []),
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
    const detail = given.length === 0 ? 'all as they are by default' : `given: ${given.sort().join(', ')}`;
    return { check: { name, ok: true, detail }, config };
  } catch (error) {
    const advice = 'Correct the variable, or remove it; the store was not looked at.';
    return { check: { name, ok: false, detail: (error as Error).message, advice } };
  }
}

/** What servers and files say may hold a credential. */
function cleaner(secrets: readonly string[]) {
  return <One extends Check | HostCheck>(one: One): One => {
    const detail = redactSecrets(redact(one.detail, secrets));
    return one.advice === undefined ? { ...one, detail } : { ...one, detail, advice: redact(one.advice, secrets) };
  };
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
