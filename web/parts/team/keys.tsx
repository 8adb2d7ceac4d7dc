import { useState } from 'preact/hooks';
import type { Output } from '../../client/client.ts';
import { listed, rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConfirmButton } from '../confirm.tsx';
import { CopyLine, Secret } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { claudeLine, connectLine } from './lines.ts';
import type { Me } from './members.tsx';

type Key = Output<'listKeys'>['keys'][number];

/** API keys: the user's own, for an OWNER all. The text of a new one is shown once. */
export function Keys(props: { me: Me; secret: string | undefined; onKey: (secret: string) => void }) {
  const { me, secret, onKey } = props;
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [all, setAll] = useState(false);
  const found = useLoad('keys', (signal) => client.call('listKeys', {}, signal));
  const keys = found.value?.keys ?? [];
  const shown = all ? keys : keys.filter(({ revokedAt }) => revokedAt === undefined);
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const [name, day] = ['name', 'until'].map((field) => String(data.get(field)).trim());
    const fields = {
      ...(name && { name }),
      ...(data.get('access') === 'READ' && { access: 'READ' as const }),
      ...(day && { expiresAt: new Date(`${day}T23:59:59`).toISOString() }),
    };
    const made = await run(() => client.call('createKey', fields));
    if (!made) return;
    form.reset();
    onKey(made.key);
  };
  return (
    <section aria-label={t('API keys')}>
      <h2 class="heading">{t('API keys')}</h2>
      {secret !== undefined && (
        <>
          <Secret text={secret}>{t('The new key.')}</Secret>
          <Connect secret={secret} />
        </>
      )}
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      <div class="wide" hidden={shown.length === 0}>
        <table class="table">
          <thead>
            <tr>
              <th>{t('Name')}</th>
              <th>{t('Member')}</th>
              <th>{t('Made')}</th>
              <th>{t('Last used')}</th>
              <th>{t('It may')}</th>
              <th>
                <span class="unseen">{t('What can be done')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, member, createdAt, lastUsedAt, revokedAt, ...scope }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{member.name}</td>
                <td>
                  <Time at={createdAt} as="short" />
                </td>
                <td>{lastUsedAt === undefined ? t('never') : <Time at={lastUsedAt} as="moment" />}</td>
                <td>
                  <ScopeOf {...scope} />
                </td>
                <td>
                  {revokedAt === undefined ? (
                    <ConfirmButton
                      label={t('Revoke')}
                      title={t('Revoke {name}?', { name })}
                      run={() => void run(() => client.call('revokeKey', { keyId: id }), t('{name} revoked', { name }))}
                    >
                      <p>
                        {t(
                          'Everyone who uses it, and every session that was opened with it, is signed out immediately. This can’t be undone.',
                        )}
                      </p>
                    </ConfirmButton>
                  ) : (
                    <span class="muted">{t('revoked')}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form class="buttons" onSubmit={create}>
        <input
          name="name"
          aria-label={t('Name of a new key')}
          placeholder={t('What it is for')}
          maxLength={200}
          autocomplete="off"
        />
        <select name="access" aria-label={t('What the new key may do')}>
          <option value="WRITE">{t('read and write')}</option>
          <option value="READ">{t('only read')}</option>
        </select>
        <label class="day-field">
          {t('until')}
          <input name="until" type="date" aria-label={t('The last day of the new key; empty: it does not end')} />
        </label>
        <button type="submit" disabled={isBusy || me.via === 'stdio'}>
          {t('New key')}
        </button>
        {shown.length < keys.length && (
          <button type="button" class="quiet" onClick={() => setAll(true)}>
            {t('Show revoked ones')}
          </button>
        )}
      </form>
    </section>
  );
}

/** What a key may do, of which characters, and until when. */
function ScopeOf({ access, characterIds, expiresAt }: Pick<Key, 'access' | 'characterIds' | 'expiresAt'>) {
  const dashboard = useDashboard();
  const names = characterIds?.map((id) => dashboard.character(id)?.name ?? t('another'));
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {access === 'READ' ? t('only read') : t('read and write')}
      {names && <>: {listed(names)}</>}
      {expiresAt !== undefined && (
        <>
          {t(', ')}
          {rich(isOver ? t('ended {time}') : t('until {time}'), { time: <Time at={expiresAt} as="date" /> })}
        </>
      )}
    </>
  );
}

/** Lines to copy that connect hosts to this server with a new key. */
function Connect({ secret }: { secret: string }) {
  const url = `${location.origin}/mcp`;
  const headers = { Authorization: `Bearer ${secret}` };
  const entry = { 'agent-memory': { type: 'http', url, headers } };
  const ways: readonly (readonly [host: string, text: string])[] = [
    ['Claude Code', claudeLine(location.origin, secret)],
    [t('Cursor (~/.cursor/mcp.json) and others with mcpServers'), JSON.stringify({ mcpServers: entry })],
    ['VS Code (.vscode/mcp.json)', JSON.stringify({ servers: entry })],
    [t('Another machine, with its local memory'), connectLine(location.origin)],
    [t('By HTTP'), `curl -H "Authorization: Bearer ${secret}" ${location.origin}/v1/whoami`],
  ];
  return (
    <details class="connect" open>
      <summary>{t('Connect a host with it')}</summary>
      {ways.map(([host, text]) => (
        <div key={host} class="secret">
          <p>{host}</p>
          <CopyLine text={text} />
        </div>
      ))}
    </details>
  );
}
