import { Link } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { CopyLine } from '../copy-line.tsx';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { PaneClose } from '../pane-close.tsx';
import { audienceOf, Sharing } from '../sharing.tsx';
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
  const isOffered = dashboard.may('updateProfile', characterId);
  return (
    <aside class="pane" aria-label="The character">
      <PaneClose close={isByItself ? undefined : close} />
      <FailureNote failure={found.failure} again={found.again} />
      {character && (
        <>
          <h2 dir="auto">{character.name}</h2>
          <dl>
            <dt>Memories</dt>
            <dd>
              <Link href={placeOf('known', characterId)}>What is known</Link>,{' '}
              <Link href={placeOf('memories', characterId)}>
                {counted(character.memoryCount, 'memory', 'memories')}
              </Link>
            </dd>
            <dt>Owner</dt>
            <dd>{character.owner.name}</dd>
            <dt>Seen by</dt>
            <dd>{audienceOf(character)}</dd>
            <dt>Since</dt>
            <dd>
              <Time at={character.createdAt} as="date" />
            </dd>
          </dl>
        </>
      )}
      {character && <CharacterActions character={character} close={close} />}
      {character?.status === 'ACTIVE' && (
        <>
          {isOffered && <ProfileForm key={`profile ${character.updatedAt}`} character={character} />}
          {isOffered && <NamesForm key={`names ${character.updatedAt}`} character={character} />}
          <Categories characterId={characterId} />
          {character.shares && <Sharing character={character} shares={character.shares} took={found.take} />}
          {isOffered && <AgentForm key={`agent ${character.updatedAt}`} character={character} />}
        </>
      )}
      {character && <ForPrograms character={character} />}
    </aside>
  );
}

/** What programs name a character by; people have its name. */
function ForPrograms({ character: { id, externalId } }: { character: Character }) {
  return (
    <details class="part">
      <summary>For programs</summary>
      <p class="muted">Its id for the API and the tools of agents:</p>
      <CopyLine text={id} />
      {externalId !== undefined && (
        <>
          <p class="muted">Its id in the program that created it:</p>
          <CopyLine text={externalId} />
        </>
      )}
    </details>
  );
}
