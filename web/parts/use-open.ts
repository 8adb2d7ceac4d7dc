import { useEffect, useState } from 'preact/hooks';

/** From this width on, a list and its open item both have room, so the first item is open by default. */
const roomy = matchMedia('(min-width: 1500px)');

/** The item open beside a list: the one in the address or, if there is room, the first, which can't be closed. */
export function useOpen(named: string | undefined, first: string | undefined): { open?: string; isByItself: boolean } {
  const [hasRoom, setHasRoom] = useState(roomy.matches);
  useEffect(() => {
    const look = () => setHasRoom(roomy.matches);
    roomy.addEventListener('change', look);
    return () => roomy.removeEventListener('change', look);
  }, []);
  const open = named ?? (hasRoom ? first : undefined);
  return { ...(open !== undefined && { open }), isByItself: named === undefined && open !== undefined };
}
