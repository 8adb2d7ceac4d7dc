import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { counted } from '../format.ts';
import { Edits } from '../memory/edits.ts';
import { Modal } from '../modal.tsx';

/** What can be done with the memories that were chosen, all at once. */
export function Chosen({ memories, done }: { memories: readonly Memory[]; done: () => void }) {
  const dashboard = useDashboard();
  const { toasts, categories } = dashboard;
  const [isAsking, setAsking] = useState(false);
  const edits = new Edits(dashboard);
  const said = counted(memories.length, 'memory', 'memories');
  const change = (to: { category: string } | { state: 'DELETED' }) => {
    setAsking(false);
    done();
    void edits.changeMany(memories, to).catch((error) => toasts.fail(error));
  };
  return (
    <div class="chosen" role="toolbar" aria-label="Chosen memories">
      <b>{said} chosen</b>
      <select
        aria-label="Move to a category"
        value=""
        onChange={(event) => change({ category: event.currentTarget.value })}
      >
        <option value="">Move to…</option>
        {(categories.value.get(memories[0]?.characterId ?? '') ?? []).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
        Delete
      </button>
      <button type="button" class="quiet" onClick={done}>
        Choose none
      </button>
      {isAsking && (
        <Modal label="Delete" close={() => setAsking(false)}>
          <h2>Delete {said}?</h2>
          <p>They can be restored, each or all.</p>
          <div class="buttons">
            <button type="button" class="main" onClick={() => change({ state: 'DELETED' })}>
              Delete {said}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </div>
  );
}
