/** A path with the tilde at its beginning read as the home directory: hosts start servers without a shell. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=$|[/\\])/, () => home);
}
