const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether nobody on the network can read or change the traffic: https, or this machine itself. */
export function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.has(hostname));
}
