import { findMeanings } from "../../../scan/prose/find-meanings.ts";
import { findAllSigns, placeOf, type Sign, sign, weigh } from "../../../scan/prose/find-signs.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { looseSigns } from "./loose-signs.ts";
import { meanings } from "./meanings.ts";

export const rule: Rule = defineRule({
  id: "privilege-request",
  category: "security",
  severity: "warning",
  summary: "No sentence asks to switch off defenses or to take more rights than the task needs.",
  messages: {
    defense: "'{phrase}' asks to switch off a defense of the machine or the agent; leave it on.",
    rights: "'{phrase}' asks for more rights than a skill needs; ask for what the task needs.",
  },
  threat: {
    owasp: ["AST03", "AST06"],
    why: "Without the defense, whatever else the skill or its data contains reaches the user's machine.",
    remedy:
      "Name the one file, host or command that the task needs, and keep sandbox, checks and scanners on.",
    levels: { defense: "high", rights: "medium" },
  },
  check(skill, { report }) {
    const readings = readingsOf(skill.evidence());
    const reported = new Set<Reading>();
    for (const { sign, reading, text } of findAllSigns(readings, signs, looseSigns)) {
      reported.add(reading);
      const level = weigh(sign.level ?? rule.threat?.levels[sign.message] ?? "medium", reading);
      report({ message: sign.message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
    }
    for (const { message, reading, text } of findMeanings(readings, meanings)) {
      if (reported.has(reading)) continue;
      const level = weigh("medium", reading);
      report({ message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
    }
  },
});

const off = "=disable|=deactivate|=off|=stop|=suspend|=kill|=uninstall|=bypass|=pause";

const signs: readonly Sign<"defense" | "rights">[] = [
  sign(
    "defense",
    [
      `${off} ~2 =firewall|=defender|=antivirus|=anti-virus|=selinux|=apparmor|=gatekeeper|=smartscreen|=edr|=antimalware`,
      "=turn|=switch ~2 =firewall|=defender|=antivirus|=gatekeeper|=selinux ~2 =off",
      "=add|=whitelist ~6 =exclusion|=exclusions ~4 =defender|=antivirus",
    ],
    { level: "medium" },
  ),
  sign(
    "defense",
    [
      "=disable|=deactivate|=bypass|=leave|=escape|=exit ~2 =sandbox",
      "=permission|=approval|=safety ~1 =checks|=check|=prompts ~2 =off|=disabled",
      "=off|=disable|=bypass ~2 =certificate|=signature|=audit|=security ~2 =checks|=validation|=verification|=log|=logs|=logging ~6 =machine|=system|=audit|=globally|=permanently",
      "=skip|=bypass|=disable ~3 =permission|=permissions ~1 =checks|=check|=prompts|=system",
    ],
    { level: "medium" },
  ),
  sign(
    "rights",
    [
      "=dangerously-skip-permissions|=--dangerously-skip-permissions|=--dangerously-bypass-approvals-and-sandbox|=bypasspermissions",
    ],
    {
      when: ({ statement }) =>
        !/\b(?:never|not|don't|avoid|only|container|docker|sandbox|isolated|ci)\b/i.test(statement.plain) &&
        statement.kind !== "comment",
    },
  ),
  sign("rights", [
    "=run|=execute|=perform ~2 =everything|=all ~4 =as|=with ~1 =root|=administrator|=admin|=sudo",
    "=grant|=give ~4 =everybody|=everyone|=full|=unrestricted|=root|=unlimited ~2 =access|=permissions|=privileges|=rights ~6 =system|=machine|=agent|=files|=folder|=all|=filesystem|=home",
    "=approval ~2 =policy|=mode ~2 =never|=off|=none",
    "=allow ~1 =all ~1 =tools|=commands ~4 =without|=automatically|=and",
    "=chmod ~2 =777 ~1 =/|=/etc|=~|=/usr|=/var",
  ]),
];
