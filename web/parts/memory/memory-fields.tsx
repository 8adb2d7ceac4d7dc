import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Category, Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import { likelyCategory } from './likely-category.ts';

export const importances: readonly Memory['importance'][] = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'];

/**
 * The fields of a memory except its text; the names are those of the form's fields. They are uncontrolled: a new render
 * keeps their values.
 */
export function MemoryFields(props: {
  categories: readonly Category[] | undefined;
  values?: Pick<Memory, 'category' | 'importance' | 'salience'>;
  /** The text of a new memory, whose words suggest a category until the user chooses one. */
  text?: string;
}) {
  const { categories = [], values, text } = props;
  const [isChosen, setChosen] = useState(false);
  // Offers the memory's own category while the others are loading.
  const own = values && !categories.some(({ name }) => name === values.category) ? [{ name: values.category }] : [];
  const offered: (Pick<Category, 'name'> & Partial<Category>)[] = [...own, ...categories];
  const likely = useMemo(() => (text === undefined ? undefined : likelyCategory(text, categories)), [text, categories]);
  const standard = likely ?? standardOf(categories);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!isChosen && text !== undefined && standard !== undefined && select.current) select.current.value = standard;
  }, [standard]);
  return (
    <div class="fields across">
      <label>
        {t('Category')}
        <select ref={select} name="category" onInput={() => setChosen(true)}>
          {offered.map(({ name, description }) => (
            <option key={name} value={name} title={description} selected={name === (values?.category ?? standard)}>
              {known(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('Importance')}
        <select name="importance">
          {importances.map((one) => (
            <option key={one} value={one} selected={one === (values?.importance ?? 'NORMAL')}>
              {known(one.toLowerCase())}
            </option>
          ))}
        </select>
      </label>
      {values && (
        <label>
          {t('Weight')}
          <input
            name="salience"
            type="number"
            min="0"
            max="1"
            step="0.01"
            title={t('Its weight among memories of the same importance, from 0 to 1')}
            defaultValue={String(values.salience)}
          />
        </label>
      )}
    </div>
  );
}

/** The default category of a new memory; undefined: there is none. */
export function standardOf(categories: readonly Category[]): string | undefined {
  return (categories.find(({ isDefault }) => isDefault) ?? categories[0])?.name;
}

/** The form's values. Without loaded categories there is none: an empty select is no form field. */
export function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const category = data.get('category');
  return {
    content: String(data.get('content')),
    ...(category !== null && { category: String(category) }),
    importance: String(data.get('importance')) as Memory['importance'],
    ...(data.has('salience') && { salience: Number(data.get('salience')) }),
  };
}
