/** C0 and C1 controls, and the controls that reorder text; a line break stays. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Foreign text for a terminal: escape sequences in names and messages are shown as `\u001b`. */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unprintable, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
