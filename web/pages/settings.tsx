import { known } from '../languages/known.ts';
import { inWords } from '../languages/sentences.ts';
import { listed, numeral, t, tn } from '../languages/translate.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { formatBytes } from '../parts/format.ts';
import { AiSettings } from '../parts/settings/ai-settings.tsx';
import { ColourChoice } from '../parts/settings/colours.tsx';
import { Grants } from '../parts/settings/grants.tsx';
import { Hosts } from '../parts/settings/hosts.tsx';
import { LanguageChoice } from '../parts/settings/language.tsx';
import { Machines } from '../parts/settings/machines.tsx';
import { OwnData } from '../parts/settings/own-data.tsx';
import { Passkeys } from '../parts/settings/passkeys.tsx';
import { State } from '../parts/state.tsx';
import { useDashboard } from '../shell/dashboard.ts';

/** The team's AI provider, the tier's limits and usage, and the state of hosts. */
export default function Settings() {
  const dashboard = useDashboard();
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll paired" aria-label={t('Settings')} tabIndex={0}>
        <h1 class="page-title">{t('Settings')}</h1>
        <div class="halves">
          <div>
            <section aria-label={t('How it looks')} class="looks">
              <LanguageChoice />
              <ColourChoice />
            </section>
            <OwnData />
            <Machines />
            <Hosts />
            <Passkeys />
            <Grants />
          </div>
          <div>
            {dashboard.may('getAiSettings') && <AiSettings />}
            <Meaning />
            <Usage />
          </div>
        </div>
      </section>
    </div>
  );
}

/** The embeddings: their source, their progress, and how to get an encoder. */
function Meaning() {
  const embedding = useDashboard().tier.value?.ai.embedding;
  if (!embedding) return null;
  const { model, pending, reason } = embedding;
  return (
    <section aria-label={t('Search by meaning')}>
      <h2 class="heading">{t('Search by meaning')}</h2>
      {model === 'internal' ? (
        <>
          <p class="muted">
            {t(
              'Memories are found by their words and by a small table of related words. An encoder on the server’s machine finds them in other words too. It shows what it fetches before it does:',
            )}
          </p>
          <CopyLine text={installing} />
        </>
      ) : (
        <>
          <p>
            <State is={pending > 0 ? 'waiting' : 'good'}>
              {isOwnEncoder.test(model)
                ? t('The encoder of this machine finds memories in other words.')
                : t('{model} finds memories in other words.', { model })}{' '}
              {pending > 0
                ? tn(pending, '{n} memory waits to be read.', '{n} memories wait to be read.')
                : t('It has read all of them.')}
            </State>
          </p>
          {reason !== undefined && <p class="failure">{inWords(reason)}</p>}
        </>
      )}
    </section>
  );
}

/** The model in the package, whose name says nothing to people. */
const isOwnEncoder = /^encoder-\d+$/u;

/** The command that installs an encoder. */
const installing = 'npx -y agent-memory-service encoder on';

/** Above it a limit is none in practice. */
const boundless = 1_000_000;

function requestsIn(perMinute: number): string {
  return perMinute > boundless ? t('as many as there are') : t('at most {perMinute} a minute', { perMinute });
}

/** The tier's limits and their usage. */
function Usage() {
  const tier = useDashboard().tier.value;
  if (!tier) return null;
  const { features, usage, ai } = tier;
  const facts: readonly (readonly [name: string, value: string, used?: number, most?: number])[] = [
    [t('Plan'), tier.unlimited ? t('unlimited') : known(tier.tier.toLowerCase())],
    [t('Characters'), numeral(usage.characters), usage.characters, features.maxCharacters],
    [t('Memories'), numeral(usage.memories)],
    [t('Files'), t('{files}, {storage} of texts', { files: usage.files, storage: formatBytes(usage.storageBytes) })],
    [t('AI'), ai.configured ? listed([ai.provider, ai.model]) : t('none: built-in rules read the texts, at no cost')],
    [t('AI calls'), numeral(usage.aiCalls)],
    [t('AI tokens'), t('{input} read, {output} written', { input: usage.aiInputTokens, output: usage.aiOutputTokens })],
    [t('Requests'), requestsIn(features.maxRequestsPerMinute)],
  ];
  return (
    <section aria-label={t('Limits and usage')}>
      <h2 class="heading">{t('Limits and usage, of all characters')}</h2>
      <dl>
        {facts.map(([name, value, used = 0, most = -1]) => (
          <>
            <dt>{name}</dt>
            <dd>
              {value}
              {most > 0 && most <= boundless && (
                <>
                  {' '}
                  {t('of {most}', { most })} <meter value={used} max={most} aria-label={name} />
                </>
              )}
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}
