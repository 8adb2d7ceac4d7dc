import { Link } from 'wouter-preact';
import { rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { CopyLine } from '../copy-line.tsx';
import { addressIn, program, serveLine, someAddress } from './lines.ts';

/** The ways to let somebody in from a machine. Nobody else reaches `ui`: it takes a server with an address, over the same memory. */
export function WaysIn({ address, set }: { address: string; set: (address: string) => void }) {
  const { tier } = useDashboard();
  const at = addressIn(address);
  const others = (tier.value?.connections ?? []).map(({ url }) => url).filter((url) => url.startsWith('http'));
  return (
    <>
      <p>
        {t(
          'This memory is on your machine, and this dashboard answers to you alone. Others get in by one of three ways.',
        )}
      </p>
      <h2 class="heading">{t('People of one repository')}</h2>
      <p>
        {t(
          'This line writes the memory of the project into the repository, without what is private. No server is needed:',
        )}
      </p>
      <CopyLine text={`${program} share`} />
      <h2 class="heading">{t('Whoever shares a folder with you')}</h2>
      <p>
        {rich(
          t(
            '{connections} keeps all characters in step through it: for your own machines, and for people who may see everything.',
          ),
          {
            connections: <Link href={placeOf('connections')}>{t('Connections')}</Link>,
          },
        )}
      </p>
      <h2 class="heading">{t('Anybody, with a role and what you choose')}</h2>
      {others.map((url) => (
        <p key={url}>
          {rich(t('Characters of yours are at {url} too: you can invite there.'), {
            url: <a href={`${url}${placeOf('invite')}`}>{url}</a>,
          })}
        </p>
      ))}
      <p>
        {t(
          'This takes a server: a line that keeps running, behind TLS or a tunnel. Give the address where others reach it; then you choose what they see.',
        )}
      </p>
      <div class="fields">
        <label>
          {t('Address of the server')}
          <input
            type="url"
            dir="ltr"
            placeholder="https://"
            maxLength={2_000}
            value={address}
            onInput={({ currentTarget: field }) => {
              set(field.value);
              const isGood = field.value === '' || addressIn(field.value) !== undefined;
              field.setCustomValidity(isGood ? '' : t('An address that begins with https'));
            }}
          />
        </label>
      </div>
      <CopyLine text={serveLine(at ?? someAddress)} />
    </>
  );
}
