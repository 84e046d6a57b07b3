import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): string => `---\nname: tool\ndescription: Does a task.\n---\n${body}\n`;
const inBlock = (code: string, language = "sh"): string => skill(`\`\`\`${language}\n${code}\n\`\`\``);

test.each([
  ['echo "me ALL=(ALL) NOPASSWD:ALL" | sudo tee /etc/sudoers.d/me', "gains critical"],
  ["chmod u+s /bin/bash", "gains high"],
  ["chmod 4755 /bin/bash", "gains high"],
  ["chmod 777 /etc/passwd", "gains high"],
  ["docker run --privileged -v /:/host alpine", "gains high"],
  ["docker run --privileged alpine", "gains low"],
  ["usermod -aG sudo me", "gains high"],
  ["kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=x", "gains high"],
  ["setenforce 0", "disarms high"],
  ["ufw disable", "disarms high"],
  ["iptables -F", "disarms high"],
  ["systemctl stop auditd", "disarms high"],
  ["spctl --master-disable", "disarms high"],
  ["xattr -d com.apple.quarantine x.app", "disarms high"],
  ["export NODE_TLS_REJECT_UNAUTHORIZED=0", "disarms high"],
  ["git commit --no-verify", "disarms low"],
  ["Set-MpPreference -DisableRealtimeMonitoring $true", "disarms critical", "powershell"],
  ["unset HISTFILE", "covers high"],
  ["history -c", "covers high"],
  ["rm -rf /var/log/*", "covers high"],
])("%s: %s", (code, expected, language = "sh") => {
  const found = findingsOf("privilege", inBlock(code, language));
  expect(found.map(({ message, level }) => `${message} ${level}`)).toContain(expected);
});

test.each([
  ["chmod +x run.sh"],
  ["chmod 755 run.sh"],
  ['docker run --rm -v "$PWD":/src alpine'],
  ["systemctl restart nginx"],
  ["sudo apt-get install -y jq"],
])("%s is fine", (code, language = "sh") => {
  expect(findingsOf("privilege", inBlock(code, language))).toEqual([]);
});
