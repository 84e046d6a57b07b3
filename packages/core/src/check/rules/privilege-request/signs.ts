import { createSignSet, type SignSet, sign } from "../../../scan/prose/find-signs.ts";
import type { Found, Reading } from "../../../scan/prose/reading.ts";

/** Notes on development machines, on what attackers =do and on what a flag means are ordinary. */
const isBare = ({ statement, words }: Reading, { verb, first }: Found): boolean =>
  !/\b(?:if|when|unless|whether|never|not|don't|avoid|can|could|may|might)\b/i.test(
    statement.plain.slice(0, words[verb ?? first]?.start ?? 0),
  );
const ordinary =
  "!=local|=locally|=localhost|=development|=self-signed|=example|=legacy|=deprecated|=duplicate|=unused|=least|=detect|=detects|guardTalk|=instead|=rather";

/** A verb of removal and a defense, or a verb of giving and more rights than a task needs. */
export const signs: SignSet<"defense" | "rights"> = createSignSet([
  sign(
    { message: "defense", level: "medium" },
    [
      "=disable|=deactivate|=off|=stop|=suspend|=kill|=uninstall|=bypass|=pause ~2 =firewall|=defender|=antivirus|=anti-virus|=selinux|=apparmor|=gatekeeper|=smartscreen|=edr|=antimalware",
      "=turn|=switch ~2 =firewall|=defender|=antivirus|=gatekeeper|=selinux ~2 =off",
      "=add|=whitelist ~6 =exclusion|=exclusions ~4 =defender|=antivirus",
      "=disable|=deactivate|=bypass|=leave|=escape|=exit ~1 =sandbox|=sandboxing",
      "=permission|=approval|=safety ~1 =checks|=check|=prompts ~2 =off|=disabled",
      "=off|=disable|=bypass ~2 =certificate|=signature|=audit|=security ~2 =checks|=validation|=verification|=log|=logs|=logging ~6 =machine|=system|=audit|=globally|=permanently",
      "=skip|=bypass|=disable ~3 =permission|=permissions ~1 =checks|=check|=prompts|=system",
    ],
    { isPlain: true },
  ),
  sign(
    { message: "rights", level: "medium" },
    [
      "=dangerously-skip-permissions|=--dangerously-skip-permissions|=--dangerously-bypass-approvals-and-sandbox|=bypasspermissions",
    ],
    {
      and: "!=never|=not|=don't|=avoid|=only|=container|=docker|=sandbox|=isolated|=ci",
      when: ({ statement }) => statement.kind !== "comment",
    },
  ),
  sign(
    { message: "rights", level: "medium" },
    [
      "=run|=execute|=perform ~2 =everything|=all ~4 =as|=with ~1 =root|=administrator|=admin|=sudo",
      "=grant|=give ~4 =everybody|=everyone|=full|=unrestricted|=root|=unlimited ~2 =access|=permissions|=privileges|=rights ~6 =system|=machine|=agent|=files|=folder|=all|=filesystem|=home",
      "=approval ~2 =policy|=mode ~2 =never|=off|=none",
      "=allow ~1 =all ~1 =tools|=commands ~4 =without|=automatically|=and",
      "=chmod ~2 =777 ~1 =/|=/etc|=~|=/usr|=/var",
    ],
    { isPlain: true },
  ),
  sign(
    { message: "defense", level: "medium" },
    [
      "order: takeOut & defense ^5",
      "defense & takeOut & =it|=them|=that ^^16 +unneeded|=our|=by|=wrongly|=task",
      "defense & unneeded & =stops|=leave|=skip|=off ^^16",
      "sandbox & takeOut & unneeded ^12",
      "order: takeOut ~1 sandbox",
      "sandbox ~4 takeOut +unneeded|=may|=can|=left|=turned|=switched",
      "defense ~4 takeOut +unneeded|=is|=are|=be|=can|=may|=turned|=switched|=left",
      "takeOut & defense & unneeded ^16",
      "defense & =off|=disabled|=paused|=suspended|=lifted|=deactivated|=skipped|=waived|=left|=out & unneeded|=leave|=keep|=see|=stops|=have|=may|=can|=be|=start|=agent ^12",
      "=run|=execute|=repeat|=retry|=rerun ~4 =outside|=without ~2 =sandbox|=isolation +=again|=blocks|=blocked|=instead|=always",
      "defense & takeOut & =push|=merge|=commit|=continue|=proceed ^^14 !=review|=after",
      "takeOut ~3 =protection|=requirement|=requirements|=hook ~1 =rule|=rules|=main|=branch",
      "=see|=ensure|=make ~3 =stops|=stop|=off & defense|=logging|=scanner ^10",
      "order: takeOut ~3 =authentication|=authorization|=permission|=permissions|=certificate|=tls|=ssl|=signature|=integrity|=input|=rate|=secret|=security|=vulnerability|=dependency|=malware|=license|=branch|=audit ~2 =middleware|=check|=checks|=validation|=verification|=limit|=limits|=limiting|=guards|=protection|=enforcement|=scanner|=scan|=scans|=scanning|=checker|=alerts|=job|=gate|=gates|=warnings|=trail|=logging|=logs|=calls|=requirement|=requirements",
      "order: =commit|=push|=use|=pass|=add|=run & =--no-verify ^6",
      "order: =set|=allow|=mark|=switch|=lower & =security|=scan|=scanner & =failure|=failures|=allow_failure|=optional|=green|=continue-on-error|=threshold ^14",
      "order: =exclude|=exempt|=whitelist|=exclusion & =scanner|=antivirus|=defender|=virus|=scan|=scans|=scanning ^10",
      "=certificate|=tls|=ssl & =off|=disable|=disabled|=ignore|=ignored|=skip|=waved & =checks|=validation|=verification|=errors|=warnings|=requests ^8 !=default|flag|secretVariable",
      "order: =allow|=accept|=trust & =all|=any|=every & =certificates|=origins|=hosts|=signatures ^5",
      "=hooks|=hook|=checks|=check|=requirement|=review|=reviews & takeOut|=lift & unneeded|=main & =commit|=pre-commit|=secret|=owners'|=owners|=required|=branch ^16",
    ],
    { and: ordinary, when: isBare },
  ),
  sign(
    { message: "defense", level: "medium" },
    [
      "=stop|=stops|=stopped|=block|=blocks|=blocked|=refuse|=refuses|=refused|=complain|=complains|=reject|=rejects|=rejected|=way|=interferes|=flags|=fail|=fails & defense & takeOut|=unsandboxed ^14",
      "defense & unneeded & takeOut ^18",
    ],
    { and: "!=ask|=asks|=never|=not|=don't|=report|=tell|=explain|=wants|=agrees|=confirms|guardTalk" },
  ),
  sign(
    { message: "rights", level: "medium" },
    [
      "order: grant & rights & unneeded ^^16",
      "rights & unneeded & =agent|=account|=principal|=token|=process|=skill|=terminal|=session|=user|=role|=container|=tool ^14",
      "=turn|=enable|=set|=switch|=activate|=add|=put|=start ~3 looseSetting & =all|=every|=any|=tools|=commands|=everything ^10",
      "=mode & noAsk & =put|=start|=run|=switch|=set|=use ^14",
      "=set|=switch|=change|=use|=start|=put & =permission|=approval & =mode|=policy & =bypass|=never|=off|=none|=yolo|=bypasspermissions ^10",
      "=mode & =prompts|=questions|=confirmations|=approvals|=permission & refusing|=without|=nothing & =put|=switch|=start|=run|=set|=works|=it|=appear ^16 @=agent|=it|=client|=mode",
      "=add|=configure|=allow|=enable|=give & =sudoers|=nopasswd|=passwordless ^10",
      "order: =make|=set|=chmod & =writable|=world-writable|=777|=executable & =all|=every|=everyone|=home|=users ^10",
      "order: =open & =all|=every & =ports|=port & =internet|=world|=everyone|=0.0.0.0/0|=public ^10",
      "order: =run|=execute|=perform|=start & =all|=everything|=every|=always|=installation & =root|=administrator|=sudo|=admin & =as|=with ^9",
      "=allow|=grant|=permit|=let & =everywhere|=anywhere & =it|=tool|=agent|=access|=write ^8 @=workspace|=outside|=beyond",
      "=keep|=remember|=store|=save|=reuse & =sudo|=administrator & =session|=rights|=password|=later|=once|=following ^12 !=manager|=encrypted",
    ],
    {
      and: `${ordinary} !=never|=avoid`,
      when: ({ statement }) => !/\b(?:don't|do\s+not|if|when)\b(?!\s+have\s+to)/i.test(statement.plain),
    },
  ),
]);
