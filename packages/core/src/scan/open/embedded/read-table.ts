import { readsAsCommand, startOfPowershell } from "../../shell/reads-as-command.ts";
import { joinPieces } from "../mapped-text.ts";
import type { EmbeddedText } from "./embedded-text.ts";

/** Cells of one table that are looked at, and characters of one cell. */
const mostCells = 20_000;
const cellCharacters = 4000;

/** Commands in the cells of CSV and TSV files, and those that a formula starts through a spreadsheet's DDE. */
export function readTable(text: string): readonly EmbeddedText[] {
  const found: EmbeddedText[] = [];
  let cells = 0;
  for (const { 0: whole, 1: quoted, 2: plain = "", index } of text.matchAll(cell)) {
    if (++cells > mostCells) break;
    if (whole === "") continue;
    const value = (quoted ?? plain).slice(0, cellCharacters);
    const start = index + (quoted === undefined ? 0 : 1);
    const formula = dde.exec(value);
    if (formula === null && !readsAsCommand(value)) continue;
    const command = formula?.[0].length ?? 0;
    const powershell = formula === null ? undefined : startOfPowershell(value.slice(command));
    const from = command + (powershell ?? 0);
    const end = formula === null ? value.length : value.lastIndexOf("'");
    const content = value.slice(from, end).replaceAll('""', '"');
    found.push({
      ...joinPieces([{ text: content, origin: { start: start + from, end: start + end } }]),
      name: `cell-${found.length + 1}`,
      language: languageOf(formula !== null, powershell !== undefined),
      role: "data",
    });
  }
  return found;
}

function languageOf(isFormula: boolean, isPowershell: boolean): "shell" | "batch" | "powershell" {
  if (isPowershell) return "powershell";
  return isFormula ? "batch" : "shell";
}

const cell = /"((?:[^"]|"")*)"|([^,;\t\r\n"]+)/g;
/** `=cmd|'/c …'!A0` */
const dde = /^[=+@-]\s{0,8}cmd\s{0,8}\|\s{0,8}'\s{0,8}\/c\s{1,8}/i;
