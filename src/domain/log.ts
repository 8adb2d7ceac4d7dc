export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
/** Writes one structured line; never given content of memories or secrets. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;
