/** Host variables that programs need and that hold no secrets. */
const passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"] as const;

/** The part of the host's environment that a skill's program gets: a few harmless variables, and always a PATH. */
export function plainEnvironment(
  host: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const kept = passedOn.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]] as const]));
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...Object.fromEntries(kept) };
}
