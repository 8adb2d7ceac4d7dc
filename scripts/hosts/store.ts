import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ScratchHome } from './home.ts';

interface Page {
  memories: { id: string; content: string }[];
  total: number;
}

export interface Remembered {
  id: string;
  content: string;
  /** The character's name. */
  character: string;
  characterId: string;
}

/** The built program. */
export const program = resolve('dist/agent-memory-service.cjs');

/** The store of a home folder, read and written by our own server outside of the host's session. */
export class Store {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open({ env, project }: ScratchHome): Promise<Store> {
    const client = new Client({ name: 'check', version: '1.0.0' });
    const settings = { ...env, SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'error' };
    const launch = { command: process.execPath, args: [program, 'stdio'], env: settings, cwd: project };
    await client.connect(new StdioClientTransport(launch));
    return new Store(client);
  }

  async #call<Result>(name: string, args: object): Promise<Result> {
    const answer = await this.#client.callTool({ name, arguments: { ...args } });
    if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
    return answer.structuredContent as Result;
  }

  /** All memories, newest first, each with its character. */
  async memories(): Promise<Remembered[]> {
    const { characters } = await this.#call<{ characters: { id: string; name: string }[] }>('list_characters', {});
    const all: Remembered[] = [];
    for (const { id: characterId, name: character } of characters) {
      for (let page = 0, left = 1; left > 0; page++) {
        const found = await this.#call<Page>('list_memories', { characterId, page });
        all.push(...found.memories.map(({ id, content }) => ({ id, content, character, characterId })));
        left =
          found.memories.length > 0 ? found.total - all.filter((one) => one.characterId === characterId).length : 0;
      }
    }
    return all;
  }

  async remember(characterId: string, content: string): Promise<void> {
    const weight = { category: 'facts', salience: 0.9, importance: 'HIGH' };
    await this.#call('add_memory_direct', { characterId, content, ...weight });
  }

  async forget({ characterId, id }: Remembered): Promise<void> {
    await this.#call('delete_memory', { characterId, memoryId: id });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
