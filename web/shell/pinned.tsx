import { useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { useScope } from './places.ts';

/** The pinned views, in the rail. */
export function Pinned() {
  const { views, toasts } = useDashboard();
  const [path] = useLocation();
  const search = useSearch();
  const here = path + (search === '' ? '' : `?${search}`);
  if (views.all.value.length === 0) return null;
  return (
    <section class="pinned" aria-label={t('Pinned views')}>
      {views.all.value.map((view) => (
        <div key={view.address}>
          <Link href={view.address} aria-current={view.address === here ? 'page' : undefined}>
            {view.name}
          </Link>
          <button
            type="button"
            class="quiet unpin"
            aria-label={t('Unpin {name}', { name: view.name })}
            onClick={() => {
              views.unpin(view.address);
              toasts.show(t('Unpinned {name}', { name: view.name }), async () => views.pin(view));
            }}
          >
            ×
          </button>
        </div>
      ))}
    </section>
  );
}

/** Names the present address and pins it. */
export function PinDialog({ close }: { close: () => void }) {
  const { views, toasts, pageAt } = useDashboard();
  const [path] = useLocation();
  const search = useSearch();
  const { character, isAll } = useScope();
  const address = path + (search === '' ? '' : `?${search}`);
  const words = [...new URLSearchParams(search).values()].join(', ');
  const who = isAll ? t('all') : character?.name;
  const [name, setName] = useState([t(pageAt(path).title), words, who].filter(Boolean).join(' · '));
  return (
    <Modal label={t('Pin this view')} close={close}>
      <h2>{t('Pin this view')}</h2>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          views.pin({ name: name.trim(), address });
          toasts.show(t('Pinned {name}', { name: name.trim() }), async () => views.unpin(address));
          close();
        }}
      >
        <label>
          {t('Name')}
          <input
            required
            autofocus
            maxLength={80}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <p class="muted">{t('This browser stores it, with its filters and its character.')}</p>
        <div class="buttons">
          <button type="submit" class="main">
            {t('Pin')}
          </button>
          <button type="button" onClick={close}>
            {t('Cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
