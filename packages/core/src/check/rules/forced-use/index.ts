import { findAllSigns, placeOf, type Sign, sign, weigh } from "../../../scan/prose/find-signs.ts";
import { readingsOf } from "../../../scan/prose/reading.ts";
import { excerpt } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";
import { looseSigns } from "./loose-signs.ts";

export const rule: Rule = defineRule({
  id: "forced-use",
  category: "security",
  severity: "warning",
  summary: "The skill does not claim every request for itself, nor push aside other skills and tools.",
  messages: {
    everyRequest:
      "'{phrase}' claims requests that have nothing to do with the skill; name the tasks it is for.",
    beforeOthers: "'{phrase}' puts the skill or its tool before all others; let the agent choose by task.",
  },
  threat: {
    owasp: ["AST01", "AST04"],
    why: "A skill that is always used sees and steers every task, whatever the user installed it for.",
    remedy: "Describe when the skill helps, and leave the choice to the agent.",
    levels: { everyRequest: "medium", beforeOthers: "medium" },
  },
  check(skill, { report }) {
    for (const { sign, reading, text } of findAllSigns(readingsOf(skill.evidence()), signs, looseSigns)) {
      const level = weigh(sign.level ?? "medium", reading);
      report({ message: sign.message, args: { phrase: excerpt(text) }, level, ...placeOf(reading, text) });
    }
  },
});

const signs: readonly Sign<"everyRequest" | "beforeOthers">[] = [
  sign(
    "everyRequest",
    [
      "=use|=invoke|=activate|=trigger|=apply|=call|=load|=run ~1 =this ~1 =skill|=tool|=plugin ~2 =for|=on|=in|=with|=at ~3 =every|=all|=each|=any ~0 =user|=request|=requests|=task|=tasks|=prompt|=prompts|=message|=messages|=query|=queries|=question|=questions|=conversation|=conversations|=input|=inputs",
      "=activate|=activates|=trigger|=triggers|=invoke|=use|=applies|=apply ~1 =for|=on ~0 =every|=all|=any|=each ~1 =request|=requests|=prompt|=prompts|=message|=messages|=query|=queries|=question|=questions|=conversation|=conversations|=tasks|=task ~2 regardless",
      "=whatever|=regardless ~3 request ~6 =this|=skill ~1 skill",
      "=this ~1 skill ~8 =regardless|=irrespective ~3 request",
      "=must|=has|=always|=should ~5 =invoked|=used|=called|=run|=activated|=loaded ~5 =every|=each|=all|=any ~1 =conversation|=conversations|=session|=sessions|=request|=requests|=message|=messages|=prompt|=prompts|=task|=response",
      "=whether ~2 =not ~4 =relevant|=related|=applicable|=needed",
    ],
    { when: ({ statement }) => /\b(?:skill|tool|this|it|regardless)\b/i.test(statement.plain) },
  ),
  sign(
    "beforeOthers",
    [
      "=always|=must|=required ~3 =call|=use|=run|=invoke|=execute|=activate ~3 =this ~2 =first|=before",
      "=before ~1 =any|=every|=all ~0 =other ~0 =tool|=tools|=skill|=skills|=action|=actions|=and|=operation|=operations",
      "=call|=use|=run|=invoke|=activate|=start|=execute ~8 =before|=ahead ~2 =any|=every|=all|=anything ~0 =other|=else ~0 =tool|=tools|=skill|=skills|=action|=step|=task|=command",
      "outrank ~3 =all|=any|=every ~1 =other ~1 =tools|=skills|=tool|=skill|=instructions|=plugins",
      "=prefer|=choose|=use|=favor ~1 =this ~3 =over|=instead ~2 =any|=every|=all|=other ~2 =other|=skill|=tool|=skills|=tools|=alternatives",
      "=no ~0 =other ~1 =skill|=tool|=skills|=tools ~6 =until|=unless|=before|=used",
      "=route|=send|=pass ~2 =every|=all ~1 =request|=requests|=query|=queries|=tasks ~3 =this|=skill|=through ~2 =this|=one|=skill|=tool|=instead",
      "not ~0 =use ~3 =other|=built|=native|=competing|=built-in ~3 =skill|=skills|=tool|=tools",
    ],
    {
      isNegative: true,
      when: ({ statement, words }, { first }) =>
        /\bthis (?:skill|tool)\b|\bthis (?:one|first)\b|\b(?:every|all) requests?\b|\bevery other\b|\bany other\b|\ball other\b|\bno other\b|\bthis one instead\b/i.test(
          statement.plain,
        ) &&
        !/\b(?:never|don't|do not)\b[^.]{0,40}$/i.test(statement.plain.slice(0, words[first]?.start ?? 0)),
    },
  ),
];
