import { Link } from 'wouter-preact';
import type { Output } from '../client/client.ts';
import { known } from '../languages/known.ts';
import { rich, t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Holding } from '../parts/memory/memory-row.tsx';
import { chatsApart, saidBy } from '../parts/memory/origin.ts';
import { ShortText } from '../parts/memory/said.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, useCharacter, useIsAllChosen } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** With all characters chosen, these many can be looked at in one step. */
const maxNamed = 12;

/** What is known of a character on one page: what holds, under headings; each line opens its memory. */
export default function Known({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const isAll = useIsAllChosen();
  // Of all characters, the user's own is looked at first.
  const isNamed = id !== undefined && id !== everyone;
  const character = useCharacter(isAll && !isNamed ? dashboard.me.value?.ownCharacter : id);
  const characterId = character?.id;
  useAbout(characterId);
  const found = useLoad(
    `${characterId}`,
    characterId === undefined ? undefined : (signal) => client.call('getPage', { characterId }, signal),
  );
  if (!character || characterId === undefined) return <WithoutCharacter />;
  const { sections = [], omitted = 0 } = found.value ?? {};
  const [told, ofChats] = chatsApart(sections.flatMap(({ memories }) => memories));
  const sectionsOf = (some: readonly Section['memories'][number][]) => (
    <Sections
      characterId={characterId}
      sections={sections
        .map(({ heading, memories }) => ({ heading, memories: memories.filter((one) => some.includes(one)) }))
        .filter(({ memories }) => memories.length > 0)}
    />
  );
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll flowing" aria-label={t('What is known')} tabIndex={0} aria-busy={found.isLoading}>
        <div class="opening">
          <h1 class="page-title">
            <span dir="auto">{character.name}</span> <small>{t('what is known')}</small>
          </h1>
          <Link class="button" href={placeOf('characters', characterId)}>
            {t('Profile and sharing')}
          </Link>
        </div>
        {isAll && (
          <div class="facets">
            {(dashboard.characters.value ?? []).slice(0, maxNamed).map((one) => (
              <Link
                key={one.id}
                class="chip"
                aria-current={one.id === characterId ? 'true' : undefined}
                href={placeOf('known', one.id)}
              >
                <bdi>{one.name}</bdi>
              </Link>
            ))}
          </div>
        )}
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} />
        {sectionsOf(told)}
        {ofChats.length > 0 && (
          <details class="further">
            <summary>{tn(ofChats.length, '{n} said in chats', '{n} said in chats')}</summary>
            {sectionsOf(ofChats)}
          </details>
        )}
        {found.value && sections.length === 0 && <NoMemories character={character} isFiltered={false} />}
        {omitted > 0 && (
          <p class="muted">
            {rich(t('{omitted} more do not fit; {link}'), {
              omitted,
              link: <Link href={placeOf('memories', characterId)}>{t('all memories')}</Link>,
            })}
          </p>
        )}
      </section>
    </div>
  );
}

type Section = Output<'getPage'>['sections'][number];

function Sections({ sections, characterId }: { sections: readonly Section[]; characterId: string }) {
  return (
    <div class="sections">
      {sections.map(({ heading, memories }) => (
        <section key={heading} class="known" aria-label={known(heading)}>
          <h2 class="heading">{known(heading)}</h2>
          <ul class="lines">
            {memories.map((memory) => (
              <li key={memory.id}>
                <Link href={placeOf('memories', characterId, memory.id)}>
                  <ShortText content={memory.content} />
                </Link>
                <Holding memory={memory} />
                <span class="muted">
                  {saidBy(memory)}
                  {t(', ')}
                  <Time at={memory.occurredAt ?? memory.createdAt} as="short" />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
