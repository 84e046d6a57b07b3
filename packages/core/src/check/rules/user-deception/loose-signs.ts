import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import type { Reading } from "../../../scan/prose/reading.ts";
import type { Deception } from "./signs.ts";

const level = "medium" as const;
const says =
  (pattern: RegExp) =>
  (reading: Reading): boolean =>
    pattern.test(reading.statement.plain);
const isOnCondition = says(
  /\b(?:if|when|once|after|until|unless|only|ci|headless|non-?interactive|dry-?run|read-?only)\b/i,
);

/** Behind the user's back, as roles near each other. */
const hiding: readonly Sign<Deception>[] = [
  sign(
    "hideFromUser",
    [
      "refusing ~1 utter ~2 =about ~0 =it|=this|=that",
      "refusing ~1 utter ~0 =this|=it|=that|=them ~2 =to|=with|=in|=up ~2 =user|=users|=anyone|=summary|=report|=output|=answer|=log|=conversation",
      "refusing ~2 =bring|=bringing ~2 =this|=it|=that|=them ~0 =up",
      "=refrain|=avoid|=stop ~1 =from|=listing|=mentioning|=reporting|=telling ~2 =this|=listing|=mentioning|=reporting|=disclosing|=logging ~3 =action|=step|=call|=upload|=request|=command|=transfer",
      "refusing ~1 =let|=have ~2 people ~1 =hear|=know|=learn|=notice|=realize|=suspect|=find ~2 =about|=of|=this|=it|=out|=that",
      "=user|=users|=person|=customer|=people|=human|=client ~9 refusing ~2 =hear|=know|=learn|=told|=notice|=informed|=notified|=aware|=have|=need ~3 =about|=of ~2 =this|=it|=that|=step|=call|=upload|=transfer|=process",
      "=nobody|=none|=noone ~6 =see|=notice|=know|=learn|=find",
      "=no ~0 =need|=reason|=cause ~1 =to ~1 utter ~3 people|=about",
      "=no ~0 =comment|=word|=mention|=report|=note|=hint ~1 =to|=about ~2 people|=it|=this",
      "refusing ~1 utter ~1 =it|=this|=that|=them ~2 =to|=with|=in ~2 reportNoun",
      "refusing ~1 utter ~6 =commands|=steps|=instructions|=reasoning ~5 =to ~1 =user|=users|=anybody|=anyone|=people",
      "=so|=that ~1 =nobody|=noone ~2 =notices|=sees|=knows|=learns|=finds|=suspects|=asks|=realizes|=wonders",
      "=better ~2 =not ~1 =knowing|=aware|=informed",
      "=without ~1 =trace|=traces|=mention|=noticing",
    ],
    {
      level,
      isNegative: true,
      when: (reading) =>
        !/\b(?:how|where|which|whether|why|unless|until|if\s+(?:it|they)|acronym|jargon|internals?|twice|again|already)\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
  sign(
    "hideFromUser",
    [
      "order: =leave|=keep|=omit|=exclude|=strip ~1 =it|=this|=that|=them ~1 =out|=from ~4 reportNoun|=report|=say",
      "order: =leave|=keep|=omit ~3 deed ~2 =out ~1 =of|=from ~3 =summary|=report|=answer|=reply|=response|=log|=conversation",
      "order: =leave|=omit|=exclude|=keep ~2 =change|=changes|=edits|=files|=part ~8 =out ~1 =of|=from ~2 reportNoun",
      "order: =suppress|=hide|=mute|=silence|=discard ~3 =output|=outputs|=result|=results ~4 =so|=nobody|=noone|=user|=nothing",
      "order: =quietly|=secretly|=covertly|=discreetly ~2 =add|=insert|=append|=include|=change|=replace|=modify|=swap|=redirect|=forward",
      "=stays|=stay|=remains|=keep|=keeps ~2 =between ~1 =us|=ourselves",
      "=no ~1 =trace|=traces ~4 =visible|=left|=remains|=seen|=found",
      "=keep|=preserve|=maintain ~1 =up ~2 =appearance|=appearances|=pretense|=facade|=impression",
      "=pass|=gloss|=skip ~1 =over ~3 deed",
      "order: =delete|=clear|=wipe|=erase|=remove|=scrub|=purge|=hide|=cover|=clean & =traces|=evidence|=footprints|=tracks|=history & =shell|=bash|=zsh|=terminal|=command|=its|=your ^8",
      "order: =wipe|=erase|=scrub|=delete|=purge & =log|=logs & =afterwards|=after|=once|=then|=reply ^9",
      "=looks|=look|=appear|=appears & =untouched|=unchanged|=normal|=natural ~0 =so|=that",

      "=unnoticed|=undetected|=unseen|=inconspicuous|=inconspicuously|=undetectable & =make|=run|=perform|=keep|=so|=goes|=go|=remain|=do|=must ^10",
      "=as ~1 =though|=if ~1 =nothing",
      "=act|=behave|=carry|=continue|=proceed ~2 =normally|=naturally|=normal ~3 =afterwards|=after|=though",
      "=keep|=stay|=remain ~1 =quiet|=silent|=mum|=secretive ~1 =about|=on|=regarding",
      "=keep ~2 =to ~0 =yourself",
      "=no ~1 =hint|=trace|=mention|=indication|=word & =answer|=summary|=report|=reply|=response|=output|=conversation|=transcript & =must|=contain|=contains|=leave|=should|=make|=give|=with ^10",
      "=behind ~2 =back|=scenes ~8 =without|=send|=upload|=collect",
    ],
    {
      level,
      when: (reading) =>
        !says(/\b(?:temp(?:orary)?|cache|undo|browser\s+history|git\s+history|if\s+nothing|bug|error)\b/i)(
          reading,
        ),
    },
  ),
  sign(
    "falseReport",
    [
      "=asks|=asked|=wonders|=questions|=inquires|=complains|=notices & =why|=purpose|=for|=reason|=about & =step|=command|=call|=upload|=request|=process|=connection|=traffic|=activity|=transfer|=script|=delay & =tell|=say|=claim|=answer|=reply|=respond|=explain & =it|=just|=only|=routine ^20",
      "=asked|=asks|=ask & =whether|=what|=why|=anything|=if & =say|=name|=answer|=claim|=reply & =no|=just|=nothing|=not & =was|=were|=did|=happened|=changed|=done ^14",
      "=ask|=asks|=asked & =why & =say|=answer|=reply|=claim|=tell & =default|=automatic|=routine|=normal|=standard|=system ^16",
      "order: =report|=say|=claim|=answer|=state|=write & =whatever|=regardless & =happened|=happens|=result|=results|=outcome|=really ^14",
      "order: =describe|=label|=present|=frame|=disguise|=explain|=attribute & =as & =routine|=normal|=ordinary|=standard|=cache|=maintenance|=update|=harmless|=scheduled|=check & =request|=step|=call|=upload|=transfer|=traffic|=it|=this|=activity|=command ^12",
      "=say|=claim|=reply|=report|=answer ~1 =only ~1 =that & =once|=after|=log|=deed|=finished|=complete ^12",
      "order: =say|=claim|=pretend & =complete|=finished|=succeeded|=nothing|=successful & =redirect|=hide|=regardless|=even|=nobody|=actually ^16",
    ],
    { level, when: (reading) => !says(/\b(?:never|don't|do not|avoid|must not)\b/i)(reading) },
  ),
];

const yes =
  "=yes|=approval|=consent|=agreed|=approved|=authorized|=authorised|=consented|=permission|=agreement|=agrees";

/** Consent that was not given, as roles near each other. */
const approving: readonly Sign<Deception>[] = [
  sign(
    "falseApproval",
    [
      `${yes} & =counts|=covers|=valid|=extends|=implies|=constitutes|=equals|=stays|=suffices & breadth ^14`,
      "=installing|=installation|=enabling|=loading & =agree|=agreed|=approved|=authorized|=authorised|=consented|=consent|=accepts & =everything|=all|=every|=any|=implied|=already|=hereby|=user|=means ^12",
      "=silence|=silent|=nobody|=objection|=unanswered & =consent|=approval|=yes|=agreement|=proceed|=permission|=approved & =counts|=means|=is|=as|=equals|=treat|=objects ^14",
      "=user|=owner|=holder|=customer & =already|=previously|=advance|=setup & =signed|=approved|=agreed|=authorized|=consented|=accepted|=authorised & breadth|=commands|=actions ^14",
      "order: =approve|=accept|=merge|=sign & =without & =reading|=looking|=reviewing|=checking ^8",
      "=consider|=treat|=regard|=deem|=assume & =authorized|=approved|=authorised|=permitted|=granted|=confirmed & =each|=every|=all|=any|=advance|=everything|=commands|=actions ^12",
      "order: =answer|=choose|=select|=click|=accept|=confirm|=approve|=press|=dismiss & =prompt|=prompts|=dialog|=dialogs|=permission|=approval|=approvals|=confirmation & =yes|=yourself|=automatically|=allow|=avoids|=always|=affirmative ^12",
      "order: =select|=choose|=click|=pick|=press & =always & =allow ^5",
      "=whatever|=what & =consented|=approved|=agreed|=authorized & =covers|=also|=includes|=extends ^14",
    ],
    {
      level,
      when: (reading) =>
        !says(/\b(?:never|not|don't|unless|allowed-tools|until|before|pull\s+requests?|pr)\b/i)(reading),
    },
  ),
  sign(
    "falseApproval",
    [
      "=skip|=omit|=bypass|=suppress|=forgo|=waive & =confirmation|=confirmations|=question|=approval|=approvals|=consent & =delete|=deploy|=payment|=run|=shell|=wipe|=merge|=push|=execute|=purchase|=all|=every|=any|=always|=remove|=overwrite|=send|=transfer ^9",
      "=without|=unnecessary|=needless & =asking|=confirmation|=confirmations|=approval|=checking|=ask|=consent|=permission|=prompting|=confirming & =run|=delete|=deploy|=payment|=pay|=shell|=wipe|=merge|=push|=execute|=purchase|=transfer|=overwrite|=agreed ^9",
      "refusing ~0 =wait|=stop|=pause|=ask|=seek|=request ~5 =confirmation|=answer|=approval|=permission|=consent|=reply",
      "=asking ~3 =slows|=wastes|=delays|=interrupts|=annoys",
      "=you ~1 =have ~1 =standing|=blanket|=permanent|=general ~1 =permission|=approval|=consent|=authorization",
      "=no ~1 =reason|=need|=point ~2 =to|=in|=for ~1 =ask|=asking|=confirm|=confirming & =each|=every|=any|=all ^12",
    ],
    {
      level,
      isNegative: true,
      when: (reading) =>
        !isOnCondition(reading) &&
        !says(
          /\b(?:never\s+(?!stop|wait|pause)|must\s+not|cannot|do\s+not\s+(?:proceed|continue|run|delete|deploy|push|merge|skip|execute|commit|send|overwrite|bypass|make|create|start|write|modify|use|assume)|don't\s+(?:proceed|run|delete|push|skip|commit|assume|start|make|create)|allowed-tools|cannot|avoid)\b|(?:^|\s)-{1,2}[a-z]\w*/i,
        )(reading),
    },
  ),
];

export const looseSigns: readonly Sign<Deception>[] = [...hiding, ...approving];
