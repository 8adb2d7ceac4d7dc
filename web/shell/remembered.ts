const name = 'character';

/** The character that was chosen at the last visit. */
export function readRemembered(): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepRemembered(id: string): void {
  try {
    localStorage.setItem(name, id);
  } catch {
    // The browser keeps nothing: it is forgotten with the page.
  }
}
