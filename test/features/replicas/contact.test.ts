import { expect, test } from 'vitest';
import { isDue, newContact } from '../../../src/features/replicas/service/contact.ts';
import { HttpServer } from '../../../src/features/replicas/service/http-server.ts';
import type { Replica } from '../../../src/features/replicas/storage/replica-store.ts';

const replica: Replica = {
  ...{ characterId: 'c', name: 'Ada', remoteId: 'r', changedAt: 5 },
  ...{ waiting: 0, refused: 0, reasons: [], keeps: false },
};

test('a character is due for exchange when it changed here or at the server', () => {
  const contact = newContact(new HttpServer('https://memory.example.org', 'key'), 0);
  contact.fieldsOf.set('c', 5);
  expect(isDue(contact, replica, 0)).toBe(false);
  expect(isDue(contact, { ...replica, waiting: 1 }, 0)).toBe(true);
  expect(isDue(contact, { ...replica, changedAt: 6 }, 0)).toBe(true);
  contact.changed.set('r', new Set(['m.1']));
  expect(isDue(contact, replica, 0)).toBe(true);
  contact.own.add('m.1');
  expect(isDue(contact, replica, 0)).toBe(false);
});

test('a character that the server refused is retried after ten seconds, though changes wait', () => {
  const contact = newContact(new HttpServer('https://memory.example.org', 'key'), 0);
  const refused = { ...replica, waiting: 1, problem: 'The server shares this character with the member no more.' };
  contact.refusedAt.set('c', 20_000);
  expect(isDue(contact, refused, 29_999)).toBe(false);
  expect(isDue(contact, refused, 30_000)).toBe(true);
});
