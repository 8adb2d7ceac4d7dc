import { BlockList, isIP } from 'node:net';

/** A test whether an address is in one of these networks; IPv4 addresses count in their IPv6 form too. */
export function inNetworks(given: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const one of given) {
    const [address = '', bits] = one.split('/');
    const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) known.addAddress(address, kind);
    else known.addSubnet(address, Number(bits), kind);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && known.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}

/** IPv4 addresses that are written as IPv6 ones in their usual form. */
export function plainAddress(address: string): string {
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
}

/** The part of an address that counts as one client: of IPv6 the network of 64 bits, which one machine can have. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/**
 * The client's address behind proxies: the last one of `X-Forwarded-For` that no trusted proxy has. Only trusted proxies
 * are believed, so a client can't choose its own.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  isProxy: (address: string) => boolean,
): string | undefined {
  if (peer === undefined || forwarded === undefined) return peer;
  let client = peer;
  for (const one of forwarded.split(',').reverse()) {
    if (!isProxy(client)) break;
    const named = one.trim();
    if (isIP(named) === 0) break;
    client = named;
  }
  return client;
}
