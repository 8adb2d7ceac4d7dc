// Loads files of the program from compiled code: with Node's own compile cache where it has one, else (Node 20) with the
// cache that the build made. V8 refuses a cache of another version or source, and then compiles as usual.
'use strict';
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const nodeModule = require('node:module');
const { homedir } = require('node:os');
const { isAbsolute, join } = require('node:path');
const vm = require('node:vm');

function run(name) {
  if (!nodeModule.enableCompileCache) return load(name);
  const folder = cacheFolder();
  if (folder !== undefined) nodeModule.enableCompileCache(folder);
  return require(`./${name}.cjs`);
}

/**
 * A folder of this user alone, undefined if there can be none. Node's usual one is shared by all users of the machine,
 * who could plant code in it.
 */
function cacheFolder() {
  const { env, platform } = process;
  const usual = { darwin: 'Library/Caches', win32: 'AppData/Local' }[platform] ?? '.cache';
  const given = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const folder = join(given && isAbsolute(given) ? given : join(homedir(), usual), 'agent-memory-service', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return undefined;
  }
}

/** The files of the program that are loaded here, from a cache if there is one. */
const cached = new Set(['start', 'server', 'search', 'hook', 'own-recall', 'capture']);
/** By name: the loaded files. */
const loaded = new Map();

/** Loads a file of the program as `require` would, its code taken from the cache beside it. */
function load(name) {
  const known = loaded.get(name);
  if (known) return known.module.exports;
  const filename = join(__dirname, `${name}.cjs`);
  const cacheFile = join(__dirname, `${name}.cache`);
  const script = new vm.Script(nodeModule.wrap(readFileSync(filename, 'utf8')), {
    filename,
    cachedData: existsSync(cacheFile) ? readFileSync(cacheFile) : undefined,
  });
  const module = { exports: {} };
  loaded.set(name, { module, script, cacheFile });
  try {
    script.runInThisContext().call(module.exports, module.exports, requireBeside, module, filename, __dirname);
  } catch (error) {
    // The next use loads it again: its files may be missing for a moment, during an update.
    loaded.delete(name);
    throw error;
  }
  if (name === 'search' || name === 'capture') optimizeLate();
  return module.exports;
}

/**
 * Has V8 optimise later than by its default of 135,168. Called when everything is loaded, because a cache is refused under
 * other flags than it was made with.
 */
function optimizeLate() {
  const { setFlagsFromString } = require('node:v8');
  if (!loaded.has('hook')) {
    // The first hundreds of searches of a server take a sixth less CPU, and a twenty-fifth more of its own thread.
    setFlagsFromString('--interrupt-budget=300000');
    return;
  }
  // A hook has ended before optimised code pays, of functions and of patterns: V8's compiler would keep a core busy for as
  // long as the hook takes.
  setFlagsFromString('--interrupt-budget=1000000');
  setFlagsFromString('--regexp-tier-up-ticks=100');
}

function requireBeside(path) {
  const name = path.startsWith('./') && path.endsWith('.cjs') ? path.slice(2, -4) : '';
  return cached.has(name) ? load(name) : require(path);
}
requireBeside.resolve = require.resolve;

/** Keeps the code of these files that was compiled so far. */
function keep(names) {
  for (const name of names) {
    const { script, cacheFile } = loaded.get(name);
    writeFileSync(cacheFile, script.createCachedData());
  }
}

module.exports = { run, load, keep };
