import { useEffect, useRef } from 'preact/hooks';
import { t } from '../languages/translate.ts';

/** Shows more rows. @param isByScrolling whether also where it comes into view */
export function ShowMore({ more, isByScrolling }: { more: () => void; isByScrolling: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    if (!isByScrolling || !button.current) return undefined;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current());
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isByScrolling]);
  return (
    <button ref={button} type="button" class="more" onClick={more}>
      {t('Show more')}
    </button>
  );
}
