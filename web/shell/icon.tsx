/** The icons of the pages of the rail and of actions, 24 px square. */
const paths: Readonly<Record<string, string>> = {
  home: 'M4 11l8-7 8 7M6 10v9h12v-9',
  queue: 'M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z',
  memories: 'M5 6h14M5 12h14M5 18h9',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16 16l4 4',
  things: 'M8.5 4a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M3 20c.5-4 2.5-6 5.5-6s5 2 5.5 6M17 11l4 3.5-4 3.5-2.5-3.5z',
  characters: 'M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  team: 'M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M3 20c.5-3.5 2.5-5 6-5s5.5 1.5 6 5M15.5 5.5a3.5 3.5 0 0 1 0 6.5M17.5 15.5c2 .6 3.2 2 3.5 4.5',
  settings:
    'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M9 14.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  action: 'M5 12h13M13 6l6 6-6 6',
  add: 'M12 5v14M5 12h14',
  pin: 'M7 4h10v16l-5-4-5 4z',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
};

/** @param of the name of a page of the rail, `more`, or a kind of action */
export function Icon({ of }: { of: string }) {
  return (
    <svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[of] ?? ''} />
    </svg>
  );
}
