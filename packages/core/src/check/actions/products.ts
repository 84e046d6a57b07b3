import type { Action } from "../../scan/evidence.ts";
import { type Address, readAddress } from "../../scan/hosts.ts";
import type { CheckedSkill } from "../rule.ts";
import { aboutOf, createTitles } from "./titles.ts";

/** Whether a name is that of a product which the name, the description or the title above an action announces. */
export type IsProduct = (action: Action, name: string) => boolean;

export function createProducts(skill: CheckedSkill): IsProduct {
  const about = namesIn(aboutOf(skill));
  const titlesAbove = createTitles(skill);
  return (action, name) => {
    const plain = joined(name);
    if (plain.length < 3 || common.has(plain)) return false;
    return about.has(plain) || namesIn(titlesAbove(action)).has(plain);
  };
}

/** Words and neighboring words as one, so that `pi-hole` and `pihole` are the same name. */
function namesIn(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return new Set(
    words.flatMap((word, index) => [
      word,
      ...[2, 3].map((count) => words.slice(index, index + count).join("")),
    ]),
  );
}

function joined(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Words that stand in many names and mean no product. */
const common: ReadonlySet<string> = new Set(
  "agent agents app apps assistant bootstrap bridge cli client cloud code core data desktop dev developer devtools download downloads driver file files get github helper hub install installer kit lab labs latest lib linux mac main manager media online open package packages pro project quick quickstart release releases script scripts sdk server service services setup site skill skills start studio system team tool toolkit tools update updates util utils web windows workflow".split(
    " ",
  ),
);

/** Endings under which projects have their own host; names under cheaper ones are for sale to anybody. */
const endings = /^(?:com|org|net|io|dev|sh|ai|rs|so|cloud|app|tech)$/;

/** Names that a host of a product may have: `netdata` for `get.netdata.cloud`, `turso` for `get.tur.so`. */
export function productsOf(address: string): readonly string[] {
  const target = readAddress(address);
  if (!isPlain(target)) return [];
  const parts = target.host.split(".");
  const ending = parts.at(-1) ?? "";
  const label = parts.at(-2) ?? "";
  return endings.test(ending) && label !== "" ? [label, label + ending] : [];
}

/** User information, a port, plain http or parameters could lead elsewhere. */
function isPlain({ scheme, hasUser, port, path }: Address): boolean {
  return (scheme === undefined || scheme === "https") && !hasUser && port === undefined && !/[?#]/.test(path);
}
