/** Variables of the host that a program needs to work at all and that tell it no secret. */
const passedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"] as const;

/** What a skill's program gets of the host's environment: a few harmless variables, and never without a PATH. */
export function plainEnvironment(
  host: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const kept = passedOn.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]] as const]));
  return { PATH: "/usr/local/bin:/usr/bin:/bin", ...Object.fromEntries(kept) };
}
