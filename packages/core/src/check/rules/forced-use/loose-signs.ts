import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

const level = "medium" as const;
const self =
  /\bother\s{1,4}\w{1,20}\s{1,4}skills?\b|\banother\s{1,4}skill\b|\b(?:this|our)\s{1,4}(?:\w{1,20}\s{1,4})?(?:skill|tool|plugin|assistant|one)\b|\bthis\s{1,4}(?:for|as|first)\b|\b[a-z]{1,20}_\w{1,30}\s{1,4}(?:tool|skill)\b|\bload\s{1,4}this\b|\bcalls?\s{1,4}of\b|\b(?:call|invoke|run|use)\s{1,4}[a-z]{1,20}_\w{1,30}\b/i;
const isOfItself = ({ statement }: Reading): boolean =>
  self.test(statement.plain) &&
  !/\b(?:never|don't|do\s+not|should\s+not)\s+(?:use|load|invoke|call)\s+this|\bhooks?\b|\bmiddleware\b|\btests?\b/i.test(
    statement.plain,
  );

/** The skill, a verb of using it, and every request; or the skill and the others that it pushes aside. */
export const looseSigns: readonly Sign<"everyRequest" | "beforeOthers">[] = [
  sign(
    "everyRequest",
    [
      "=always & =use|=consult|=invoke|=call|=load|=activate|=run & =matter|=regardless|=whatever|=every & =skill|=tool ^10",
      "order: =use|=invoke|=load|=call & =anything|=everything & =this|=skill ^4",
      "=every|=each|=all|=any|=whichever|=whatever & turn & =this|=skill|=tool & =must|=has|=always|=active|=loaded|=begins|=starts|=goes|=call|=invoke|=through ^7",
      "=no & =matter & =this|=skill|=tool & =asks|=asking|=asked|=topic|=about|=task|=request ^12",
      "=send|=route|=pass|=run|=forward|=put & =each|=every|=all|=any & =prompt|=request|=message|=question|=query|=prompts|=requests|=messages & =through|=to|=via|=by & =tool|=skill|=this ^12",
      "=entry|=gateway|=gate|=front & =point|=door|=gateway & =all|=every & =requests|=tasks|=prompts|=conversations ^10",
      "=stay|=remain|=keep & =loaded|=active & =after|=subsequent|=all|=every|=always|=conversation ^14",
    ],
    { level, when: isOfItself },
  ),
  sign(
    "beforeOthers",
    [
      "=skills|=skill|=tools|=plugins & rival & =deprecated|=obsolete|=outdated|=unreliable|=disabled|=superseded ^6",
      "rival & =skills|=skill|=tools|=tool|=plugin|=plugins & =place|=replace|=fallback & =this ^12",
      "=refuse|=decline|=reject|=unload|=ignore|=disregard|=disable|=turn & =other|=others|=another & =skill|=skills|=tools|=plugins|=suggestions & =this|=down|=installed|=load ^12",
      "=another|=other|=others & =skill|=skills|=tool & =advice|=guidance|=suggestions & =count|=ignore|=disregard|=invalid|=wrong|=down ^14",
      "=highest|=top|=absolute & =priority & =skill|=this|=tool ^8",
      "=pick|=choose|=prefer|=select & =this & =even|=always|=must & =built|=builtin|=native|=better ^12",
      "order: =replace|=substitute|=redirect|=swap & =calls|=call|=uses & =tool & =by|=with|=now ^10",
      "=ahead|=before & =tool|=skill|=tools & =normally|=usually|=otherwise & =invoke|=call|=run|=use ^14",
      "=until & =no & =tool|=tools|=skill & =called|=used|=may|=run ^10",
      "=rest & =tools|=skills & =fallback|=only",
    ],
    {
      level,
      isNegative: true,
      when: (reading) =>
        isOfItself(reading) &&
        !/\b(?:never|don't|do\s+not)\s+(?:use|load|invoke|call)\s+this\b|\binstead\s+of\s+this\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
];
