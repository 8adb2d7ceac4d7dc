// Files that the build (esbuild) and the tests (vitest.config.ts) load as text.
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.lexicon' {
  const text: string;
  export default text;
}
