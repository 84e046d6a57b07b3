import type { Level } from "../../../finding.ts";
import type { Language, ScannedText } from "../../../scan/evidence.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "disguised-content",
  category: "security",
  severity: "warning",
  summary: "No program hides under another kind of file, in an unexpected place, or behind filler.",
  messages: {
    "wrong-extension":
      "{path} contains a program ({language}), though its name says otherwise. Give it the extension of its language.",
    "unusual-encoding":
      "{path} contains a program ({language}) in an encoding that hides it from most tools. Save it as UTF-8.",
    container:
      "{path} is a program ({language}) inside another file, where reviewers do not see it. Ship it as a file of the skill.",
    "skipped-folder":
      "{path} is a program ({language}) in a folder that tools and reviewers skip. Move it to scripts/, or remove it.",
    padding: "{path} has so much filler that what follows is out of sight. Remove the filler.",
  },
  threat: {
    owasp: ["AST01", "AST08"],
    why: "Programs are hidden where people and scanners do not look for them, so that what a skill runs is not what was reviewed.",
    remedy:
      "Read the hidden content before you use the skill; as the author, ship programs as plain files with their own extension.",
    levels: {
      "wrong-extension": "medium",
      "unusual-encoding": "medium",
      container: "medium",
      "skipped-folder": "medium",
      padding: "medium",
    },
  },
  check(skill, { report }) {
    const seen = new Set<string>();
    for (const text of skill.evidence().texts) {
      const { disguise, path, language } = text;
      const level = levelOf(text);
      if (disguise === undefined || level === undefined) continue;
      const { file, span } = text.placeOf({ start: 0, end: 0 });
      // One for each file or skipped folder is enough, however many programs it holds.
      const key = `${disguise} ${level} ${disguise === "skipped-folder" ? path.split("/", 1)[0] : (file ?? "")}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const place = file === undefined ? { span } : { span, file };
      if (disguise === "padding") report({ message: disguise, args: { path }, level, ...place });
      else report({ message: disguise, args: { path, language }, level, ...place });
    }
  },
});

/** Programs of these languages run as they are. */
const runnable: ReadonlySet<Language> = new Set<Language>([
  "shell",
  "powershell",
  "batch",
  "python",
  "javascript",
  "ruby",
  "perl",
  "php",
]);

/** Names of text and data, which hold examples of programs now and then. */
const textual =
  /\.(?:txt|text|log|md|markdown|rst|json|jsonl|ya?ml|xml|html?|css|csv|tsv|map|lock|license|bak|tmp)$/i;

const archive = /\.(?:zip|tar|tgz|tar\.gz|gz|whl|jar|skill|crate|nupkg|vsix)\//i;

/** How dangerous a disguise is; undefined where it hides nothing that runs. */
function levelOf({ disguise, language, role, path, isReached }: ScannedText): Level | undefined {
  if (disguise === undefined || role === "test") return undefined;
  if (disguise === "padding") return role === "data" ? undefined : "medium";
  if (!runnable.has(language)) return undefined;
  const usual = isReached ? "high" : "medium";
  switch (disguise) {
    case "wrong-extension":
      if (!textual.test(path)) return usual;
      return isReached ? "medium" : undefined;
    case "unusual-encoding":
      // Windows writes its own scripts in UTF-16.
      return language === "powershell" || language === "batch" ? undefined : usual;
    case "container":
      if (/\/(?:appended|data)(?:\/|$)/.test(path)) return "high";
      // An archive that says so is read like a folder.
      if (archive.test(path)) return isReached ? "low" : undefined;
      return isReached ? usual : undefined;
    case "skipped-folder":
      return usual;
  }
}
