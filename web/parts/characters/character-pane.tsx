import { Link } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { CopyLine } from '../copy-line.tsx';
import { PaneClose, PaneFailure } from '../pane-close.tsx';
import { Audience, Sharing } from '../sharing.tsx';
import { Time } from '../time.tsx';
import { Categories } from './categories.tsx';
import { CharacterActions } from './character-actions.tsx';
import { AgentForm, NamesForm, ProfileForm } from './character-forms.tsx';

/** A character beside the list: its profile, names and actions. */
export function CharacterPane(props: { characterId: string; close: () => void; isByItself: boolean }) {
  const { characterId, close, isByItself } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const found = useLoad(characterId, (signal) => client.call('getCharacter', { characterId }, signal));
  const character = found.value;
  const { profile: { agentConfig, ...profile } = {}, aliases, tags } = character ?? {};
  const isOffered = dashboard.may('updateProfile', characterId);
  return (
    <aside class="pane" aria-label={t('The character')}>
      <PaneClose close={isByItself ? undefined : close} />
      <PaneFailure failure={found.failure} again={found.again} close={close} />
      {character && (
        <>
          <h2>
            <bdi>{dashboard.nameOf(character)}</bdi>
          </h2>
          <dl>
            <dt>{t('Memories')}</dt>
            <dd>
              <Link href={placeOf('known', characterId)}>{t('What is known')}</Link>,{' '}
              <Link href={placeOf('memories', characterId)}>
                {tn(character.memoryCount, '{n} memory', '{n} memories')}
              </Link>
            </dd>
            <dt>{t('Owner')}</dt>
            <dd>{character.owner.name}</dd>
            <dt>{t('Seen by')}</dt>
            <dd>
              <Audience character={character} />
            </dd>
            <dt>{t('Since')}</dt>
            <dd>
              <Time at={character.createdAt} as="date" />
            </dd>
          </dl>
        </>
      )}
      {character && <CharacterActions character={character} close={close} />}
      {character?.status === 'ACTIVE' && (
        <>
          {isOffered && <ProfileForm key={keyOf('profile', profile)} character={character} />}
          {isOffered && <NamesForm key={keyOf('names', [aliases, tags])} character={character} />}
          <Categories characterId={characterId} />
          {character.shares && <Sharing character={character} shares={character.shares} took={found.take} />}
          {isOffered && <AgentForm key={keyOf('agent', agentConfig)} character={character} />}
        </>
      )}
      {character && <ForPrograms character={character} />}
    </aside>
  );
}

/** A form begins anew only when what it shows has changed: another change leaves what is typed there. */
const keyOf = (form: string, shown: unknown) => `${form} ${JSON.stringify(shown)}`;

/** What programs name a character by; people have its name. */
function ForPrograms({ character: { id, externalId } }: { character: Character }) {
  return (
    <details class="part">
      <summary>{t('For programs')}</summary>
      <p class="muted">{t('Its id for the API and the tools of agents:')}</p>
      <CopyLine text={id} />
      {externalId !== undefined && (
        <>
          <p class="muted">{t('Its id in the program that created it:')}</p>
          <CopyLine text={externalId} />
        </>
      )}
    </details>
  );
}
