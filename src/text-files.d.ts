// Files that the build (esbuild) and the tests (vitest.config.ts) load as text.
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
