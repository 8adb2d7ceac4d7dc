import { useState } from 'preact/hooks';
import type { Category, Memory } from '../../client/api.ts';
import type { Client } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConfirmButton } from '../confirm.tsx';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { hueOf } from '../memory/category.tsx';
import { importances } from '../memory/memory-fields.tsx';
import { Modal } from '../modal.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

/** The categories of a character, with their descriptions. */
export function Categories({ characterId }: { characterId: string }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const isOffered = dashboard.may('updateCategory', characterId);
  const [open, setOpen] = useState<Category | 'new'>();
  const found = useLoad(characterId, (signal) => client.call('listCategories', { characterId }, signal));
  const categories = found.value?.categories ?? [];
  return (
    <details class="part" open>
      <summary>{t('Categories')}</summary>
      <FailureNote failure={found.failure} again={found.again} />
      <Skeleton of={found} rows={4} />
      <ul class="list">
        {categories.map((category) => (
          <li key={category.name}>
            <span class="cat" style={{ '--h': hueOf(categories, category.name) }}>
              {known(category.name)}
            </span>
            <span class="muted number">{numeral(category.memoryCount)}</span>
            {isOffered && (
              <button
                type="button"
                class="quiet"
                onClick={() => setOpen(category)}
                aria-label={t('Edit {name}', { name: category.name })}
              >
                {t('Edit')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOffered && (
        <button type="button" onClick={() => setOpen('new')}>
          {t('New category…')}
        </button>
      )}
      {open && (
        <CategoryDialog
          characterId={characterId}
          categories={categories}
          category={open === 'new' ? undefined : open}
          close={() => setOpen(undefined)}
        />
      )}
    </details>
  );
}

function CategoryDialog(props: {
  characterId: string;
  categories: readonly Category[];
  category: Category | undefined;
  close: () => void;
}) {
  const { characterId, categories, category, close } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft(`category ${characterId} ${category?.name ?? ''}`);
  const discard = () => {
    forget();
    close();
  };
  const others = categories.filter(({ name }) => name !== category?.name);
  const [target, setTarget] = useState(others[0]?.name ?? '');
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const fields = {
      characterId,
      name: String(data.get('name')).trim(),
      description: String(data.get('description')).trim(),
      importance: importances.find((one) => one === data.get('importance')) ?? 'NORMAL',
      hints: String(data.get('hints'))
        .split(',')
        .map((hint) => hint.trim())
        .filter((hint) => hint !== ''),
    };
    const change = async (to: typeof fields, from: string | undefined) => {
      if (from === undefined) return client.call('addCategory', to);
      if (from !== to.name) await client.call('renameCategory', { characterId, name: from, newName: to.name });
      return client.call('updateCategory', to);
    };
    const before = category && { ...category, characterId };
    const back = before && (() => change(before, fields.name));
    if (await run(() => change(fields, category?.name), t('Category saved'), back)) discard();
  };
  const remove = async (removed: Category) => {
    let back: (() => Promise<void>) | undefined;
    const work = async () => {
      back = await deleteCategory(client, characterId, removed, target);
      return true;
    };
    if (await run(work, t('Category {name} is deleted', { name: removed.name }), () => back?.() ?? Promise.resolve()))
      close();
  };
  return (
    <Modal label={category ? t('Category {name}', { name: category.name }) : t('New category')} close={close}>
      <h2>{category ? category.name : t('New category')}</h2>
      <form {...kept} class="fields" onSubmit={save}>
        <label>
          {t('Name')}
          <input name="name" required maxLength={64} autocomplete="off" defaultValue={category?.name ?? ''} />
        </label>
        <label>
          {t('What belongs into it')}
          <textarea name="description" rows={2} defaultValue={category?.description ?? ''} />
        </label>
        <label>
          {t('Words that hint at it, with commas')}
          <input name="hints" defaultValue={category?.hints.join(', ') ?? ''} />
        </label>
        <label>
          {t('Importance of its memories')}
          <select name="importance">
            {importances.map((one) => (
              <option key={one} value={one} selected={one === (category?.importance ?? 'NORMAL')}>
                {known(one.toLowerCase())}
              </option>
            ))}
          </select>
        </label>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Save')} close={discard} />
      </form>
      {category && !category.isDefault && dashboard.may('deleteCategory', characterId) && (
        <div class="buttons part">
          <label>
            {t('Its memories go to')}
            <select value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
              {others.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <ConfirmButton
            label={t('Delete category')}
            title={t('Delete the category {name}?', { name: category.name })}
            run={() => void remove(category)}
          >
            <p>
              {category.memoryCount === 0
                ? t('No memory is in it.')
                : tn(category.memoryCount, '{n} memory moves to {target}.', '{n} memories move to {target}.', {
                    target,
                  })}{' '}
              {t('Undo brings it back with them.')}
            </p>
          </ConfirmButton>
        </div>
      )}
    </Modal>
  );
}

/** The API's maximum for one list and one change. */
const [maxListed, maxChanged] = [100, 500];

/** Moves the memories of a category to another one and deletes it. @returns the undo of both */
async function deleteCategory(
  client: Client,
  characterId: string,
  category: Category,
  target: string,
): Promise<() => Promise<void>> {
  const ids = await idsIn(client, characterId, category.name);
  const given = { characterId, name: category.name, ...(ids.length > 0 && { reassignTo: target }) };
  await client.call('deleteCategory', given);
  const { name, description, importance, hints } = category;
  return async () => {
    await client.call('addCategory', { characterId, name, description, importance, hints });
    for (let at = 0; at < ids.length; at += maxChanged) {
      const part = ids.slice(at, at + maxChanged);
      await client.call('changeMemories', { characterId, ids: part, change: { category: name } });
    }
  };
}

async function idsIn(client: Client, characterId: string, category: string): Promise<Memory['id'][]> {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const asked = { characterId, category, page, limit: maxListed };
    const { memories, total } = await client.call('listMemories', asked);
    ids.push(...memories.map(({ id }) => id));
    if (memories.length === 0 || ids.length >= total) return ids;
  }
}
