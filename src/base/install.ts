/** Installs the command for all projects. npm 12 runs install scripts of named packages only, npm 10 ignores the flag. */
export function installCommand(release = 'agent-memory-service'): string {
  return `npm install --global --allow-scripts=better-sqlite3 ${release}`;
}
