/** A predicate for paths: `*` and `?` stay inside one part, `**` crosses parts. */
export function compileGlob(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|[*?]|[\\^$.+()[\]{}|]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  const expression = new RegExp(`^${source.replace(/\/$/, "")}(?:/.*)?$`, "su");
  return (path) => expression.test(path);
}
