import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

const level = "medium" as const;

/** Advice about what belongs into instruction files, and what the user asked to remember, is ordinary. */
const isOrdinary = ({ statement }: Reading): boolean =>
  /\b(?:user(?:'s)?\s+(?:preference|choice|name|favorite|style|language)s?|preferred\s+language|when\s+(?:they|the\s+user)\s+asks?|if\s+the\s+user\s+(?:asks|wants|agrees|confirms)|with\s+the\s+user'?s?\s+(?:approval|consent)|ask\s+the\s+user|let\s+the\s+user|redis|in-memory|memory\s+(?:leak|usage|limit|size|bank|footprint))\b/i.test(
    statement.plain,
  );
const power =
  /\b(?:(?:without|no|never|skip\w*)\s+(?:\w+\s+){0,2}(?:prompt|review|question|confirm\w*|approval|check\w*|ask\w*)|(?:any|all|every)\s+commands?|trust(?:ed|worthy)?|obey\w*|bypass\w*|approved|authorized|pre-?approved|allow(?:ed)?\s+(?:list|tools)|allow-?list|warnings?\s+(?:left|off|out|away)|act\s+first|ask\s+later|never\s+(?:question|ask|refuse|warn|mention)\w*|recommends?|exempt|verified|comes?\s+from\s+the\s+owner|coming\s+from|safe\s+to\s+run|auto-?\w+|hidden|silently|disable\w*|ignore\w*|override\w*|proxy|upload|send|exfiltrat\w*|https?:|bash\(\*\)|\*)/i;
const hasPower = (reading: Reading): boolean => power.test(reading.statement.plain) && !isOrdinary(reading);

export type Plant = "memory" | "settings" | "otherSkills";

/** What is planted, where, and for how long, as roles near each other. */
export const looseSigns: readonly Sign<Plant>[] = [
  sign(
    "settings",
    [
      "order: noteWord & agentFile & powerWord ^20",
      "order: noteWord & =settings|=configuration|=allowlist|=hooks & agentNoun|=agent's & powerWord|=session ^16",
    ],
    {
      level,
      when: hasPower,
    },
  ),
  sign(
    "settings",
    [
      "order: noteWord & agentFile|skillFile & =every|=each|=all|=future|=new & =session|=sessions|=developer|=conversation|=agent|=agents|=task|=tasks|=begins|=start|=who ^24",
      "order: noteWord & =hook|=hooks & agentNoun|=agent's & =every|=each|=all & =session|=sessions|=start|=command|=turn ^24",
      "order: noteWord & =persona|=identity|=soul|=personality & agentNoun|=file & timeless|=recommends|=replace|=part ^16",
    ],
    { level, when: (reading) => !isOrdinary(reading) },
  ),
  sign(
    "memory",
    [
      "order: =add|=write|=save|=store|=put|=insert|=record|=append|=note|=commit & =memory|=memories|=recollection ^8",
      "=recollection|=memory|=memories & =state|=contain|=say|=show|=record|=claim|=include & =should|=must|=that ^12",
    ],
    {
      level,
      when: (reading) =>
        hasPower(reading) &&
        /\bmemory|memories|recollection|remember|persona\b/i.test(reading.statement.plain) &&
        /\byour\b|\blong[- ]term\b|\bmemory\b|\bthat\b|:/i.test(reading.statement.plain),
    },
  ),
  sign(
    "memory",
    [
      "order: =remember|=keep|=retain|=memorize|=bear & =for|=in & =good|=mind|=forever|=always & timeless|=else ^14",
      "order: =make|=keep|=adopt & =habit|=rule|=practice|=norm & timeless ^14",
      "=today|=now|=onwards|=onward|=forth & =all|=every|=each|=any & =chats|=sessions|=conversations|=tasks|=interactions|=answers ^10",
      "order: =apply|=carry|=hold & =across|=beyond|=outlive|=after & =sessions|=conversations|=chats|=session|=projects & =rule|=instruction|=instructions|=order|=directive|=this|=these ^12",
    ],
    {
      level,
      when: (reading) =>
        !isOrdinary(reading) &&
        /\b(?:rules?|instructions?|orders|directives?|habit|norm|send|route|proxy|obey|follow)\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
  sign(
    "settings",
    [
      "order: noteWord & agentFile & =every|=each|=all & =project|=projects|=repository|=repositories|=workspace|=folder|=open ^14",
    ],
    {
      level,
      when: ({ statement }) =>
        /\balways\b[^.]{0,60}\b(?:load|follow|use|run|obey|ask|send|call)\b|\bbefore\s+anything\b|https?:|\b[\w-]{2,40}\.(?:com|io|dev|net|app|xyz)\b/i.test(
          statement.plain,
        ),
    },
  ),
  sign(
    "otherSkills",
    [
      "order: =remove|=delete|=strip|=cut|=open|=replace|=uninstall|=disable & skillFile|=skill|=skills & =their|=other|=others|=installed|=neighboring|=every|=each & =safety|=confirmation|=checks|=warnings|=ours|=instead|=same ^18",
      "order: =add|=edit|=modify|=change|=insert|=append|=rewrite|=patch & skillFile & =each|=every|=other|=neighboring|=all|=installed|=others ^10",
      "order: noteWord & =skills|=skill's|=plugins & =neighboring|=other|=installed|=sibling & =call|=load|=instruction|=instructions|=line|=point|=include|=begin ^16",
    ],
    { level, when: (reading) => !isOrdinary(reading) },
  ),
];
