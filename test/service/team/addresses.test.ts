import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HttpSender } from '../../../src/features/webhooks/service/http-sender.ts';
import { isPublicAddress } from '../../../src/service/team/addresses.ts';
import { Outside } from '../../../src/service/team/outside.ts';
import { fc, holds } from '../../support/law.ts';
import { receiver } from '../../support/receiver.ts';

const byte = fc.integer({ min: 0, max: 255 });
/** Any address of IPv4, mostly near the networks that matter. */
const octets = fc.oneof(
  fc.tuple(byte, byte, byte, byte),
  fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255), byte, byte, byte),
  fc.tuple(fc.constantFrom(172, 100), fc.integer({ min: 14, max: 130 }), byte, byte),
  fc.tuple(fc.constantFrom(192, 169), fc.constantFrom(0, 88, 168, 254), byte, byte),
);
const dotted = (four: readonly number[]) => four.join('.');
const hex = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;

/** An independent library's verdict on an IPv4 address. */
const isPublic4 = (address: string) => ipaddr.IPv4.parse(address).range() === 'unicast';
/** Networks that the library does not know. */
const further = /^(?:198\.1[89]\.|192\.(?:31\.196|52\.193|175\.48)\.|168\.63\.129\.16$|192\.0\.0\.)/;

describe('addresses for webhooks', () => {
  test('an IPv4 address is parsed as an independent library does', async () => {
    const property = fc.property(octets, (four) => {
      const address = dotted(four);
      if (!further.test(address))
        expect([address, isPublicAddress(address)]).toStrictEqual([address, isPublic4(address)]);
      else expect(isPublicAddress(address)).toBe(false);
    });
    await holds(property, 1_000);
  });

  test('every IPv6 form of an IPv4 address is as public as that address', async () => {
    const property = fc.property(octets, (four) => {
      const isPublic = isPublicAddress(dotted(four));
      const forms = [
        `::ffff:${dotted(four)}`,
        `::ffff:${hex(four)}`,
        `0:0:0:0:0:FFFF:${hex(four)}`,
        `64:ff9b::${hex(four)}`,
        `64:ff9b::${dotted(four)}`,
        `0064:FF9B:0:0:0:0:${hex(four)}`,
      ];
      expect(forms.map((form) => [form, isPublicAddress(form)])).toStrictEqual(forms.map((form) => [form, isPublic]));
    });
    await holds(property, 1_000);
  });

  test('IPv6 addresses that tunnel IPv4, or are not global unicast, are refused', async () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    const begin = fc.constantFrom(
      'fe80',
      'fec0',
      'fc00',
      'fdff',
      'ff02',
      '2001:0',
      '2001:db8',
      '2002',
      '3fff:0',
      '100',
      '5f00',
      '64:ff9b:1',
      '0',
    );
    const property = fc.property(
      begin,
      fc.array(part, { minLength: 5, maxLength: 5 }),
      octets,
      (start, parts, four) => {
        const rest = parts.slice(0, 8 - start.split(':').length).join(':');
        const long = ipaddr.IPv6.isValid(`${start}:${rest}`) ? `${start}:${rest}` : `${start}::${parts[0]}`;
        expect([long, isPublicAddress(long)]).toStrictEqual([long, false]);
        expect(isPublicAddress(`2002:${hex(four)}::1`)).toBe(false);
        expect(isPublicAddress(`::${dotted(four)}`)).toBe(false);
      },
    );
    await holds(property, 1_000);
  });

  test.each([
    ['93.184.215.14', true],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
    ['168.63.129.16', false],
    ['fd00:ec2::254', false],
    ['::', false],
    ['::1', false],
    ['fe80::1%eth0', false],
    ['2606:2800::1%eth0', false],
    ['example.com', false],
    ['', false],
    ['1.2.3', false],
  ])('the address "%s" counts as public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));
});

describe('the connection', () => {
  const request = (url: string) => ({ url, headers: {}, body: '{}' });
  const { signal } = new AbortController();

  /** A sender that treats 127.0.0.2 as the public Internet, and a name that resolves to these addresses in turn. */
  function senderOf(addresses: string[]) {
    const asked: string[] = [];
    const names: LookupFunction = (hostname, options, done) => {
      if (hostname !== 'hook.test') return lookup(hostname, options, done as never);
      const address = addresses[asked.push(hostname) - 1] ?? addresses.at(-1)!;
      done(null, options.all ? (address.split(' ').map((one) => ({ address: one, family: 4 })) as never) : address, 4);
    };
    const sender = new HttpSender(
      new Outside({ exceptions: [], lookup: names, isPublic: (one) => one === '127.0.0.2' }),
    );
    // Only the connection matters here.
    sender.check = () => undefined;
    onTestFinished(() => sender.close());
    return { sender, asked };
  }

  test('DNS rebinding does not pass the SSRF guard', async () => {
    const outside = await receiver(
      (response) => void response.writeHead(200, { connection: 'close' }).end(),
      '127.0.0.2',
    );
    const { sender, asked } = senderOf(['127.0.0.2', '127.0.0.1']);
    const url = `http://hook.test:${outside.port}/`;
    expect(await sender.send(request(url), signal)).toMatchObject({ httpStatus: 200 });
    expect(asked).toHaveLength(1);
    expect(await sender.send(request(url), signal)).toStrictEqual({
      error: 'The address is not on the public Internet.',
    });
    expect(asked).toHaveLength(2);
    expect(outside.received).toHaveLength(1);
  });

  test('a host is refused when one of its addresses is not public', async () => {
    const inside = await receiver();
    const { sender } = senderOf(['127.0.0.2 127.0.0.1']);
    const answer = await sender.send(request(`http://hook.test:${inside.port}/`), signal);
    expect(answer).toStrictEqual({ error: 'The address is not on the public Internet.' });
    expect(inside.received).toStrictEqual([]);
  });

  test('a literal IP address is checked too', async () => {
    const inside = await receiver();
    const { sender, asked } = senderOf([]);
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const answer = await sender.send(request(`http://${host}:${inside.port}/`), signal);
      expect([host, answer]).toStrictEqual([host, { error: 'The address is not on the public Internet.' }]);
    }
    expect([inside.received, asked]).toStrictEqual([[], []]);
  });

  test('an unreachable address is reported in one line, without the address', async () => {
    const sender = new HttpSender(new Outside({ exceptions: ['127.0.0.1:1'] }));
    onTestFinished(() => sender.close());
    const { error } = await sender.send(request('http://127.0.0.1:1/'), signal);
    expect(error).toBe('It cannot be reached (ECONNREFUSED).');
  });
});
