/** A program without its folder, version and `.exe`: `/usr/bin/python3.12` is `python`. */
export function programName(program: string): string {
  const base = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  // Fast path: this runs for every rule.
  if (!/[.\d]/.test(base)) return base;
  return base.replace(/\.exe$/i, "").replace(/^(python|pip|perl|ruby|lua|php|node)[\d.]+$/, "$1");
}
