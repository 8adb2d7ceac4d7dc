import { readFileSync } from 'node:fs';

/** CPU time of a process in ms; NaN if the system does not report it. */
export function workMs(pid: number | null | undefined): number {
  const fields = told(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  // User and system time in hundredths of a second, fields 14 and 15 of the whole line.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Resident memory of a process in MB, at present (VmRSS) or at most so far (VmHWM); NaN if the system does not report
 * it.
 */
export function memoryMB(pid: number | null | undefined, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(told(pid, 'status'))?.[1]) / 1024;
}

function told(pid: number | null | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
