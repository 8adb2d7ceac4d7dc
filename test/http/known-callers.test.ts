import { expect, test } from 'vitest';
import { KnownCallers } from '../../src/http/known-callers.ts';

const key = (n: number) => `ams_${String(n).padStart(40, 'k')}`;

test('a credential is unknown until its tenant has been seen', () => {
  const callers = new KnownCallers();
  const first = callers.find(key(1));
  const other = callers.find(key(2));
  expect(first.owner).toBe(other.owner);
  first.saw('tenant-a');
  expect(callers.find(key(1)).owner).toBe('tenant-a');
  expect(callers.find(`${key(1)}\r\n`).owner).toBe('tenant-a');
  expect(callers.find(key(2)).owner).toBe(other.owner);
});

test('a credential that moves to another tenant is known as that tenant’s', () => {
  const callers = new KnownCallers();
  callers.find(key(1)).saw('tenant-a');
  callers.find(key(1)).saw('tenant-b');
  expect(callers.find(key(1)).owner).toBe('tenant-b');
});

test('credentials are told apart by their end, not by their beginning', () => {
  const callers = new KnownCallers();
  callers.find('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.0123456789abcdefghijklmnop').saw('tenant-a');
  expect(callers.find('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.0123456789abcdefghijklmnoq').owner).toBe('');
});

test('ten thousand credentials are remembered, then all are forgotten', () => {
  const callers = new KnownCallers();
  for (let n = 0; n < 10_000; n++) callers.find(key(n)).saw('tenant-a');
  expect([callers.find(key(0)).owner, callers.find(key(9_999)).owner]).toStrictEqual(['tenant-a', 'tenant-a']);
  callers.find(key(10_000)).saw('tenant-b');
  expect([callers.find(key(0)).owner, callers.find(key(10_000)).owner]).toStrictEqual(['', 'tenant-b']);
});
