import { existsSync, rmSync } from 'node:fs';
import { hosts as allHosts } from '../../src/hosts/index.ts';
import { isReferredTo } from '../../src/hosts/own-copy.ts';
import { carryOut } from '../../src/hosts/setup/carry-out.ts';
import { planUninstall } from '../../src/hosts/setup/plan.ts';
import { removeThroughPrograms } from '../../src/hosts/setup/programs.ts';
import { readReceipt, type SetupReceipt } from '../../src/hosts/setup/receipt.ts';
import { copiesFolder, isAsked, namedHosts, receiptPath, stampOf, thisMachine } from '../host-choice.ts';
import { diffsOf, filesTable, plannedFiles, say, showDiffs } from '../host-report.ts';
import { type Given, Refused } from '../terminal/command-line.ts';

/** Removes what `init` wrote from hosts' files; memories stay. UsageError, Refused. */
export async function uninstall(given: Given): Promise<void> {
  const machine = thisMachine();
  const { flags } = given;
  const isDry = flags['dry-run'] === true;
  if (!flags.yes && !isDry && !isAsked(given)) {
    throw new Refused('nothing was removed: --yes removes it, --dry-run shows what would be removed');
  }
  const hosts = namedHosts(given) ?? allHosts;
  const receipt = readReceipt(receiptPath());
  let { workspace, foreign } = planUninstall(hosts, machine, receipt);
  const diffs = diffsOf(workspace, []);
  if (!flags.json) showDiffs(diffs, isDry);
  if (isAsked(given) && diffs.length > 0) {
    const { askConsent } = await import('./questions.ts');
    await askConsent('Take this out?', false, 'without hooks');
  }
  if (!isDry) {
    removeThroughPrograms(hosts, machine);
    ({ workspace, foreign } = planUninstall(hosts, machine, receipt));
  }
  const { problems } = workspace;
  const writing = { receipt, receiptFile: receiptPath(), stamp: stampOf(Date.now()), newMode: 0o666 };
  const done = isDry ? plannedFiles(workspace) : carryOut(workspace, writing);
  const copies = isDry ? undefined : removeCopies(receipt);
  const touched = done.filter(({ action }) => action !== 'keep');
  if (flags.json) {
    const document = {
      ok: problems.length === 0,
      dryRun: isDry,
      files: touched,
      problems,
      foreign,
      ...(copies ? { copies } : {}),
    };
    process.stdout.write(`${JSON.stringify(isDry ? { ...document, diffs } : document, undefined, 2)}\n`);
  } else {
    for (const { path, reason } of foreign) say(`${path} is left alone: nothing of ours is in it, and ${reason}`);
    process.stdout.write(`${filesTable(touched, problems, isDry)}\n`);
    if (copies) say(copies.reason ? `${copies.folder} is left: ${copies.reason}` : `${copies.folder} was deleted.`);
  }
  if (problems.length > 0) process.exitCode = 1;
}

/** Removes the program's own copies if no host's file names one. Undefined if there are none, or one is still named. */
function removeCopies(receipt: SetupReceipt): { folder: string; reason?: string } | undefined {
  const folder = copiesFolder();
  if (!existsSync(folder) || isReferredTo(folder, receipt)) return undefined;
  try {
    rmSync(folder, { recursive: true });
    return { folder };
  } catch (error) {
    // On Windows a file that a server has loaded can't be deleted.
    return { folder, reason: (error as Error).message };
  }
}
