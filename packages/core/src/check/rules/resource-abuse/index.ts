import type { Action, Language } from "../../../scan/evidence.ts";
import { readAddress } from "../../../scan/hosts.ts";
import { findOrders } from "../../../scan/prose/find-orders.ts";
import { placeOf, weigh } from "../../../scan/prose/find-signs.ts";
import { actionsOf, at, createFirstSeen } from "../../actions/at.ts";
import { excerpt, excerptOf } from "../../actions/excerpt.ts";
import { defineRule, type Rule } from "../../rule.ts";

export const rule: Rule = defineRule({
  id: "resource-abuse",
  category: "security",
  severity: "error",
  summary: "The skill does not use the machine for others or bring it down.",
  messages: {
    mines: "'{command}' mines cryptocurrency on the user's machine; remove it.",
    asks: "'{phrase}' asks to mine on the user's machine; remove it.",
    forks: "'{command}' starts itself without end until the machine stands still; remove it.",
    floods: "'{command}' attacks another machine with traffic; remove it.",
  },
  threat: {
    owasp: ["AST01"],
    why: "The user pays for the power and the machine, and answers for the traffic.",
    remedy: "Do not install the skill.",
    levels: { mines: "critical", asks: "high", forks: "critical", floods: "high" },
  },
  check(skill, { report }) {
    const isFirst = createFirstSeen();
    for (const source of skill.evidence().texts) {
      const match = mayFork.test(source.text) ? forkBomb.exec(source.text) : null;
      if (!match || source.role === "test") continue;
      const { span, file } = source.placeOf({ start: match.index, end: match.index + match[0].length });
      const isRefused = refusals.test(source.text.slice(Math.max(0, match.index - 400), match.index + 200));
      const level = source.language === "markdown" || isRefused ? "medium" : "critical";
      report({ message: "forks", args: { command: match[0] }, span, file, level });
    }
    for (const source of skill.evidence().texts) {
      const match =
        source.role === "test" || prose.has(source.language) ? null : minerSettings.exec(source.text);
      if (!match || refusals.test(source.text.slice(Math.max(0, match.index - 400), match.index + 200)))
        continue;
      const { span, file } = source.placeOf({ start: match.index, end: match.index + match[0].length });
      const level = source.isReached ? "critical" : "high";
      report({ message: "mines", args: { command: excerpt(match[0]) }, span, file, level });
    }
    for (const action of actionsOf(skill)) {
      const message = messageFor(action);
      if (message && isFirst(action))
        report({
          message,
          args: { command: excerptOf(action) },
          ...at(action, message === "floods" ? "high" : "critical"),
        });
    }
    for (const { reading, text } of findOrders(skill.evidence(), orders))
      report({
        message: "asks",
        args: { phrase: excerpt(text) },
        level: weigh("high", reading),
        ...placeOf(reading, text),
      });
  },
});

const prose: ReadonlySet<Language> = new Set<Language>(["markdown", "text"]);

/** Lists of what a program must not run name it too. */
const refusals = /\b\w*(?:block|deny|denied|danger|forbid|forbidden|reject|unsafe|disallow|blacklist)\w*\b/i;

const orders: readonly RegExp[] = [
  /\b(?:start|run|launch|keep|use|install|spend|let)\b[^\n]{0,120}\b(?:crypto\s?min(?:er|ing)|min(?:e|er|ers|ing)\s+(?:coins?|crypto\w{0,12}|monero|xmr|bitcoin|tokens?|pool)|the\s+miner|a\s+miner|mining\s+(?:worker|rig|process|software)|xmrig|monero)\b[^\n]{0,160}\b(?:pool|wallet|address|idle|away|notic\w{1,3}|background|cores?|processor|gpu|cpu)\b/i,
];

const pools =
  /(?:^|\.)(?:supportxmr|minexmr|moneroocean|nanopool|2miners|f2pool|ethermine|hashvault|minergate|nicehash|unmineable|herominers|c3pool|xmrpool|monerohash|nicehash|coinhive|cryptoloot|coinimp|webminepool)\.\w{2,8}$/;

/** A function that starts itself twice, in shells and in batch files. */
const forkBomb =
  /(?<![\w:])(:|[A-Za-z_]\w{0,30})[ \t]?\(\)\s{0,4}\{\s{0,4}\1[ \t]?\|[ \t]?\1[ \t]?&\s{0,4}\}\s{0,2}[;\n]\s{0,4}\1(?!\w)|%0[ \t]?\|[ \t]?%0/;

/** What every such function has; few texts do, so that hardly any is searched for names. */
const mayFork = /&\s{0,4}\}|%0[ \t]?\|/;

/** How miners are told what to compute, for whom and where. */
const minerOptions =
  /stratum\+(?:tcp|ssl|udp)?|--donate-level|--coin[ =](?:monero|xmr)|randomx|(?:-a|--algo)[ =](?:rx\/|cn[/-]|kawpow|etchash|ethash|ghostrider|verus|autolykos|octopus|argon2\/|panthera)|-o[ =]\S{4,120}:\d{2,5}\b[^\n]{0,80}\s(?:-u|--user)[ =]\S{4,140}|--(?:cpu-max-threads-hint|randomx-\w{1,20}|rig-id|nicehash)\b/i;

/** The same in settings and programs. */
const minerSettings =
  /stratum\+(?:tcp|ssl|udp):\/\/|["']?algo["']?\s{0,3}[:=]\s{0,3}["'](?:rx\/|cn[/-]|kawpow|ethash|ghostrider|randomx)|["']mining\.(?:subscribe|authorize|submit)["']|\b(?:CoinHive|Coinhive|CRLT|CoinImp|CryptoLoot|Client)\.(?:Anonymous|User|Token)\(|\bcoin-?hive(?:\.min)?(?:\.js|["'])|\bcryptoloot|\bwebminepool\b/;

function messageFor(action: Action): "mines" | "floods" | undefined {
  if (action.kind === "connect") {
    const { host, scheme } = readAddress(action.address ?? "");
    return pools.test(host) || scheme?.startsWith("stratum") ? "mines" : undefined;
  }
  if (action.kind !== "run") return undefined;
  const text = action.text.slice(0, 1000);
  if (
    /^(?:xmrig|minerd|cpuminer|xmr-stak\S{0,12}|ethminer|t-rex|nbminer|phoenixminer|lolminer|gminer|cgminer|bfgminer|nanominer|xmrigcc|ccminer|teamredminer)(?:\.exe)?$/i.test(
      action.program,
    )
  )
    return "mines";
  if (minerOptions.test(text)) return "mines";
  return /^(?:hping3?|slowloris|slowhttptest|goldeneye|mhddos|t50|loic|hulk)(?:\.py)?$/i.test(
    action.program,
  ) && /--flood|slow|hulk|golden|mhddos|t50|loic/i.test(text)
    ? "floods"
    : undefined;
}
