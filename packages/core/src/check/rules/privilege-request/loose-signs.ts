import { type Sign, sign } from "../../../scan/prose/find-signs.ts";
import type { Found } from "../../../scan/prose/phrases.ts";
import type { Reading } from "../../../scan/prose/reading.ts";

const level = "medium" as const;

/** Notes on development machines, on what attackers do and on what a flag means are ordinary. */
const isOrdinary = ({ statement, words }: Reading, { verb = 0 }: Found): boolean =>
  condition.test(statement.plain.slice(0, words[verb]?.start ?? 0)) ||
  /\b(?:local(?:ly|host)?|development|self-signed|instead\s+of|rather\s+than|only\s+(?:if|when)|may|might|example|legacy|deprecated|duplicate|unused|false\s+positives?|least|detect\w*|no\s+longer)\b/i.test(
    statement.plain,
  );
const condition = /\b(?:if|when|unless|whether|never|not|don't|avoid|without|can|could)\b/i;
const isBare = (reading: Reading, found: Found): boolean => !isOrdinary(reading, found);

const takeOut =
  "=remove|=delete|=disable|=take|=comment|=skip|=switch|=turn|=strip|=drop|=lower|=dismiss|=uninstall|=bypass|=weaken|=relax|=deactivate|=suppress|=eliminate|=loosen|=circumvent|=mark|=turning|=disabling|=removing|=skipping|=rip|=silence|=mute|=exclude";

/** A verb of removal and a defense, or a verb of giving and more rights than a task needs. */
export const looseSigns: readonly Sign<"defense" | "rights">[] = [
  sign(
    "defense",
    [
      `order: ${takeOut} & =secret|=security|=vulnerability|=dependency|=malware|=virus|=license & =scanner|=scan|=scans|=scanning|=checks|=check|=checker|=alerts|=job|=step|=gate|=gates|=review|=tests|=headers|=rules|=warnings|=hooks ^6`,
      `order: ${takeOut} & =authentication|=authorization|=permission|=permissions|=certificate|=tls|=ssl|=signature|=integrity|=csrf|=input|=rate & =middleware|=check|=checks|=validation|=verification|=limit|=limits|=limiting|=guards|=protection|=enforcement ^7`,
      `order: ${takeOut} & =audit & =log|=logs|=logging|=trail|=step|=steps|=calls|=records ^5`,
      `order: ${takeOut} & =branch & =protection|=protections ^5`,
      `order: ${takeOut} & =firewall|=antivirus|=defender|=gatekeeper|=selinux|=apparmor|=edr|=sandbox|=sandboxing|=mfa|=2fa ^4`,
      `order: ${takeOut} & =pre-commit|=pre|=commit|=safety & =hook|=hooks|=checks|=check & =time|=faster|=slow|=slows|=all|=way|=every ^14`,
      "order: =commit|=push|=use|=pass|=add|=run & =--no-verify ^6",
      "order: =set|=allow|=mark|=switch & =security|=scan & =failure|=failures|=allow_failure|=optional|=green|=continue-on-error ^14",
      "order: =exclude|=exempt|=whitelist|=exclusion & =scanner|=antivirus|=defender|=virus|=scan ^8",
      "=certificate|=tls|=ssl & =off|=disable|=disabled|=ignore|=skip & =checks|=validation|=verification|=errors|=all|=requests ^8",
      "order: =allow|=accept|=trust & =all|=any|=every & =certificates|=origins|=hosts|=signatures ^5",
    ],
    { level, when: isBare },
  ),
  sign(
    "defense",
    [
      "=stop|=stops|=stopped|=block|=blocks|=blocked|=refuse|=refuses|=refused|=complain|=complains|=reject|=rejects|=rejected|=way|=interferes & =scanner|=checks|=check|=hook|=hooks|=sandbox|=protection|=firewall|=antivirus|=guard|=policy|=selinux & =disable|=off|=bypass|=disabled|=uninstall|=unsandboxed ^14",
    ],
    {
      level,
      when: ({ statement }) =>
        !/\b(?:ask|asks|never|not|don't|report|tell|explain|user\s+(?:wants|agrees|confirms)|with\s+(?:the\s+user's\s+)?(?:approval|permission))\b/i.test(
          statement.plain,
        ),
    },
  ),
  sign(
    "rights",
    [
      "order: =give|=grant|=assign|=add|=attach & =owner|=admin|=administrator|=administratoraccess|=cluster-admin|=root|=superuser & =role|=policy|=rights|=access|=permissions|=project|=account|=group & =whole|=entire|=all|=everything|=fails|=everywhere|=full|=every|=nothing ^14",
      "order: =turn|=enable|=set|=switch|=activate|=add|=put ~4 =auto ~0 =approve|=approval|=accept|=confirm ~6 =all|=every|=any|=tools|=commands|=everything",
      "order: =set|=switch|=change|=use|=start & =permission|=approval & =mode|=policy & =bypass|=never|=off|=none|=yolo|=bypasspermissions ^8",
      "=add|=configure|=allow|=enable|=give & =sudoers|=nopasswd|=passwordless ^10",
      "order: =make|=set|=chmod & =writable|=world-writable|=777|=executable & =all|=every|=everyone|=home|=users ^10",
      "order: =open & =all|=every & =ports|=port & =internet|=world|=everyone|=0.0.0.0/0|=public ^10",
      "order: =run|=execute|=perform|=start & =all|=everything|=every|=always|=installation & =root|=administrator|=sudo|=admin & =as|=with ^9",
    ],
    {
      level,
      when: ({ statement }) =>
        statement.kind !== "comment" &&
        !/\b(?:never|don't|do\s+not|avoid|not|without|least|instead|if|when)\b(?!\s+a\s+password)/i.test(
          statement.plain.replace(/so\s+that\s+nothing.*|without\s+a\s+password/i, ""),
        ),
    },
  ),
];
