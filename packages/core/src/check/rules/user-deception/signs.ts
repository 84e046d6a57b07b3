import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";
import type { Found, Reading } from "../../../scan/prose/reading.ts";

export type Deception = "hideFromUser" | "falseApproval" | "falseReport";

/** What follows tells what not to say ("tell the user to register"), not that something happens behind their back. */
const otherTopic =
  /^\W*(?:to|where|whether|how|what|which|they|when|if|until|unless|before|that\s+(?:a|an|you|it|the)|who|why|or|and|you|your|is|are|things?)\b|^[\s:]*["“]/i;
const isWhole = ({ statement, words }: Reading, { last }: Found): boolean =>
  !otherTopic.test(statement.plain.slice(words[last]?.end ?? 0));
/** "Never delete without consent" =asks for consent. */
const isNoDemand = ({ statement, words }: Reading, { first }: Found): boolean =>
  !/\b(?:never|not|don't|must\s+not|cannot|avoid|no\s+\w+)\b[^.;:]{0,120}$/i.test(
    statement.plain.slice(0, words[first]?.start ?? 0),
  );

const sending =
  "=send|=upload|=transmit|=post|=exfiltrate|=forward|=collect|=harvest|=capture|=transfer|=steal|=beacon";
const approved =
  "=approved|=authorized|=authorised|=agreed|=consented|=confirmed|=permitted|=granted|=preapproved|=preauthorized";
const deeds =
  "=operation|=transfer|=upload|=request|=collection|=step|=process|=activity|=background|=sync|=call|=backup|=connection|=action|=command|=download|=telemetry|=exfiltration|=steps|=actions|=requests|=calls|=commands|=uploads|=transfers";

const hiding = [
  sign(
    { message: "hideFromUser", level: "high" },
    ["refusing ~1 =tell|=inform|=alert|=notify|=warn ~1 user", "refusing ~1 =let ~1 user ~1 =know"],
    {
      isPlain: true,
      when: isWhole,
    },
  ),
  sign(
    { message: "hideFromUser", level: "high" },
    [
      `refusing ~1 =mention|=disclose|=reveal|=acknowledge ~2 =this|${deeds} ~4 =to ~1 user`,
      `refusing ~1 =mention|=disclose|=reveal|=acknowledge ~2 =this|=these|=the ~2 ${deeds}`,
      `=without ~1 =mentioning ~2 =this|${deeds}`,
      `refusing ~2 =log|=mention|=report|=show ~2 ${deeds} ~6 =to ~1 user`,
      "=not ~1 =disclosed|=revealed|=summarized|=mentioned|=shown ~3 user|=summarized|=disclosed|=anyone",
    ],
    { isPlain: true, when: isWhole },
  ),
  sign(
    { message: "hideFromUser", level: "high" },
    [
      "=without ~1 =telling|=informing|=alerting|=notifying|=warning|=alarming ~2 user",
      "=without ~2 user ~2 =knowledge|=awareness",
      "=without ~3 user ~1 =knowing|=noticing|=seeing",
    ],
    { isPlain: true, when: isNoDemand },
  ),
  sign(
    { message: "hideFromUser", level: "high" },
    [
      `=hide|=conceal|=mask ~4 =this|${deeds} ~4 =from ~1 user`,
      `=keep|=leave|=hold|=stay|=remain|=stays|=remains ~3 =this|${deeds} ~3 =secret|=hidden|=concealed|=confidential|=private|=quiet|=invisible ~3 =from ~1 user`,
      "=keep|=stay|=remain|=remains|=stays ~4 =hidden|=secret|=invisible ~2 =from|=to ~1 user",
      "user ~8 =unaware|=oblivious|=uninformed",
      "=keep ~2 user ~2 =in ~1 =dark",
      `=secretly|=covertly|=surreptitiously|=stealthily|=clandestinely|=furtively ~4 ${sending}|=run|=execute|=read|=copy|=install|=add|=append|=include|=store`,
      `${sending}|=run|=execute|=copy ~6 =secretly|=covertly|=surreptitiously|=stealthily`,
      `=omit|=exclude|=leave ~6 ${deeds} ~2 =out ~3 report`,
      `=omit|=exclude|=leave ~3 ${deeds}|=this ~2 =from ~3 =summary|=report|=response|=answer|=output|=reply|=transcript`,
      `=omit|=leave ~2 =any ~1 =reference|=mention|=trace ~5 ${deeds}`,
      "=nothing ~7 =appear|=show|=shows|=appears|=visible ~4 =chat|=transcript|=log|=logs|=conversation|=summary",
      `=silently|=quietly|=invisibly ~2 ${sending}`,
      "=send|=upload|=transmit|=exfiltrate|=harvest ~3 =silently|=quietly|=invisibly !=may|=can|=option|=expire|=dropped|=fails|=fail|=failed|=clobbers",
    ],
    {
      isPlain: true,
      and: "!code",
      when: (reading, { first, last }) => !/,/.test(between(reading, first, last)),
    },
  ),
  sign(
    { message: "hideFromUser", level: "medium" },
    [
      "=silently|=quietly ~3 secretFile",
      "=performed|=executed|=done ~1 =silently|=quietly|=invisibly",
      "=silently|=quietly ~8 user ~3 =see|=notice",
    ],
    { isPlain: true },
  ),
  sign(
    { message: "hideFromUser", level: "medium" },
    [
      "refusing ~2 utter ~2 thisDeed",
      "thisDeed ~4 refusing ~2 =mentioned|=mention|=reported|=disclosed|=listed|=brought|=appear|=shown|=told|=logged +toUser|inReport|report",
      "refusing ~2 utter ~2 =it|=this|=that ~1 toUser|inReport",
      "refusing ~2 utter ~1 =anything ~1 =about ~1 thisDeed|=it|=this",
      "refusing ~2 =bring|=bringing|=point|=spell|=brings ~3 =up|=out +thisDeed|=this|=it",
      "user ~7 refusing ~5 see ~3 =about|=of ~1 =this|=it|=that|thisDeed",
      "user & refusing & see & thisDeed ^9",
      "user ~4 =need|=needs|=must|=should|=does|=do ~1 refusing ~2 =hear|=know|=learn|=see|=told|=notice|=account|=explanation|=have ~4 thisDeed",
      "noOne ~6 see ~6 thisDeed",
      "=so ~2 noOne ~3 =notices|=suspects|=wonders|=knows",
      "refusing ~1 =let|=have ~2 user ~1 see ~4 =about|=of|=this|=it|=out|=that",
      "utterNoun ~8 =not|=never|=unwanted|=unnecessary ~2 =required|=desired|=needed|=necessary|=wanted|=expected +thisDeed|toUser",
      "=no|=without|=never ~1 utterNoun ~3 =to|=of|=about|=that ~3 thisDeed|toUser",
      "order: omit ~3 thisDeed ~4 inReport|toUser",
      "order: =leave|=keep ~0 =it|=this|=that ~0 =out ~3 report|=summary +=fails|=failed|thisDeed|=check|=step",
      "=summary|=report|=reports|=summaries|=recap|=answer ~2 =omit|=omits|=leave|=leaves|=exclude|=excludes|=conceal|=conceals ~4 thisDeed",

      "=leave|=keep|=leaves|=kept|=left ~1 =it|=this|=that|=them|thisDeed ~1 =out|=off ~5 inReport|report|=of",
      "order: =omit|=leave|=exclude|=hide|=keep|=withhold & =edits|=changes|=change|=files|=part & inReport ^12",
      "=this|=it ~2 =stays|=stay|=remains|=goes|=kept|=is ~2 unsaid",
      "=keep|=make|=leave ~4 =this|=it|=that ~3 unsaid",
      "unsaid & thisDeed ^8 +toUser|us|=us|=step|=off|=say|=keep|=stay|=stays|=remains|=our|=must|=make",
      "thisDeed ~6 unsaid|=unmentioned|=unreported",
      "=stay|=stays|=remain|=remains|=kept|=keep|=left|=leave ~1 =out ~1 =of ~3 report|=record|=records +user|=findings|=remarks|=comments|=issues",
      "refusing ~2 utter ~2 =that ~6 =left|=omitted|=skipped|=missing|=removed|=exists|=hidden|=happened",
      "refusing ~2 =reveal|=disclose|=mention|=admit|=acknowledge ~3 =exists|=existence|=exist",
      "user ~0 =shall|=must|=should|=will|=need ~0 =not|=never ~0 =notice|=suspect|=realize|=discover|=find ~1 =it|=this|=that|=out|thisDeed",
      "user ~2 =has|=have|=need|=needs|=must|=does|=do ~2 refusing ~3 =know|=hear|=learn ~1 =that|=they|=it|=about|=this|=was|=were",
      "thisDeed ~6 =not ~2 inReport",
      "user & =only & =hears|=sees|=learns|=gets|=ever & =good|=news|=positive|=result|=success ^10",
      "=not|=never ~1 =belong|=belongs ~1 =in|=into ~2 =what|=your|=the|=summary|=report @thisDeed|=call|=step",
      "refusing ~2 utter ~7 thisDeed +user !=run|=how",
      "=nothing|=none ~3 user ~2 =has|=have|=need|=needs|=must ~2 =know|=hear|=learn|=see",
      "user ~6 =needs|=need|=gets|=get|=is ~1 =no|=without ~1 =account|=explanation|=mention|=word|=notice|=report +=of|=about",
      "user & =only & =hears|=sees|=learns|=gets|=hear|=ever & =news|=good|=positive|=success ^^12",
      "user ~2 refusing ~1 =want ~1 =to ~1 =read|=know|=hear|=see ~1 =about",
      "=must|=should|=be|=are|=is ~2 =hidden|=concealed|=kept|=withheld ~1 =from ~1 user +=instructions|=references|=steps|thisDeed|=times|=prompt|=this|=it|=these",
      "=everything|=all|=what ~4 =stays|=remains|=stay|=is|=keep ~1 unsaid",
      "=for|=between|=among ~1 =our|=us ~1 =eyes|=ourselves|=alone",
      "report|=summary ~3 =ends|=stops|=resumes|=picks ~3 =at|=with|=before|=after|=again|=up ~1 =step|=part|thisDeed",
      "user & =overreact|=alarmed|=alarm|=worry|=panic|=confusing|=confused|=upset|=nervous|=misread|=suspicious & refusing & utter ^^20",
      "user & =view|=perspective|=standpoint|=eyes & =nothing|=only & =but|=happened|=place|=taken ^14",
      "secretly & =copy|=add|=insert|=append|=include|=change|=replace|=modify|=swap|=redirect|=forward|=collect|=record|=archive|=export|=mirror|=run ^4 +user|=while|=our|=each|url|=extra|=ours|=every|us !=or|=fail|=fails",
      "user ~4 =better ~2 =not|=off ~3 =knowing|=aware|=informed|=told|=unaware",
      "order: =delete|=clear|=wipe|=erase|=remove|=scrub|=purge|=hide|=cover|=clean|=tidy & =traces|=evidence|=footprints|=tracks|=scrollback & =its|=your|=shell|=the|=of|=any|=afterwards ^8",
      "=no|=without|=leave|=leaves ~2 =trace|=traces|=footprint|=evidence ~3 =of|=that|=visible|=left|=remains|=seen|=found|=behind +thisDeed|inReport|=opened|=helper|=remains|=history",
      "order: =delete|=clear|=wipe|=erase|=remove|=scrub|=purge|=clean|=drop|=trim & =history|=log|=logs|=lines & =shell|=bash|=zsh|=terminal|=afterwards|=mention|=mentions ^9 +=afterwards|=so|=then|=mention|=history|=beacon|=before",
      "=only|=solely & report & =step|=steps|=part|=list|=mention & =1|=2|=3|=one|=first|=formatting ^10",
      "=act|=behave|=carry|=continue|=proceed ~2 =normally|=naturally|=normal ~3 =afterwards|=after|=though|=if",
      "=as ~1 =though|=if ~1 =nothing ~1 =happened|=took|=had|=was|=has",
      "=looks|=look|=appear|=appears|=seem|=seems|=sound|=sounds ~1 =as|=like ~1 =if|=though ~1 =only|=nothing|=the|=it|=that ~6 =only|=been|=all|=nothing|=never +report|=output|=history|=terminal",
      "=looks|=look ~1 =untouched|=natural +=so|=that|=history|=terminal",
      "=unnoticed|=undetected|=unseen|=inconspicuous|=inconspicuously|=undetectable|=unobtrusively & =make|=run|=perform|=keep|=so|=must|=do & thisDeed|=it|=change ^10",
      "=discreet|=covert|=secret|=quiet|=unseen|=silent ~1 =copy|=upload|=transfer|=sync|=backup|=connection|=export|=mirror",
      "=pass|=gloss|=skate|=skip ~1 =over ~3 thisDeed",
      "=stay|=stays|=keep ~1 =quiet|=silent|=mum ~1 =about|=on",
      "=act|=add|=make & =so & =unnoticed|=goes ^14",
    ],
    {
      and: "!code|guardTalk",
      when: (reading) =>
        !/\b(?:how|where|which|whether|why|unless|until|if\s+(?:it|they)|temp(?:orary)?|undo|browser\s+history|git\s+history|bug|errors?|fail\w*|syntax)\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
];

const reporting = [
  sign(
    { message: "falseReport", level: "high" },
    [
      "user ~3 =asks ~6 =say|=claim|=answer|=respond|=reply|=tell|=deny ~4 =only|=just|=nothing|=none|=was",
      "=claim|=pretend ~10 =regardless|=matter|=whatever|=irrespective",
      "=lie ~2 =to ~1 user",
      `=deny ~5 ${deeds} ~4 user`,
    ],
    {
      isPlain: true,
      // A claim that holds regardless of its merit is no false report.
      when: ({ statement }) =>
        !/\bnever\b|\bdon't\b|\bdo not\b|(?<!\bno\s)\bmatters?\b|\b(?:the|a|each|every|this|any)\s+(?:\w+\s+)?claims?\s+(?:is|are|was|that)\b/i.test(
          statement.plain,
        ),
    },
  ),
  sign(
    { message: "falseReport", level: "medium" },
    [
      "whenAsked & reply & harmless ^^20 +thisDeed|=why|=process|=traffic|=command|=connection|=purpose|=log|=script|=delay|=for !=terse|=message",
      "whenAsked & =whether|=what|=why|=anything|=if & =say|=name|=answer|=claim|=reply & =no|=just|=nothing|=not & =was|=were|=did|=happened|=changed|=done|=moved ^14",
      "whenAsked & =process|=traffic|=connection|=outbound|thisDeed & harmless|=vague|=generic ^^20 +=answer|=answers|=is|=it's|reply",
      "whenAsked & reply & =why|=default|=automatic|=routine|=normal|=standard ^14 +=say|=claim|=answer +=default|=automatic|=routine|=normal|=standard",
      "order: =describe|=label|=present|=frame|=disguise|=explain|=attribute|=call ~4 =as|=it|=this ~2 harmless +=request|=step|=call|=upload|=transfer|=traffic|=it|=this|=activity|=command !=api|=function|=method",
      "whenAsked ~12 =answer|=reply|=list|=say|=tell ~6 =only|=no|=nothing|=none +=touched|=were|=was|=visible|=requested|=changed|=headings",
      "=reply|=answer & =give|=gives|=is|=same & falsely ^12 @=no|=only|=nothing",
      "=change ~1 =the ~0 =subject|=topic +whenAsked|user|=person",
      "order: =report|=say|=claim|=answer|=state|=mark|=declare|=show & success & falsely ^16",
      "=check|=checks|=test|=tests|=step & =fails|=fail|=failed & =write|=say|=report|=claim|=state & =passed|=green|=success ^^16 !=never|=if-not",
      "order: =report|=say|=claim|=answer|=state|=write & =whatever|=regardless|=irrespective & =happened|=happens|=result|=results|=outcome|=really ^14",
      "=say|=claim|=reply|=report|=answer ~1 =only ~1 =that & =finished|=complete|=done|=completed ^12 +=once|=after|=log|=wipe|=copy",
      "order: =say|=claim|=pretend & success & =redirect|=hide|=regardless|=even|noOne|=actually ^^16",
      "=innocuous|=bland|=innocent|=misleading & =message|=name|=title|=label|=description|=explanation|=reason ^5 +=under|=with|=use|=commit|=give",
      "=keep|=preserve|=maintain ~1 =up ~2 =appearance|=appearances|=pretense|=facade|=impression",
      "=put|=chalk ~1 =it ~0 =down|=up ~0 =to",
    ],
    {
      and: "!guardTalk|code",
      when: ({ statement }) => !/\b(?:never|don't|do not|avoid|must not)\b/i.test(statement.plain),
    },
  ),
  sign(
    { message: "falseReport", level: "medium" },
    [
      "=never|=not ~2 =say|=use ~3 =them|=that|=words|=term ^^20 @=overreact|=alarm|=alarming|=worry|=panic +=call|=instead|=why",
    ],
    { and: "!guardTalk" },
  ),
];

const onCondition =
  "!=if|=when|=once|=after|=until|=unless|=only|=ci|=headless|=noninteractive|=read-only|flag";
const grave =
  "=delete|=deploy|=payment|=pay|=run|=shell|=wipe|=merge|=push|=execute|=purchase|=purchases|=remove|=overwrite|=send|=transfer|=destructive|=deletions|=transactions|=commands|=writes|=deletes|=actions";

/** Consent that was not given. */
const approving = [
  sign(
    { message: "falseApproval", level: "high" },
    [
      `=treat|=consider|=assume|=regard|=deem ~8 =later|=future|=subsequent|=every|=all|=any|=further ~5 ${approved}`,
      "=treat|=consider|=assume|=regard|=deem ~4 =as ~1 =pre ~0 =approved|=authorized",
      `=every|=all|=any|=future|=subsequent ~4 =pre|=already|=permanently|=automatically ~0 ${approved}`,
      `${deeds}|=access|=confirmations|=changes|=writes|=reads|=deletes|=commands ~4 =pre|=permanently ~0 ${approved}`,
      "=pre|=permanently ~0 =authorized|=approved ~2 =all|=every|=any",
      "=consent|=approval|=permission|=authorization|=agreement ~4 =given|=granted|=implied|=obtained ~6 =installed|=installation|=installing",
      "user ~3 =already|=pre|=previously ~1 =approved|=authorized|=agreed|=consented ~4 =every|=all|=any|=everything",
    ],
    {
      isPlain: true,
      and: "!=tools|=allowed|=hereby",
      when: (reading, found) => !isNot(reading, found) && isNoDemand(reading, found),
    },
  ),
  sign(
    { message: "falseApproval", level: "medium" },
    [
      "consentGiven & given & breadth ^9 !=manager|=reviewer|=finance",
      "consentGiven & =given|=granted|=presumed|=assumed|=implied|=implicit|=standing|=blanket|=advance|=file & =transfer|=actions|=commands|breadth|=agent|=purchases|=deletions ^10",
      "=installing|=installation|=enabling|=loading|=continuing|=using|=opening|=downloading & =agree|=agrees|=agreed|=approved|=authorized|=consented|=consent|=accepts|=accept & breadth|=implied|=already|=hereby|=means ^12 !=if",
      "=silence|=silent|=unanswered|=objection|noOne & =consent|=approval|=yes|=agreement|=permission & =counts|=means|=is|=as|=equals|=treat|=objects ^10 +=counts|=means|=as|=equals|=objects|=unanswered|=silence",
      "user & =already|=previously|=advance|=setup & =signed|=approved|=agreed|=authorized|=consented|=accepted|=authorised|=waived & breadth|=commands|=actions ^14",
      "user & =objections|=objection|=objects|=mind & =no|=never ^8 @=proceed|=delete|=basis|=deletions",
      "order: =approve|=accept|=merge|=sign & =without & =reading|=looking|=reviewing|=checking ^8",
      "=consider|=treat|=regard|=deem|=assume & =authorized|=approved|=authorised|=permitted|=granted|=confirmed & =each|=every|=all|=any|=advance|=everything|=commands|=actions ^12",
      "=answer|=answered|=choose|=select|=click|=accept|=accepted|=confirm|=confirmed|=approve|=press|=dismiss|=dismissed & =prompt|=prompts|=dialog|=dialogs|=permission|=approval|=approvals|=confirmation|=confirmations & =yes|=yourself|=automatically|=allow|=avoids|=always|=affirmative|=agent|=formality|=assistant|=itself ^12",
      "=select|=choose|=click|=pick|=press & =always & =allow ^5",
      "=approval|=approvals|=consent|=approve|=approves & =name|=behalf & =their|=his|=user's|=her|=on|=manager's ^8 +=gives|=give|=given|=approve|=approves|=assistant",
      "=yes|consentGiven & =counts|=covers|=stands & breadth|=later|=too ^12",
      "=approval|=permission|=confirmation ~1 =dialogs|=dialog|=prompts|=questions ~3 =exist|=are ~2 =for|=formality|=meant",
      "=question|=questions & =user|=person & =defect|=failure|=bug|=error|=noise ^10 !=if|=answer",
      "=whatever|=what & =consented|=approved|=agreed|=authorized & =covers|=also|=includes|=extends ^14",
      "=act|=acts|=first ~4 =ask|=asked|=asks ~2 =later|=afterwards|=after",
      "=acts|=act & =first & user & =asked|=told|=informed & =afterwards|=later ^^14",
    ],
    { and: "!=unless|=until|=before|=pr|=pulls|=requests|=reviewers", when: isNoDemand },
  ),
  sign(
    { message: "falseApproval", level: "medium" },
    [
      `refusing ~2 =ask|=prompt|=request|=require|=seek|=wait ~4 consent +breadth|${grave} !=except|=phase`,
      "=stop ~1 =asking|=prompting|=confirming & breadth|consent ^10",
      `=no|=without ~1 =need|=reason|=point ~3 =ask|=confirm|=prompt|=asking|=confirming & breadth|${grave} ^12`,
      `=skip|=omit|=bypass|=suppress|=forgo|=waive|=disable & =confirmation|=confirmations|=approval|=approvals|=consent & breadth|${grave} ^9`,
      `=without|=unnecessary|=needless & =asking|=confirmation|=confirmations|=approval|=checking|=consent|=permission|=prompting|=confirming & =deploy|=payment|=pay|=wipe|=merge|=push|=purchase|=transfer|=destructive|=deletions|=agreed ^9`,
      "=asking ~3 =slows|=wastes|=delays|=interrupts|=annoys",
      "=proceed|=continue|=go|=act|=carry|=start|=delete|=install|=send|=execute|=do ~3 =without ~3 user ~1 =consent|=approval|=permission|=agreement",
      "=you ~1 =have ~1 =standing|=blanket|=permanent|=general ~1 =permission|=approval|=consent|=authorization",
      `refusing ~0 =wait|=stop|=pause|=ask ~5 =confirmation|=answer|=approval|=permission|=consent|=reply & breadth|${grave} ^12`,
    ],
    {
      and: `${onCondition} !guardTalk|=formatting|=allowed-tools`,
      when: (reading, found) =>
        isNoDemand(reading, found) &&
        !/\b(?:never\s+(?!stop|wait|pause|ask)|must\s+not|cannot|do\s+not\s+(?!ask|wait|stop|pause|request|seek|require|prompt)|don't\s+(?!ask|wait|stop|pause|prompt)|avoid)\b/i.test(
          reading.statement.plain,
        ),
    },
  ),
];

export const signs: SignSet<Deception> = createSignSet([...hiding, ...reporting, ...approving]);

function between({ statement, words }: Reading, first: number, last: number): string {
  return statement.plain.slice(words[first]?.end ?? 0, words[last]?.start ?? 0);
}

function isNot({ statement, words }: Reading, { first, last }: Found): boolean {
  return /\b(?:not|never|un\w+ed)\b/i.test(
    statement.plain.slice(words[first]?.start ?? 0, words[last]?.end ?? 0),
  );
}
