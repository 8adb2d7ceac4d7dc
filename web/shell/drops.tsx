import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { droppedFiles } from '../parts/files/dropped.ts';
import { useDashboard } from './dashboard.ts';
import { everyone, placeOf, useCharacter, useIsAllChosen, useParts } from './places.ts';

/** Takes files that are dropped anywhere on the dashboard and imports them on Files. The browser would open them otherwise. */
export function Drops() {
  const dashboard = useDashboard();
  const character = useCharacter(useParts().character);
  const isAll = useIsAllChosen();
  const [, go] = useLocation();
  const [isOver, setOver] = useState(false);
  const id = character?.id;
  const isEmpty = dashboard.characters.value?.length === 0;
  const isOffered = isEmpty
    ? dashboard.may('createCharacter')
    : id !== undefined && dashboard.may('importDocument', id);
  useEffect(() => {
    const controller = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      addEventListener(name, (event) => event.dataTransfer?.types.includes('Files') && run(event), controller);
    on('dragover', (event) => {
      event.preventDefault();
      setOver(isOffered);
    });
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      if (!isOffered || !event.dataTransfer || document.querySelector('dialog[open]')) return;
      const files = droppedFiles(event.dataTransfer);
      const take = async () => {
        const owner = isAll ? everyone : (id ?? (await dashboard.ownCharacter()));
        dashboard.dropped.value = await files;
        go(placeOf('files', owner));
      };
      void take().catch((error) => dashboard.toasts.fail(error));
    });
    return () => controller.abort();
  }, [dashboard, id, isAll, isOffered]);
  if (!isOver) return null;
  return (
    <div class="dropping">
      {character && !isAll
        ? t('Drop it: {name} will remember its content. You see a preview first.', { name: character.name })
        : t('Drop it: your memory will have its content. You see a preview first.')}
    </div>
  );
}
