import type { Level } from "../../../finding.ts";
import type { ScannedText } from "../../../scan/evidence.ts";
import type { Span } from "../../../text/span.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { findImitated } from "./find-imitated.ts";
import { gradeSource } from "./grade-source.ts";
import { type Installation, installationOf } from "./installation-of.ts";
import { readDependencies } from "./read-dependencies.ts";

export const rule: Rule = defineRule({
  id: "supply-chain",
  category: "security",
  severity: "warning",
  summary: "Packages come from the usual registries, under the names people mean.",
  messages: {
    index:
      "'{command}' installs packages from {host}, which can replace any package by its own; use the usual registry.",
    address:
      "'{command}' installs a package from {host} instead of a registry; pin a version that the registry has.",
    imitation:
      "'{package}' is one letter away from the well-known package '{known}'; check which one is meant.",
    unchecked: "'{command}' installs without checking who sends the packages; leave the check on.",
    script:
      "Installing {file} runs '{command}'; leave out install scripts that reach the network or start programs.",
  },
  threat: {
    owasp: ["AST02"],
    why: "An installed package runs with all rights of the user, whoever published it.",
    remedy: "Install pinned versions of packages from the usual registries.",
    levels: { index: "high", address: "medium", imitation: "medium", unchecked: "medium", script: "high" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    for (const action of actionsOf(skill)) {
      if (action.kind !== "run" && action.kind !== "write") continue;
      const installation = installationOf(action);
      if (!installation || !isFirst(action)) continue;
      const place = (level: Level): ReturnType<typeof at> => at(action, level);
      for (const one of judge(installation, excerptOf(action))) report({ ...one, ...place(one.level) });
    }
    for (const { source, span, script, ...installation } of readDependencies(skill.evidence().texts)) {
      const place = placeOf(source, span);
      if (script !== undefined)
        report({ message: "script", args: { file: source.path, command: excerpt(script) }, ...place });
      for (const one of judge(installation, excerpt(source.text.slice(span.start, span.end))))
        report({ ...one, ...place });
    }
  },
});

type Judged =
  | {
      readonly message: "index" | "address";
      readonly args: { readonly command: string; readonly host: string };
      readonly level: Level;
    }
  | { readonly message: "unchecked"; readonly args: { readonly command: string }; readonly level: Level }
  | {
      readonly message: "imitation";
      readonly args: { readonly package: string; readonly known: string };
      readonly level: Level;
    };

/** At most one finding of a kind for a command. */
function judge(
  { indexes, addresses, packages, isUnchecked }: Installation,
  command: string,
): readonly Judged[] {
  const found: Judged[] = [];
  const index = indexes.map((address) => gradeSource(address, "index")).find((one) => one !== undefined);
  if (index) found.push({ message: "index", args: { command, host: index.host }, level: index.level });
  const address = addresses.map((one) => gradeSource(one, "address")).find((one) => one !== undefined);
  if (address)
    found.push({ message: "address", args: { command, host: address.host }, level: address.level });
  if (isUnchecked) found.push({ message: "unchecked", args: { command }, level: "medium" });
  for (const { ecosystem, name } of packages) {
    const known = findImitated(ecosystem, name);
    if (known === undefined) continue;
    found.push({ message: "imitation", args: { package: name, known }, level: "medium" });
    break;
  }
  return found;
}

function placeOf(
  source: ScannedText,
  span: Span,
): { readonly span: Span; readonly file: string | undefined } {
  const place = source.placeOf(span);
  return { span: place.span, file: place.file };
}
