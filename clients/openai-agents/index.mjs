// Memory for the OpenAI Agents SDK (`@openai/agents`): tools, and a session whose history is kept and whose exchanges are
// captured.
import { tool } from '@openai/agents';
import { memoryTools as describeTools, keep, notesFor, tried } from '../common/notes.mjs';
import { Shelf } from '../common/shelf.mjs';

/** Tools for `new Agent({ tools })`: `recall` and `remember`. */
export function memoryTools(options) {
  return describeTools(options).map(({ name, description, inputSchema, run }) => {
    return tool({ name, description, parameters: inputSchema, strict: true, execute: run });
  });
}

/**
 * Instructions with what is known about a message: `new Agent({ instructions: await withNotes(options, 'You help.', message) })`.
 */
export async function withNotes(options, instructions, message) {
  const notes = await tried(options.onError, () => notesFor(options, message));
  return notes === undefined ? instructions : `${instructions}\n\n${notes}`;
}

/**
 * A session for `run(agent, input, { session })`. Its items are a file of the character; what will hold of each exchange
 * becomes memories, which outlive the session.
 */
export class MemorySession {
  #options;
  #shelf;
  #path;
  /** One change after the other: each is based on the one before. */
  #turn = Promise.resolve();

  constructor(options) {
    if (!options.sessionId) throw new Error('a session needs a sessionId');
    this.#options = options;
    this.#shelf = new Shelf(options);
    this.#path = `sessions/${encodeURIComponent(options.sessionId)}.items.gz`;
  }

  async getSessionId() {
    return this.#options.sessionId;
  }

  async getItems(limit) {
    await this.#turn;
    const { items } = await this.#read();
    return limit === undefined ? items : limit > 0 ? items.slice(-limit) : [];
  }

  async addItems(added) {
    await this.#change((items) => [...items, ...added]);
    keep(this.#options, added.flatMap(messageIn));
  }

  async popItem() {
    let last;
    await this.#change((items) => {
      last = items.at(-1);
      return items.slice(0, -1);
    });
    return last;
  }

  async clearSession() {
    await this.#change(() => []);
  }

  async #read() {
    const file = await this.#shelf.read(this.#path);
    if (!file) return { items: [], version: undefined };
    const packed = Buffer.from(file.content, file.encoding);
    return { items: JSON.parse(await through(new DecompressionStream('gzip'), packed).text()), version: file.version };
  }

  #change(change) {
    const done = this.#turn.then(async () => {
      const { items, version } = await this.#read();
      // What is packed is no text, so that its items become no memories.
      const packed = await through(new CompressionStream('gzip'), JSON.stringify(change(items))).arrayBuffer();
      const base = version === undefined ? {} : { baseVersion: version };
      await this.#shelf.write(this.#path, Buffer.from(packed).toString('base64'), { encoding: 'base64', ...base });
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function through(transform, content) {
  return new Response(new Blob([content]).stream().pipeThrough(transform));
}

function messageIn({ role, content }) {
  if (role !== 'user' && role !== 'assistant') return [];
  if (typeof content === 'string') return [{ role, content }];
  const text = (content ?? []).flatMap((part) => part.text ?? []).join('\n');
  return [{ role, content: text }];
}
