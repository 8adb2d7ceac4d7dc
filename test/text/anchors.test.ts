import { expect, test } from 'vitest';
import { anchorsIn } from '../../src/text/anchors.ts';

const named = (text: string) => anchorsIn(text, '/work/harbour');

test('a text names the files and folders of its project', () => {
  expect(named('Taxes are in `src/orders.ts`, see ./lib/a.py:42 and @docs/taxes.md.').paths).toStrictEqual([
    'src/orders.ts',
    'lib/a.py',
    'docs/taxes.md',
  ]);
  expect(
    named('/work/harbour/app/[id]/page.tsx, src\\win\\b.cs (Makefile.am) `src/orders` and lib/legacy/').paths,
  ).toStrictEqual(['app/[id]/page.tsx', 'src/win/b.cs', 'Makefile.am', 'src/orders', 'lib/legacy']);
  expect(named('税は src/税.ts にある。').paths).toStrictEqual(['src/税.ts']);
});

test('addresses, other folders and plain words name no file', () => {
  const others =
    'https://example.com/a/b.ts, /etc/hosts.conf ../up/a.ts src/../../b.ts .git/config.lock C:\\x\\y.ts ~/a.sh? and/or 1/2 e. g.';
  expect(named(others).paths.filter((path) => path !== '~/a.sh')).toStrictEqual([]);
});

test('identifiers in code signs and calls are symbols, hashes are commits', () => {
  const text = 'Call parseOrder() or `MAX_SIZE`, not `true` or someWord; since 4f2a9c1 (deadbeef, 1234567, c0ffee1x).';
  expect(named(text)).toMatchObject({ symbols: ['parseOrder', 'MAX_SIZE'], commits: ['4f2a9c1'] });
});
