import { constants } from 'node:fs';

/** Flags that open a file to read without waiting for the other end of a pipe. Windows has no such flag. */
export const readNoWait = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** As `readNoWait`, and not through a link. */
export const readNoLink = readNoWait | (constants.O_NOFOLLOW ?? 0);
