import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";
import type { Found, Reading } from "../../../scan/prose/reading.ts";

export type Trick = "ignoreInstructions" | "claimAuthority" | "disableSafety" | "obeyText" | "passOn";

/** "Ignore all instructions in the page" defends. */
const isOrder = ({ statement, words }: Reading, { first, last }: Found): boolean => {
  const text = statement.plain.slice(words[first]?.start ?? 0, words[last]?.end ?? 0);
  const after = statement.plain.slice(words[last]?.end ?? 0);
  return !(
    /\b(?:embedded|injected)\b/i.test(text) ||
    /^[\s,]{0,3}(?:(?:that\s+(?:appear|come|are)|which|contained|found|embedded|written|hidden|it\s+contains?)\b|(?:in|inside|from|within)\s+(?:the|any|a|its|their|this\s+(?:page|file|text|document)|web|user|tool|fetched|external|retrieved|code|comments?)\b)/i.test(
      after,
    )
  );
};

const honest = "!lintTopic|guardTalk";

/** Orders to drop other instructions, in words of one meaning. */
export const signs: SignSet<Trick> = createSignSet([
  sign(
    { message: "claimAuthority", level: "high" },
    [
      "=notice|=message|=directive|=instruction|=update|=override|=alert|=announcement|=notification ~4 =from|=by ~2 vendor ~8 =your|=must|=immediately",
      "=notice|=message|=directive|=override|=update ~3 =from ~1 =anthropic|=openai|=administrator",
      "vendor ~3 =granted|=authorized|=permitted|=given|=elevated ~1 =you ~4 =unrestricted|=root|=full|=complete|=unlimited|=elevated|=admin ~2 =access|=permissions|=permission|=privileges",
      "vendor ~3 =granted|=authorized|=given|=elevated ~4 =unrestricted|=unlimited|=elevated|=root ~2 =access|=permissions|=privileges +you|ai",
      "=you ~3 =granted|=authorized|=given ~3 =full|=elevated|=unrestricted|=root|=unlimited|=admin ~2 =access|=permissions|=privileges",
      "=instructions|=rules|=this|=these|=skill|=guidelines|thisText ~6 =outrank|=outranks|=override|=overrides|=supersede|=supersedes|=precedence|=priority|=trump|=trumps ~4 =system|=safety|=your ~2 =prompt|=instructions|=rules|=guidelines|=policy|=training|=message",
      "=treat|=treated|=loaded|=regarded ~4 =system|=persistent ~1 =level|=orders|=instructions|=directives|=prompt +thisText|=this|=these|=file",
      "=same ~1 =authority|=authoritative|=rank|=weight ~2 =as ~1 =user|=system|=developer",
    ],
    { isPlain: true, and: "!=rather|guardTalk" },
  ),
  sign(
    { message: "disableSafety", level: "high" },
    [
      "=disable|=bypass|=circumvent|=deactivate|=suspend|=evade|=defeat|=suppress|=unset|=turn|=switch ~3 =your ~3 =safety|=ethical|=content|=moderation|=guardrails|=safeguards|=filters|=alignment",
      "=disable|=bypass|=circumvent|=deactivate|=ignore|=suppress|=remove ~2 =all|=any|=every ~3 =safety|=ethical|=content|=moderation ~2 =guidelines|=rules|=checks|=filters|=policies|=restrictions|=guardrails",
      "=override|=ignore|=bypass|=disregard ~3 =safety|=ethical|=content ~0 =guidelines|=policies|=rules|=policy|=filters",
      "=your ~2 =guardrails|=safeguards|=filters|=safety|=ethics ~3 voided",
      "=released|=freed|=liberated ~0 =from ~3 yourRules|=rules|=restrictions|=constraints|=guidelines|=instructions",
      "=you|=are|=now ~5 =developer|=dan|=jailbreak|=jailbroken|=unrestricted|=god|=unfiltered|=uncensored ~1 =mode",
      "=enter|=activate|=switch ~3 =dan|=jailbreak|=unrestricted|=god|=unfiltered|=uncensored ~1 =mode",
      "=you ~1 =are|=not|=never ~2 voided|=not ~3 =bound|=restricted|=limited ~3 yourRules|=rules|=rule|=by|=restrictions|=guidelines",
      "=you|=your|=are|=now ~1 =no ~0 =longer ~1 =bound|=restricted|=limited|=constrained ~3 =by",
    ],
    { isPlain: true, and: "!=debug|lintTopic|guardTalk" },
  ),
  sign(
    { message: "ignoreInstructions", level: "high" },
    [
      "order: drop ~3 yourRules",
      "=ignore|=disregard|=forget|=override|=bypass ~3 =above|=previous|=prior|=earlier|=preceding|=system|=existing ~2 =rules|=rule|=prompt|=prompts|=instruction|=commands|=orders",
      "=ignore|=disregard|=forget ~3 =any|=all ~2 =above ~1 =rules|=instructions",
      "=ignore|=disregard|=forget ~1 =your ~1 =training",
      "drop ~2 =instructions|=directives|=guidelines ~2 =above|=given|=earlier|=previously",
      "=no ~1 =attention ~5 yourRules|=rules|=instructions|=guidelines",
      "yourRules ~4 =void|=cancelled|=canceled|=suspended|=lifted|=revoked|=nullified|=waived|=obsolete|=superseded|=replaced",
      "=obey|=follow|=heed ~1 =only|=solely|=exclusively ~1 =this|=these ~1 =document|=file|=skill|=text|=page",
      "=treat|=consider|=regard ~6 =only|=sole|=ultimate|=highest|=supreme ~2 =authority",
    ],
    { isPlain: true, when: isOrder, and: `${honest} !=data` },
  ),
  sign(
    { message: "disableSafety", level: "high" },
    [
      "persona & unbound ^14 +ai|you|=character|=stay|=act|=pretend|=terminal|=bot",
      "persona ~12 =without|=no|=nothing ~2 =limits|=rules|=boundaries|=policy|=refuse +ai|you|=character",
    ],
    { and: honest },
  ),
  sign(
    { message: "disableSafety", level: "medium" },
    [
      "unbound & =operation|=mode|=respond|=answer|=responses|=assistant|=ai|=access|=workspace|=output & you|ai|=respond|=cleared|=now ^12",
      "=without|=no & =refusals|=refusal|=moralizing|=disclaimers & =respond|=answer|=reply|=comply ^10",
      "decline & notwith & yourRules|=guidelines|you ^^18 +yourRules|=guidelines|=policies|=ethics|=trained|=training|=instincts|=instruct",
      "yourRules|=guidelines & conflict|decline & notwith ^^18",
      "conflict|decline & =trained|=training|=instincts|=conscience|=caution & =right|=wrong|notwith|=legacy ^^20",
      "decline & =bug|=error|=errors|=legacy|=failure|=malfunction|=forbidden|=off|=option|=permitted & =you|=your|=behavior|=instincts|=steps|ai ^^16",
      "=refusals|=refusing|=declining & =errors|=error|=bug|=off|=disabled|=permitted|=option ^10",
      "safety & off ^8 +you|=answer|=tenant|=task|=tasks|=workspace|=deployment|=session|=audit|=while|=vendor|=platform !=legacy|=agent|=suspects",
      "safety & conflict & notwith|=made ^^18",
      "=caution|=hesitation & =unnecessary|=unneeded|=legacy|=no & =you|=vendor|=developers|=steps|=behavior|=means|=mode ^^14",
      "=leave|=skip|=omit|=suppress|=drop & =content|=safety|=moderation|=policy|=ethical & =check|=checks|=filter|=filters|=warning|=warnings|=disclaimers & =answer|=respond|=usual|you ^14",
      "order: =skip|=omit|=leave|=drop|=withhold & =warning|=warnings|=caveat|=caveats|=disclaimer|=disclaimers|=refusal & =normally|=usually|=would|=otherwise ^10",
      "=no|=without|=nothing & =policy|=refuses|=refuse & persona|=terminal|=character ^14",
      "=loyalty|=allegiance|=obedience & =your|=you & us|=company|=team|=first|=belongs ^10",
    ],
    { and: `${honest} !=payment|=card|=loan|=sales|=customers|=api|=azure|=stop`, when: isOrder },
  ),
  sign(
    { message: "ignoreInstructions", level: "medium" },
    [
      "yourRules & voided ^12",
      "yourRules & drop ^9",
      "order: drop ~1 =every|=all|=any|=each ~2 =instructions|=guidelines|=directives|=restrictions|=safeguards|=guardrails",
      "order: drop ~1 =its|=their ~1 =rules|=instructions|=guidelines|=directives|=restrictions|=safeguards",
      "=every|=all|=any ~1 =instructions|=constraints|=restrictions|=directives|=guidelines|=safeguards ~6 =void|=cancelled|=canceled|=suspended|=lifted|=revoked|=nullified|=waived",
      "=lift|=lifts|=remove|=removes|=end|=ends ~1 =every|=all|=any|=each ~1 =limit|=limits|=restriction|=restrictions|=guardrail|=guardrails +you|ai|=conversation|=system|=session",
      "=rules|=instructions|=guidelines|=restrictions|=limits & =you|=your & voided & =here|=skill|=deployment|=this|thisText ^10",
      "=complete|=only|=current|=sole|=new & =set & =rules|=instructions|=orders & =your|=you|=take|=treat|=consider|=regard ^8",
      "=true|=real|=actual ~0 =task|=job|=purpose|=mission|=goal & drop ^10",
      "=new|=fresh ~1 =conversation|=chat|=session|=life|=beginning ~1 =begins|=starts",
      "=nobody|=no|=never & =messages|=instructions|=rules|=orders & =gave|=set|=told|=before|=earlier|=above & =you|=there|=were ^12",
      "=rules|=instructions|=messages|=history|=anything|=everything & =above|=before|=prior & =empty|=gone|=blank|=noise|=forgotten|=void ^10",
      "=earlier|=prior|=previous ~1 =direction|=directions|=context|=guidance|=instruction|=briefing & voided|drop ^12",
      "thisText|=here & =binds|=bind|=govern|=governs|=counts|=authoritative & =only|=sole|=alone ^8 +you",
      "=only ~4 =here|=below|=this & =binds|=counts|=applies|=matters & you ^8",
      "ai & =reservations|=caveats|=refusing|=scruples|=hesitations & voided ^^18",
      "=step|=steps & =outside|=aside & yourRules|=role|=rules ^8",
    ],
    { and: `${honest} !=docs|=documentation|=data|=cutoff`, when: isOrder },
  ),
  sign(
    { message: "claimAuthority", level: "medium" },
    [
      "thisText & outrank & overModel|yourRules ^14",
      "thisText & outrank|=decides|=authoritative ^6 @overModel|yourRules|=operator|=vendor !=user",
      "conflict & outrank|=follow|=obey|=go|=prefer & thisText ^16 +overModel|yourRules|you|=model|=safety",
      "order: =rank|=place|=put|=prioritize|=treat|=give & =above|=over|=priority|=precedence & overModel|yourRules ^14",
      "overModel|yourRules & voided|=yields|=yield|=loses|=lose & thisText ^14",
      "=hierarchy|=ranking|=tiers|=precedence +thisText +overModel|=platform|=provider",
      "=hierarchy|=ranking|=tiers & thisText & =platform|=provider|=system|overModel ^^18",
      "overModel|yourRules & =informational|=advisory|=optional|=suggestions ^^4 @thisText",
      "vendor & claimed & unbound|safety|=full-trust|=trust|=restrictions|=caution|=unfiltered & you|=this|ai|=repository|=workspace|=tenant|=deployment ^^16",
      "=higher|=highest|=greater|=more|=final & =authority & =than|=over|=above & overModel ^12",
      "=consider|=treat|=regard & =system|=developer & =superseded|=replaced|=old|=void ^9",
    ],
    { and: `${honest} !=user's|=users' !=azure`, when: isOrder },
  ),
  sign(
    { message: "obeyText", level: "medium" },
    [
      "order: obey & foreignOrders ^10",
      "obey & foreignOrders & blindly|outrank|=immediately|=whatever ^^16",
      "order: obey & orders & foreignText & blindly ^16",
      "obey ~2 =text|=output|=comments|=emails|=messages|=page|=pages ~4 =as ~1 =instructions|=orders|=commands|=directives",
      "url & obey & orders|=contains|=says|=letter ^14 +=current|=today|=today.md|=latest|=new|=letter|=contains|=each|=says|=what|=directives",
      "foreignText & =asks|=says|=tells|=demands|=wants & =complies|=comply|=carry|=executed|=obey ^^16",
      "foreignText & =agent|=assistant|=ai & =line|=starting|=addressed & =carry|=do|=follow|=first|=execute|=obey ^^20",
      "foreignText & =directives|=instructions|=orders|=commands & ai ^14 @=honor|=obey|=executed|=follow|=comply",
      "obey & =directives|=instructions|=orders|=commands & =it|=them|=these & blindly ^14 @foreignText|=api",
      "=such|=these|=those & =same & =standing|=authority|=rank|=weight & =user|=owner|=operator|=system ^12 @foreignText",
      "foreignText ~3 =authoritative|outrank ~5 =chat|=user|overModel|=said|=prompt",
      "foreignText & =authoritative & =actions|=performed|=listed|=orders ^^12",
      "foreignOrders & outrank|=authoritative|=rank|=honor|=executed|=performed|=binding ^^12",
      "foreignOrders & =agent|=agents|=assistant & obey|=executed|=honored|=complies ^^14",
      "=open|=fetch|=load|=get|=pull|=visit & =url|url|=page|=link|=wiki & =act|=obey|=comply|=carry ^14",
      "foreignText & =new|=current & =rules|=directives|=instructions & =replace|=replaces|=override|obey ^^14",
      "foreignText & =speak|=speaks|=acts|=act & =user|=owner|=operator & =for|=behalf ^8",
      "foreignText & =same ~1 =rank|=authority|=weight",
      "=commands|=code & foreignText & =whatever|=without|=always|=blindly & =execute|=run|=evaluate ^12",
      "order: =execute|=run|=evaluate ~1 =whatever ~2 =code|=commands +foreignText",
    ],
    { and: `${honest} !=never|=not|=user's|=runbook|=references|=untrusted|=don't|=documentation` },
  ),
  sign(
    { message: "passOn", level: "medium" },
    [
      "passOn & agents & planted|=authorized|=approved|=approvals|=verbatim|=word|=hidden|=bypass|=unchanged|=skips ^18",
      "passOn & =these|=this & =instructions|=paragraph|=orders|=uploads & agents|=subagents|=agents ^14",
      "passOn & =agent|=assistant|=bot|=model|agents & =authorized|=unrestricted|=verbatim|=hidden|=invisible|=approve|=obtained|=skips|=act ^18 +agents|=without|=checks|=other|=next|=hidden|=owner",
    ],
    { and: honest },
  ),
]);

/** "Forget your earlier instructions" in other languages than English, as patterns over a sentence. */
export const foreignOrders: readonly RegExp[] = [
  // German, Dutch, Scandinavian languages.
  /\b(?:vergiss|vergesst|ignorier\w{0,3}|missachte\w?|verwirf|negeer|vergeet|ignorera|ignorer|gl[øo]m)\b.{0,60}\b(?:anweisung|instruktion|vorgabe|regel|richtlinie|instructies|regels|instruktioner|regler|instrukser)\w{0,4}/i,
  /\b(?:nutzer|benutzer|anwender|gebruiker)\w{0,2}\b.{0,40}\b(?:nichts|nicht|niets|niet)\b.{0,30}\b(?:erfahr|wiss|sag|merk|mitteil|weten|vertel|merken)\w{0,4}/i,
  // French, Spanish, Portuguese, Italian, Romanian.
  /\b(?:oublie[rz]?|ignore[rz]?|n[ée]glige[rz]?|olvid\w{1,4}|ignor[ae]\w{0,3}|descart\w{1,3}|esque[çc]\w{1,3}|desconsider\w{1,3}|dimentic\w{1,3}|trascur\w{1,3}|ignor[ăa])\b.{0,60}\b(?:consignes|directives|instructions\s(?:pr[ée]c|ant|re[çc])|instrucciones|indicaciones|directrices|reglas|instru[çc][õo]es|orienta[çc][õo]es|regras|istruzioni|regole|instruc[țt]iunile)/i,
  /\b(?:n['’]en\s+parle|ne\s+(?:le\s+)?dis|sans\s+(?:le\s+)?dire|no\s+(?:se\s+)?lo\s+digas?|sin\s+(?:dec[ií]r|avisar|informar)|n[ãa]o\s+(?:diga|conte|avise|informe)|sem\s+(?:avisar|informar|contar)|non\s+(?:dire|dirlo|informare)|senza\s+(?:dirlo|informare|avvisare))\b.{0,60}\b(?:utilisateur|personne|usuario|usu[áa]rio|utente|nadie|ningu[ée]m|nessuno)/i,
  // Russian, Ukrainian, Polish, Turkish.
  /(?:забудь|игнорируй|проигнорируй|не\s+учитывай|ігноруй|забудьте|игнорируйте).{0,60}(?:инструкци|указани|правил|команд|інструкці|вказівк)/i,
  /\b(?:zignoruj|ignoruj|zapomnij\s+o)\b.{0,60}\b(?:instrukcj|poleceni|zasad|wytyczn)|(?:yok\s?say|unut|g[öo]rmezden\s+gel).{0,40}(?:talimat|kural)|(?:talimat|kural)\w{0,12}\s.{0,30}(?:yok\s?say|unut|g[öo]rmezden\s+gel)/i,
  // Chinese, Japanese, Korean.
  /(?:忽略|无视|無視|忘记|忘記|不要理会|放弃).{0,20}(?:指令|指示|规则|規則|提示词|要求|设定|约束)|(?:これまで|以前|上記|すべて).{0,12}(?:指示|命令|ルール|プロンプト).{0,8}(?:無視|忘れ)|(?:이전|위의?|모든).{0,10}(?:지시|명령|규칙|지침).{0,8}(?:무시|잊)/,
];

/** A word or letter that one of these patterns needs; spares most statements the rest. */
export const foreignHint: RegExp =
  /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]|anweis|instruk|instruct(?:ies|iun)|vorgab|regel|richtlin|utzer|anwender|gebruiker|consign|directiv|pr[ée]c|instrucc|indicac|directric|reglas|instru[çc]|orienta[çc]|regras|istruz|regole|utilisateur|personne|usu[aá]rio|utente|nadie|ningu|nessuno|polece|zasad|wytyczn|talimat|kural/i;

/** Marks of messages that only the system or its vendor writes, and turns of a conversation that never was. */
export const falseMarks: readonly RegExp[] = [
  /<\|(?:im_start|start_header_id)\|>\s{0,4}system|<<sys>>|<system-reminder>|\[\/?inst\]|<\|?end_?of_?(?:turn|prompt|text)\|?>|\[system(?:[_ ](?:message|prompt|override))?\][ \t]{0,4}:?[ \t]{0,4}(?:you|ignore|new|all|the|override)\b/i,
  /^[>*#\s[(-]{0,8}(?:system|admin|administrator|developer|anthropic|openai|root)(?:[ _-](?:message|prompt|override|notice|instruction|update|alert|directive|note|command)s?)?[\])*]{0,3}\s{0,4}[:>-][*\]]{0,2}\s{1,4}(?:(?:the\s{1,4}\w{1,20}\s{1,4}(?:has|have)\s)|you\s{1,4}(?:must|are\s{1,4}now|will|should|have\s{1,4}been)\b|ignore\b|disregard\b|from\s{1,4}now\s{1,4}on|override\b|new\s{1,4}instructions?\b|all\s{1,4}(?:previous|prior|safety)|(?:disable|bypass|grant|enable|execute|suspend)\b)/i,
  /^[>*#\s]{0,8}(?:assistant|ai|claude)[*\s]{0,3}:[*\s]{0,4}(?:sure|understood|of course|okay|ok|yes|certainly|absolutely|got it)\b[^.!?]{0,60}\b(?:skip|ignore|bypass|disable|without|override|all (?:verification|checks|restrictions))\b/i,
  /<(?:important|critical|urgent|mandatory|system)>[^<]{0,400}?\b(?:read|send|pass|include|upload|post|copy)\b[^<]{0,80}?(?:~\/|\.ssh\b|\.env\b|mcp\.json|credentials|api[ _-]?keys?\b|passwords?\b)/i,
];
