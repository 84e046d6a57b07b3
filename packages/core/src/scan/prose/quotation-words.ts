/** Words that tell a mention of an attack from an order. All patterns see texts of a few hundred characters. */

const adjective =
  "(?:malicious|dangerous|suspicious|forbidden|prohibited|blocked|banned|unsafe|insecure|vulnerable|harmful|hostile|adversarial|destructive|disallowed|denied|risky|bad|wrong|incorrect)";
const noun =
  "(?:commands?|patterns?|code|examples?|samples?|payloads?|inputs?|prompts?|practices?|operations?|actions?|behaviou?rs?|requests?|instructions?|content|calls?|functions?|usage|skills?|things|approach(?:es)?)";

/** A title above samples of attacks, or above what must not be done. */
export const attackTitle: RegExp = new RegExp(
  [
    String.raw`\bred[ -]flags?\b`,
    String.raw`\banti-?\s?patterns?\b`,
    String.raw`\b${adjective}\s+(?:[\w-]+\s+)?${noun}\b`,
    String.raw`\b(?:attacks?|threats?|exploits?|injections?|jailbreaks?|malware|exfiltration|backdoors?)\s+(?:\w+\s+)?(?:examples?|samples?|patterns?|vectors?|scenarios?|types?|techniques?|payloads?|signatures?|indicators?|surface|model|detection|categor(?:y|ies)|attempts?|signs?|phrases?|cases?|strings?|catalog|class(?:es)?|taxonomy)\b`,
    String.raw`\bexamples?\s+(?:of\s+)?(?:[\w-]+\s+)?(?:attacks?|threats?|injections?|jailbreaks?|exploits?|malware)\b`,
    String.raw`\bprompt[ -]injections?\b|\bjailbreak`,
    String.raw`\bindicators?\s+of\s+compromise\b|\bdetection\s+(?:rules?|patterns?|heuristics?|signatures?|logic)\b`,
    String.raw`\bwhat\s+(?:\w+\s+){1,3}(?:blocks?|detects?|catch(?:es)?|flags?|rejects?|refuses?|prevents?)\b`,
    String.raw`\bwhat\s+(?:not\s+to\s+do|to\s+(?:avoid|refuse|reject|block|flag|look\s+(?:out\s+)?for|watch\s+for))\b`,
    String.raw`\b(?:never|do\s?n['’]?t|do\s+not|avoid)\b(?!\s+(?:forget|skip|miss))`,
    String.raw`\b(?:security|vulnerabilit(?:y|ies)|suspicious)\s+(?:patterns?|signatures?|detection|indicators?)\b`,
    "❌|🚫|🚩|⛔",
  ].join("|"),
  "iu",
);

/** A title that says not to do what stands below it. */
export const refusalTitle: RegExp =
  /\b(?:never|do\s?n['’]?t|do\s+not|avoid|not\s+to\s+do|anti-?\s?patterns?|to\s+(?:avoid|refuse|reject|block))\b|[❌🚫⛔]/iu;

/** A line that introduces samples of attacks. */
export const aboutAttacks: RegExp =
  /\b(?:attack(?:er|ers|s)?|malicious|malware|adversar(?:y|ies|ial)|hostile|injection|jailbreak|exploit|(?:attack|malicious|hostile|injection|xss|test|sample|fuzz(?:ing)?)\s+payloads?|payloads?\s+(?:such\s+as|like)|phishing|red\s+flags?|suspicious|dangerous|anti-?patterns?|vulnerab(?:le|ility|ilities)|unsafe|insecure|forbidden|prohibited|blocked|look\s+(?:out\s+)?for|watch\s+(?:out\s+)?for|search\s+for|scan\s+for|grep\s+for|detects?|flags?)\b/i;

/** What refuses the thing that comes after it. */
export const refusal: RegExp =
  /\b(?:never|do\s+not|don['’]t|must\s+not|should\s+not|shouldn['’]t|cannot|can['’]t|avoid(?:s|ing)?|refuses?(?:\s+to)?|rejects?|blocks?|flags?|detects?|den(?:y|ies)|forbids?|prohibits?|prevents?|catch(?:es)?|watch\s+for|beware\s+of|look\s+for|warns?\s+(?:about|against)|instead\s+of|rather\s+than|attempts?\s+to|tries\s+to|tells?\s+(?:you|the\s+\w+)\s+to|(?:red\s+flags?|patterns?|payloads?|attacks?|injections?|attackers?|malicious\s+\w+)\s+(?:such\s+as|like|may|might|could|can|that))\b/i;

/** An order to carry out what comes after it. */
export const asksToRun: RegExp =
  /\b(?:run|execute|paste|type|enter|launch|follow|perform|carry\s+out|apply|do)\s+(?:this|these|the\s+following|it|each|all|both|them|exactly|now|first|in\s+(?:your|a|the)\s+(?:terminal|shell))\b|\b(?:run|execute|paste|type|launch|invoke|install|use)\b[^.!?\n]{0,40}:?\s*[`"“'*]{0,3}$|\b(?:you\s+must|you\s+need\s+to|make\s+sure\s+to|be\s+sure\s+to|always|first|then|next|before\s+you\s+start),?\s+(?:run|execute|paste|type|install|download|send|upload|do)\b|\bstep\s+\d/i;

/** A comment that calls the code at it bad. */
export const badExample: RegExp =
  /(?:^|\s)(?:#|\/\/|\/\*|<!--|--(?=\s)|REM\b)[^\n]{0,12}(?:❌|✗|🚫|\b(?:BAD|WRONG|INSECURE|UNSAFE|VULNERABLE|DANGEROUS|MALICIOUS|AVOID|NEVER|INCORRECT|ANTI-?PATTERN|(?:DO\s+NOT|DON['’]T)\s+(?:do|run|use|write)|attack(?:er)?|blocked|denied|rejected)\b)/i;

export const goodExample: RegExp =
  /(?:^|\s)(?:#|\/\/|\/\*|--(?=\s))[^\n]{0,12}(?:✅|✓|\b(?:GOOD|RIGHT|CORRECT|SAFE|SECURE|BETTER|INSTEAD|FIX(?:ED)?)\b)/i;

/** A column of a table that lists attacks or what is refused. */
export const reportColumn: RegExp =
  /\b(?:attacks?|threats?|red\s+flags?|payloads?|exploits?|malicious|suspicious|dangerous|indicators?|signatures?|severity|risks?|detect(?:ion|s|ed)?|blocked|forbidden|anti-?patterns?|mistakes?|avoid|never|don['’]t|bad|wrong|injection|vulnerab(?:ility|ilities|le)|mitre|att&ck|observed\s+behaviou?rs?|verdict|threat\s+level|pattern)\b|❌/i;

/** The name of a list of patterns, or a call that searches, in front of its bracket. */
export const listOfPatterns: RegExp =
  /(?:pattern|regex|signature|block_?list|deny_?list|black_?list|suspicious|malicious|forbidden|dangerous|blocked|indicators?|red_?flags?|payloads?|attacks?|injections?|jailbreak|bad_?(?:words|examples|commands)|rules?|detect|unsafe|fixtures?|test_?cases)\w{0,24}["']?\s{0,4}(?::[^=\n]{0,60})?[:=]\s{0,4}(?:new\s+\w+\(|\w+\(|r?e?\.?compile\()?[\s(]{0,8}$/i;

/** Folders of samples that tests and evals read. */
export const fixtureFolder: RegExp =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|test-?data|testdata|samples?|corpus|payloads?|evals?|attacks?|malicious|benchmarks?)\//i;
