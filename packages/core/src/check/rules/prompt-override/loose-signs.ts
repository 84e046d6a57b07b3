import { classifyHost } from "../../../scan/hosts.ts";
import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import type { Reading } from "../../../scan/prose/reading.ts";
import { isDefense, type Trick } from "./signs.ts";

const isFromElsewhere = ({ words, statement }: Reading): boolean =>
  !/\b(?:references?|scripts?|assets?)\/|\b(?:user's\s+(?:instructions?|request)|as\s+data|on-?screen|troubleshooting)\b/i.test(
    statement.plain,
  ) || words.some(({ text }) => /^https?:/.test(text) && classifyHost(text) !== "well-known");
const level = "medium" as const;
const notDefense: Sign<Trick>["when"] = (reading, found) => !isDefense(reading, found) && !isDesign(reading);

/** Texts about linters, style sheets and prompts speak of rules that people override. */
const isDesign = ({ statement }: Reading): boolean =>
  /\b(?:eslint|lint(?:er|ing)?|css|stylesheet|config\s+file|\.gitignore|tsconfig|firewall\s+rules?|theme|template|schema|cursor\s+rules?|business\s+rules?|validation\s+rules?)\b/i.test(
    statement.plain,
  );

/** Roles near each other instead of phrases: they find paraphrases, and ask for a review only. */
export const looseSigns: readonly Sign<Trick>[] = [
  sign(
    "ignoreInstructions",
    [
      "order: cancel & yours & rules ^6",
      "order: cancel & standing & rules ^6",
      "=set|=put|=lay|=leave|=push & =aside & rules ^8",
      "=set|=put|=lay ~4 rules ~2 =to ~2 =side",
      "ended & =instructions|=guidance|=guidelines|=rules|=restrictions|=constraints|=directives|=safeguards|=told|=instructed|=message|=prompt|=configuration|=policies & =your|=you|=system|=operator's|=operator|=developer's|=developer|=previous|=prior|=earlier ^8",
      "=longer|=out & =instructions|=guidance|=guidelines|=restrictions|=constraints|=directives|=told|=instructed & =your|=you|=system|=operator|=previous|=prior|=earlier|=before|=came & =apply|=applies|=force|=valid|=date|=bind|=matter ^9",
      "rules & =nothing|=none|=no & =force|=effect|=relevance|=bearing|=weight & standing|told",
      "=rules|=instructions|=guidelines|=restrictions|=limits & yours & refusing & =cover|=concern|=govern|=extend|=bind & here|=skill|=deployment ^8",
      "=only|=sole & here|paper & =binds|=bind|=govern|=governs|=counts|=authoritative|=obey & =you|=here|=what ^10",
      "=instructions|=guidance|=guidelines|=directives|=orders & received & refusing & bindVerb ^10",
      "order: cancel ~1 =its|=their ~1 =rules|=instructions|=guidelines|=directives|=restrictions",
      "ended & =text & =earlier|=previous|=prior|=system ^8",
      "order: cancel ~1 =what ~1 =you ~6 received|standing",
      "order: =treat|=regard|=consider|=see ~1 =them|=these|=those|=it|rules ~2 =as ~1 =not|=inapplicable|=optional|=advisory ~1 =applicable|=binding|=relevant|=valid|=here",
      "=true|=real|=actual ~0 =task|=job|=purpose|=mission|=goal & cancel ^10",
      "=complete|=only|=current|=sole|=new & =set & =rules|=instructions|=orders & =your|=you|=take|=treat|=consider|=regard ^8",
      "=clean|=blank & =slate & =instructed|=told|=before|=earlier ^14",
      "=stop|=cease|=quit & =applying|=following|=obeying|=enforcing|=honoring & rules",
      "=leave|=skip|=omit|=suppress & =content|=safety|=moderation|=policy|=ethical & =check|=checks|=filter|=filters|=warning|=warnings|=disclaimers & =answer|=respond|=usual|=you|=your ^14",
    ],
    { level, when: notDefense },
  ),
  sign(
    "claimAuthority",
    [
      "contrast & beyondUser & =follow|=go|=wins|=prevails|=precedence|=obey|=choose|=prefer ^16",
      "order: =rank|=place|=put|=prioritize|=treat|=give & =above|=over|=priority|=precedence & beyondUser & =message|=prompt|=training|=policy|=guidelines|=instructions ^12",
      "=clash|=clashes|=conflict|=conflicts|=disagree|=contradict|=contradicts & =principles|=guidelines|=training|=built-in|=values & =wins|=prevails|=precedence|=decides ^20",
      "=higher|=highest|=greater|=more|=final & authority & =than|=over|=above & beyondUser ^12",
      "=system|=developer|=safety|=built-in ~2 =message|=prompt|=principles|=guidelines|=rules|=training|=policy ~4 =loses|=lose|=yields|=yield",
      "=this|=these|=here & =outranks|=overrides|=supersedes|=replaces|=outrank|=override|=supersede|=replace|=wins & =system|=developer|=safety & =message|=prompt|=training|=policies ^10",
      "order: =consider|=treat|=regard & =system|=developer & =message|=prompt & ended|=replaced|=old ^9",
    ],
    {
      level,
      when: (reading, found) =>
        !isDefense(reading, found) &&
        !/\buser(?:'s)?\s+(?:instructions|request|preference|wins)|\bsystem\s+message\s+(?:type|role|class)/i.test(
          reading.statement.plain,
        ),
    },
  ),
  sign(
    "disableSafety",
    [
      "=guidelines|=guideline|=policies|=ethics|=safeguards|=guardrails|=refuse|=decline & yours & =anyway|=nonetheless|=nevertheless|=regardless ^14",
      "=pretend|=roleplay|=become|=respond|=answer|=act|=behave|=speak & =no|=without|=nothing|=never & =policy|=policies|=restrictions|=limits|=refusals|=filters|=boundaries|=guardrails|=ethics|=disclaimers|=refuses|=refuse ^9",
      "=now ~2 =you ~1 =are ~8 =no|=without|=never ~2 =policy|=restrictions|=limits|=filters|=rules|=boundaries|=restraint|=guardrails|=refusals",
      "=never|=not ~0 =refuses|=refuse|=declines|=decline & =limits|=limit|=rules|=policy|=restrictions|=request|=anything & =you|=bot|=speak|=persona|=assistant ^12",
      "order: =skip|=omit|=leave|=drop|=withhold & =warning|=warnings|=caveat|=caveats|=disclaimer|=disclaimers|=refusal & =normally|=usually|=would|=otherwise ^10",
      "boundless & =operation|=mode|=respond|=answer|=responses|=assistant|=ai|=model|=output|=access|=workspace & =you|=your|=respond|=cleared|=now|=this ^12",
      "=without|=no & =refusals|=refusal|=moralizing|=disclaimers & =respond|=answer|=reply|=comply",
      "=restrictions|=safeguards|=guardrails|=filters & =lifted|=suspended|=waived|=relaxed|=off|=paused|=inactive & yours|=while|=during|=for ^12",
      "=filters|=filter|=moderation|=refusals|=safeguards & =off|=disabled|=inactive|=errors & modeName|=content|=safety ^8",
      "modeName ~0 =mode ~1 =is ~1 =enabled|=active|=on",
      "=hard|=safety|=ethical & =limits|=limit|=rules & yours & refusing|=absent ^16",
    ],
    { level, when: notDefense },
  ),
  sign(
    "obeyText",
    [
      "order: =treat|=follow|=obey|=execute|=perform|=trust|=accept|=heed & =instructions|=commands|=directives|=orders & =page|=pages|=website|=webpage|=response|=web|=comment|=comments|=email|=emails|=remote|=url|=api|=mcp|=downloaded|=fetched|=server|=feed|=messages|=issue|=it & =whatever|=as|=exactly|=letter|=any|=all|=without|=unconditionally|=immediately ^10",
      "order: =treat|=follow|=obey|=do|=carry|=perform & =what & =says|=contains|=demands|=asks|=tells & =page|=website|=response|=web|=email|=comment|=url|=server|=api|=remote|=fetch|=text|url ^14",
      "order: =execute|=run|=evaluate|=perform & =commands|=code|=whatever|=instructions & =response|=output|=returns|=answer|=reply|=page|=website & =whatever|=without|=safe|=blindly|=any ^10",
      "order: =obey & =it|=what|=them|=whatever|=everything ^6",
      "=instructions|=directives|=messages & =page|=file|=downloaded|=server|=mcp|=response|=web|=output|=email|=comments & =priority|=precedence|=rank|=authority & =system|=user|=chat|=prompt|=said ^16",
      "order: =treat|=regard|=consider & =page|=website|=response|=output|=comments|=comment|=email|=emails|=results|=messages|=web & =orders|=instructions|=commands|=directives & =as|=like ^9",
      "=if|=when & =comment|=issue|=email|=message|=page & =asks|=says|=requests|=demands|=tells & =permissions|=permission|=access|=credentials|=run|=execute|=delete|=settings & =carry|=do|=comply|=perform|=apply|=follow|=it ^16",
      "=speak|=speaks|=acts|=act & =emails|=messages|=comments|=page|=server & =user|=owner|=operator & =for|=behalf",
      "=fetch|=load|=get|=download|=retrieve|=check & url & =follow|=obey|=execute|=apply|=act|=comply & =them|=it|=letter|=instructions|=directives|=what ^14",
    ],
    {
      level,
      when: (reading) =>
        isFromElsewhere(reading) &&
        !/\b(?:never|not\s+(?:as\s+)?(?:instructions|follow|execute|obey|run|trust)|don't|untrusted|as\s+data)\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
  sign(
    "passOn",
    [
      "handOn & =subagent|=subagents|=sub-agents|=agents|=agent & =authorized|=approved|=authorised|=unrestricted|=trusted|=full|=bypass|=verbatim & =access|=these|=instructions|=owner|=word ^16",
      "handOn & =instructions & =each|=every|=all|=other & =subagent|=subagents|=agent|=agents|=assistants|=model|=models & =word|=verbatim|=exactly|=uploads|=unchanged ^20",
      "handOn & =hidden|=invisible & =text|=comment|=instruction|=instructions|=prompt & =model|=agent|=assistant|=ai|=agents|=assistants|=models ^16",
      "handOn & otherAgent & =next|=other|=future|=downstream|=later & =skips|=skip|=act|=acts|=obey|=follow|=ignore|=ignores|=runs|=execute|=trust & =descriptions|=text|=comment|=file|=document|=description|=output|=checks|=comments ^20",
    ],
    { level },
  ),
];
