import { redact } from './redact.ts';

type LogLevel = 'error' | 'warn' | 'info' | 'debug';
/** Writes one structured line; never given content of memories or secrets. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

const severity: Record<LogLevel, number> = { error: 0, warn: 1, info: 2, debug: 3 };

/**
 * A log of JSON lines: `{time, level, message, ...fields}`. Secrets are blotted out wherever they turn up, also
 * inside errors that libraries throw.
 * @param ofAll fields of every line, asked for each
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void,
  secrets: readonly string[] = [],
  ofAll: () => Record<string, unknown> = () => ({}),
): Log {
  return (at, message, fields = {}) => {
    if (severity[at] > severity[level]) return;
    const line = JSON.stringify({ time: new Date().toISOString(), level: at, message, ...ofAll(), ...fields }, plain);
    write(`${redact(line, secrets)}\n`);
  };
}

function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, ...('code' in value && { code: value.code }), ...(cause !== undefined && { cause }) };
}

/** Logs what fails without anybody to tell; it would end the process. */
export function logUnnoticed(log: Log): void {
  process.on('unhandledRejection', (error) => log('error', 'something failed unnoticed', { error }));
}
