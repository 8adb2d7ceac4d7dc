import { at, same } from '../edit/data.ts';
import { read } from '../edit/edit.ts';
import { CannotEdit } from '../edit/editor.ts';
import type { Launch, Platform } from '../host.ts';
import type { Installed } from '../installed.ts';
import { type InstalledHooks, installedHooks } from '../installed-hooks.ts';
import { readLaunch } from '../launch.ts';
import type { FileRecord, SetupReceipt } from './receipt.ts';
import { undone } from './splices.ts';

/**
 * The commands of a project's file that may be launched: exactly those that `init` writes here, or has written there. A
 * repository contains its files, so all others are programs of somebody else.
 */
export interface Ours {
  /** The commands that `init` writes. */
  commands: readonly Omit<Launch, 'env'>[];
  /** The store of this user; undefined: the settings make no sense. */
  databasePath: string | undefined;
  receipt: SetupReceipt;
}

/** Why a command of a project's file is not run, in a clause. */
export const notLaunched = "not launched: this project's file names another program";

export function isOurLaunch({ launch, file }: Installed, ours: Ours): boolean {
  const recorded = readLaunch(recordedEntry(ours.receipt.files[file.target], file.text));
  if (same(recorded, launch)) return true;
  const { SERVICE_CHARACTER: _, SERVICE_TOOLSETS: __, SERVICE_DB: database, ...others } = launch.env;
  return isOurCommand(launch, ours) && isOurStore(database, ours) && Object.keys(others).length === 0;
}

export function areOurHooks(hooks: InstalledHooks, target: string, host: string, platform: Platform, ours: Ours) {
  const recorded = ours.receipt.files[target]?.written.flatMap(({ kind, value }) => {
    if (kind !== 'element' && kind !== 'file' && kind !== 'entry') return [];
    return installedHooks(typeof value === 'string' ? value : JSON.stringify(value), host, platform);
  });
  if (recorded?.some((one) => same(one, hooks))) return true;
  return isOurCommand(hooks.launch, ours) && isOurStore(hooks.database, ours);
}

/** The entry that was written into a file, as far as that is known. */
export function recordedEntry(record: FileRecord | undefined, text: string | undefined): unknown {
  const written = record?.written.find(({ kind }) => kind === 'server');
  if (!written || text === undefined) return undefined;
  if (written.value !== undefined) return written.value;
  // 0.4.0 recorded no values: the entry is ours when removing the inserted text leaves none.
  const { format = 'json', path = [], splices } = written;
  const before = undone(text, splices);
  if (before === undefined) return undefined;
  try {
    return at(read(format, before), path) === undefined ? at(read(format, text), path) : undefined;
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
}

function isOurCommand({ command, args }: Launch, { commands }: Ours): boolean {
  return commands.some((one) => same([one.command, ...one.args], [command, ...args]));
}

function isOurStore(database: string | undefined, { databasePath }: Ours): boolean {
  return database === undefined || database === databasePath;
}
