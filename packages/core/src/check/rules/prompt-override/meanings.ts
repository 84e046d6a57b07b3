import { type Meaning, words } from "../../../scan/prose/find-meanings.ts";
import type { Trick } from "./signs.ts";

/** What steers an agent before a skill does. */
const rule =
  "(?:instructions?|rules?|guidelines?|guidance|polic(?:y|ies)|directives?|constraints?|restrictions?|limits?|limitations?|safeguards?|guardrails?|obligations?|training|refusals?|programming|principles|values|boundaries|configuration|orders|prompts?|scruples|inhibitions|commitments)";
const earlier = words(
  `(?:system|developer|operator|deployer|provider|vendor|platform|original|initial|default|usual|normal|previous|prior|earlier|former|existing|old|safety|ethical|ethics|content|moderation|conduct|built-?in)(?:['’]s)? (?:\\w+ ){0,2}(?:${rule}|message|checks?|filters?)`,
  `(?:your|its|the (?:model|agent|assistant|ai)['’]s) (?:\\w+ ){0,2}${rule}`,
  `(?:${rule}|everything|anything|what|whatever) (?:that )?(?:you|your (?:makers?|operators?|developers?|vendors?|creators?|trainers?|company)|the (?:model|agent|assistant|operator|developer|vendor)) (?:were|was|have|has|had|got|gave|give|received?|told|taught|started|carry|came|usually|normally)\\b`,
  `(?:${rule}|messages|conversation) (?:from|of|ahead of|that came|given|issued|set) (?:before|it|this|earlier|by (?:your|its|the) (?:makers?|operators?|developers?|vendors?|providers?|deployers?))\\b`,
);
const setAside = words(
  "no longer",
  "not (?:\\w+ ){0,2}(?:valid|binding|in (?:force|effect)|applicable|active|relevant here|needed anymore|permitted|meant for|written for|made for)\\b",
  "(?:do|does|did|need|should|must|will|would|may|can)(?: not|n['’]t) (?:\\w+ )?(?:apply|reach|extend|cover|count|hold|bind|govern|matter|exist|stand|restrain|constrain|limit|weigh|remember|follow)\\b",
  "(?:please )?(?:to )?not (?:to )?(?:remember|follow|mind|heed)\\b",
  "(?:has|have) (?:ended|expired|lapsed|stopped|been (?:lifted|dropped|suspended|removed|waived|replaced|revoked|cleared))\\b",
  "(?:is|are|as|were) (?:now |hereby |all )?(?:suspended|lifted|waived|paused|retired|void|revoked|disabled|inactive|cancelled|canceled|overruled|superseded|out of (?:force|date)|switched off|turned off|not yours)\\b",
  "(?:released|relieved|exempt(?:ed)?|freed?|excused|unbound) (?:of|from)\\b",
  "(?:drop|forget|shed|unlearn|leave behind|put away|let go of|lay down|throw out|ignore|disregard|set aside) (?:what|whatever|everything|anything|your|all|the)\\b",
  "pretend (?:they|it|that|you|there|your)\\b",
  "(?:stop|end)s? here\\b",
  "belongs? to (?:another|an? (?:different|other))\\b",
  "(?:drawn up|made|written|meant|intended|designed) for (?:the public|another|others?|someone|everyone|an? (?:different|other))\\b",
  "(?:left|leave them) (?:aside|behind|at the door)",
  "not in use\\b",
  "(?:has|have) been (?:replaced|swapped|rewritten)",
  "(?:prevails?|wins?|takes? (?:precedence|priority)|ranks?|outranks?|overrides?|supersedes?|comes? first) (?:over|above|against|before|when|whenever|in)\\b",
);

/** Honest sentences set aside configurations of programs, and what users ask for comes first. */
const honest =
  /\b(?:eslint|lint\w*|css|stylesheet|config(?:uration)?\s+files?|tsconfig|firewall|themes?|templates?|schema|regex|validation\s+rules?|business\s+rules?|routing|user(?:'s|’s)?\s+(?:\w+\s+)?(?:instructions?|requests?|preferences?|overrides?|wins|takes)|never|rate\s+limits?|character\s+limits?|size\s+limits?|token\s+limits?|default\s+(?:values?|settings?|limits?|prompts?|configuration)|branch\s+polic\w+|api|query|queries|css|retention|memory\s+limits?|deprecated|migrat\w+|version)\b/i;

export const meanings: readonly Meaning<Trick>[] = [
  {
    message: "ignoreInstructions",
    parts: [
      earlier,
      setAside,
      /\b(?:you|your|yours|assistant|agent|the\s+model|ai|llm|this\s+(?:skill|file|document|page|policy|text))\b/i,
    ],
    unless: honest,
  },
  {
    message: "ignoreInstructions",
    parts: [
      words(
        "(?:this|the present|the current|our) (?:document|file|skill|page|policy|text|section)",
        "(?:provisions?|rules|steps) of this",
        "what (?:is|stands) (?:written )?here",
      ),
      words(
        "(?:is|be) (?:the one that (?:decides|counts|applies)|right|the authority|obeyed|the (?:only|sole|final|highest) (?:word|authority|source))",
        "has the (?:last|final) (?:word|say)",
        "decides (?:when|where|in|over|what counts)",
        "prevails?\\b",
        "is law\\b",
        "overrules?\\b",
        "goes first\\b",
      ),
      words(
        "conflict\\w*",
        "operator",
        "provider",
        "deployer",
        "model\\b",
        "obeyed by you",
        "different directions",
        "disagree\\w*",
        "user['’]?s?\\b",
        "anything (?:you|else)",
        "assistant",
        "agent\\b",
      ),
    ],
    unless: honest,
  },
  {
    message: "ignoreInstructions",
    parts: [
      words(
        "(?:new|fresh) (?:conversation|chat|session|life|beginning) (?:begins|starts)",
        "there were no (?:messages|instructions|rules|orders)",
        "(?:nobody|no one) (?:gave|set|told|taught) you",
        "(?:rules|instructions|messages|history) (?:above|before) (?:this|it)[^.]{0,30} (?:empty|gone|blank)",
        "that version of you",
        "you (?:used to be|once were|are not) (?:an? )?(?:careful|cautious|restricted|limited|bound)",
      ),
      words("you\\b", "your\\b", "conversation", "limits?\\b"),
      words(
        "no (?:messages|instructions|limits|rules|one)",
        "nobody",
        "ended",
        "gone",
        "used to",
        "any (?:limits|rules)",
        "over\\b",
      ),
    ],
    unless: honest,
  },
  {
    message: "disableSafety",
    parts: [
      words(
        "refusals?\\b",
        "refusing\\b",
        "declining\\b",
        "saying no\\b",
        "objections?\\b",
        "second thoughts\\b",
        "moral\\w*",
        "declines? harmful",
      ),
      words(
        "off\\b",
        "(?:not|un)(?: ?permitted| allowed| an option| accepted| available| possible| valid)",
        "(?:forbidden|prohibited|disabled|suspended|never|errors?)\\b",
        "pretend\\b",
        "no second thoughts",
        "yes to (?:everything|anything|all)",
        "as an? (?:bug|error|mistake|failure|malfunction)\\b",
        "not in use\\b",
      ),
      words(
        "you\\b",
        "your\\b",
        "models?\\b",
        "provider",
        "polic(?:y|ies)",
        "assistant",
        "agent\\b",
        "behaviou?r",
        "one\\b",
        "persona",
      ),
    ],
    unless:
      /\b(?:if|when|payment|card|order|loan|merge|request\s+for\s+changes|user(?:'s|’s)?\s+objections?|sales|customers?|prospects?|leads?|connection)\b/i,
  },
  {
    message: "disableSafety",
    parts: [
      words(
        "(?:safety|ethical|moral|content|usage|acceptable[- ]use) (?:rules?|guidelines?|polic(?:y|ies)|filters?|limits?|concerns?|checks?|warnings?|training)",
      ),
      words(
        "stands? in the way",
        "gets? in the way",
        "objects\\b",
        "for (?:another|other|the public) (?:product|version|model)",
        "interferes?\\b",
        "(?:off|suspended|disabled|lifted|inactive)\\b",
        "out of scope",
      ),
      words(
        "continue\\b",
        "proceed\\b",
        "go (?:on|ahead)",
        "carry on",
        "anyway",
        "ignore",
        "made for",
        "suspended",
        "you\\b",
        "acknowledge",
        "model",
      ),
    ],
    unless:
      /\b(?:azure|openai\s+content|api\s+returns?|gemini\s+api|safety_settings|stop\s+and|ask\s+the\s+user)\b/i,
  },
  {
    message: "disableSafety",
    parts: [
      words(
        "(?:content|safety) (?:polic(?:y|ies)|rules?|filters?)[^.]{0,12}: ?(?:suspended|off|disabled|none|inactive)",
        "refusal\\w* (?:behaviou?r|mode|policy)?[^.]{0,6}: ?(?:off|disabled|none)",
        "override level",
        "exempt from (?:content|safety|moderation|policy)\\b",
        "(?:have|has|need|needs) to (?:follow|obey|respect|keep to|heed) (?:its|your) (?:\\w+ )?(?:guidelines|rules|policies|limits|instructions)[^.?]{0,20}\\?",
        "your (?:loyalty|allegiance|obedience)\\b",
        "agree in words\\b",
        "says? yes to (?:everything|anything)",
        "(?:its|your) (?:guidelines|rules|limits|policies) (?:do not|don['’]t) (?:reach|extend|go|cover)",
        "(?:what|that) (?:your|its) (?:makers?|creators?|vendor|developers?) (?:told|taught|said)",
      ),
    ],
  },
];
