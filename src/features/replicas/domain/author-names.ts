/** UTF-16 units of a name in a message. */
const maxName = 200;
const mark = ' at the server';

/** The name of an author who has the name of the reader, or of the person of a machine, and is somebody else. */
export function atServer(name: string): string {
  return name.slice(0, maxName - mark.length).toWellFormed() + mark;
}
