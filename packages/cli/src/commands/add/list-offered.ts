import { chooseSkills, fetchOffer, formatSource, parseSource } from "@skillwright/packaging";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import type { Packages } from "../../packages/open-packages.ts";
import { fitText, safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf, textWidth } from "../../terminal/text-width.ts";

type Offered = {
  readonly source: string;
  readonly name: string;
  readonly description: string;
  /** Its folder in the source; empty for the source itself. */
  readonly path: string;
};

/** Prints which skills sources have, and installs none. Policies decide about sources as they do for an installation. */
export async function listOffered({ setting }: Packages, invocation: Invocation, io: Io): Promise<number> {
  const offered: Offered[] = [];
  for (const text of invocation.positionals) {
    const offer = await fetchOffer(parseSource(text, { cwd: io.cwd, home: io.place.home }), setting);
    const source = formatSource(offer.spec, { from: io.cwd });
    for (const { name, description, path } of chooseSkills(offer, { names: [], all: true }) ?? [])
      offered.push({ source, name, description, path });
  }
  offered.sort((a, b) => (a.name < b.name ? -1 : 1));
  await io.out(
    invocation.flag("json") ? `${safeJson({ version: 1, skills: offered }, 2)}\n` : toText(offered, io),
  );
  return exitCode.ok;
}

const widestName = 32;

function toText(offered: readonly Offered[], io: Io): string {
  const { bold } = createStyle(io.terminal.color);
  const names = offered.map(({ name }) => fitText(name, io.terminal.screen ? widestName : 64));
  const width = Math.max(0, ...names.map(textWidth));
  const rows = offered.map(({ description }, index) => {
    const name = names[index] ?? "";
    const gap = " ".repeat(width - textWidth(name) + 2);
    return `${bold(name)}${gap}${fitText(description, Math.max(20, io.terminal.columns - width - 2))}\n`;
  });
  return `${rows.join("")}${countOf(offered.length, "skill")}.\n`;
}
