import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';

/** What the sources of the dashboard show. */
export interface Texts {
  /** The keys of catalogues; whether a key has plural forms. */
  keys: Map<string, boolean>;
  /** Visible texts that nothing translates, each with its file and line. */
  untranslated: string[];
}

/** A node of ESTree, with the extensions for JSX and TypeScript. */
interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Which argument of a function is the key. */
const translating = new Map([
  ['t', 0],
  ['msg', 0],
  ['tn', 2],
]);
/** Attributes that readers see or hear, and properties of our own components that become such. */
const shownAttributes = new Set([
  ...['aria-label', 'title', 'placeholder', 'alt'],
  ...['label', 'about', 'any', 'does', 'first', 'hint', 'of'],
]);
/** Properties of tables that become such attributes. */
const shownProperties = new Set(['about', 'hint', 'label', 'words']);
/** Errors whose second argument readers see. */
const shownErrors = new Set(['Failure']);
/** Elements whose text is no language. */
const verbatim = new Set(['code', 'kbd', 'pre']);
const letters = /\p{L}{2}/u;

/** Pages of their own that are in English: the reference of `/docs`, and the page inside a conversation. */
const inEnglish = /^(?:docs|app)\b|^client\/host-/u;

/** The texts of the sources below a folder. */
export function textsOf(folder: string): Texts {
  const found: Texts = { keys: new Map(), untranslated: [] };
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/u.test(path) || inEnglish.test(path)) continue;
    readTexts(path, readFileSync(join(folder, path), 'utf8'), found);
  }
  return found;
}

/** Adds the texts of one source. */
export function readTexts(path: string, source: string, { keys, untranslated }: Texts): void {
  const report = (node: Node, text: unknown) => {
    if (typeof text !== 'string' || !letters.test(text)) return;
    const line = source.slice(0, node.start).split('\n').length;
    untranslated.push(`${path}:${line}: ${text.trim().replaceAll(/\s+/gu, ' ')}`);
  };
  const reportLiterals = (node: Node) => {
    for (const one of literalsOf(node)) report(one, one.value);
  };
  const visit = (node: Node, element: string): void => {
    if (node.type === 'NewExpression' && shownErrors.has(String((node.callee as Node).name))) {
      const [, message] = node.arguments as Node[];
      if (message) reportLiterals(message);
    }
    const isTabled = node.type === 'Property' && shownProperties.has(String((node.key as Node).name));
    if (isTabled) reportLiterals(node.value as Node);
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined;
    const position = translating.get(String(callee?.name));
    if (position !== undefined) {
      const key = (node.arguments as Node[])[position];
      for (const { value } of key ? literalsOf(key) : []) keys.set(String(value), callee?.name === 'tn');
    }
    if (node.type === 'JSXText' && !verbatim.has(element)) report(node, node.value);
    if (node.type === 'JSXAttribute' && shownAttributes.has(String((node.name as Node).name)) && node.value) {
      reportLiterals(node.value as Node);
    }
    if (node.type === 'JSXElement') {
      const { name } = (node.openingElement as { name: Node }).name;
      for (const child of node.children as Node[]) {
        if (child.type !== 'JSXExpressionContainer' || verbatim.has(String(name))) continue;
        for (const one of literalsOf(child)) report(one, one.value);
      }
      element = String(name);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, element);
  };
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, '');
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** The literals that an expression may be or begin with: through conditions, templates and parentheses. */
function literalsOf(node: Node): { start: number; type: string; value: unknown }[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ ...node, value: node.value }] : [];
    case 'TemplateLiteral':
      return (node.quasis as Node[]).map((one) => ({ ...one, value: (one.value as { cooked: string }).cooked }));
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)];
    case 'LogicalExpression':
      return literalsOf(node.right as Node);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return literalsOf(node.expression as Node);
    default:
      return [];
  }
}

/** The plural forms that numbers below 200 have in a language. */
export function pluralForms(tag: string): string[] {
  const rules = new Intl.PluralRules(tag);
  return rules
    .resolvedOptions()
    .pluralCategories.filter((form) => [...Array(200).keys()].some((n) => rules.select(n) === form));
}
