import type { Input } from '../../client/client.ts';
import { locale, type Message, msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { Choice, Days, TextFilter } from '../filters.tsx';
import { useAction } from '../use-action.ts';
import { sentences, titleOf } from './sentences.ts';

/** The filter of the lines; it is in the address. */
export type AuditFilter = Omit<Input<'listAuditEvents'>, 'limit' | 'cursor'>;

/** The error types of refusals; other failures have no line. */
const refusals = new Map([
  ['AccessDenied', msg('the character is not shared with them')],
  ['InsufficientRole', msg('their role is too low')],
  ['FeatureNotAvailable', msg('the plan does not have it')],
  ['CharacterLimitExceeded', msg('the plan has no room for another character')],
  ['TierLimitExceeded', msg('the plan has no room')],
  ['Unauthorized', msg('the key or session is no longer good')],
] as const);
const outcomes = ['OK', ...refusals.keys()] as const;

/** The reason of a refusal, in words. */
export function outcomeWords(outcome: string): string {
  const words = new Map<string, Message>(refusals).get(outcome);
  return words === undefined ? outcome : t(words);
}

const ndjson = 'application/x-ndjson';

/** The names of the actions to filter by. */
const actions = () =>
  [...sentences.keys()]
    .map((action) => [action, titleOf(action)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale()));

/** The filter of an address's query; unknown values are left out. */
export function auditFilterOf(search: string): AuditFilter {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name) ?? undefined;
  return {
    member: text('member'),
    action: text('action'),
    characterId: text('characterId'),
    outcome: outcomes.find((one) => one === given.get('outcome')),
    since: text('since'),
    until: text('until'),
  };
}

export function AuditFacets({ filter, set }: { filter: AuditFilter; set: (filter: AuditFilter) => void }) {
  const { client, characters, http } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const team = useLoad('members', (signal) => client.call('listMembers', {}, signal));
  const save = () =>
    run(async () => download('audit.ndjson', await http.file('listAuditEvents', filter, ndjson), ndjson));
  return (
    <>
      <div class="facets">
        <TextFilter
          label={t('Any member')}
          hint={t('any member')}
          value={filter.member}
          options={team.value?.members.map(({ name }) => name) ?? []}
          set={(member) => set({ ...filter, member })}
        />
        <Choice
          label={t('Action')}
          value={filter.action}
          any={t('any action')}
          choices={actions()}
          choose={(action) => set({ ...filter, action })}
        />
        <Choice
          label={t('Character of the lines')}
          value={filter.characterId}
          any={t('any character')}
          choices={(characters.value ?? []).map(({ id, name }) => [id, name])}
          choose={(characterId) => set({ ...filter, characterId })}
        />
        <Choice
          label={t('Outcome')}
          value={filter.outcome}
          any={t('any outcome')}
          choices={outcomes.map((one) => [
            one,
            one === 'OK' ? t('done') : t('refused: {why}', { why: outcomeWords(one) }),
          ])}
          choose={(outcome) => set({ ...filter, outcome })}
        />
        <Days filter={filter} set={(times) => set({ ...filter, ...times })} />
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void save()}>
          {isBusy ? t('Downloading…') : t('Download as NDJSON')}
        </button>
      </div>
      <FailureNote failure={failure} />
    </>
  );
}
