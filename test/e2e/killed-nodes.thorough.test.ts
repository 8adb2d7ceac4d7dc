import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { request, startNode } from '../support/nodes.ts';
import { noOwnDatabase, ownDatabase } from '../support/own-database.ts';

/*
 * Acknowledged writes are stored, also when a node (kill -9) or the database (immediate stop, as when its machine
 * goes down) dies in the middle.
 */

type Node = Awaited<ReturnType<typeof startNode>>;
type Answer = Awaited<ReturnType<typeof request>>;

const characters = ['Ada', 'Ben'];
const writers = 6;

/** Writers that store memories one after the other. */
class Writers {
  readonly acknowledged: string[] = [];
  readonly refused: Answer[] = [];
  readonly #ended: Promise<unknown>;
  #isStopped = false;
  #heard = () => {};

  constructor({ address }: Node, key: string) {
    const write = async (writer: number) => {
      for (let n = 0; !this.#isStopped; n++) {
        const content = `Writer ${writer} said number ${n} about the harbour.`;
        const path = `/v1/characters/${characters[writer % 2]}/memories/direct`;
        const answer = await request(address, key, 'POST', path, { content, category: 'general' }).catch(
          () => undefined,
        );
        // The node is dead.
        if (answer === undefined) return;
        // 200: it existed already.
        if (answer.status < 300) this.acknowledged.push(content);
        else this.refused.push(answer);
        this.#heard();
      }
    };
    this.#ended = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  }

  /** Resolves once something is true, checked after every answer. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }
}

async function begin(node: Node): Promise<string> {
  const key = node.key!;
  for (const name of characters) {
    expect((await request(node.address, key, 'POST', '/v1/characters', { name })).status).toBe(201);
  }
  return key;
}

/** Every memory that a node lists; its counts and searches must agree with the list. */
async function stored({ address }: Node, key: string): Promise<string[]> {
  const contents: string[] = [];
  for (const name of characters) {
    const path = `/v1/characters/${name}/memories`;
    const list = async (page: number) =>
      (await request(address, key, 'GET', `${path}?limit=100&page=${page}`)).body as {
        memories: { content: string }[];
        total: number;
      };
    const { total } = await list(0);
    const before = contents.length;
    for (let page = 0; page * 100 < total; page++) {
      contents.push(...(await list(page)).memories.map(({ content }) => content));
    }
    expect(contents.length - before).toBe(total);
    const { body } = await request(address, key, 'GET', `/v1/characters/${name}`);
    expect((body as { memoryCount: number }).memoryCount).toBe(total);
    const query = contents.at(-1)!;
    const { body: found } = await request(address, key, 'POST', `${path}/search`, { query, limit: 1 });
    expect((found as { memories: { content: string }[] }).memories[0]?.content).toBe(query);
  }
  return contents;
}

function requireAll(acknowledged: readonly string[], contents: readonly string[]): void {
  const found = new Set(contents);
  expect(acknowledged.filter((content) => !found.has(content))).toStrictEqual([]);
  expect(found.size).toBe(contents.length);
}

describe.skipIf(noOwnDatabase !== undefined)(`kills in mid-write (${noOwnDatabase ?? 'on a server'})`, () => {
  test('a killed node loses no acknowledged write, and the other nodes go on at once', async () => {
    const { url } = await ownDatabase();
    const dying = await startNode(url);
    const other = await startNode(url);
    const key = await begin(dying);
    const writing = new Writers(dying, key);
    await writing.until(() => writing.acknowledged.length >= 100);
    dying.child.kill('SIGKILL');
    await once(dying.child, 'exit');
    await writing.stop();
    const going = new Writers(other, key);
    await going.until(() => going.acknowledged.length >= 20);
    await going.stop();
    expect(going.refused).toStrictEqual([]);
    requireAll([...new Set([...writing.acknowledged, ...going.acknowledged])], await stored(other, key));
  }, 120_000);

  test('a killed database loses nothing: 503 with Retry-After until it is back', async () => {
    const database = await ownDatabase();
    const node = await startNode(database.url);
    const key = await begin(node);
    const writing = new Writers(node, key);
    for (const round of [1, 2]) {
      const before = writing.acknowledged.length;
      await writing.until(() => writing.acknowledged.length >= before + 60);
      const refused = writing.refused.length;
      database.stop('immediate');
      await writing.until(() => writing.refused.length > refused);
      const ready = await fetch(`${node.address}/readyz`);
      expect([round, ready.status, (await fetch(`${node.address}/healthz`)).status]).toStrictEqual([round, 503, 200]);
      database.start();
      while ((await fetch(`${node.address}/readyz`)).status !== 200) await pause(50);
    }
    const before = writing.acknowledged.length;
    await writing.until(() => writing.acknowledged.length >= before + 60);
    await writing.stop();
    expect(new Set(writing.refused.map(({ status }) => status))).toStrictEqual(new Set([503]));
    expect(writing.refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toStrictEqual([]);
    requireAll(writing.acknowledged, await stored(node, key));
  }, 120_000);
});
