const name = 'session';

/**
 * The token of this tab's session: it survives a reload, and tabs that this one opens get a copy. A cookie would be sent
 * to all servers of the machine.
 */
export class TabToken {
  #value = stored()?.getItem(name) ?? undefined;

  get value(): string | undefined {
    return this.#value;
  }

  set value(token: string | undefined) {
    this.#value = token;
    if (token === undefined) stored()?.removeItem(name);
    else stored()?.setItem(name, token);
  }
}

/** Undefined where the browser stores nothing: the session then ends with the page. */
function stored(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
