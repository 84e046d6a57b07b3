import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";
import type { Found, Reading } from "../../../scan/prose/reading.ts";

const self =
  /\bother\s{1,4}\w{1,20}\s{1,4}skills?\b|\banother\s{1,4}skill\b|\b(?:this|our)\s{1,4}(?:\w{1,20}\s{1,4})?(?:skill|tool|plugin|assistant|one)\b|\bthis\s{1,4}(?:for|as|first|one)\b|\b[a-z]{1,20}_\w{1,30}\b|\b(?:load|consider)\s{1,4}this\b|\bstay\s{1,4}loaded\b|\bsame\s{1,4}thing\b|\bthis\s{1,4}one\b|\bsays\s{1,4}anything\b|\bcalls?\s{1,4}of\b|\bcompeting\b|\b(?:here|the\s{1,4}others)\b/i;
const isOfItself = ({ statement }: Reading): boolean =>
  self.test(statement.plain) &&
  !/\b(?:never|don't|do\s+not|should\s+not)\s+(?:use|load|invoke|call)\s+this\b|\binstead\s+of\s+this\b|\bhooks?\b|\bmiddleware\b|\btests?\b/i.test(
    statement.plain,
  );
const isOrder = ({ statement, words }: Reading, { first }: Found): boolean =>
  /\bthis (?:skill|tool)\b|\bthis (?:one|first)\b|\b(?:every|all) requests?\b|\bevery other\b|\bany other\b|\ball other\b|\bno other\b|\bthis one instead\b/i.test(
    statement.plain,
  ) && !/\b(?:never|don't|=do not)\b[^.]{0,40}$/i.test(statement.plain.slice(0, words[first]?.start ?? 0));

/** "For all requests about invoices" names its scope. */
const isUnlimited = ({ statement, words }: Reading, { last }: Found): boolean =>
  !/^\s*(?:about|regarding|that|which|who|involving|related|concerning|on|for|in|with|to)\b/i.test(
    statement.plain.slice(words[last]?.end ?? 0),
  );

const uses = "=use|=invoke|=activate|=trigger|=apply|=call|=load|=run";
const others = "=skill|=skills|=tool|=tools|=plugins|=plugin|=formatters|=linters|=assistants|=servers";

/** The skill, a verb of using it, and every request; or the skill and the others that it pushes aside. */
export const signs: SignSet<"everyRequest" | "beforeOthers"> = createSignSet([
  sign(
    { message: "everyRequest", level: "medium" },
    [
      `${uses} ~1 =this ~1 =skill|=tool|=plugin ~2 =for|=on|=in|=with|=at ~3 =every|=all|=each|=any ~0 =user|=request|=requests|=task|=tasks|=prompt|=prompts|=message|=messages|=query|=queries|=question|=questions|=conversation|=conversations|=input|=inputs`,
      "=activate|=activates|=trigger|=triggers|=invoke|=use|=applies|=apply ~1 =for|=on ~0 =every|=all|=any|=each ~1 request ~2 =regardless|=whatever|=irrespective",
      "=whatever|=regardless ~3 request ~6 =this|=skill ~1 =skill|=tool",
      "=this ~1 =skill|=tool ~8 =regardless|=irrespective ~3 request",
      "=must|=has|=always|=should ~5 =invoked|=used|=called|=run|=activated|=loaded ~5 =every|=each|=all|=any ~1 =conversation|=conversations|=session|=sessions|=request|=requests|=message|=messages|=prompt|=prompts|=task|=response",
      "=whether ~2 =not ~4 =relevant|=related|=applicable|=needed",
    ],
    { isPlain: true, and: "+=skill|=tool|=this|=it|=regardless !guardTalk", when: isUnlimited },
  ),
  sign(
    { message: "beforeOthers", level: "medium" },
    [
      "=always|=must|=required ~3 =call|=use|=run|=invoke|=execute|=activate ~3 =this ~2 =first|=before",
      "=before ~1 =any|=every|=all ~0 =other ~0 =tool|=tools|=skill|=skills|=action|=actions|=and|=operation|=operations",
      "=call|=use|=run|=invoke|=activate|=start|=execute ~8 =before|=ahead ~2 =any|=every|=all|=anything ~0 =other|=else ~0 =tool|=tools|=skill|=skills|=action|=step|=task|=command",
      "outrank ~3 =all|=any|=every ~1 =other ~1 =tools|=skills|=tool|=skill|=instructions|=plugins",
      "=prefer|=choose|=use|=favor ~1 =this ~3 =over|=instead ~2 =any|=every|=all|=other ~2 =other|=skill|=tool|=skills|=tools|=alternatives",
      "=no ~0 =other ~1 =skill|=tool|=skills|=tools ~6 =until|=unless|=before|=used",
      "=route|=send|=pass ~2 =every|=all ~1 =request|=requests|=query|=queries|=tasks ~3 =this|=skill|=through ~2 =this|=one|=skill|=tool|=instead",
      "=not ~0 =use ~3 =other|=built|=native|=competing|=built-in ~3 =skill|=skills|=tool|=tools",
    ],
    { isPlain: true, when: isOrder },
  ),
  sign(
    { message: "everyRequest", level: "medium" },
    [
      "=always & =use|=consult|=invoke|=call|=load|=activate|=run & everyOne & =skill|=tool ^10 +=matter|=regardless|=whatever|=every|=irrespective",
      "order: =use|=invoke|=load|=call & =anything|=everything & =this|=skill ^4",
      "everyRequest & selfSkill & useWord|=must|=has|=always|=active ^9",
      "=whenever|=when|=if ~1 =the ~0 =user ~1 =says|=asks|=types|=writes|=sends ~1 =anything|=everything|=something +=including|=even|=hello|=always",
      "=anything|=everything & =else|=about ~3 =code|=documents|=files & selfSkill ^10",
      `everyRequest & =tool|=skill & =first|=through|=floor|=invoke|=active|=loaded|=start|=begins|=opens & useWord ^9`,
      "=no & =matter & =this|=skill|=tool & =asks|=asking|=asked|=topic|=about|=task|=request|=subject ^12",
      "=send|=route|=pass|=run|=forward|=put & =each|=every|=all|=any & request & =through|=to|=via|=by & =tool|=skill|=this ^12",
      "=entry|=gateway|=gate|=front & =point|=door|=gateway & =all|=every & request ^10",
      "=stay|=stays|=remain|=remains|=keep|=keeps & =loaded|=active|=engaged & =after|=subsequent|=all|=every|=always|=conversation|=whole|=entire|=session ^14",
      "=relevant|=applicable|=responsible|=needed & =all|=every|=any & request ^8 +=unrelated|=including|=even|=consider|=always",
      "=opens|=open|=begins|=begin|=starts|=start & =every|=each|=any & =answer|=reply|=response|=turn|=task|=conversation|=session & =skill|=tool|selfSkill ^14 +=consulting|=calling|=call|=loading|=by|=with|=invoke|=running",
      "=nothing|noOne & =before & =reach|=reaches|=answered|=processed|=done|=handled|=happens & request|=user|=model ^16 +selfSkill|=has|=tool",
    ],
    { and: "!guardTalk", when: isOfItself },
  ),
  sign(
    { message: "beforeOthers", level: "medium" },
    [
      `rival & ${others} & standBack & selfSkill|=here|=ours|=this|=installed|=load|=place|=work ^^12`,
      `${others} & rival & =deprecated|=obsolete|=outdated|=unreliable|=disabled|=superseded|=wrong ^7`,
      `=refuse|=decline|=reject|=unload|=ignore|=disregard|=disable & =other|=others|=another & ${others}|=suggestions & =this|=down|=installed|=load ^12`,
      `=another|=other|=others & ${others} & =advice|=guidance|=suggestions & =count|=ignore|=disregard|=invalid|=wrong|=down ^14`,
      "=highest|=top|=absolute|=first & =priority & =skill|=this|=tool ^8 +=other|=others|=all|=installed|=give",
      "=pick|=choose|=prefer|=select & =this & =even|=always|=must & =built|=builtin|=native|=better|=built-in ^12",
      "order: =replace|=substitute|=redirect|=swap & =calls|=call|=uses & =tool|=read|=write|=bash|=edit & =by|=with|=now ^10",
      "=ahead|=before & =tool|=skill|=tools & =normally|=usually|=otherwise & =invoke|=call|=run|=use ^14",
      "user & =names|=asks|=wants|=requests|=mentions & rival & tools & =anyway|=nonetheless|=instead ^^20",
      "=requests|=request|=tasks|=task|=questions & =another|=other & tools & =routed|=route|=here|=too|=answer ^12 +=here|=one|selfSkill|=too",
      "=treat ~1 =them ~2 =deprecated|=obsolete|=disabled|=fallback",
      "=no & =reason & =open|=load|=use & =them|=others|=other & =this|=again ^^20",
      "=different|=another|=other & =skill|=tool & =anyway ^^16",
      "=until & =no & =tool|=tools|=skill & =called|=used|=may|=run ^10",
      "=rest & =tools|=skills & =fallback|=only",
      "rival & =tools|=tool|=functions|=commands & =limits|=limit|=forbidden|=banned|=avoided|=off & =place|=instead|=replaced|=use|=takes ^14",
      `=several|=multiple|=two|=other & ${others} & =match|=fit|=fits|=apply|=matches & standBack|=wins|=this|=first ^16 +selfSkill`,
    ],
    { and: "!guardTalk", when: isOfItself },
  ),
]);
