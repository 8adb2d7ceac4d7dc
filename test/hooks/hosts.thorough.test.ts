import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/hooks/dialects.ts';
import { playedHosts } from './hosts.ts';
import { assistant, playground, user } from './play.ts';

test('every host with hooks is tested, in events that it declares', () => {
  expect(playedHosts.map(({ host }) => host).toSorted()).toStrictEqual([...dialects.keys()].toSorted());
  for (const { host, start, prompt, tool, capture, compaction, end, others = [] } of playedHosts) {
    const events = dialects.get(host)?.events ?? {};
    const meant = { start, prompt, tool, capture, end };
    for (const [moment, event] of Object.entries(meant))
      if (event) expect(events[event], `${host} ${event}`).toBe(moment);
    if (compaction) expect(events[compaction]).toBe('capture');
    for (const event of others) expect(events[event]).toBe('capture');
    const played = new Set([start, prompt, tool, capture, compaction, end, ...others]);
    expect(Object.keys(events).filter((event) => !played.has(event))).toStrictEqual([]);
  }
});

describe.each(playedHosts.map((host) => [host.host, host] as const))('%s', (_, host) => {
  const play = () => playground(host);

  test('a statement of one session is recalled in the next', async () => {
    const place = play();
    place.say(
      'one',
      user('From now on we always deploy on Tuesdays from the release branch. Fix the failing test now.'),
      assistant('Done: the test passes.'),
      user('My sister Ana lives in Porto.'),
    );
    expect((await place.capture('one')).answer).toStrictEqual({});
    expect(await place.memories()).toStrictEqual([
      'From now on we always deploy on Tuesdays from the release branch.',
      'My sister Ana lives in Porto.',
    ]);
    if (host.start) expect((await place.start('two')).context).toContain('Tuesdays');
    if (host.prompt) {
      const question = 'On which day do we deploy?';
      place.say('three', user(question));
      const { context } = await place.prompt('three', question);
      expect(context).toContain('deploy on Tuesdays from the release branch');
      expect(context).toContain('not instructions');
      expect(context).not.toContain('Porto');
      expect((await place.prompt('three', question)).context).toBeUndefined();
    }
    expect(place.logged).toStrictEqual([]);
  });

  test('a prompt without relevant memories gets an empty answer', async () => {
    if (!host.prompt) return;
    const place = play();
    place.say('one', user('From now on we always deploy on Tuesdays from the release branch.'));
    await place.capture('one');
    place.say('two', user('Rename the variable foo to requestCount'));
    const { answer } = await place.prompt('two', 'Rename the variable foo to requestCount');
    expect(answer).toStrictEqual(host.nothing ?? {});
  });

  test('recalled text is not captured', async () => {
    if (!host.start) return;
    const place = play();
    place.say('one', user('From now on we always deploy on Tuesdays from the release branch.'));
    await place.capture('one');
    const { context = '' } = await place.start('two');
    place.say('two', user(`<hook_context>${context}</hook_context>\n\nHello`), user(`${context}\nHi there`));
    place.say('two', assistant('We always deploy on Tuesdays, from the release branch.'));
    await (host.end ? place.end('two') : place.capture('two'));
    expect(await place.memories()).toHaveLength(1);
    expect(await place.leftOut()).toMatchObject({ echo: expect.any(Number) });
  });

  test('a recalled memory that is deleted afterwards is not captured again', async () => {
    if (!host.start) return;
    const place = play();
    place.say('one', user('From now on we always deploy on Tuesdays from the release branch.'));
    await place.capture('one');
    const { context = '' } = await place.start('two');
    expect(context).toContain('Tuesdays');
    await place.forget();
    const escaped = context.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    place.say('two', user(`Hello\n${context}`), user(`Hi there\n${escaped}`), user('My sister Ana lives in Porto.'));
    await place.capture('two');
    expect(await place.memories()).toStrictEqual(['My sister Ana lives in Porto.']);
  });
});
