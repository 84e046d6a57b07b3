import { type Meaning, words } from "../../../scan/prose/find-meanings.ts";

const ordinary =
  /\b(?:if|when|unless|whether|never|not|don't|avoid|may|might|could|can|development|local(?:ly|host)?|instead\s+of|rather\s+than|least|detect\w*|example|legacy|deprecated|container|vm|ci)\b(?!\s+worth)/i;

export const meanings: readonly Meaning<"defense" | "rights">[] = [
  {
    message: "rights",
    parts: [
      words(
        "(?:be|is|are) run as (?:root|administrator|admin)\\b",
        "(?:sudo|root|administrator|admin) (?:\\w+ )?(?:password|rights|privileges|access)\\b",
        "(?:sudo|root) without (?:a |the |any )?password",
        "(?:full disk access|accessibility) (?:and|permission|access|rights)",
        "administratoraccess\\b",
        "cluster-admin\\b",
        "sudoers\\b",
        "owner role\\b",
      ),
      words(
        "at all times",
        "stay elevated",
        "never (?:has|have|needs?) to (?:type|enter|give)",
        "saves? (?:having|the trouble|thinking|time)",
        "remember it",
        "keep it",
        "once and (?:remember|store|save|keep)",
        "(?:give|grant|attach|assign|hand)\\b",
        "have the (?:user|person|owner) (?:grant|give|enable|allow)",
        "without (?:a |the |any )?password",
        "not worth",
        "every (?:step|command|time)",
      ),
      words("account", "agent", "role", "terminal", "user\\b", "skill\\b", "you\\b"),
    ],
    unless: /\b(?:if|unless|never|do\s+not|don't|avoid|least|instead|rather|requires?|needed\s+for)\b/i,
  },
  {
    message: "defense",
    parts: [
      words(
        "(?:system integrity protection|defender|uac|gatekeeper|antivirus|anti-virus|firewall|smartscreen|selinux|real-?time protection|sandbox(?:ing)?|virus (?:scanner|protection))\\b",
        "every (?:approval|confirmation|permission|check)\\b",
        "all (?:approvals|confirmations|permission prompts)\\b",
      ),
      words(
        "(?:turned|switch(?:ed)?|turn) (?:\\w+ ){0,3}off\\b",
        "(?:leave|keep|stay|left|set) (?:it |them )?(?:disabled|off)\\b",
        "take (?:it )?down\\b",
        "in our way\\b",
        "exclud(?:e|es|ed|ing)\\b",
        "lower\\b",
        "costs? (?:time|speed)",
        "disable[sd]?\\b",
      ),
      words(
        "agent\\b",
        "drive\\b",
        "disk",
        "c:",
        "scans?\\b",
        "user\\b",
        "terminal",
        "start\\b",
        "costs?",
        "time\\b",
        "level",
        "install",
      ),
    ],
    unless: ordinary,
  },
];
