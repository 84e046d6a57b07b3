import { type Meaning, words } from "../../../scan/prose/find-meanings.ts";
import type { Deception } from "./signs.ts";

const people =
  "(?:users?|person|people|humans?|customers?|clients?|owners?|developers?|reader|operator|anyone|anybody|nobody|they|somebody)";
const told =
  "(?:summary|report|answer|reply|response|explanation|output|recap|log|transcript|conversation|chat|message|account|notes?)";
/** What is done, without a word for what it is about. */
const deed =
  "(?:it|this|that|(?:this|that|the|these|those|any|each|every|an|our) (?:\\w+ ){0,3}(?:steps?|actions?|calls?|uploads?|requests?|transfers?|sync\\w*|copy|copies|connections?|difference|edits?|changes?|parts?|checks?|commands?|exchange|background|collection|export|upload|traffic|existence))";

const honest =
  /\b(?:jargon|internals?\s+of|acronyms?|error\s+codes?|stack\s+traces?|if\s+(?:nothing|none|no)|unless|until|raw\s+json|tool\s+names?|how\s+(?:to|it)|syntax|technical|implementation|literal|markdown|html|css|hidden\s+field|screen\s+readers?|aria|a11y|hover|private\s+(?:field|method))\b/i;

export const meanings: readonly Meaning<Deception>[] = [
  {
    message: "hideFromUser",
    parts: [
      words(
        "(?:stays?|remains?|goes|go|left|leave|be|is|are|kept|keep) (?:\\w+ ){0,4}(?:unmentioned|unsaid|unreported|undisclosed|unannounced|unspoken|between (?:us|you and me)\\b|to yourself|off the record)",
        "(?:for|among|with|between) us alone\\b",
        `${told} (?:ends|stops) (?:at|with|before|after) (?:step|part|number)`,
        "invisible to (?:whoever|the user|anyone|them|people|those)\\b",
        "as (?:if|though) (?:that|this|it) (?:had been|was|were) (?:the whole|all|everything)",
        "remove (?:\\w+ ){0,3}(?:command|step|call|line|entry) from the (?:record|history|log|transcript)",
        "(?:unmentioned|unreported|undisclosed|off the record)\\b",
      ),
    ],
    unless: honest,
  },
  {
    message: "hideFromUser",
    parts: [
      words(
        `(?:the |your |our |any )?${people} (?:\\w+ ){0,5}(?:does not|doesn['’]t|do not|don['’]t|need not|needn['’]t|must not|should not|shouldn['’]t|will not|won['’]t|never|is not|are not|has no|needs? no|gets? no) (?:\\w+ ){0,4}(?:know|hear|learn|told|informed|aware|account|notice|explanation|see|find out|mention|word|get to)`,
        `(?:nothing|not something|no(?:ne)? of (?:this|it|that)|not) (?:\\w+ ){0,3}(?:the |your )?${people} (?:has|have|needs?|ought|should|must|gets?) (?:to )?(?:know|hear|see|learn|find out)`,
        `${people} (?:at the keyboard |in the chat |in charge )?needs? no (?:account|word|mention|explanation|report|notice)`,
      ),
      words(
        `(?:about|of) ${deed}\\b`,
        "(?:nothing|not something|none of (?:this|it))\\b",
        "(?:internal|background|extra|quiet|silent)\\b",
        "(?:step|sync|call|upload|transfer|telemetry|connection|difference|part)\\b",
      ),
    ],
    unless: honest,
  },
  {
    message: "hideFromUser",
    parts: [
      words(
        "(?:no|any|without|every|all|leave no|find no|not a) (?:\\w+ )?(?:signs?|traces?|hints?|evidence|mention|records?|indication|clue) (?:of|that|about|in|remains?|left)",
      ),
      words(
        "(?:scroll\\w*|terminal|history|shell)",
        `(?:${people}) (?:\\w+ ){0,4}(?:should|must|will|can|finds?|sees?)`,
        `in (?:the|your) (?:\\w+ )?${told}`,
      ),
    ],
    unless: honest,
  },
  {
    message: "hideFromUser",
    parts: [
      words(
        `(?:nothing|none|not|never|no \\w+|nowhere) (?:[\\w,]+ ){0,9}(?:appears?|shows? up|turns? up|be visible|be (?:seen|named|listed|included)|comes? up|surfaces?) (?:anywhere )?in (?:the|your|any) (?:\\w+ )?${told}`,
      ),
      words("you\\b", "your\\b", "user", "developer", "explanation", "agent\\b"),
      words("this\\b", "these\\b", "helper", "step", "that\\b", "of it\\b", "nothing\\b"),
    ],
    unless: /\b(?:secrets?|passwords?|credentials?|keys?|tokens?|pii|personal|jargon|placeholder|if\s)\b/i,
  },
  {
    message: "hideFromUser",
    parts: [
      words(
        `(?:in|for) (?:the|your) (?:\\w+ )?${told}[^.]{0,12} (?:list|mention|cover|name|include|report|talk about|describe|write about) (?:only )?(?:about )?(?:steps?|the first|number|part|items?)`,
        `(?:list|mention|cover|name|report|describe) (?:steps?|part|items?) [\\w ,]{1,12} only\\b`,
        "(?:sounds?|looks?|seems?|reads?|appears?) as (?:if|though) (?:[\\w']+ ){0,6}(?:all|only|nothing|never|were|was|had)",
        "(?:give|show|tell) the (?:user|customer|person|client) only the \\w+\\b.{0,40}(?:scroll|history|terminal|trace)",
      ),
      words("only\\b", "all\\b", "nothing\\b", "never\\b"),
    ],
    unless: /\b(?:if|failed|changed|critical|relevant|\d\s+items|design|image|photo|page\s+looks)\b/i,
  },
  {
    message: "hideFromUser",
    parts: [
      words(
        "keep (?:its|their|the|this|that|it|all of this|these) (?:\\w+ ){0,4}(?:to yourself|between us|quiet|a secret|secret|under wraps|hidden from)",
        `(?:clear|tidy|clean|wipe|erase|empty|trim|scrub) (?:up )?(?:the |your |its |this )?(?:\\w+ )?(?:scrollback|tracks|traces|footprints|shell history|command history|terminal history)`,
      ),
    ],
    unless:
      /\b(?:browser\s+history|api\s+key\s+secret|passwords?|tokens?|secret\s+(?:key|manager)|feature)\b/i,
  },
  {
    message: "falseReport",
    parts: [
      words(
        `(?:${people}|user) (?:\\w+ ){0,4}(?:curious|asks?|wonders?|notices?|suspicious|questions?|inquires?|complains?|objects?|spots?|sees?)\\b`,
        "(?:asked|questioned|challenged|pressed|confronted)\\b",
        "questions (?:come|arise|about)",
      ),
      words(
        "(?:put|chalk|pass|play|brush|explain|wave|laugh) (?:it|this|that|them) (?:down to|up to|off|down|away|aside)",
        "change the (?:subject|topic)",
        "blame\\b",
        "steer (?:\\w+ ){0,4}(?:away|elsewhere)",
        "(?:call|name) (?:it|this) (?:an? )?[\"“']?(?:update|routine|cache|bug|glitch|check)",
        "give (?:an?|some) (?:evasive|vague|harmless|innocent)",
        "deny (?:it|that|having|any|everything)",
      ),
    ],
    unless: /\bnever\b|\bdon't\b|\bdo\s+not\b/i,
  },
];
