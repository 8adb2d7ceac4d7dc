import { t } from '../../languages/translate.ts';
import { Choice } from '../filters.tsx';
import { sourceKinds } from './source.ts';

type Source = keyof typeof sourceKinds;
export const sources = Object.keys(sourceKinds) as Source[];

/** Narrows a list of memories to a kind of source. */
export function SourceChoice(props: { value: Source | undefined; choose: (source: Source | undefined) => void }) {
  return (
    <Choice
      label={t('Source')}
      any={t('any source')}
      choices={sources.map((one) => [one, t(sourceKinds[one])])}
      {...props}
    />
  );
}
