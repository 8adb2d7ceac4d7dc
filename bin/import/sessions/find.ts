import { dayMs } from '../../../src/domain/text.ts';
import { ForeignDatabase } from '../../../src/files/foreign-database.ts';
import type { Unread } from '../../../src/hooks/sessions/files.ts';
import { pastSessions } from '../../../src/hooks/sessions/index.ts';
import type { Disk, PastSession } from '../../../src/hooks/sessions/past-session.ts';
import type { Machine } from '../../../src/hosts/machine.ts';
import { UsageError } from '../../terminal/command-line.ts';
import { progressBar } from '../../terminal/progress.ts';

export interface UnreadFile {
  file: string;
  why: Unread;
}

interface FoundSessions {
  /** The oldest first, because later statements correct earlier ones. */
  sessions: PastSession[];
  unread: UnreadFile[];
}

/**
 * The sessions of the named hosts, or of all, on this machine. UsageError.
 * @param days how old they may be; undefined: any age
 */
export function findSessions(names: readonly string[], days: string | undefined, machine: Machine): FoundSessions {
  const unknown = names.find((name) => !pastSessions.has(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `sessions of "${unknown}" can't be read; those of these hosts can: ${[...pastSessions.keys()].join(', ')}`,
    );
  }
  if (days !== undefined && !(Number(days) > 0)) throw new UsageError('--since takes a number of days');
  const { home, env, platform } = machine;
  const unread: UnreadFile[] = [];
  const disk: Disk = {
    home,
    env,
    platform,
    since: days === undefined ? 0 : Date.now() - Number(days) * dayMs,
    open: (path) => ForeignDatabase.open(path),
    leave: (file, why) => void unread.push({ file, why }),
  };
  const bar = progressBar();
  const hosts = [...pastSessions.values()].filter(({ host }) => names.length === 0 || names.includes(host));
  const sessions = hosts.flatMap((one, i) => {
    bar.show(i, hosts.length, `looking for sessions of ${one.host}`);
    return [...one.find(disk)];
  });
  bar.end();
  return { sessions: sessions.sort((one, other) => one.lastAt - other.lastAt), unread };
}
