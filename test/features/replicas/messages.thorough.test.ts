import { describe, expect, test } from 'vitest';
import type { SentChange, ServerRevision } from '../../../src/features/replicas/domain/replication.ts';
import {
  answerOf,
  readAnswer,
  readMessage,
  requestOf,
} from '../../../src/features/replicas/domain/replication-message.ts';
import { id } from '../../support/builders.ts';
import { fc, holds } from '../../support/law.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
const time = fc.integer({ min: 0, max: 3 });
const patch = {
  content: maybe(fc.constantFrom('tea', 'ein Garten', '花园')),
  category: maybe(fc.constantFrom('facts', 'goals')),
  salience: maybe(fc.constantFrom(0.5, 0.7)),
  importance: maybe(fc.constantFrom('NORMAL' as const, 'HIGH' as const)),
};
const ofMemory = {
  source: maybe(fc.constantFrom('direct' as const, 'file' as const)),
  sessionId: maybe(fc.constant('s')),
  occurredAt: maybe(time),
  said: maybe(fc.boolean()),
};
const author = { by: maybe(fc.constantFrom('user' as const, 'model' as const)), client: maybe(fc.constant('laptop')) };
const changeId = fc.integer({ min: 0, max: 4 }).map((n) => String(n).padStart(16, '0'));
const memoryId = fc.integer({ min: 1, max: 3 }).map(id);
const shown = <One extends object>(one: One) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as One;

const added = fc.record({
  ...{ id: changeId, memoryId, at: time, kind: fc.constant('add' as const), ...author, ...patch, ...ofMemory },
  ...{ salience: fc.constantFrom(0.5, 0.7), importance: fc.constantFrom('NORMAL', 'LOW'), occurredAt: time },
  ...{ source: fc.constantFrom('direct', 'extraction'), content: fc.constantFrom('tea', 'ein Garten') },
});
const changed = fc.record({ id: changeId, memoryId, at: time, kind: fc.constant('update'), ...author, ...patch });
const changes = fc
  .uniqueArray(fc.oneof(added, changed), { selector: (one) => one.id, maxLength: 4 })
  .map((all) => all.map((one) => shown(one) as SentChange));

const origin = maybe(changeId);
const changedBy = fc.constantFrom('Ada', 'Grace');
const first = fc.record({
  ...{ memoryId, revision: fc.constant(1), changeType: fc.constant('CREATED'), at: time, changedBy, origin, ...author },
  ...{ content: fc.constantFrom('tea', 'ein Garten'), category: fc.constantFrom('facts', 'goals') },
  ...{ salience: fc.constantFrom(0.5, 0.7), importance: fc.constantFrom('NORMAL', 'LOW') },
  ...{ source: fc.constantFrom('direct', 'extraction'), sessionId: maybe(fc.constant('s')), occurredAt: time },
  said: fc.boolean(),
});
const later = fc.record({
  ...{ memoryId, revision: fc.constant(2), changeType: fc.constant('UPDATED'), at: time, changedBy, origin, ...author },
  ...patch,
});
const revisions = fc
  .array(fc.oneof(first, later), { maxLength: 6 })
  .map((all) => all.map((one) => shown(one) as ServerRevision));

const answer = (found: ServerRevision[]) => ({ storeId: 's', refused: [], revisions: found, more: false });

describe('messages of an exchange', () => {
  test('unpacking restores what packing leaves out', () =>
    holds(
      fc.property(changes, revisions, (sent, found) => {
        const request = readMessage(requestOf({ changes: sent }));
        const read = request.changes.map(({ said = false, ...one }) => ({ ...one, said }));
        const whole = sent.map(({ said = false, ...one }) => ({ ...one, said }));
        expect(read.map((one, i) => ({ ...one, said: whole[i]?.kind === 'add' && one.said }))).toStrictEqual(
          whole.map((one) => ({ ...one, said: one.kind === 'add' && one.said })),
        );
        // The server knows the changes by the request, the replica by its store.
        expect(readAnswer(answerOf(answer(found), request.changes), sent).revisions).toStrictEqual(found);
      }),
      2_000,
    ));

  test('packing leaves out defaults and fields that were just sent', () => {
    const known = { salience: 0.5, importance: 'NORMAL', source: 'direct' } as const;
    const content = { content: 'Der Hafen ist offen', category: 'facts' };
    const change = { id: '0123456789abcdef', memoryId: id(1), kind: 'add', at: 7, ...content } as const;
    const request = requestOf({ changes: [{ ...change, ...known, occurredAt: 7 }] });
    expect(JSON.parse(request)).toStrictEqual({ form: 2, changes: [change] });
    const revision = { memoryId: id(1), revision: 1, changeType: 'CREATED', origin: change.id } as const;
    const stored = { ...revision, ...content, ...known, changedBy: 'Ada', said: false, at: 7, occurredAt: 7 };
    expect(JSON.parse(answerOf(answer([stored]), readMessage(request).changes))).toMatchObject({
      ...{ changedBy: 'Ada', revisions: [{ ...revision, asSent: true }] },
    });
    expect(JSON.parse(answerOf(answer([stored]), []))).toMatchObject({
      ...{ changedBy: 'Ada', revisions: [{ ...revision, ...content, at: 7 }] },
    });
  });

  test('an answer to other changes is refused', () => {
    const change = { id: '0123456789abcdef', memoryId: id(1), kind: 'delete', at: 7 } as const;
    const revision = { memoryId: id(1), revision: 2, changeType: 'DELETED', origin: change.id, at: 7 } as const;
    const text = answerOf(answer([{ ...revision, changedBy: 'Ada' }]), [change]);
    expect(readAnswer(text, [change])).toMatchObject({ revisions: [revision] });
    expect(() => readAnswer(text, [])).toThrow('another request');
  });

  test('a message of another format says which side to update', () => {
    expect(() => readMessage('{"changes":[]}')).toThrow('the store that asks has an older version');
    expect(() => readMessage('{"form":3}')).toThrow('the store that asks has a newer version');
    expect(() => readAnswer('{"storeId":"s","refused":[],"revisions":[],"more":false}', [])).toThrow(
      'the server has an older version of the program: update it',
    );
    expect(() => readMessage('null')).toThrow('message');
  });
});
