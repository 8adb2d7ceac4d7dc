import { t } from '../languages/translate.ts';
import { useShared } from '../shell/shared.ts';

/** A line to be copied, or several. */
export function CopyLine({ text }: { text: string }) {
  const { toasts } = useShared();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show(t('Copied')),
      () => toasts.show(t('The browser does not allow copying: select the text and copy it yourself.')),
    );
  const isSeveral = text.includes('\n');
  return (
    <p class={isSeveral ? 'copy several' : 'copy'}>
      <span dir={isSeveral ? 'auto' : 'ltr'}>{text}</span>{' '}
      <button type="button" class="quiet" onClick={() => void copy()}>
        {t('Copy')}
      </button>
    </p>
  );
}

/** A secret that is shown only once. @param children its purpose */
export function Secret({ text, children }: { text: string; children: string }) {
  return (
    <div role="alert" class="secret">
      <p>
        {children} {t('It is shown only now: copy it to where it is used.')}
      </p>
      <CopyLine text={text} />
    </div>
  );
}
