import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNote } from './failure.tsx';

/**
 * A part that is loaded when it is first shown, which the first view does without.
 * @param tell called when it can not be loaded
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  tell?: (props: Props) => void,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazily(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState<unknown>();
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        (failure) => {
          setFailed(failure);
          tell?.(props);
        },
      );
    }, [Part]);
    if (Part) return <Part {...props} />;
    return failed === undefined ? null : <FailureNote failure={failed} again={() => location.reload()} />;
  };
}
