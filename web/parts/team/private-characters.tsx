import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { audienceOf } from '../sharing.tsx';

/** The private characters that the user can see. */
export function PrivateCharacters() {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const found = useLoad('private characters', (signal) =>
    client.call('listCharacters', { visibility: 'PRIVATE', limit: 100, sortBy: 'NAME', sortOrder: 'ASC' }, signal),
  );
  const characters = found.value?.characters ?? [];
  return (
    <section aria-label={t('Private characters')}>
      <h2 class="heading">{t('Private characters')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {found.value && characters.length === 0 && (
        <p class="muted">{t('You see none. Everyone in the team sees the characters that are not private.')}</p>
      )}
      <div class="wide" hidden={characters.length === 0}>
        <table class="table plain">
          <thead>
            <tr>
              <th>{t('Character')}</th>
              <th>{t('Owner')}</th>
              <th>{t('Seen by')}</th>
            </tr>
          </thead>
          <tbody>
            {characters.map((character) => (
              <tr key={character.id}>
                <td>
                  <Link href={placeOf('characters', character.id)}>{dashboard.nameOf(character)}</Link>
                </td>
                <td>{character.owner.name}</td>
                <td>{audienceOf(character)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
