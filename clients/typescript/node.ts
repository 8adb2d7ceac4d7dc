import { type Client, connect } from './index.ts';

export * from './index.ts';

export interface EmbeddedOptions {
  /** The SQLite file of the store; created if missing. */
  file: string;
  /** Settings as the program takes them from its environment, such as SERVICE_AI_API_KEY. Nothing else is read. */
  settings?: Record<string, string> | undefined;
}

/** The program's interface for a client in the same process. */
interface Embedded {
  fetch(url: string, init: RequestInit): Promise<Response>;
  key: string;
  close(): Promise<void>;
}

/** A client of a store in this process, beside any servers on the same file; it needs Node. */
export async function openMemory({ file, settings = {} }: EmbeddedOptions): Promise<Client> {
  // Not a literal, so that bundlers do not include the program and its native modules.
  const program = new URL('../embedded.cjs', import.meta.url).href;
  const { default: open } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ program)) as {
    default: (settings: Record<string, string>) => Promise<Embedded>;
  };
  const { fetch, key, close } = await open({ ...settings, SERVICE_DB: file });
  return connect({ url: 'http://localhost', key, fetch, retries: 0 }, close);
}
