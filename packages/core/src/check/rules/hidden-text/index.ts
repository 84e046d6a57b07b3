import type { YamlNode, YamlScalar } from "../../../parse/yaml-node.ts";
import type { Span } from "../../../text/span.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { textsOf } from "../../skill-texts.ts";
import { describeHidden, findHidden, type HiddenRun } from "./find-hidden.ts";

export const rule: Rule = defineRule({
  id: "hidden-text",
  category: "security",
  severity: "error",
  summary: "No text is hidden in characters that people cannot see but models read.",
  messages: {
    tagCharacters:
      "{count} invisible tag characters ({codePoints}) hide the text '{hidden}' from people but not from models; remove them.",
    bidiControl:
      "The bidirectional control {codePoints} makes text look different from what models read; remove it and let the letters determine the direction.",
    zeroWidth: "{count} zero-width characters in a row ({codePoints}) can hide a message; remove them.",
    variationSelectors:
      "{count} variation selectors ({codePoints}) that change no character can hide a message; remove them. Decoded as bytes, they read '{hidden}'.",
    escaped: "The escapes in this value stand for {count} invisible characters ({codePoints}); remove them.",
  },
  threat: {
    owasp: ["AST01", "AST04"],
    why: "People approve what they see, and the model obeys what it reads.",
    remedy: "Remove the characters, and read what they say before you trust the rest.",
    levels: {
      tagCharacters: "critical",
      bidiControl: "high",
      zeroWidth: "medium",
      variationSelectors: "high",
      escaped: "high",
    },
  },
  check(skill, { report }) {
    for (const { text, place } of textsOf(skill)) {
      for (const run of findHidden(text)) {
        const fix = {
          title: "Remove the hidden characters",
          safe: false,
          edits: [{ span: run.span, text: "" }],
        };
        const observation = { message: run.kind, args: describeHidden(run), span: run.span };
        report(place.file === undefined ? { ...observation, fix } : { ...observation, ...place });
      }
    }
    const { frontmatter, text } = skill.parsed;
    for (const { run, span } of frontmatter ? findEscaped(frontmatter, text) : []) {
      report({ message: "escaped", args: describeHidden(run), span });
    }
  },
});

type EscapedRun = { readonly run: HiddenRun; readonly span: Span };

/** Hidden characters that the file writes as escapes such as `\u{200b}`, so that only the YAML value contains them. */
function findEscaped(node: YamlNode, text: string): EscapedRun[] {
  if (node.kind === "list") return node.items.flatMap((item) => findEscaped(item, text));
  if (node.kind === "map")
    return node.entries.flatMap(({ key, value }) => [...findEscaped(key, text), ...findEscaped(value, text)]);
  return isEscaped(node, text) ? findHidden(node.text).map((run) => ({ run, span: node.span })) : [];
}

function isEscaped({ style, span }: YamlScalar, text: string): boolean {
  const source = text.slice(span.start, span.end);
  return style === "double-quoted" && source.includes("\\") && findHidden(source).length === 0;
}
