#!/usr/bin/env node
// getBuiltinModule is faster than an import, which also creates the lazy parts of a module.
const [, , first, ...rest] = process.argv;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`skillwright requires Node 22.18 or later; this is Node ${process.versions.node}.\n`);
  // Exit code 2 makes a hook refuse the call.
  process.exitCode = 2;
} else if (first === "--version" || first === "-v" || first === "-V") {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else {
  // Caching compiled code saves a tenth of the start-up time.
  const folder = cacheFolder(process.env, process.platform);
  const cache = folder && process.getBuiltinModule("node:module").enableCompileCache?.(folder)?.directory;
  // Hooks have their own, smaller bundle.
  const isHook =
    first === "guard" && !rest.some((word) => /^(?:install|uninstall|status|--help|-h)$/.test(word));
  if (isHook) startGuard(cache);
  else await import("../dist/start.js");
}

/** Runs the bundle for hooks as `require` would, except for its cache. */
function startGuard(cache) {
  const { createRequire, Module } = process.getBuiltinModule("node:module");
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const filename = process.getBuiltinModule("node:path").join(import.meta.dirname, "../dist/start-guard.cjs");
  const source = readFileSync(filename, "utf8");
  const module = new Module(filename);
  const require = createRequire(filename);
  // The files it loads on demand import parts of it.
  require.cache[filename] = module;
  compileGuard(source, filename, cache).runInThisContext()(module.exports, require, module);
}

/**
 * Keeps all functions compiled. Node's cache has only those that are called while a file loads, and compiling the others takes
 * a quarter of a hook's own time.
 */
function compileGuard(source, filename, cache) {
  const { Script } = process.getBuiltinModule("node:vm");
  if (!cache) return new Script(source, { filename });
  const { readFileSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule("node:fs");
  // V8 compares its version and the length of the source only, so the name has the digest that the source starts with.
  const file = `${cache}/guard-${process.version}-${process.arch}-${source.slice(2, 66)}`;
  const cachedData = attempt(() => readFileSync(file));
  if (cachedData !== undefined) {
    const script = new Script(source, { filename, cachedData });
    // It was made with other flags of V8. The next hook replaces it.
    if (script.cachedDataRejected) attempt(() => rmSync(file));
    return script;
  }
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--no-lazy");
  const script = new Script(source, { filename });
  // Hooks have the usual flags, which the cache must state.
  setFlagsFromString("--lazy");
  const unfinished = `${file}.${process.pid}`;
  attempt(() => {
    // V8 runs damaged code too, so all of it must be on the disk before it gets its name.
    writeFileSync(unfinished, script.createCachedData(), { flag: "wx", mode: 0o600, flush: true });
    renameSync(unfinished, file);
  });
  attempt(() => rmSync(unfinished, { force: true }));
  return script;
}

/** Undefined on failure, such as a full disk: the cache is only for speed. */
function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** SKILLWRIGHT_HOME or the platform's cache folder. */
function cacheFolder({ SKILLWRIGHT_HOME, XDG_CACHE_HOME, LOCALAPPDATA, HOME }, platform) {
  if (SKILLWRIGHT_HOME) return `${SKILLWRIGHT_HOME}/cache/code`;
  if (platform === "win32") return LOCALAPPDATA && `${LOCALAPPDATA}\\skillwright\\cache\\code`;
  if (XDG_CACHE_HOME) return `${XDG_CACHE_HOME}/skillwright/code`;
  return HOME && `${HOME}/${platform === "darwin" ? "Library/Caches" : ".cache"}/skillwright/code`;
}
