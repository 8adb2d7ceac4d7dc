const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the traffic is safe from others on the network: https, or this machine itself. */
export function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.has(hostname));
}

const network = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/** Whether it is an IP address, or a network such as `10.0.0.0/8`. Settings are read without `node:net`. */
export function isNetwork(given: string): boolean {
  const [, address = '', bits = '0'] = network.exec(given) ?? [];
  if (address.includes(':')) return URL.canParse(`http://[${address}]`) && Number(bits) <= 128;
  const bytes = address.split('.');
  const isAddress = bytes.length === 4 && bytes.every((byte) => byte !== '' && Number(byte) <= 255);
  return isAddress && Number(bits) <= 32;
}
