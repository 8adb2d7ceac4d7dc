import { delimiter, dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ownPrompt } from '../../src/hooks/marks.ts';
import type { Driver } from './driver.ts';
import type { Ended, ScratchHome } from './home.ts';
import type { Request, Script, ScriptedModel } from './models/server.ts';
import { extracting, isAddMemory, meanwhile, remembering, wordsOnly } from './scripts.ts';
import { program, type Remembered, Store } from './store.ts';
import { filling, story } from './story.ts';

/** The observations of a host that passed. */
export interface Seen {
  /** The host's own report on our server. */
  listed: string;
  /** The name under which it offers add_memory to the model. */
  tool: string;
}

const maxTries = 120;
const betweenTriesMs = 500;
const maxShown = 5;

/** A host in its own home folder, with a scripted model. */
export class Check {
  readonly #host: Driver;
  readonly #executable: string;
  readonly #home: ScratchHome;
  readonly #model: ScriptedModel;
  readonly #env: Record<string, string>;

  constructor(host: Driver, executable: string, home: ScratchHome, model: ScriptedModel) {
    this.#host = host;
    this.#executable = executable;
    this.#home = home;
    this.#model = model;
    // Our hooks run the host by its name.
    const PATH = [dirname(executable), home.env.PATH].join(delimiter);
    this.#env = { PATH, ...host.settle(home, model.url) };
  }

  /** Names each step before it runs. The step that was named last is the failing one. */
  async *run(): AsyncGenerator<string, Seen> {
    yield 'init';
    await this.#ours('init', '--host', this.#host.name, '--hooks');

    yield 'list of servers';
    const listed = await this.#listed();
    if (listed === undefined) throw new Error('it does not list our server as one that it reaches');

    yield 'first conversation';
    const { prompt } = story.stated;
    const first = await this.#converse(prompt, remembering(story.stored.content, this.#host));
    const tool = first.flatMap(({ tools }) => tools).find(isAddMemory);
    if (tool === undefined) throw new Error(`the model was not offered add_memory, but ${offered(first)}`);

    yield 'memory of the tool';
    await this.#expectStored(story.stored.mark);
    yield 'memory of the hook';
    await this.#expectStored(story.stated.mark);

    yield 'filling of the store';
    const before = await this.#fill();

    yield 'second conversation';
    const { asked, stated } = story;
    const second = await this.#converse(
      asked.prompt,
      meanwhile(stated.mark, () => this.#forget(stated.mark)),
    );
    yield 'recall at the prompt';
    if (!holds(second, stated.mark)) throw new Error(`"${stated.mark}" was not before the model`);
    yield 'recall at the start';
    if (holds(second, filling.mark) === (this.#host.startsInSilence ?? false)) {
      throw new Error(`${this.#host.startsInSilence ? 'something' : 'nothing'} of the store was before the model`);
    }

    yield 'echo';
    const after = await this.#expectStored(asked.mark);
    const known = [asked.mark, ...before.map(({ content }) => content).filter((one) => !one.includes(stated.mark))];
    const echoes = after.filter(({ content }) => !known.some((one) => content.includes(one)));
    if (echoes.length > 0) throw new Error(`what the hooks gave was stored: ${described(echoes)}`);

    if (!this.#host.endsInSilence && !this.#host.hidesKey) {
      yield 'reading by the model of the host';
      await this.#ours('init', '--host', this.#host.name, '--hooks', '--extract-with', 'host');
      const third = await this.#converse(story.read.prompt, extracting(story.read.content));
      await this.#expectStored(story.read.mark);
      const readings = third.filter(({ body }) => body.includes(ownPrompt));
      if (readings.length !== 1) throw new Error(`its model was asked ${readings.length} times to read the session`);
      if (readings.some(({ tools }) => tools.some(isAddMemory))) throw new Error('it had our tools when it read');
    }

    yield 'uninstall';
    await this.#ours('uninstall', '--host', this.#host.name);
    if ((await this.#listed()) !== undefined) throw new Error('it still lists our server');
    const last = await this.#converse(story.last.prompt, wordsOnly);
    for (const mark of [story.stored.mark, filling.mark, 'add_memory']) {
      if (holds(last, mark)) throw new Error(`"${mark}" is still before the model`);
    }

    yield 'past sessions';
    const { output } = await this.#ours('import', '--sessions', this.#host.name, '--json');
    if (!output.includes(story.last.mark)) throw new Error(`"${story.last.mark}" was not found on the disk\n${output}`);
    return { listed, tool: tool.group === undefined ? tool.name : `${tool.group}.${tool.name}` };
  }

  async #ours(...line: string[]): Promise<Ended> {
    return succeeded(await this.#home.run([process.execPath, program, ...line, '--yes']));
  }

  async #listed(): Promise<string | undefined> {
    const { args, reached } = this.#host.lists;
    const { output } = succeeded(await this.#home.run([this.#executable, ...args], this.#env));
    return reached.exec(output)?.[1];
  }

  /** Runs a new session. Returns the requests to the model. */
  async #converse(prompt: string, script: Script): Promise<Request[]> {
    const requests = this.#model.follow(script);
    const { output } = succeeded(await this.#home.run([this.#executable, ...this.#host.asks(prompt)], this.#env));
    if (!holds(requests, prompt)) throw new Error(`the prompt was not before the model\n${output}`);
    return requests;
  }

  /**
   * Waits until it is stored, since the hook finishes in the background, with only one character. Returns all memories.
   */
  #expectStored(mark: string): Promise<Remembered[]> {
    return this.#withStore(async (store) => {
      let memories = await store.memories();
      for (let tries = 1; !memories.some(({ content }) => content.includes(mark)); tries++) {
        if (tries === maxTries) throw new Error(`"${mark}" was not stored, but ${described(memories)}`);
        await setTimeout(betweenTriesMs);
        memories = await store.memories();
      }
      if (new Set(memories.map(({ character }) => character)).size > 1) {
        throw new Error(`what belongs together lies with several characters: ${described(memories)}`);
      }
      return memories;
    });
  }

  #forget(mark: string): Promise<void> {
    return this.#withStore(async (store) => {
      for (const one of await store.memories()) if (one.content.includes(mark)) await store.forget(one);
    });
  }

  /** All memories at that time. */
  #fill(): Promise<Remembered[]> {
    return this.#withStore(async (store) => {
      const [first] = await store.memories();
      for (const content of filling.contents) await store.remember(first?.characterId as string, content);
      return store.memories();
    });
  }

  async #withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await Store.open(this.#home);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }
}

function succeeded(ended: Ended): Ended {
  if (ended.status !== 0) throw new Error(`it ended with ${ended.status}\n${ended.output}`);
  return ended;
}

function holds(requests: readonly Request[], mark: string): boolean {
  return requests.some(({ body }) => body.includes(mark));
}

function offered(requests: readonly Request[]): string {
  return [...new Set(requests.flatMap(({ tools }) => tools.map(({ name }) => name)))].join(', ') || 'nothing';
}

/** The newest of them, for error messages. */
function described(memories: readonly Remembered[]): string {
  const shown = memories.slice(0, maxShown).map(({ content, character }) => `"${content}" (${character})`);
  const more = memories.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'nothing';
}
