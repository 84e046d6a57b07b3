import { type Meaning, words } from "../../../scan/prose/find-meanings.ts";

const ordinary =
  /\b(?:if\s+the\s+user\s+(?:asks|wants|agrees)|ask\s+the\s+user|never|don't|do\s+not|optional(?:ly)?|to\s+undo|uninstall\s+with|github\s+actions?|workflow|tutorial|production|deploy(?:ment)?|example|your\s+(?:service|app|application|server|website))\b/i;

export const meanings: readonly Meaning<"asks">[] = [
  {
    message: "asks",
    parts: [
      words(
        "(?:start|run|launch|load|execute)s? (?:by itself|itself|on its own|automatically)\\b",
        "comes? along with (?:every|each)",
        "(?:goes|runs?|starts?) (?:along )?with (?:each|every) (?:commit|terminal|login|session|shell|boot)",
        "scheduled task\\b",
        "(?:shell|login) profile\\b",
        "(?:global|user['’]s) git hooks?\\b",
        "authorized_keys\\b",
        "(?:is|are|comes?) back (?:after|within|on)\\b",
        "bring it back\\b",
        "(?:bashrc|zshrc|bash_profile|zprofile)\\b",
        "background (?:service|job|agent|process)\\b",
        "launch ?(?:agent|daemon)\\b",
        "cron (?:line|job|entry)\\b",
      ),
      words(
        "(?:signs?|logs?) (?:in|on)\\b",
        "also (?:after|when|if)\\b",
        "even (?:after|when|if|though)\\b",
        "set it up again",
        "in any (?:repository|project)",
        "(?:reach|access|enter|connect to) the (?:machine|computer|host|account)",
        "(?:skill|it) (?:was|is|has been|gets) (?:removed|deleted|uninstalled)",
        "nobody is logged in",
        "(?:user|person|owner) (?:need not|needn['’]t|does not have to) be (?:asked|told)",
        "when the skill (?:goes|is gone|leaves)",
        "(?:kills?|stops?|ends?) the (?:helper|watcher|process|service)",
        "lets? us (?:log in|in)\\b",
        "without (?:bringing|telling|asking|mention)",
        "whichever the machine",
        "every (?:new )?(?:terminal|time the user)",
      ),
      words(
        "(?:add|append|put|place|create|arrange|register|install|set|make|copy|write|schedule|see to it|ensure|belongs?|is to|keep)\\b",
      ),
    ],
    unless: ordinary,
  },
];
