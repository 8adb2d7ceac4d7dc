import { cancel, confirm, isCancel, multiselect, select, text } from '@clack/prompts';
import { counted } from '../../src/base/counted.ts';
import { byFolder } from '../../src/domain/project-rules.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/index.ts';
import { type Brought, broughtKey } from '../../src/hosts/setup/brought.ts';
import { redactSecrets } from '../../src/text/secrets.ts';
import { Refused } from '../terminal/command-line.ts';
import type { Candidate } from './settings.ts';

// stdout is for the result.
const output = process.stderr;

export async function askHosts(present: readonly Host[]): Promise<Host[]> {
  const isFound = new Set(present.map(({ name }) => name));
  const names = answered(
    await multiselect({
      message: 'Which hosts should use the memory?',
      options: hosts
        .toSorted((one, other) => Number(isFound.has(other.name)) - Number(isFound.has(one.name)))
        .map(({ name, title }) => ({ value: name, label: title, hint: isFound.has(name) ? 'found' : 'not found' })),
      initialValues: [...isFound],
      output,
    }),
  );
  return hosts.filter(({ name }) => names.includes(name));
}

/** @param others memories that are there already */
export async function askCharacter(usual: string, others: readonly Candidate[]): Promise<string> {
  const another = '';
  const options = [
    usual === byFolder
      ? { value: usual, label: "The project's in a repository, your own elsewhere" }
      : { value: usual, label: `This project's: ${usual}` },
    ...others
      .filter(({ name }) => name !== usual)
      .map(({ name, memories, hosts }) => ({
        value: name,
        label: `One memory in every folder: ${name}`,
        hint: [`${memories} memories`, ...(hosts.length > 0 ? [`in use by ${hosts.join(', ')}`] : [])].join(', '),
      })),
    { value: another, label: 'Another one, by its name' },
  ];
  const chosen = answered(await select({ message: 'Whose memory is it?', options, output }));
  if (chosen !== another) return chosen;
  return answered(await text({ message: 'Its name', output }))?.trim() || usual;
}

/** The user's own fields of a project's file, by their keys. */
export async function askBrought(brought: readonly Brought[]): Promise<ReadonlySet<string>> {
  const options = brought
    .filter(({ isRefused }) => !isRefused)
    .map((one) => ({
      value: broughtKey(one),
      label: `${one.name} = ${redactSecrets(JSON.stringify(one.value))}`,
      hint: one.path,
    }));
  const message = 'Files of this project also contain settings that this program did not write. Which are yours?';
  return new Set(answered(await multiselect({ message, options, required: false, output })));
}

export async function askYesOrNo(message: string, initialValue = false): Promise<boolean> {
  return answered(await confirm({ message, initialValue, output }));
}

/** Whether hosts' own models read sessions that are over: recommended, as they find most. */
export async function askExtractor(titles: readonly string[]): Promise<boolean> {
  return askYesOrNo(
    `Should the model of ${titles.join(', ')} read each session when it is over? It finds much more than the rules.\n` +
      'Cost: one prompt of up to some 20,000 tokens a session, at most 10 sessions a day, sent to that model through your login. ' +
      'Without it nothing leaves this machine.',
    true,
  );
}

type Consent = 'with hooks' | 'without hooks';

/** Asks whether to carry out the shown plan and, unless given, whether with hooks. Refused. */
export async function askConsent(message: string, hooksAreOpen: boolean, given: Consent): Promise<Consent> {
  const yes = hooksAreOpen
    ? ([
        { value: 'with hooks', label: 'Yes, and with hooks: recall at every prompt, capture at the end' },
        { value: 'without hooks', label: 'Yes, without hooks' },
      ] as const)
    : ([{ value: given, label: 'Yes' }] as const);
  const answer = answered(
    await select<Consent | 'no'>({ message, options: [...yes, { value: 'no', label: 'No' }], output }),
  );
  if (answer === 'no') throw new Refused('nothing was written');
  return answer;
}

/** Refused when the question was left. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  cancel('Nothing was written.', { output });
  throw new Refused('nothing was written');
}

/** Asks whether to preview the import of past sessions. Refused. */
export async function askSessions(found: string): Promise<boolean> {
  const message = `${found} Show what would be stored of them? Nothing is written before you agree.`;
  return answered(await confirm({ message, output }));
}

/** Asks which projects to import; returns their positions. Refused. */
export async function askProjects(
  projects: readonly { name: string; folder?: string | undefined; count: number }[],
): Promise<ReadonlySet<number>> {
  const options = projects.map(({ name, folder, count }, i) => ({
    value: i,
    label: `${name}: ${counted(count, 'memory', 'memories')}`,
    ...(folder !== undefined && { hint: folder }),
  }));
  const message = 'Keep this? Projects that are not chosen are left as they are.';
  return new Set(
    answered(await multiselect({ message, options, initialValues: options.map(({ value }) => value), output })),
  );
}
