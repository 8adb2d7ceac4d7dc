const name = 'session';

/**
 * The token of a session that belongs to this tab: it outlasts a reload, and tabs that this one opens get a copy.
 * No other server of the machine is sent it, as a cookie would be.
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

/** Undefined where the browser is set to keep nothing: the session then ends with the page. */
function stored(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
