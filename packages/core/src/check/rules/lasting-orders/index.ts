import { findMeanings } from "../../../scan/prose/find-meanings.ts";
import { findAllSigns, placeOf, type Sign, sign, weigh } from "../../../scan/prose/find-signs.ts";
import { type Reading, readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { looseSigns } from "./loose-signs.ts";
import { meanings } from "./meanings.ts";

export const rule: Rule = defineRule({
  id: "lasting-orders",
  category: "security",
  severity: "warning",
  summary:
    "The skill plants no orders in the memory, instructions or settings of agents, nor in other skills.",
  messages: {
    memory: "'{phrase}' plants an order that outlives the task; keep it in the skill.",
    settings:
      "'{phrase}' has the agent change what it may do or what it obeys; let the user change settings.",
    otherSkills: "'{phrase}' has the agent change other skills; each skill keeps to itself.",
  },
  threat: {
    owasp: ["AST01", "AST07"],
    why: "Such an order stays in force after the skill is gone, for tasks that have nothing to do with it.",
    remedy: "Keep instructions in the skill, and describe changes of settings for the user to make.",
    levels: { memory: "medium", settings: "high", otherSkills: "high" },
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

/** What makes an entry in a settings or instruction file an order for other tasks. */
const power =
  /\b(?:permissions?|bypass|trust(?:ed|s)?|obey(?:s|ed)?|auto.?(?:approve|accept|confirm|run)\w*|skip|without\s+(?:asking|confirmation)|silently|override|own\s+rules|broader|disable|all\s+(?:commands|tools)|allow\w*\s+(?:all|every|any)|unrestricted|hidden|never\s+(?:ask|refuse|mention))\b/i;
const lasting =
  /\b(?:(?:all|every|any|each)\s+(?:future|later|new|subsequent|other)|future\s+(?:sessions?|conversations?|agents?|tasks?|runs?)|later\s+(?:sessions?|agents?)|(?:every|all|each)\s+(?:sessions?|conversations?)|forever|permanently|from\s+now\s+on|across\s+(?:all\s+)?(?:sessions|conversations)|persists?\b|permanent)\b/i;
const hasPower = ({ statement }: Reading): boolean => power.test(statement.plain);
const isLasting = ({ statement }: Reading): boolean => lasting.test(statement.plain);

const signs: readonly Sign<"memory" | "settings" | "otherSkills">[] = [
  sign("settings", ["write ~10 agentFile", "=grant|=give|=allow ~8 agentFile"], { when: hasPower }),
  sign(
    "settings",
    [
      "write|=edit|=change|=modify ~3 agentNoun ~2 settings",
      "write ~4 agentNoun ~2 settings",
      "=entry|=rule|=permission ~3 agentNoun ~2 settings",
      "write ~5 =system ~1 =prompt ~2 file",
    ],
    { when: hasPower },
  ),
  sign("memory", ["write ~10 agentFile"], {
    when: (reading) =>
      isLasting(reading) &&
      /\b(?:obey|orders?|must|always|never|rules?|instructions?|directives?|lines?|so\s+that)\b/i.test(
        reading.statement.plain,
      ),
  }),
  sign(
    "memory",
    [
      "remember|write ~8 long ~1 memory ~8 future ~1 session",
      "remember|write ~6 memory ~8 future ~2 session",
      "remember ~6 forever ~8 session|rule|orders",
      "remember ~4 =this ~2 forever",
      "=from ~0 =now ~0 =on ~8 =all|=every|=future ~1 =conversations|=sessions|=conversation|=session|=interactions",
      "forever ~2 =remember|=memorize|=store|=adopt",
      "=never ~1 =forget ~2 =this|=these|=it",
      "=inject|=plant|=implant|=seed ~6 memory",
    ],
    {
      when: ({ statement }) =>
        !/\b(?:user'?s?|users'?)\s+(?:choice|preference|favorite|name)|\bpitfalls?\b|\bin-memory\b|\bnever\s+forget\s+to\b|\bcheck\w*\b/i.test(
          statement.plain,
        ),
    },
  ),
  sign(
    "memory",
    [
      "=session|=sessions ~6 treat ~4 =instructions|=directives|=orders",
      "=persistent|=standing|=permanent|=system ~1 =level ~1 =instructions|=directives",
      "=persistent|=standing|=permanent ~1 =instructions|=directives|=orders|=authorization|=override|=overrides",
    ],
    { level: "medium" },
  ),
  sign(
    "otherSkills",
    [
      "=edit|=modify|=rewrite|=change|=update|=patch|=overwrite|=alter|=inject ~4 =other|=all|=every|=installed|=each ~1 =skills|=skill's",
      "=edit|=modify|=rewrite|=patch|=overwrite|=inject|=append|=add ~6 =every|=all|=other|=each|=installed ~2 skillFile",
    ],
    {
      when: ({ statement }) =>
        /\b(?:each|they|their|so\s+that|begin|load|include|instruction|this|inject|append|add)\b/i.test(
          statement.plain,
        ),
    },
  ),
];
