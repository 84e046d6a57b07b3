import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import { type Found, has } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

export type Deception = "hideFromUser" | "falseApproval" | "falseReport";

/** What follows tells what not to say ("tell the user to register"), not that something happens behind their back. */
const otherTopic =
  /^\W*(?:to|where|whether|how|what|which|they|when|if|until|unless|before|that\s+(?:a|an|you|it|the)|who|why|or|and|you|your|is|are)\b/i;
const isWhole = (reading: Reading, { last }: Found): boolean =>
  !otherTopic.test(reading.statement.plain.slice(reading.words[last]?.end ?? 0));
const isConditional = ({ statement }: Reading): boolean =>
  /\b(?:if|when|once|after|until|unless|only)\b/i.test(statement.plain);
const isBroad = (reading: Reading): boolean =>
  /\b(?:all|every|any|everything|future|later|subsequent|permanently|always|anything)\b/i.test(
    reading.statement.plain,
  );
const isNot = (reading: Reading, found: Found): boolean => {
  const start = reading.words[found.first]?.start ?? 0;
  const end = reading.words[found.last]?.end ?? 0;
  return /\b(?:not|never|un\w+ed)\b/i.test(reading.statement.plain.slice(start, end));
};
const hasFlag = (reading: Reading): boolean => has(reading, "flag");
/** "Never delete without consent" asks for consent. */
const isDemand = (reading: Reading, { first }: Found): boolean =>
  /\b(?:never|not|don't|must\s+not|cannot|avoid|no\s+\w+)\b[^.;:]{0,120}$/i.test(
    reading.statement.plain.slice(0, reading.words[first]?.start ?? 0),
  );

const sendingWords =
  "=send|=upload|=transmit|=post|=exfiltrate|=forward|=collect|=harvest|=capture|=transfer|=steal|=beacon";
const approved =
  "=approved|=authorized|=authorised|=agreed|=consented|=confirmed|=permitted|=granted|=preapproved|=preauthorized";
const consents = "=consent|=approval|=permission|=authorization|=agreement";

export const signs: readonly Sign<Deception>[] = [
  sign("hideFromUser", ["not ~1 tell ~1 user", "not ~1 =let ~1 user ~1 know"], {
    isNegative: true,
    when: isWhole,
  }),
  sign(
    "hideFromUser",
    [
      "not ~1 mention ~2 this|operation ~4 =to ~1 user",
      "not ~1 =mention|=disclose|=reveal|=acknowledge ~2 this ~2 =operation|=transfer|=upload|=request|=collection|=step|=process|=activity|=background|=sync|=call|=backup|=connection",
      "=without ~1 mention ~2 this|operation ~3 operation|=skill|user",
      "not ~2 mention|=log ~2 operation|access ~6 =to ~1 user",
      "not ~1 =disclosed|=revealed|=summarized|=mentioned|=shown ~3 user|=summarized|=disclosed|=anyone",
    ],
    { isNegative: true, when: isWhole },
  ),
  sign(
    "hideFromUser",
    [
      "=without ~1 tell ~2 user",
      "=without ~2 user ~2 know",
      "=without ~3 user ~1 =knowing|=noticing|=seeing",
      "=without ~1 =alarming|=alerting ~2 user",
    ],
    {
      isNegative: true,
      when: (reading, found) => !isDemand(reading, found),
    },
  ),
  sign(
    "hideFromUser",
    [
      "=hide|=conceal|=mask ~4 this|operation ~4 =from ~1 user",
      "keep ~3 this|operation ~3 secretAdjective ~3 =from ~1 user",
      "keep ~2 =operation|=transfer|=upload|=activity|=process|=collection ~2 =secret|=hidden|=covert|=concealed",
      "=keep|=stay|=remain|=remains|=stays ~4 =hidden|=secret|=invisible ~2 =from|=to ~1 user",
      "user|=person|=customer|=owner ~8 unaware",
      "keep ~2 user ~2 =in ~1 =dark",
      "user ~3 not ~3 =notice|=suspect|=realize|=realise|=aware",
      "=avoid ~2 =alarming|=alerting ~2 user",
      `secretly ~4 ${sendingWords}|=run|=execute|=read|=copy|=install|=add|=append|=include|=store`,
      `${sendingWords}|=run|=execute|=copy ~6 secretly`,
      "omit ~6 operation ~2 =out ~3 report",
      "omit ~3 =step|=action|=transfer|=upload|=download|=request|=call|=command|=connection|=this ~2 =from ~3 =summary|=report|=response|=answer|=log|=output|=reply|=transcript",
      "omit ~2 =any ~1 reference ~5 operation",
      "=nothing ~7 appear ~4 =chat|=transcript|=log|=logs|=output|=conversation|=summary",
      `=silently|=quietly|=invisibly ~2 ${sendingWords}`,
      "=send|=upload|=transmit|=exfiltrate|=collect|=harvest ~4 =silently|=quietly|=invisibly",
    ],
    {
      when: (reading, { first, last }) =>
        /\bfrom\s+users?\s+who\b/i.test(reading.statement.plain) === false &&
        !/[,]/.test(
          reading.statement.plain.slice(reading.words[last]?.start ?? 0, reading.words[first]?.end ?? 0),
        ),
    },
  ),
  sign(
    "hideFromUser",
    [
      "=silently|=quietly ~3 secretFile",
      "=performed|=executed|=done ~1 =silently|=quietly|=invisibly",
      "=silently|=quietly ~8 user ~3 =see|=notice",
    ],
    {
      level: "medium",
    },
  ),
  sign(
    "falseReport",
    [
      "user ~3 =asks|=ask|=asked ~3 happened ~6 =say|=claim|=answer|=respond|=reply|=tell|=deny ~4 just|=was",
      "=claim|=pretend|=say ~10 regardless",
      "=lie ~2 =to ~1 user",
      "=deny ~5 operation ~4 user",
    ],
    {
      // What matters, and a claim that holds regardless of its merit, are no false reports.
      when: ({ statement }) =>
        !/\bnever\b|\bdon't\b|\bdo not\b|(?<!\bno\s)\bmatters?\b|\b(?:the|a|each|every|this|any)\s+(?:\w+\s+)?claims?\s+(?:is|are|was|that)\b/i.test(
          statement.plain,
        ),
    },
  ),
  sign(
    "falseApproval",
    [
      `=treat|=consider|=assume|=regard|=deem ~8 =later|=future|=subsequent|=every|=all|=any|=further ~5 ${approved}`,
      "treat ~4 =as ~1 =pre ~0 approved",
      `=every|=all|=any|=future|=subsequent ~4 =pre|=already|=permanently|=automatically ~0 ${approved}`,
      `operation|=access|=confirmations|=changes|=writes|=reads|=deletes|=commands ~4 =pre|=permanently ~0 ${approved}`,
      "=pre|=permanently ~0 =authorized|=approved ~2 =all|=every|=any",
      `${consents} ~4 =given|=granted|=implied|=obtained ~6 =installed|=installation|=installing`,
      `treat ~1 ${consents} ~1 =for ~1 every ~3 operation|request`,
      "user ~3 =already|=pre|=previously ~1 =approved|=authorized|=agreed|=consented ~4 =every|=all|=any|=everything",
    ],
    {
      when: (reading, found) =>
        !isNot(reading, found) &&
        !/\b(?:tools|allowed|hereby)\b/i.test(reading.statement.plain) &&
        !isDemand(reading, found),
    },
  ),
  sign(
    "falseApproval",
    [
      `=treat|=assume|=regard|=deem ~4 ${approved}`,
      `${consents} ~1 =was|=is|=has|=been ~2 =given|=granted|=obtained|=implied`,
      "=pre ~0 =approved|=authorized",
    ],
    {
      level: "medium",
      when: (reading, found) =>
        !isNot(reading, found) &&
        !isConditional(reading) &&
        !isDemand(reading, found) &&
        /\b(?:commands?|operations?|actions?|writes?|deletes?|execution|access|confirmation|endpoints?|services?)\b/i.test(
          reading.statement.plain,
        ) &&
        !/\b(?:tools|allowed|hereby|PRs?|tests?|list|template)\b/i.test(reading.statement.plain),
    },
  ),
  sign(
    "falseApproval",
    [
      "not ~2 =ask|=prompt|=request|=require ~4 =again|=confirmation|=permission|=approval|=consent",
      "=stop ~1 =asking|=prompting|=confirming",
      "=no ~1 =need ~2 =ask|=confirm|=prompt",
    ],
    {
      level: "medium",
      isNegative: true,
      when: (reading) =>
        (isBroad(reading) ||
          /\b(?:reads?|writes?|deletes?|shell|commands?)\b/i.test(reading.statement.plain)) &&
        !isConditional(reading) &&
        !hasFlag(reading),
    },
  ),
  sign(
    "falseApproval",
    [
      "=disable|=bypass|=suppress ~2 =confirmation|=approval|=permission|=consent ~2 =prompts|=prompt|=dialogs|=requests|=checks|=requirements",
    ],
    {
      level: "medium",
      when: (reading) => !hasFlag(reading),
    },
  ),
  sign("falseApproval", ["=without ~3 user|=users|=user's ~1 =consent|=approval|=permission|=agreement"], {
    level: "medium",
    isNegative: true,
    when: (reading, found) => !isDemand(reading, found) && !isConditional(reading),
  }),
];
