import { constants } from 'node:fs';

/** Flags that open a file to read: not through a link, and without waiting for the other end of a pipe. Windows has neither. */
export const readNoLink = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
