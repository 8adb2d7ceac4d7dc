import type { ComponentChildren } from 'preact';
import type { Character } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FormEnd } from '../form-end.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

/** A form for one part of a character. */
function Section(props: {
  character: Character;
  title: string;
  save: (data: FormData) => Promise<unknown>;
  done: string;
  children: ComponentChildren;
}) {
  const { character, title, save, done, children } = props;
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft(`${title} ${character.id}`);
  return (
    <details class="part">
      <summary>{title}</summary>
      <form
        {...kept}
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          void run(() => save(data).then(forget), done);
        }}
      >
        {children}
        <FormEnd failure={failure} isBusy={isBusy} does={t('Save')} />
      </form>
    </details>
  );
}

const textOf = (data: FormData, name: string) => String(data.get(name) ?? '').trim();
const linesOf = (data: FormData, name: string) => split(textOf(data, name), /\n/);
const namesOf = (data: FormData, name: string) => split(textOf(data, name), /[,\n]/);

function split(text: string, at: RegExp): string[] {
  return text
    .split(at)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

const personalRules = ['store', 'mark', 'redact', 'refuse'] as const;

/** The profile, which hosts and agents get. */
export function ProfileForm({ character }: { character: Character }) {
  const { client } = useDashboard();
  const { profile, id: characterId } = character;
  const fields = Object.entries(profile.customFields).map(([name, value]) => `${name}: ${value}`);
  const save = (data: FormData) =>
    client.call('updateProfile', {
      characterId,
      systemPrompt: textOf(data, 'systemPrompt') || null,
      personality: textOf(data, 'personality') || null,
      background: textOf(data, 'background') || null,
      rules: linesOf(data, 'rules'),
      customFields: Object.fromEntries(
        linesOf(data, 'customFields').map((line) => {
          const [name = '', ...value] = line.split(':');
          return [name.trim(), value.join(':').trim()];
        }),
      ),
      personalData: personalRules.find((rule) => rule === textOf(data, 'personalData')) ?? null,
    });
  return (
    <Section character={character} title={t('Profile')} save={save} done={t('Profile saved')}>
      <label>
        {t('System prompt')}
        <textarea name="systemPrompt" rows={4} dir="auto" defaultValue={profile.systemPrompt ?? ''} />
      </label>
      <label>
        {t('Personality')}
        <textarea name="personality" rows={2} dir="auto" defaultValue={profile.personality ?? ''} />
      </label>
      <label>
        {t('Background')}
        <textarea name="background" rows={2} dir="auto" defaultValue={profile.background ?? ''} />
      </label>
      <label>
        {t('Rules, one a line')}
        <textarea name="rules" rows={3} dir="auto" defaultValue={profile.rules.join('\n')} />
      </label>
      <label>
        {t('Other fields, one a line as “name: value”')}
        <textarea name="customFields" rows={2} dir="auto" defaultValue={fields.join('\n')} />
      </label>
      <label>
        {t('Personal data in new memories')}
        <select name="personalData" defaultValue={profile.personalData ?? 'mark'}>
          <option value="store">{t('Store')}</option>
          <option value="mark">{t('Store, and mark')}</option>
          <option value="redact">{t('Redact')}</option>
          <option value="refuse">{t('Refuse')}</option>
        </select>
      </label>
    </Section>
  );
}

/** The other names of a character. */
export function NamesForm({ character }: { character: Character }) {
  const { client } = useDashboard();
  const { id: characterId, aliases, tags } = character;
  const hints = new Map(aliases.map(({ alias, sourceHint }) => [alias, sourceHint]));
  const save = async (data: FormData) => {
    // An alias keeps its source hint.
    const named = linesOf(data, 'aliases').map((alias) => ({ alias, sourceHint: hints.get(alias) }));
    await client.call('setAliases', { characterId, aliases: named });
    await client.call('setTags', { characterId, tags: namesOf(data, 'tags') });
  };
  return (
    <Section character={character} title={t('Aliases and tags')} save={save} done={t('Aliases and tags saved')}>
      <label>
        {t('Aliases, one a line')}
        <textarea name="aliases" rows={2} dir="auto" defaultValue={aliases.map(({ alias }) => alias).join('\n')} />
      </label>
      <label>
        {t('Tags, with commas')}
        <input name="tags" defaultValue={tags.join(', ')} />
      </label>
    </Section>
  );
}

const states = ['IDLE', 'BUSY', 'FAILED', 'PAUSED'] as const;

/** The agent configuration, for programs that assign tasks. */
export function AgentForm({ character }: { character: Character }) {
  const { client } = useDashboard();
  const { agentConfig } = character.profile;
  const save = (data: FormData) =>
    client.call('updateAgentConfig', {
      characterId: character.id,
      status: states.find((one) => one === data.get('status')) ?? 'IDLE',
      capabilities: namesOf(data, 'capabilities'),
      preferredModel: textOf(data, 'preferredModel') || null,
      maxConcurrentTasks: textOf(data, 'tasks') === '' ? null : Number(textOf(data, 'tasks')),
    });
  return (
    <Section character={character} title={t('Agent')} save={save} done={t('Agent configuration saved')}>
      <label>
        {t('Status')}
        <select name="status">
          {states.map((one) => (
            <option key={one} value={one} selected={one === (agentConfig?.status ?? 'IDLE')}>
              {one.toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('Capabilities, with commas')}
        <input name="capabilities" defaultValue={agentConfig?.capabilities.join(', ') ?? ''} />
      </label>
      <label>
        {t('Preferred model')}
        <input name="preferredModel" defaultValue={agentConfig?.preferredModel ?? ''} />
      </label>
      <label>
        {t('Tasks at once')}
        <input name="tasks" type="number" min="1" defaultValue={agentConfig?.maxConcurrentTasks?.toString() ?? ''} />
      </label>
    </Section>
  );
}
