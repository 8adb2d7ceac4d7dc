import { useEffect, useState } from 'preact/hooks';
import { t } from '../languages/translate.ts';
import { Server } from '../parts/connections/server.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';

/** How often it is read again: exchanges run in the background (ms). */
const againMs = 10_000;

/** The line that connects all characters, once with its effect only. The user signs in in the browser. */
const lineFor = (address: string, isDry: boolean) =>
  `npx -y agent-memory-service connect ${address} --all --sign-in${isDry ? ' --dry-run' : ''}`;

/** The servers that characters of this machine are connected with, and refused changes. */
export default function Connections() {
  const { client } = useDashboard();
  const found = useLoad('connections', (signal) => client.call('listConnections', {}, signal));
  const [address, setAddress] = useState('');
  const connections = found.value?.connections;
  const { again } = found;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), againMs);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Connections')} tabIndex={0} aria-busy={!found.value && found.isLoading}>
        <h1 class="page-title">{t('Connections')}</h1>
        <FailureNote failure={found.failure} again={again} />
        {connections?.length === 0 && (
          <div class="empty">
            <h2>{t('No character is connected with a server')}</h2>
            <p>
              {t(
                'Connected machines have the same memories, and each also works without a network. Give the address of the server; it signs you in in the browser.',
              )}
            </p>
            <div class="fields">
              <label>
                {t('Address of the server')}
                <input
                  type="url"
                  placeholder="https://"
                  maxLength={2_000}
                  value={address}
                  onInput={(event) => setAddress(event.currentTarget.value)}
                />
              </label>
            </div>
            {isAddress(address) && (
              <>
                <p>{t('This shows what connecting would do, and changes nothing:')}</p>
                <CopyLine text={lineFor(address.trim(), true)} />
                <p>{t('This connects:')}</p>
                <CopyLine text={lineFor(address.trim(), false)} />
              </>
            )}
          </div>
        )}
        {connections?.map((connection) => (
          <Server key={connection.url} connection={connection} />
        ))}
      </section>
    </div>
  );
}

/** Whether a text is an address that a shell takes as one word. */
function isAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:\/\/[\w.:[\]/~-]+$/u.test(text.trim());
}
