import { useEffect, useState } from 'preact/hooks';

/** From this width on a list and what is open in it both have room, so that the first of a list is open by itself. */
const roomy = matchMedia('(min-width: 1500px)');

/** What is open beside a list: what the address names or, where there is room, the first. It can't be closed then. */
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
