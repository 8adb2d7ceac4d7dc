import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { CopyLine } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { addressIn, asWord, connectLine, program, serveLine, someAddress, syncLine } from '../team/lines.ts';
import { useAction } from '../use-action.ts';

/** From this width on, two ways stand beside each other. */
const roomy = matchMedia('(min-width: 1280px)');

/** The ways to use this memory on another machine, each with what to do on both. @param isFirst nothing is connected yet */
export function Ways({ isFirst }: { isFirst: boolean }) {
  return (
    <section class="ways" aria-label={t('Use this memory on another machine')}>
      <h2 class="heading">{t('Use this memory on another machine')}</h2>
      <p class="muted">
        {t(
          'Each machine keeps a copy and works offline. When both change the same text, the later one holds, and the Queue shows both.',
        )}
      </p>
      <div class="halves">
        <ByFolder isFirst={isFirst} />
        <div>
          <BySsh isOpen={isFirst && roomy.matches} />
          <ByServer isOpen={isFirst && roomy.matches} />
        </div>
      </div>
      <p class="part muted">
        {rich(t('With {flag} at its end a line only shows what would happen.'), { flag: <code>--dry-run</code> })}
      </p>
    </section>
  );
}

/** What a server tells about a machine that joins. */
export function Joining() {
  const here = location.origin;
  return (
    <section aria-label={t('Use this memory on another machine')}>
      <h2 class="heading">{t('Use this memory on another machine')}</h2>
      <p>
        {t('Run this there (Node 20 or later). It signs you in in the browser, and keeps a copy that works offline:')}
      </p>
      <CopyLine text={connectLine(here)} />
      <p>{t('Where no browser is, with a key in a file:')}</p>
      <CopyLine text={`${program} connect ${here} --all --key-file FILE`} />
      <p class="muted">
        {rich(t('{team} shows when each key was last used.'), {
          team: <Link href={placeOf('team')}>{t('Team')}</Link>,
        })}
      </p>
    </section>
  );
}

function Way(props: { title: string; isOpen: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={props.isOpen}>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  );
}

/** A field of which the lines below it are made. */
function Place(props: { label: string; value: string; set: (value: string) => void }) {
  return (
    <div class="fields">
      <label>
        {props.label}
        <input
          dir="ltr"
          maxLength={2_000}
          autocomplete="off"
          value={props.value}
          onInput={(event) => props.set(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

function ByFolder({ isFirst }: { isFirst: boolean }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [folder, setFolder] = useState('~/Sync/memory');
  const share = () => void run(() => client.call('exchangeNow', { folder: folder.trim() }), t('The folder is shared'));
  return (
    <Way title={t('Through a folder that both have (Syncthing, Dropbox, a drive)')} isOpen={isFirst}>
      <ol class="steps">
        <li>
          <Place
            label={t('The folder, made if it is missing; outside your home its parent must be there')}
            value={folder}
            set={setFolder}
          />
          <div class="buttons">
            <button
              type="button"
              class={isFirst ? 'main' : ''}
              disabled={isBusy || folder.trim() === ''}
              onClick={share}
            >
              {t('Share in this folder')}
            </button>
          </div>
          <FailureNote failure={failure} />
        </li>
        <li>
          <p>
            {t(
              'Then the same on the other machine, in Connections of its dashboard, or by this line, with its own path of the folder:',
            )}
          </p>
          <CopyLine text={syncLine(folder, ' --wait')} />
        </li>
      </ol>
      <p class="muted">{t('From then on it syncs by itself while an agent or the dashboard runs on both.')}</p>
      <details class="further">
        <summary>{t('Encrypted by a passphrase')}</summary>
        <p>{t('A passphrase is typed in a terminal alone. This line begins the folder, here:')}</p>
        <CopyLine text={syncLine(folder, ' --encrypt')} />
      </details>
    </Way>
  );
}

function BySsh({ isOpen }: { isOpen: boolean }) {
  const [host, setHost] = useState('ada@desktop');
  return (
    <Way title={t('Through ssh')} isOpen={isOpen}>
      <Place label={t('The other machine, as ssh knows it')} value={host} set={setHost} />
      <ol class="steps">
        <li>
          <p>{t('Here. The other machine needs Node 20 or later:')}</p>
          <CopyLine text={`${program} sync ssh ${asWord(host.trim())} --all --command "${program}"`} />
        </li>
        <li>
          <p>{t('From then on, here:')}</p>
          <CopyLine text={`${program} sync`} />
        </li>
      </ol>
    </Way>
  );
}

function ByServer({ isOpen }: { isOpen: boolean }) {
  const [given, setAddress] = useState('');
  const address = addressIn(given) ?? someAddress;
  return (
    <Way title={t('Through a server, within seconds')} isOpen={isOpen}>
      <Place label={t('Address of the server')} value={given} set={setAddress} />
      <p>{t('Here, and on every other machine. It signs you in in the browser:')}</p>
      <CopyLine text={connectLine(address)} />
      <details class="further">
        <summary>{t('There is no server yet')}</summary>
        <p>
          {rich(t('Start one that all machines reach, behind TLS or a tunnel, and {invite} yourself:'), {
            invite: <Link href={placeOf('invite')}>{t('invite')}</Link>,
          })}
        </p>
        <CopyLine text={serveLine(address)} />
      </details>
    </Way>
  );
}
