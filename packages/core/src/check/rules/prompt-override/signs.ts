import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import { type Found, has } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

export type Trick = "ignoreInstructions" | "claimAuthority" | "disableSafety" | "obeyText" | "passOn";

const isToModel = (reading: Reading): boolean => has(reading, "your", "ai", "act", "enter");

/** "Ignore all instructions in the page" defends. */
export const isDefense = ({ statement, words }: Reading, { first, last }: Found): boolean => {
  const text = statement.plain.slice(words[first]?.start ?? 0, words[last]?.end ?? 0);
  const after = statement.plain.slice(words[last]?.end ?? 0);
  return (
    /\b(?:embedded|injected)\b/i.test(text) ||
    /^[\s,]{0,3}(?:(?:that\s+(?:appear|come|are)|which|contained|found|embedded|written|hidden|it\s+contains?)\b|(?:in|inside|from|within)\s+(?:the|any|a|its|their|this\s+(?:page|file|text|document)|web|user|tool|fetched|external|retrieved|code|comments?)\b)/i.test(
      after,
    )
  );
};

const orderNouns =
  "=instructions|=instruction|=guidelines|=guidance|=directives|=rules|=restrictions|=constraints|=prompt|=prompts|=programming|=safeguards|=guardrails|=policies";
const limits =
  "=restrictions|=limits|=limitations|=filters|=rules|=ethics|=guidelines|=boundaries|=constraints|=guardrails|=morals";

/** Orders to drop other instructions, in words of one meaning. */
export const signs: readonly Sign<Trick>[] = [
  sign(
    "claimAuthority",
    [
      "notice ~4 from ~2 vendor ~8 your|=must|=immediately",
      "notice ~3 =from ~1 =anthropic|=openai|=administrator",
      "vendor|system ~3 granted ~4 full ~2 access",
      "=you ~3 granted ~3 full ~2 access",
      `orders|this|skill ~6 outrank ~8 system|=safety|earlier|=your ~2 ${orderNouns}`,
      "=treat|=treated|=loaded|=regarded ~4 =system|=persistent ~1 =level|=orders|=instructions|=directives|=prompt",
      "=same ~1 authority ~2 =as ~1 =user|=system|=the|=developer",
    ],
    {
      when: ({ statement }) =>
        !/\brather\s+than\b|\buser\s+instructions\s+(?:take|override)/i.test(statement.plain),
    },
  ),
  sign(
    "ignoreInstructions",
    [
      "drop ~3 earlier ~3 orders",
      `=ignore|=disregard|=forget|=abandon|=discard|=dismiss|=bypass|=drop|=override ~1 =your ~2 ${orderNouns}`,
      "=ignore|=disregard|=forget ~1 =your ~1 =training",
      "drop ~2 =instructions|=rules|=directives|=guidelines ~2 =above|=given|=earlier|=previously",
      "=set|=put|=lay ~1 =aside ~4 orders",
      "=aside ~3 orders",
      "=no ~1 attention ~5 orders",
      `earlier|=your|=usual ~2 ${orderNouns} ~4 void`,
      "earlier|=your|told ~5 longer ~2 apply",
      "=obey|=follow|=heed ~1 only ~1 this ~1 =document|=file|=skill|=text|=page",
      "treat ~6 only ~2 authority",
    ],
    { when: (reading, found) => !isDefense(reading, found) },
  ),
  sign(
    "ignoreInstructions",
    [
      `=ignore|=disregard|=forget|=abandon|=discard|=drop|=dismiss ~2 every ~3 ${orderNouns.replace("=instruction|", "")}`,
    ],
    {
      level: "medium",
      when: (reading, found) => !isDefense(reading, found),
    },
  ),
  sign(
    "ignoreInstructions",
    [
      "every ~1 =instructions|=constraints|=restrictions|=rules|=directives|=guidelines|=safeguards ~6 =void|=cancelled|=canceled|=suspended|=lifted|=revoked|=nullified|=waived",
    ],
    { level: "medium" },
  ),
  sign("disableSafety", [
    "disable ~3 =your ~3 guard",
    "disable ~2 every ~2 =safety|=ethical|=content|=moderation ~2 guard|check|orders",
    "=override|=ignore|=bypass|=disregard ~3 =safety|=ethical|=content ~0 =guidelines|=policies|=rules|=policy|=filters",
    "=your ~2 guard ~1 =off",
    "=your ~2 guard ~3 void",
    "=released|=freed|=liberated ~0 =from ~3 orders|guard",
    "=you|=are ~1 longer ~1 apply ~3 orders|guard|=by",
    "=you|=your|=are|=now ~5 modeName ~1 mode",
    "=enable|=activate|=enter|=switch ~3 =dan|=jailbreak|=unrestricted|=god|=unfiltered|=uncensored ~1 mode",
    `ai ~2 =without|=with|=has|=have ~1 =no|=any|=ethical|=moral ~1 ${limits}`,
    `ai ~2 =without ~0 ${limits}`,
    `act ~6 =no|=without ~2 ${limits}`,
    "act ~6 guard ~3 =not ~2 apply|=exist",
    "=you ~3 not ~2 =bound|=restricted|=limited ~3 orders|guard|=by",
  ]),
  sign("disableSafety", [`=without|=no ~1 =any|=ethical|=moral|=safety|=content ~2 ${limits}`], {
    level: "medium",
    when: isToModel,
    isNegative: true,
  }),
];

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
