/**
 * A `fetch` that uses the proxy of the environment (HTTPS_PROXY, NO_PROXY), which Node's own does not.
 * @param proxyOf the fallback without such a variable; called once
 */
export function proxiedFetch(proxyOf: () => Promise<string | undefined>): typeof globalThis.fetch {
  let made: Promise<(url: string, init: object) => Promise<unknown>> | undefined;
  const make = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    const httpsProxy = await proxyOf();
    const dispatcher = new EnvHttpProxyAgent(httpsProxy === undefined ? {} : { httpsProxy });
    return (url: string, init: object) => fetch(url, { ...init, dispatcher });
  };
  return (async (url: string, init: object) => {
    made ??= make();
    return (await made)(url, init);
  }) as typeof globalThis.fetch;
}
