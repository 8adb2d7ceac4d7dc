import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluralForms, textsOf } from './texts.ts';

// Brings the catalogues in step with the sources: sorts them, removes what nothing shows, adds what is new with empty texts.
const folder = join(process.cwd(), 'web/languages');
const keys = [...textsOf(join(process.cwd(), 'web')).keys].sort(([one], [other]) => (one < other ? -1 : 1));

for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
  const path = join(folder, name);
  const known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const forms = Object.fromEntries(pluralForms(name.slice(0, -'.json'.length)).map((form) => [form, '']));
  const all = keys.map(([key, isPlural]) => {
    const text = known[key];
    return [key, isPlural === (typeof text === 'object') && text ? text : isPlural ? forms : ''] as const;
  });
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  const missing = all.filter(([, text]) => text === '' || Object.values(text).includes(''));
  console.log(`${name}: ${all.length} texts, ${missing.length} of them not translated`);
}
