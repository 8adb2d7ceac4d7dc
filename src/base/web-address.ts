const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the traffic is safe from others on the network: https, or this machine itself. */
export function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.has(hostname));
}
