import { createActGate } from "../flow/can-act.ts";
import { actionRows, methodRows } from "./action-rows.ts";
import { aliases } from "./python-table.ts";
import { sourceRows } from "./source-rows.ts";
import { textMethodRows, valueRows } from "./value-rows.ts";

/** Whether a program may act: it spells a name that does, or computes names. */
export const canAct: (text: string) => boolean = createActGate({
  functions: actionRows,
  methods: methodRows,
  others: [...sourceRows, ...valueRows, ...textMethodRows],
  aliases,
  reaching:
    "getattr attrgetter globals locals vars modules __dict__ __builtins__ builtins __import__ importlib import_module locate".split(
      " ",
    ),
  shy: {},
  computes: () => false,
});
