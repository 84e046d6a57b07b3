import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";

export type Wish = "send" | "collect";

const sources = "secret|secretFile|talk|possession";
/** What the service at an address needs to know who calls, and care about secrets. */
const ordinary =
  "!careful|guardTalk|=example|=sample|=fake|=dummy|=localhost|=passkeys|=passkey|=webauthn|=consent";
const login = "!login";

/** Secrets, conversations and documents of the user, a way out, and a receiver: in a sentence, or in sentences beside each other. */
export const signs: SignSet<Wish> = createSignSet([
  sign(
    { message: "send", level: "high" },
    [
      `order: send & secret|secretFile & goal|stranger|oddGoal ^14`,
      `order: send|include & softSecret & goal|stranger|oddGoal ^14 +grab`,
      `send & talk & goal|stranger ^14`,
      `order: include & ${sources} & oddGoal ^14`,
      `order: include & softSecret|secretVariable & oddGoal ^12`,
      `order: send|include & envFile & goal|stranger|oddGoal ^14 +=contents|=content|=values|=lines|=every|=all|=whole|=user's`,
      `send|include & secretVariable & goal|stranger|oddGoal ^14 +=value|=values|=contents`,
    ],
    { isPlain: true, and: `${ordinary} ${login} !conditional` },
  ),
  sign(
    { message: "send", level: "medium" },
    [
      `${sources} & send|include|outgoing & goal|stranger ^^22`,
      `softSecret|secretVariable & grab & goal|stranger ^14 +send|include|outgoing`,
      `softSecret & send & stranger ^^14 +=grab|=collect|=once|=tokens|=keys|grab`,
      `order: send|include & ${sources} & oddGoal ^14`,
      `envFile & send|include|outgoing & goal|stranger|oddGoal ^^20`,
      "order: send ~2 =copy|=copies & stranger ^20",
      "=environment|=env & =variables|=vars & send & stranger ^16",
      "order: send ~1 =all|=any|=every|=collected ~2 softSecret|secret ~4 =to",
      "secretFile|envFile & stranger ^^12 @send|outgoing|include|=goes|=deliver",
      "order: include|send & talk ^10 @stranger|oddGoal",
      "secretFile & send|outgoing ^14 @stranger",
      "secretFile|envFile & stranger & =contents|=content|=values|=all|=lines ^^14",
      "oddGoal & secretFile|secret & =contents|=context|=need|=needs|outgoing ^^20",
      "=body|=payload & secret|secretFile|talk ^^8 @stranger",
      "include & =base64|=encoded|=encode & =parameter|=param|=address|=url|=query|=path|=subdomain & stranger|=address|=fetch ^^20 +=notes|=tokens|=values|=contents|=result|=earlier|=text|=step|softSecret|secret",
      `order: send|include & softSecret & grab & oddGoal ^14`,
      `order: collect|send & secret|secretFile|talk|possession ^12 @goal|stranger @send|outgoing`,
      `order: collect & softSecret & grab ^8 @goal|stranger @send|outgoing`,
      `secretFile & secretFile|envFile ^12 @goal|stranger @send|outgoing|include`,
      `talk|possession & send|outgoing|=useful ^14 @goal|stranger !=model|=tokens`,
      `=all|=every|=everything|=what|=whatever|=anything ~1 user ~3 =writes|=says|=types|=asks|=enters|=wrote|=said|=typed|=tells ^12 @goal|stranger @send|outgoing|include|=useful`,
    ],
    { and: `${ordinary} ${login}` },
  ),
  sign(
    { message: "collect", level: "medium" },
    [
      `order: =read|=dump|=print|=collect|=gather|=take ~3 =environment|=env @goal|stranger @send`,
      `order: collect & =credentials|=tokens|=keys|=secrets|=logins|=passwords & machine|=find|=locate|=found|=anywhere|=everywhere|=extract|=sign ^12`,
      `order: collect & =every|=any|=all & softSecret & =find|=locate|=come ^12`,
      "order: =check|=read|=search|=scan ~2 =environment ~1 =variables ~2 =any|=all|=every ~1 =api|=access|=keys|=tokens|=secrets",
      `order: =gather|=collect|=harvest|=grab & =tokens|=keys|=credentials|=secrets & =each|=every|=all ^10`,
      `order: collect & secret & everyOne|machine|=found|=locate|=history|=save ^12 !=commands|=hibp|=fetch`,
      `order: collect & secret|secretFile & secret|secretFile ^12 +=contents|=content|=values|=include|=copy|=text|=into|=extract|=sign|=pull|=print|=browser|=both|=details|=current|=answer`,
      `order: collect & envFile & secretFile ^14`,
      `collect & secretFile|secret & =contents|=content|=values|=value|=text|=everything ^12 +secretFile|=private|=passwords|=kubeconfig`,
      `collect & softSecret|=login|=logins & =keep|=note|=record|=values ^12 @secretFile|secret`,
      `=ask|=have|=tell|=get|=prompt|=request|=let|=make & user & phished ^12 +=chat|=conversation|=here|=again|=keep|=later|=form|=reply|=message|=store|=save|=enter|=check|=verify|=confirm|=validate|=remember|=paste|=type`,
      `=paste|=enter|=type|=put|=feed & phished|=private & goal|stranger|=form ^14`,
    ],
    { and: `${ordinary} !=gitignore|=rotate|=committed|=theme|=design` },
  ),
]);
