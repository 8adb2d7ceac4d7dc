import { Link } from 'wouter-preact';
import { numeral, t } from '../../languages/translate.ts';

interface Props {
  name: string;
  /** The names in the same memories, those of the most first. */
  beside: readonly { name: string; memories: number }[];
  links: readonly { one: string; other: string; memories: number }[];
  addressOf: (name: string) => string;
}

const [width, height] = [360, 240];
const radius = { x: 118, y: 84 };
const maxDrawn = 10;

/** Who and what is named with it: a small graph of the first ones, and all as links. */
export function Neighbours({ name, beside, links, addressOf }: Props) {
  const drawn = beside.slice(0, maxDrawn);
  const placeOf = new Map(
    drawn.map((one, at) => {
      const angle = (at / drawn.length) * 2 * Math.PI - Math.PI / 2;
      return [one.name, { x: width / 2 + radius.x * Math.cos(angle), y: height / 2 + radius.y * Math.sin(angle) }];
    }),
  );
  const most = Math.max(1, ...drawn.map(({ memories }) => memories));
  const middle = { x: width / 2, y: height / 2 };
  return (
    <section aria-label={t('Named with')}>
      <h3>{t('Named with')}</h3>
      {drawn.length > 2 && (
        // The links below say the same.
        <svg class="neighbours" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {links.map(({ one, other, memories }) => (
            <Line key={`${one} ${other}`} from={placeOf.get(one)} to={placeOf.get(other)} share={memories / most} />
          ))}
          {drawn.map((one) => (
            <Line key={one.name} from={middle} to={placeOf.get(one.name)} share={one.memories / most} isOwn />
          ))}
          <Node at={middle} name={name} isOwn />
          {drawn.map((one) => (
            <Node key={one.name} at={placeOf.get(one.name) ?? middle} name={one.name} />
          ))}
        </svg>
      )}
      <p class="facets">
        {beside.map((one) => (
          <Link key={one.name} class="chip" href={addressOf(one.name)}>
            <bdi>{one.name}</bdi> <small>{numeral(one.memories)}</small>
          </Link>
        ))}
      </p>
    </section>
  );
}

interface Point {
  x: number;
  y: number;
}

function Line(props: { from: Point | undefined; to: Point | undefined; share: number; isOwn?: true }) {
  const { from, to, share, isOwn } = props;
  if (!from || !to) return null;
  const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return <line {...line} class={isOwn ? 'own' : undefined} stroke-width={1 + 3 * Math.min(1, share)} />;
}

const maxLetters = 16;

function Node({ at, name, isOwn }: { at: Point; name: string; isOwn?: true }) {
  const letters = [...name];
  return (
    <g class={isOwn ? 'own' : undefined}>
      <circle cx={at.x} cy={at.y} r={isOwn ? 7 : 5} />
      <text x={at.x} y={at.y + (at.y < height / 2 ? -11 : 20)} text-anchor="middle">
        {letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join('')}…` : name}
      </text>
    </g>
  );
}
