import { readFileSync, writeFileSync } from "node:fs";

/**
 * Adds the platform packages that npm left out of the lock. A registry mirror may hold the binaries of some platforms
 * only; `npm install` then drops the others from the lock, and `npm ci` refuses a lock without them. The entries
 * name version and platform, which is all npm needs to skip or fetch them. Another lock is given as an argument.
 */
const path = process.argv[2] ?? new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const added = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (place === "" || isLocked(place, name)) continue;
    const platform = platformOf(name);
    lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, ...platform };
    added.push(`${name}@${version}`);
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "The lock is complete." : `Added to the lock:\n  ${added.join("\n  ")}`);

function isLocked(place, name) {
  return `${place}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}

/** `@scope/binding-linux-arm64-musl` → its os, cpu and libc. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) =>
    /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/.test(word),
  );
  const cpu = words.find((word) => /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/.test(word));
  const libc = words.find((word) => /^(musl|gnu)/.test(word));
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc.startsWith("musl") ? "musl" : "glibc"] }),
  };
}
