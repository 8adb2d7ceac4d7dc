/** A property of a vCard or an iCalendar component: `NAME;PARAM=VALUE:value`. */
export interface Property {
  /** In capitals, without its group (`item1.`). */
  name: string;
  /** The kind that its parameters give, such as `home`; empty without one. */
  type: string;
  /** As written, with its escapes. */
  value: string;
}

/** A component (`BEGIN:VCARD` to `END:VCARD`), with its properties and the components in it. */
export interface Component {
  name: string;
  properties: Property[];
}

/** Kinds that distinguish nothing for a reader. */
const plainTypes = new Set(['internet', 'pref', 'voice', 'x-internet', 'text', 'other']);

/**
 * The components of one of these names, in order, of the content lines of RFC 5545 (3.1) and RFC 6350 (3.2). Of nested
 * components (alarms) the properties are left out. vCard 2.1 writes long texts as quoted-printable.
 */
export function componentsIn(text: string, names: ReadonlySet<string>): Component[] {
  const found: Component[] = [];
  const open: string[] = [];
  let current: Component | undefined;
  for (const line of unfolded(text)) {
    const property = propertyOf(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === 'BEGIN') {
      open.push(value.trim().toUpperCase());
      if (!current && names.has(open.at(-1) ?? '')) {
        current = { name: open.at(-1) ?? '', properties: [] };
        open.splice(0, open.length - 1);
      }
    } else if (name === 'END') {
      open.pop();
      if (current && open.length === 0) {
        found.push(current);
        current = undefined;
      }
    } else if (current && open.length === 1) current.properties.push(property);
  }
  if (current) found.push(current);
  return found;
}

/** Lines that begin with a space or a tab continue the line before; so does one after `=` in quoted-printable. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  const parts: string[] = [];
  const end = () => {
    if (parts.length > 0) lines.push(parts.join(''));
    parts.length = 0;
  };
  let isSoft = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (isSoft) parts.push(line);
    else if (/^[ \t]/.test(line) && parts.length > 0) parts.push(line.slice(1));
    else {
      end();
      parts.push(line);
    }
    isSoft = line.endsWith('=') && (isSoft || /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE/i.test(line.slice(0, 200)));
    if (isSoft) parts.push(parts.pop()?.slice(0, -1) ?? '');
  }
  end();
  return lines;
}

/** UTF-16 units of a property's name with its parameters. */
const maxHead = 1_000;

function propertyOf(line: string): Property | undefined {
  const head = headOf(line);
  if (head === undefined) return undefined;
  const [full = '', ...parameters] = head.split(';');
  const name = full
    .slice(full.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z][A-Z\d-]*$/.test(name)) return undefined;
  const raw = line.slice(head.length + 1);
  const isQuoted = parameters.some((one) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(one.trim()));
  return { name, type: typeOf(parameters), value: isQuoted ? fromQuotedPrintable(raw) : raw };
}

/** Up to the first colon outside of quotation marks. */
function headOf(line: string): string | undefined {
  let isQuoted = false;
  for (let at = 0; at < Math.min(line.length, maxHead); at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ':' && !isQuoted) return line.slice(0, at);
  }
  return undefined;
}

/** `TYPE=HOME,VOICE` and, in vCard 2.1, `HOME;VOICE`. A common name (`CN`) is the kind of a person in a calendar. */
function typeOf(parameters: readonly string[]): string {
  const values = parameters.flatMap((parameter) => {
    const [, name, value = ''] = /^([A-Za-z-]+)=(.*)$/.exec(parameter.trim()) ?? [];
    const bare = value.replaceAll('"', '');
    if (name === undefined) return [parameter.trim()];
    return /^TYPE$/i.test(name) ? bare.split(',') : /^CN$/i.test(name) ? [bare] : [];
  });
  const told = values.filter((one) => one !== '' && !plainTypes.has(one.toLowerCase()) && !/PRINTABLE/i.test(one));
  return told.map((one) => (/^[A-Z]+$/.test(one) ? one.toLowerCase() : one)).join(', ');
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/(?:=[\dA-F]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'),
  );
  return bytes.replace(/=$/, '');
}

/** A text without its escapes. */
export function unescaped(value: string): string {
  return value.replace(/\\([nN,;:\\])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark)).trim();
}

/** The parts of a structured value (a name, an address), without escapes and empty ones. */
export function partsOf(value: string): string[] {
  const parts = value.split(/(?<!\\);/).map(unescaped);
  return parts.filter((part) => part !== '');
}
