import { describe, expect, test } from 'vitest';
import { Turns } from '../../src/http/turns.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

/**
 * Turns whose rounds begin when the test says so; `begun` holds the calls in order.
 * @param callMs how long each call works, and then waits
 */
function open(callMs = 4) {
  const rounds: (() => void)[] = [];
  const rests: (() => void)[] = [];
  const begun: string[] = [];
  const time = { idle: 0, active: 0, later: 0 };
  const turns = new Turns({
    // Within a round the loop is never idle.
    now: () => time.active + time.later,
    time: () => ({ ...time }),
    afterCall: (begin) => {
      time.active += callMs;
      time.idle += callMs;
      queueMicrotask(begin);
    },
    nextRound: (begin) => void rounds.push(begin),
    afterRest: (begin) => void rests.push(begin),
  });
  /** Calls by name; the first letter is their tenant. */
  const ask = async (...names: string[]) => {
    for (const name of names) void turns.take(name.charAt(0)).then(() => begun.push(name));
    await settled();
  };
  const settled = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  /** All new input has arrived. */
  const round = async () => {
    rounds.shift()?.();
    await settled();
  };
  /** The event loop has been idle for this long. */
  const rest = async (ms: number) => {
    time.idle += ms;
    rests.shift()?.();
    await settled();
  };
  return { begun, ask, round, rounds, time, rest, rests };
}

describe('turns on the event loop', () => {
  test('a call that arrives alone begins at once, another one in the same round in the next', async () => {
    const { begun, ask, round, rounds } = open();
    await ask('a1', 'a2');
    expect(begun).toStrictEqual(['a1']);
    await round();
    expect(begun).toStrictEqual(['a1', 'a2']);
    await round();
    expect(rounds).toStrictEqual([]);
    await ask('a3');
    expect(begun).toStrictEqual(['a1', 'a2', 'a3']);
  });

  test('calls begin for four milliseconds, then the event loop reads new input', async () => {
    const { begun, ask, round, rounds } = open(1.6);
    await ask('a1', 'a2', 'a3', 'a4', 'a5');
    expect(begun).toStrictEqual(['a1', 'a2', 'a3']);
    await ask('b1');
    expect(begun).toStrictEqual(['a1', 'a2', 'a3']);
    await round();
    expect(begun).toStrictEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
    expect(rounds).toHaveLength(1);
  });

  test('calls that arrive one by one share the time of their round', async () => {
    const { begun, ask, round } = open(1.6);
    for (const name of ['a1', 'a2', 'a3', 'a4']) await ask(name);
    expect(begun).toStrictEqual(['a1', 'a2', 'a3']);
    await round();
    expect(begun).toStrictEqual(['a1', 'a2', 'a3', 'a4']);
  });

  test('a new tenant is next, however many calls of another wait, and then they take turns', async () => {
    const { begun, ask, round } = open();
    await ask('a1', 'a2', 'a3', 'a4', 'a5');
    await round();
    await ask('b1');
    await round();
    expect(begun).toStrictEqual(['a1', 'a2', 'b1']);
    await ask('b2', 'c1');
    for (let i = 0; i < 6; i++) await round();
    expect(begun).toStrictEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
  });

  test('a tenant that was served last comes after one that has waited', async () => {
    const { begun, ask, round } = open();
    await ask('a1', 'a2', 'b1');
    for (let i = 0; i < 3; i++) await round();
    expect(begun).toStrictEqual(['a1', 'b1', 'a2']);
  });
});

describe('backpressure on a busy tenant', () => {
  test('a tenant’s queued calls pause as long as they worked, so that others begin at once', async () => {
    const { begun, ask, round, time, rest } = open();
    await ask('b1', 'a1', 'a2', 'a3');
    await round();
    expect(begun).toStrictEqual(['b1', 'a1']);
    time.active += 2;
    await round();
    await rest(1);
    expect(begun).toStrictEqual(['b1', 'a1']);
    await ask('b2');
    expect(begun).toStrictEqual(['b1', 'a1', 'b2']);
    await round();
    await rest(1);
    expect(begun).toStrictEqual(['b1', 'a1', 'b2', 'a2']);
  });

  test('the pause is 20 ms at most, however busy the loop is', async () => {
    const { begun, ask, round, time, rest } = open();
    await ask('b1', 'a1', 'a2');
    await round();
    time.active += 11;
    await round();
    expect(begun).toStrictEqual(['b1', 'a1']);
    time.active += 1;
    await rest(0);
    expect(begun).toStrictEqual(['b1', 'a1', 'a2']);
  });

  test('unknown callers cause no pause, but are paused', async () => {
    const { begun, ask, round, time, rests } = open();
    await ask('a1', 'a2', '', '', '');
    for (let i = 0; i < 3; i++) {
      time.active += 1;
      await round();
    }
    expect(begun).toStrictEqual(['a1', '', 'a2']);
    expect(rests).toHaveLength(1);
  });

  test('a tenant alone is not paused, and one is alone ten seconds after another’s last call', async () => {
    const { begun, ask, round, time, rests } = open();
    await ask('b1');
    await round();
    time.later += 10_000;
    await ask('a1', 'a2', 'a3');
    for (let i = 0; i < 3; i++) {
      time.active += 3;
      await round();
    }
    expect(begun).toStrictEqual(['b1', 'a1', 'a2', 'a3']);
    expect(rests).toStrictEqual([]);
  });
});

describe('requests of several tenants', () => {
  // Over a database answers come in any order.
  const onFile = { onFile: true };
  /** A tenant that the server knows, with requests whose names are recorded when they are answered. */
  async function known(http: Http, name: string) {
    const { text: key } = await http.tenant(name);
    expect((await http.ask('POST', '/v1/characters', { key, body: { name: 'Ada' } })).status).toBe(201);
    return (path: string) => http.ask('GET', path, { key });
  }
  const memories = '/v1/characters/Ada/memories';

  test('one tenant’s request is answered before another’s queue', async () => {
    const http = await openHttp(onFile);
    const heavy = await known(http, 'Heavy');
    const light = await known(http, 'Light');
    const answered: string[] = [];
    const send = async (name: string, asked: Promise<{ status: number }>) => {
      answered.push(`${name} ${(await asked).status}`);
    };
    const flood = Array.from({ length: 20 }, () => send('heavy', heavy(`${memories}?limit=100`)));
    await Promise.all([...flood, send('light', light(memories))]);
    expect(answered).toHaveLength(21);
    expect(answered.indexOf('light 200')).toBeLessThan(3);
    expect(answered.filter((name) => name === 'heavy 200')).toHaveLength(20);
  });

  test('unknown callers share one queue, however many credentials they try', async () => {
    const http = await openHttp(onFile);
    const light = await known(http, 'Light');
    const answered: number[] = [];
    const send = async (asked: Promise<{ status: number }>) => void answered.push((await asked).status);
    const strangers = Array.from({ length: 20 }, (_, i) =>
      send(http.ask('GET', memories, { key: `ams_${String(i).padEnd(43, 'x')}` })),
    );
    await Promise.all([...strangers, send(light(memories))]);
    expect(answered.indexOf(200)).toBeLessThan(3);
    expect(answered.filter((status) => status === 401)).toHaveLength(20);
  });
});
