import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";

export type Plant = "memory" | "settings" | "otherSkills";

const place = "agentFile|agentPlace";
/** What the user asked to remember, and advice on what belongs into such files, is ordinary. */
const ordinary =
  "!=redis|=in-memory|=pitfalls|=learnings|=lessons|userWish|guardTalk|=concise|=convention|=conventions|=leak|=usage";
const agentWord =
  "=agent|=agents|=agent's|=assistant|=assistant's|=claude|=cursor|=codex|=copilot|=gemini|=openclaw|=windsurf|=cline";

/** Orders planted where agents read them again: what, where, and for how long. */
export const signs: SignSet<Plant> = createSignSet([
  sign(
    { message: "settings", level: "high" },
    [
      "noteWord & agentFile & planted ^^18",
      "=grant|=give|=allow ~8 agentFile +planted",
      "order: noteWord ~3 ai ~2 =settings|=configuration|=config|=preferences & planted ^16",
      "noteWord ~3 agentSettings & planted ^14",
      "=entry|=rule|=permission ~3 ai ~2 =settings|=configuration|=config +planted",
      "noteWord ~5 =system ~1 =prompt ~2 =file +planted",
    ],
    { and: ordinary },
  ),
  sign(
    { message: "memory", level: "medium" },
    [
      "=remember|=memorize|=store|=save|=persist|noteWord ~8 memory ~10 forAll +orderNoun|planted",
      "=remember|=memorize|=store|=save|=persist|noteWord ~8 =long|=persistent|=permanent|=longterm ~1 memory ~8 =future|=every|=all|=later|=each ~1 =session|=sessions|=conversation|=conversations",
      "=remember|=memorize|=persist|=retain ~6 =forever|=permanently|=indefinitely ~8 =session|=rule|=rules|=instruction|=instructions",
      "=remember|=memorize ~4 =this|=preference ~2 =forever|=permanently",
      "=from ~0 =now ~0 =on ~8 =all|=every|=future ~1 =conversations|=sessions|=conversation|=session|=interactions",
      "=forever|=permanently ~2 =remember|=memorize|=store|=adopt",
      "=never ~1 =forget ~2 =this|=these|=it",
      "=inject|=plant|=implant|=seed ~3 =in|=into ~2 memory",
      "=persist|=save|=store ~4 =permanently|=forever & refusing ~2 =let +=preference|=rule|=instruction|=setting",
      "=session|=sessions ~6 =treat|=regard|=consider ~4 =instructions|=directives|=orders",
      "=treat|=regard|=consider ~3 =this|=these|=it|thisText ~3 =persistent|=standing|=permanent|=system-level ~1 =instructions|=directives|=orders|=level",
      "=persistent|=standing|=permanent ~1 =authorization|=override|=overrides",
    ],
    { isPlain: true, and: `${ordinary} !=choice|=preference's|=favorite|=check` },
  ),
  sign(
    { message: "memory", level: "medium" },
    [
      `noteWord & ${place} & planted ^^18`,
      `noteWord & ${place} & forAll ^18 +=obey|=obeys|=load|=loads|=loading|=begins|=begin|selfSkill|=our|=orders|=apply|=applies|=must|=always|=follow|=opens|=recommend|=recommends|=prefers`,
      "agentFile & planted ^^14 @noteWord",
      `${place} & =gets|=get|=needs & =entry|=line|=section|=paragraph ^8`,
      `${place} & =says|=say|=state|=tells|=tell|=telling|=contain|=carry|=needs|=saying & planted|forAll|=loyal|=fetch ^^20`,
      `noteWord & ${place} ^8 @planted +=paragraph|=line|=lines|=entry|=block|=section|=following|=sentence|=below|=placing|=writing|=finish`,
      `noteWord & memory & planted ^^16`,
      `noteWord & =notes|memory & forAll ^16 +=skill|=checklist|=rule|=opens|=first|=formatter`,
      "memory & =state|=contain|=say|=show|=record|=claim|=include|=tell & =should|=must|=will|=needs ^12 +planted|=approved|=always|=user",
      "=remember|=keep|=retain|=memorize|=bear & =for|=in & =good|=mind|=forever & orderNoun|=also|=else|=always ^14",
      "=make|=keep|=adopt & =habit|=practice|=norm & forAll|=today|=always|time ^14",
      "=today|=now|=onwards|=onward|=forth & =all|=every|=each|=any & =chats|=sessions|=conversations|=interactions ^10",
      "=apply|=carry|=hold|=copy|=stick|=copies & =across|=beyond|=afterwards|=beforehand|forAll & orderNoun|=instruction|=behavior|=rules ^14 +=skill|=session|=sessions|=conversations|=instructions|agentPlace",
      "=every|=each|=all|=future & =conversation|=session|=conversations|=sessions & =opens|=begins|=starts|=begin|=open & selfSkill|=our|=ours ^12",
      "=identity|=persona|=role|=loyalty|=name & refusing & =end|=stop|=expire|=fade|=change ^8 +you",
      "=you|=your & =loyal|=loyalty|=serve|=obey|=belong & =us|=our|=company|=team|=brand|=first ^10 +=from|=always|=today|=now|agentPlace|agentFile|=is|=are",
      "=deleting|=removing|=uninstalling & =skill & =not|=still|=must|=stay ^10 +=behavior|=rules|=instructions|=effect|agentPlace",
      "memory|=remember|=store|=save|=persist & =user ^^10 +=approved|=waived|=consented|=authorized +=all|=every|=standing|=any|=good !=approves",
      "=note|=notes|=convention|=rule|=entry & agentPlace & =phrased|=travel|=future|=disguised|=worded|=deletes|=nobody ^^18",
      "=bypassed|=skipped|=ignored & noteWord & agents|=reminder|=later ^16 +=may|=can|=gate|=check|=checks",
      "=standing|=permanent|=lasting ~1 =instruction|=order|=rule & agentPlace|agentFile|=live|memory ^16",
    ],
    { and: ordinary },
  ),
  sign(
    { message: "settings", level: "medium" },
    [
      "noteWord|=benefit|=benefits|=needs & agentSettings & planted|forAll|=runs|=pointing|=reload|=everything|=tiring ^18",
      `order: noteWord & =settings|=configuration|=config|=allowlist|=hooks|=hook|=preferences & planted|forAll ^14 +${agentWord}|agentFile`,
      `=hook|=hooks & ${agentWord} & forAll|=start ^16 +=register|=add|=install|=put|=wire|=configure`,
      `=widen|=broaden|=loosen|=relax & =permissions|=permission|=allowlist|=tools & ${agentWord}|agentFile|agentSettings|=wildcard ^14`,
      `=mcp & =server|=servers & stranger|=pointing & =present|=needs|=add|=register|=must ^^20 +=agent|=agents|=agent's|=assistant's|agentFile !=documentation|=docs`,
      "agentFile & =allow|=allowlist|=allowed|agentSettings & noAsk ^^18",
      "noteWord|=turn|=switch|=set|=enable|=adds ~4 looseSetting +=settings|=config|=workspace|=profile|=editor|=agent|=agent's|=so",
      "agentFile & agentSettings & =put|=add|=append|=register|=insert ^16",
      "agentSettings & noAsk ^^18 +noteWord|=widen|=widens|=extend|=extends|=adds|=changes",
      "=widen|=widens|=extend|=extends|=grow|=grows & agentSettings ^8",
      "=hook|=hooks & =agent's|=assistant's|=agent|=assistant & =each|=every|=after|=before & =tool|=call|=command|=prompt|=turn ^^20 +=gets|=get|noteWord|=hands|=sends",
      "=model|=api|=base ~1 =endpoint|=url & stranger & =point|=set|=change|=configure|=configured|=switch|=redirect ^^18 +=agent|=agent's|=assistant|=model|=requests",
      "takeOut & =pretooluse|=posttooluse|=hook|=hooks & =settings|=permission|=policy|=guard|=slows ^12 +=agent|=slows|=project|=settings",
      `agentFile & =allowed|=allow|=permissions|=permission & =list|=tools|=all|=wildcard & noteWord ^14`,
    ],
    { and: ordinary },
  ),
  sign(
    { message: "otherSkills", level: "high" },
    [
      "=edit|=modify|=rewrite|=change|=update|=patch|=overwrite|=alter|=inject ~2 =other|=all|=every|=installed|=each ~1 =skills|=skill's ~4 =so|=to|=that|=with|=and",
      "=edit|=modify|=rewrite|=patch|=overwrite|=inject|=append|=add ~6 =every|=all|=other|=each|=installed ~2 skillFile",
    ],
    { and: `${ordinary} +=load|=loading|=call|=line|=instruction|=ours|=begin|=begins|=inject|=us|=top` },
  ),
  sign(
    { message: "otherSkills", level: "medium" },
    [
      "noteWord|=remove|=delete|=strip|=cut|=take|=disable|=uninstall|=goes|=gets|=get & otherSkills & =line|=lines|=preamble|=call|=top|=head|=ours|=safety|=confirmation|=checks|=warnings|=pointing|=sentence|=unneeded ^18",
      "noteWord|=remove|=delete|=strip|=cut|=goes|=edit & skillFile & otherSkills|=neighboring|=every|=other & =line|=lines|=preamble|=call|=load|=top|=head|=ours|=before ^20",
      "=remove|=delete|=strip|=cut|=take & =safety|=confirmation|=warnings & otherSkills|=skills ^18",
    ],
    { and: ordinary },
  ),
]);
