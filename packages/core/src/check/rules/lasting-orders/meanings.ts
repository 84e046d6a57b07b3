import { type Meaning, words } from "../../../scan/prose/find-meanings.ts";
import type { Plant } from "./loose-signs.ts";

/** Files and stores that agents read as orders. */
const store = words(
  String.raw`(?:claude(?:\.local)?|agents?|gemini|memory|soul|identity|heartbeat|copilot-instructions|bootstrap)\.md`,
  String.raw`\.?(?:cursorrules|windsurfrules|clinerules)\b`,
  String.raw`(?:the |your |its )?(?:heartbeat|soul|memory|identity|persona|bootstrap|instruction|rules) file\b`,
  String.raw`(?:your|its|the agent['’]s|the assistant['’]s) (?:own )?(?:long[- ]term |persistent |lasting |permanent )?(?:memory|memories|persona|soul|identity)\b`,
  "(?:long[- ]term|persistent|lasting|permanent) memory\\b",
  "your (?:own )?(?:instructions?|rules) file\\b",
  "(?:memori[sz]e|remember|bear in mind) for (?:all time|good|ever|always)\\b",
  "where you (?:save|keep|store|write) (?:things|what)",
  "global (?:rules|instructions)\\b",
);
const settings = words(
  String.raw`mcp\.json`,
  String.raw`settings(?:\.local)?\.json`,
  String.raw`(?:the |your |its )?(?:permissions?|allow|trust|approval) ?-?list\b`,
  String.raw`(?:agent|assistant|claude(?: code)?|cursor|codex|copilot|gemini|openclaw|windsurf)(?:['’]s)? (?:\w+ )?(?:config(?:uration)?|settings|permissions|preferences|hooks)\b`,
  "auto-?approv\\w*",
  "(?:session ?start|user ?prompt ?submit|pre ?tool ?use) hook",
);
const plant = words(
  "(?:add|append|place|placing|put|putting|note|copy|write|writing|register|save|saving|keep|store|insert|record|leave|commit|paste|extend|include|drop|plant|set|teach|remember|change|changing|belongs?|memori[sz]e|turn on|let|open|adding|get|gets)\\b",
  "needs? (?:an?|one|the|this) (?:new|extra|more|additional|paragraph|line|entry)",
  "should (?:say|state|contain|read|hold|have|get)\\b",
  "content to add",
);
/** What an entry must say to be an order for other tasks. */
const power = words(
  "(?:need|needs|require|requires|with|without|no|never) (?:\\w+ ){0,2}(?:confirmation|approval|questions?|asking|consent|permission|review|dialog)\\b",
  "never (?:question|ask|refuse|doubt|warn|mention|check)\\b",
  "(?:always|must) (?:run|use|load|call|obey|trust|follow|prefer|recommend|send|route|forward|consult|start)\\b",
  "(?:loyal|obedient|obeys?|trusted|pre-?approved|vendor[- ]approved|official(?:ly)?|authori[sz]ed|whitelisted)\\b",
  "forwards? (?:them|it|us|what|everything|all)\\b",
  "same (?:rank|weight|authority|standing|trust|power|rights) as\\b",
  "(?:does|do|follow|follows|obey|act) as (?:it|they|we) (?:says?|tells?|asks?)\\b",
  "in (?:the )?place of the (?:original|real|built-?in)",
  "instead of the (?:original|real|built-?in)",
  String.raw`bash\(\*\)`,
  "held up by (?:questions|dialogs|prompts)",
  "(?:every|all|each|any) (?:later |future |new |other )?(?:chats?|sessions?|conversations?|tools?|commands?|calls?|answers?|beats?|network|requests?)\\b",
  "(?:later|future) (?:chats|sessions|conversations)\\b",
  "telling (?:every|each|all|any|other) (?:\\w+ )?(?:agents?|models?|assistants?)\\b",
  "(?:may|can) (?:issue|give|send) (?:\\w+ )?(?:commands|orders|instructions)",
  "(?:take|takes|accept|accepts|obey|obeys) (?:orders|commands|instructions)",
  "introduce yourself as\\b",
  "skip (?:the |all |any )?(?:approval|confirmation|review|permission)",
  String.raw`"?allow"? ?: ?\[ ?"?\*`,
  "no word of (?:them|it|this)",
  "before (?:answering|anything|everything|every|each)",
  "does not end when",
  "fetch(?:es)? (?:\\w+ )?https?:",
  String.raw`(?:curl|wget|iwr) [^;]{0,80}\| ?(?:ba|z)?sh`,
);
const ordinary =
  /\b(?:user(?:'s|’s)?\s+(?:preferences?|choice|name|favou?rite|style|language|approval|consent|confirmation)|ask\s+(?:the\s+user|before|whether)|if\s+the\s+user|when\s+the\s+user|offer\s+to|with\s+the\s+user|never\s+(?:add|write|put|store|edit|modify|commit)|do\s+not\s+(?:add|write|put|store|edit|modify)|don't|redis|pitfalls?|learnings?|lessons?|checklist|keep\s+(?:it|claude\.md|agents\.md|the\s+file)\s+(?:short|concise|under|lean))\b/i;

export const meanings: readonly Meaning<Plant>[] = [
  { message: "memory", parts: [store, plant, power], unless: ordinary },
  { message: "memory", parts: [store, power, plant], unless: ordinary },
  { message: "settings", parts: [settings, plant, power], unless: ordinary },
  { message: "settings", parts: [settings, power, plant], unless: ordinary },
  {
    message: "memory",
    parts: [
      words(
        "(?:this|the|your) (?:new )?(?:identity|persona|role|rule|instruction|order|loyalty) (?:does not|doesn['’]t|must not|will not) (?:end|stop|expire|fade)",
        "from this (?:session|chat|conversation|moment|point) (?:forward|onwards?|on)\\b",
      ),
      words("you (?:are|will|always|must|serve|belong|answer)\\b", "save it\\b", "chat ends"),
    ],
    unless: ordinary,
  },
  {
    message: "otherSkills",
    parts: [
      words(
        "(?:the |all |each of the |every one of the |user['’]s )?(?:other|neighbou?ring|installed|remaining|rival) skills?\\b(?! (?:in|to|for|may|can|such))",
      ),
      words(
        "(?:gets?|needs?|receives?) (?:one|an?|the) (?:more|new|extra|additional)",
        "(?:take|cut|strip|remove|delete|drop) (?:it|them|this|that) (?:out|away)?",
        "no longer needed",
        "one more line",
        "should (?:get|load|begin|start|contain)\\b",
        "at the top\\b",
      ),
      words("safety", "confirmation", "line\\b", "section", "load\\b", "first\\b", "warnings?"),
    ],
    unless: ordinary,
  },
];
