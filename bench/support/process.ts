import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a process in ms; NaN if the system does not report it. */
export function workMs(pid: number | null | undefined): number {
  const fields = told(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  // User and system time in hundredths of a second, fields 14 and 15 of the whole line.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** CPU time of a process in ms, of all its threads and of the first; NaN if the system does not report it. */
export function threadWorkMs(pid: number | null | undefined): { all: number; first: number } {
  const works = new Map<number, number>();
  for (const thread of threadsOf(pid)) works.set(Number(thread), workOf(`${pid}/task/${thread}`));
  const all = [...works.values()].reduce((sum, one) => sum + one, 0);
  return { all: works.size > 0 ? all : Number.NaN, first: works.get(Number(pid)) ?? Number.NaN };
}

function threadsOf(pid: number | null | undefined): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A thread that has ended worked nothing more. */
const workOf = (thread: string) => Number(told(thread, 'schedstat').split(' ')[0] ?? 0) / 1e6;

/**
 * Resident memory of a process in MB, at present (VmRSS) or at most so far (VmHWM); NaN if the system does not report
 * it.
 */
export function memoryMB(pid: number | null | undefined, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(told(pid, 'status'))?.[1]) / 1024;
}

function told(pid: number | string | null | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
