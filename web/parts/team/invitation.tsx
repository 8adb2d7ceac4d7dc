import type { Role } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { locale, t } from '../../languages/translate.ts';
import { CopyLine } from '../copy-line.tsx';
import { claudeLine, connectLine, isHere, serveLine, someAddress } from './lines.ts';
import { QrPicture } from './qr-picture.tsx';

/** What somebody needs to come in: a link that signs in once, or a key. */
export interface Invitation {
  name: string;
  role: Role;
  /** Undefined: the memory of this machine's user. */
  team: string | undefined;
  /** Where the server answers. */
  address: string;
  link?: { url: string; until: string } | undefined;
  key?: string | undefined;
}

/** The text to send to somebody who is invited, and the link as a picture. */
export function InvitationText({ invitation }: { invitation: Invitation }) {
  const { name, address, link } = invitation;
  return (
    <section aria-label={t('The text to send')}>
      <h2 class="heading">{t('The text to send')}</h2>
      {isHere(address) && (
        <div class="notice" role="alert">
          <p>
            {t(
              '{address} leads to this machine only. Start the server with the address that others reach, and invite again:',
              {
                address,
              },
            )}
          </p>
          <CopyLine text={serveLine(someAddress)} />
        </div>
      )}
      <p class="muted">{t('Send it to {name} alone: who has it comes in. It is shown only now.', { name })}</p>
      <CopyLine text={textOf(invitation)} />
      {link && (
        <>
          <QrPicture text={link.url} label={t('The link as a QR code')} />
          <p class="muted">{t('The link, for the camera of a phone.')}</p>
        </>
      )}
    </section>
  );
}

/** The reader may live in another time zone. */
const moment = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** In the language of the one who invites. */
function textOf({ name, role, team, address, link, key }: Invitation): string {
  const when = link && new Date(link.until).toLocaleString(locale(), moment);
  const of = { name, role: known(role.toLowerCase()) };
  return [
    team === undefined
      ? t('Hello {name}, you can use my memory ({role}).', of)
      : t('Hello {name}, you can use the memory “{team}” ({role}).', { ...of, team }),
    ...(link
      ? [
          `${t('1. Open this link and choose “Sign in”. It works once, until {time}:', { time: when })}\n${link.url}`,
          t('2. In Settings add a passkey. With it you sign in again at {address}.', { address }),
        ]
      : []),
    ...(key === undefined
      ? []
      : [
          t('1. Your key, which is like a password: {key}', { key }),
          t('2. Sign in with it at {address}.', { address }),
        ]),
    `${t('3. For Claude Code (other programs take the address {mcp}):', { mcp: `${address}/mcp` })}\n${claudeLine(address, key)}`,
    `${t('4. To have it on your own machine, offline too (Node 20 or later):')}\n${connectLine(address)}`,
  ].join('\n');
}
