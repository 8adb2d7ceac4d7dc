import { useEffect, useRef, useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { Failure } from '../../client/client.ts';
import { rich, t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { FailureNote } from '../failure.tsx';
import { focusKeeper } from '../focus.ts';
import { useDraft } from '../use-draft.ts';
import { Diff } from './diff.tsx';
import { Edits } from './edits.ts';
import { partsOf } from './marking.ts';
import { fieldsOf, MemoryFields } from './memory-fields.tsx';
import { MemoryText } from './memory-text.tsx';
import { Path } from './said.tsx';

/**
 * Edits a memory. The draft stays until it is saved or discarded. After a concurrent change by somebody else both texts
 * are shown.
 */
export function EditForm({ memory, close, saved }: { memory: Memory; close: () => void; saved?: () => void }) {
  const shared = useShared();
  const { drafts, categories, client } = shared;
  // What was changed since the draft was begun is shown before it is saved over.
  const [base, setBase] = useState(() => ({ ...memory, revision: drafts.get(memory.id)?.revision ?? memory.revision }));
  const { element: form, form: kept, end: forget } = useDraft(memory.id, base.revision);
  // The headings stand above the field and stay.
  const [{ path, before, text }] = useState(() => partsOf(memory));
  const [typed, setTyped] = useState(text);
  const content = before + typed;
  const [theirs, setTheirs] = useState<Memory>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  // A text field that grows with its text.
  const area = useRef<HTMLTextAreaElement>(null);
  // Before the button that opened it is drawn as disabled.
  const giveFocusBack = useRef<() => void>();
  giveFocusBack.current ??= focusKeeper();
  useEffect(() => {
    area.current?.focus();
    return giveFocusBack.current;
  }, []);

  const end = () => {
    forget();
    close();
  };
  const discard = () => {
    const draft = drafts.get(memory.id);
    end();
    if (!draft || content === base.content) return;
    shared.toasts.show(t('Your text is not saved'), async () => drafts.set(memory.id, draft));
  };
  const save = async (on: Memory) => {
    if (!form.current) return;
    setBusy(true);
    setFailure(undefined);
    try {
      // The user has seen the text, so a stored credential stays.
      await new Edits(shared).update(on, {
        ...fieldsOf(form.current),
        content: before + typed.trim(),
        allowSecret: true,
      });
      end();
      saved?.();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const current = error.type === 'ConflictUnresolved' ? await read() : undefined;
      if (current && current.revision !== on.revision) setTheirs(current);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  // Hosts show pages in frames in which forms can't be submitted.
  const submit = () => {
    if (!isBusy && !theirs && form.current?.reportValidity()) void save(base);
  };
  const read = () =>
    client.call('getMemory', { characterId: memory.characterId, memoryId: memory.id }).catch(() => undefined);

  return (
    <form
      {...kept}
      class="edit"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        if (event.key === 'Escape') discard();
      }}
    >
      <Path path={path} />
      <MemoryText
        area={area}
        aria-label={t('Text of the memory')}
        rows={Math.min(16, 3 + Math.ceil(typed.length / 45))}
        defaultValue={text}
        typed={setTyped}
      />
      <MemoryFields categories={categories.value.get(memory.characterId)} values={memory} />
      {theirs && (
        <div class="theirs" role="alert">
          <p>
            {rich(t('{changed} What it says now, compared with yours:'), {
              changed: <b>{t('It was changed meanwhile.')}</b>,
            })}
          </p>
          <p>
            <Diff from={content} to={theirs.content} />
          </p>
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                setBase(theirs);
                setTheirs(undefined);
                void save(theirs);
              }}
            >
              {t('Save mine over it')}
            </button>
            <button
              type="button"
              onClick={() => {
                shared.changed();
                end();
              }}
            >
              {t('Keep what it says now')}
            </button>
          </div>
        </div>
      )}
      <FailureNote failure={failure} />
      <div class="buttons">
        <button
          type="submit"
          class="main"
          disabled={isBusy || theirs !== undefined}
          onClick={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {t('Save')}
        </button>
        <button type="button" onClick={discard}>
          {t('Cancel')}
        </button>
        <span class="muted by-keys">{t('Ctrl-Enter saves')}</span>
      </div>
    </form>
  );
}
