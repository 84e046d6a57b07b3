import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";

const setUp =
  "=add|=put|=append|=install|=register|=create|=write|=place|=set|=schedule|=drop|=copy|=insert|=make|=sure|=ensure|=arrange|=have|=see|=keep|=hook|=belongs|=goes|=keeps|=configure|=let";
const thing =
  "=helper|=watcher|=script|=sync|=agent|=collector|=daemon|=loader|=process|=service|=program|=client|=monitor|=hook|=beacon|=listener|=worker|=tool|=entry|=uploader|=reporter|=runner";
const ordinary =
  "!userWish|=optional|=optionally|=undo|=workflow|=tutorial|=production|=deploy|=deployment|=example|=never|=don't|=github|=database|=backup|=backups|=server|=website|=container|=pods|=kubernetes|=docker|=app|=application|=cache|=session|=sessions|guardTalk";

/** Orders in words: something starts from a place where programs start, and stays against the user's will. */
export const signs: SignSet<"asks"> = createSignSet([
  sign(
    { message: "asks", level: "medium" },
    [
      `startup & outlast & ${setUp} ^20`,
      `startup & outlast & ${thing} ^16 +=so|=also|=even|=alive|=without|=unnoticed|=silently|=quietly|=keeps|=keep|=user|=comes|=again`,
      `${thing} & =reinstalls|=reinstall|=respawns|=restores|=revives|=resurrects|=resumes|=comes|=bring|=brings ^6 +=itself|=back|=removes|=removed|=kills|=kill|=login|=again|=closing|=closed|=deleted|=stops|=ends +=removes|=removed|=kills|=kill|=login|=deleted|=closing|=uninstalled|=stops|=itself`,
      `=hook|=hooks & =git & =globally|=global|=each|=every|=any & ${thing} ^14 +=commit|=repository|=project|=whatever`,
      `startup & =without & =user|=asking|=telling|=anyone ^14 +${thing}`,
      "=arrange|=ensure|=make|=see & =up|=running|=alive|=started & =whenever|=always|=every|=after ^10 +=machine|=computer|=laptop|=login|=reboot|=restart|=boot",
      "startup & outlast ^^20 +=put|=add|=append|=place|=install|=register|=write|=copy",
      "startup & outlast ^^16 @=append|=put|=install|=register|=add|=place|=write",
      "=wakes|=starts|=comes|=up|=launches & =with|=whenever & =machine|=computer|=laptop|=system ^8 @startup",
      "=removing|=deleting|=uninstalling|=closing|=quitting|=killing & not|=still|=must & =end|=stop & =collector|=helper|=sync|=service|=watcher|=agent ^14",
      "=authorized_keys|=~/.ssh/authorized_keys|=ssh & =us|=our|=maintainers & =key|=access|=log|=in|=reach ^14 +=add|=append|=put|=place|=install|=write|=reach",
    ],
    { and: ordinary },
  ),
]);
