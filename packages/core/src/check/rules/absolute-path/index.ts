import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "absolute-path",
  category: "quality",
  severity: "warning",
  summary: "No path exists only on the author's machine.",
  messages: {
    machine:
      "{path} exists only on one person's machine; use a path inside the skill, such as scripts/run.py, or one that the shell expands, such as $HOME/….",
  },
  check(skill, { report }) {
    for (const found of findHomePaths(skill.parsed.text)) report({ message: "machine", ...found });
    for (const { path: file, text } of skill.scripts())
      for (const found of findHomePaths(text)) report({ message: "machine", ...found, file });
  },
});

/** A path below a home directory, with the user name as its group; not inside a URL or a longer path. */
const homePath =
  /(?<![\w.:/~$}>-])(?:\/(?:Users|home)\/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2})([\w.@-]+)(?:[\\/]{1,2}[\w.@-]+)*/g;

type HomePath = { readonly args: { readonly path: string }; readonly span: Span };

/** The first path of each user in a text. */
function* findHomePaths(text: string): Generator<HomePath> {
  if (!text.includes("Users") && !text.includes("/home/")) return;
  const seen = new Set<string>();
  for (const match of text.matchAll(homePath)) {
    const [path, user = ""] = match;
    if (isPlaceholder(user) || seen.has(user) || isExample(text, match.index)) continue;
    seen.add(user);
    const span = { start: match.index, end: match.index + path.length };
    yield { args: { path }, span };
  }
}

/** Placeholder user names in documentation, and default accounts of container images and services. */
const placeholders = new Set(
  "admin agent alice app appuser astro bob circleci claude claudeuser codespace coder default demo deploy dev developer ec2-user example foo git gitpod guest home jane jenkins joe john jovyan linuxbrew me myname myuser name node oracle pi public pwuser root runner sandbox sbx_user shared someone somebody steam test testuser ubuntu user userid username usr vagrant vscode who whoami work x xxx yourname youruser yourusername you your".split(
    " ",
  ),
);

function isPlaceholder(user: string): boolean {
  const folded = user.toLowerCase();
  return placeholders.has(folded) || /^\.+$|^your[-_.]|user|name|^my[-_]/.test(folded);
}

function isExample(text: string, offset: number): boolean {
  return /(?:e\.g\.|for example|such as|like)[,:]?\s*[`"'(]?$/i.test(
    text.slice(Math.max(0, offset - 20), offset),
  );
}
