export interface Bar {
  name: string;
  count: number;
  /** A colour. */
  hue: string;
}

/** Amounts beside each other, the most first. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ul class="bars">
      {bars.map(({ name, count, hue }) => (
        <li key={name} style={{ '--h': hue }}>
          <span class="cat">{name}</span>
          <i style={{ width: `${(100 * count) / most}%` }} />
          <b>{count.toLocaleString()}</b>
        </li>
      ))}
    </ul>
  );
}
