import type { Fix } from "../../../finding.ts";
import { fields, findField } from "../../../parse/fields.ts";
import { findEntry, type YamlEntry, type YamlMap } from "../../../parse/yaml-node.ts";
import { suggest } from "../../../text/suggest.ts";

import { defineRule, type Rule } from "../../rule.ts";
import { bookkeepingFields } from "./bookkeeping-fields.ts";
import { canMove, moveUnderMetadata } from "./move-under-metadata.ts";

export const rule: Rule = defineRule({
  id: "frontmatter.unknownField",
  category: "spec",
  severity: "warning",
  summary: "Every field is known to the standard or to a client.",
  messages: {
    misspelled: "No known client reads '{field}'; did you mean '{suggestion}'? Rename it if so.",
    bookkeeping:
      "No known client reads '{field}' here, and the reference tool rejects it; the standard keeps such data under metadata. Move it there.",
    inMetadata:
      "No known client reads '{field}' here, and the reference tool rejects it; metadata already has an entry with that name. Remove this one.",
    unknown:
      "No known client reads '{field}', and the reference tool rejects it; expected a field of the standard. Move it under metadata or remove it.",
  },
  check({ parsed }, { report }) {
    const entries = parsed.frontmatter?.entries ?? [];
    const unknown = entries.filter((entry) => !findField(entry.key.text));
    if (unknown.length === 0) return;
    const movable = unknown.filter((entry) => isBookkeeping(entry.key.text) && canMove(parsed, entry));
    const move = moveUnderMetadata(parsed, movable);
    const taken = new Set(entries.map((entry) => entry.key.text));
    for (const entry of unknown) {
      const { span, text: field } = entry.key;
      const suggestion = isBookkeeping(field) ? undefined : nearestField(field);
      if (suggestion !== undefined) {
        const fix = taken.has(suggestion) ? undefined : rename(entry, suggestion);
        report({ message: "misspelled", args: { field, suggestion }, span, fix });
        taken.add(suggestion);
        continue;
      }
      const message = messageFor(field, parsed.frontmatter);
      report({ message, args: { field }, span, fix: movable.includes(entry) ? move : undefined });
    }
  },
});

type Reason = "unknown" | "inMetadata" | "bookkeeping";

function messageFor(field: string, frontmatter: YamlMap | undefined): Reason {
  if (!isBookkeeping(field)) return "unknown";
  const metadata = findEntry(frontmatter, "metadata")?.value;
  return metadata?.kind === "map" && findEntry(metadata, field) ? "inMetadata" : "bookkeeping";
}

function isBookkeeping(field: string): boolean {
  return bookkeepingFields.has(field.toLowerCase().replaceAll("_", "-"));
}

const fieldNames: readonly string[] = fields.map((field) => field.name);

function nearestField(field: string): string | undefined {
  const found = suggest(field, fieldNames);
  if (found === undefined || field.length > 4) return found;
  // Short words are similar by chance: `mode` is not `model`, but `Tag` is `tags`.
  const singular = (word: string): string => word.toLowerCase().replace(/s$/, "");
  return singular(field) === singular(found) ? found : undefined;
}

function rename({ key }: YamlEntry, suggestion: string): Fix {
  const edits = [{ span: key.span, text: suggestion }];
  return { title: `Rename ${key.text} to ${suggestion}`, safe: false, edits };
}
