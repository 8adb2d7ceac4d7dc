// Files that the build (esbuild) and the tests (vitest.config.ts) load as text; of binary ones they load the path.
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.lexicon' {
  const text: string;
  export default text;
}
declare module '*.bin' {
  const path: string;
  export default path;
}
