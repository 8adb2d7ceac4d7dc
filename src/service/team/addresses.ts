import { BlockList, isIP } from 'node:net';

/**
 * Networks of the IANA registry of special-purpose IPv4 addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), multicast, and the metadata addresses of clouds.
 */
const notPublic4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8], // "this network"
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['168.63.129.16', 32], // the metadata of one cloud
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Of IPv6 only global unicast is public, and of that not these. */
const globalUnicast: readonly [network: string, prefix: number] = ['2000::', 3];
const notPublic6: readonly [network: string, prefix: number][] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: it carries an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

/** IPv6 addresses that embed an IPv4 address are as public as that one. */
const mapped = '::ffff:';
const nat64 = '64:ff9b::';
const embedding = 96;

function listOf(add: (list: BlockList) => void): BlockList {
  const list = new BlockList();
  add(list);
  return list;
}

const refused4 = listOf((list) => {
  for (const [network, prefix] of notPublic4) list.addSubnet(network, prefix, 'ipv4');
});
const refused6 = listOf((list) => {
  for (const [network, prefix] of notPublic6) list.addSubnet(network, prefix, 'ipv6');
  for (const [network, prefix] of notPublic4) list.addSubnet(nat64 + network, embedding + prefix, 'ipv6');
});
const allowed6 = listOf((list) => {
  list.addSubnet(...globalUnicast, 'ipv6');
  list.addSubnet(nat64, embedding, 'ipv6');
});
const mapped6 = listOf((list) => list.addSubnet(`${mapped}0.0.0.0`, embedding, 'ipv6'));

/** Whether an address, in any form of IPv4 or IPv6, is on the public Internet. False for invalid text. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  // An address with a zone is link-local.
  if (family !== 6 || address.includes('%')) return false;
  if (mapped6.check(address, 'ipv6')) return !refused4.check(address, 'ipv6');
  return allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}
