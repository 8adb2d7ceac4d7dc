import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNote } from './failure.tsx';

/** A part that is loaded when it is first shown, which the first view does without. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazily(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [failed, setFailed] = useState<unknown>();
    useEffect(() => {
      if (Part) return;
      load().then((part) => {
        loaded = part;
        setPart(() => part);
      }, setFailed);
    }, [Part]);
    if (Part) return <Part {...props} />;
    return failed === undefined ? null : <FailureNote failure={failed} again={() => location.reload()} />;
  };
}
