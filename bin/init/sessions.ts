import { counted } from '../../src/base/counted.ts';
import { pastSessions } from '../../src/hooks/sessions/index.ts';
import type { Host } from '../../src/hosts/host.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import { isAsked, ownCommand } from '../host-choice.ts';
import { say } from '../host-report.ts';
import { findSessions } from '../import/sessions/find.ts';
import { type Given, Refused } from '../terminal/command-line.ts';

/** Offers to import the past sessions of these hosts. Without a terminal it prints the command. */
export async function offerSessions(given: Given, chosen: readonly Host[], machine: Machine): Promise<void> {
  const names = chosen.map(({ name }) => name).filter((name) => pastSessions.has(name));
  const { sessions } = names.length === 0 ? { sessions: [] } : findSessions(names, undefined, machine);
  if (sessions.length === 0) return;
  const found = `${counted(sessions.length, 'past session is', 'past sessions are')} on this disk.`;
  if (!isAsked(given))
    return say(`${found} To see what would be stored of them: ${ownCommand(machine)} import --sessions --dry-run`);
  const { askSessions } = await import('./questions.ts');
  if (!(await askSessions(found))) return;
  try {
    await (await import('../import/sessions.ts')).importSessions({ args: names, flags: {} });
  } catch (error) {
    // The hosts are set up anyway.
    if (!(error instanceof Refused)) throw error;
    say(error.message);
  }
}
