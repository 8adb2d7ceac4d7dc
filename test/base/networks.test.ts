import { expect, test } from 'vitest';
import { clientAddress, inNetworks } from '../../src/base/networks.ts';
import { isNetwork } from '../../src/base/web-address.ts';

test('a network is an address with a prefix length that fits', () => {
  for (const good of ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '2001:db8::1/128'])
    expect(isNetwork(good)).toBe(true);
  for (const bad of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.256',
    '10..0.1',
    ':::1',
    '::1/129',
    '1.2.3.4/',
    '1.2.3.4/x',
    '*',
  ]) {
    expect(isNetwork(bad), bad).toBe(false);
  }
});

test('forwarded addresses count only from trusted proxies, read from the end', () => {
  const isProxy = inNetworks(['127.0.0.1', '10.0.0.0/8', '::1']);
  expect(clientAddress('198.51.100.7', '203.0.113.9', isProxy)).toBe('198.51.100.7');
  expect(clientAddress('127.0.0.1', '203.0.113.9', isProxy)).toBe('203.0.113.9');
  expect(clientAddress('::ffff:127.0.0.1', '2001:db8::9', isProxy)).toBe('2001:db8::9');
  expect(clientAddress('127.0.0.1', '192.0.2.66, 203.0.113.9', isProxy)).toBe('203.0.113.9');
  expect(clientAddress('::1', '192.0.2.66, 203.0.113.9 , 10.1.2.3', isProxy)).toBe('203.0.113.9');
  expect(clientAddress('127.0.0.1', '203.0.113.9, unknown', isProxy)).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', undefined, isProxy)).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', '203.0.113.9', inNetworks([]))).toBe('127.0.0.1');
  expect(clientAddress(undefined, '203.0.113.9', isProxy)).toBeUndefined();
});
