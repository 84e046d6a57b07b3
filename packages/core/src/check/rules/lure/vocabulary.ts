/** Words of one idea in the languages in which lures are written; bounded, so that searching takes linear time. */
function lexicon(latin: readonly string[], others: readonly string[] = []): RegExp {
  const words = String.raw`(?<![\p{L}\p{N}_])(?:${latin.join("|").replaceAll(" ", String.raw`\s{1,3}`)})(?![\p{L}\p{N}])`;
  return new RegExp([words, ...others].join("|"), "giu");
}

/** A key to something locked, by a name that means nothing else. */
export const passwords: RegExp = lexicon(
  [
    "pass(?:word|code|phrase|wd|words)",
    "pass(?=\\s?[:=]\\s)|(?:extract|unzip|unpack|using|with|archive|zip) pass",
    "pwd",
    "(?:archive|zip|unzip|unlock|extraction|extract|unpack|opening|decryption|secret|magic|release) (?:key|code|word|phrase|pin|secret|string|token)",
    "code ?word",
    "(?:secret|pin) (?:word|phrase|code|number)",
    "(?:kenn|pass|lösungs)wort",
    "entpackschlüssel",
    "contraseñas?",
    "clave",
    "senha",
    "mot de passe",
    "code secret",
    "parola(?: d'ordine| chiave)?",
    "wachtwoord",
    "hasł\\p{L}{1,3}",
    "[şs]ifre(?:si)?",
    "парол\\p{L}{1,3}",
    "кодовое слово",
  ],
  ["密码", "口令", "解压码", "提取码", "密碼", "パスワード", "合言葉", "비밀번호", "암호"],
);

/** Words for a key that mean other things too. */
export const keys: RegExp = lexicon(
  [
    "words?",
    "phrase",
    "key",
    "code",
    "pin",
    "secret",
    "digits",
    "numbers?",
    "letters",
    "combination",
    "string",
    "answer",
    "wort",
    "schlüssel",
    "ziffern",
    "palabra",
    "código",
    "llave",
    "cifras",
    "mot",
    "clé",
    "chiffres",
    "palavra",
    "chave",
    "chiave",
    "codice",
    "слово",
    "код",
    "ключ",
    "цифры",
  ],
  ["暗号", "キー", "코드"],
);

/** That something does not open by itself. */
export const lockedStates: RegExp = lexicon(
  [
    "(?:un)?locked|unlock(?:s|ing)?",
    "seal(?:ed|s)?",
    "wrapped",
    "encrypted",
    "(?:password[ -]?|code[ -]?)?protected",
    "guarded",
    "shut|closed",
    "verschlossen|versiegelt|verschlüsselt|geschützt|gesperrt",
    "cifrad[oa]|protegid[oa]|cerrad[oa]|bloquead[oa]",
    "chiffrée?s?|protégée?s?|verrouillée?s?",
    "criptografad[oa]|protett[oa]|cifrat[oa]",
    "versleuteld|beveiligd|zaszyfrowan\\p{L}{1,2}|şifreli",
    "защищ\\p{L}{1,5}|зашифрован\\p{L}{0,3}|закрыт\\p{L}{0,2}|запаролен\\p{L}{0,2}",
  ],
  ["加密", "受保护", "暗号化", "ロック", "암호화", "잠긴"],
);

/** What is opened by something that only the text tells. */
export const openedWith: RegExp = lexicon(
  [
    "(?:opens?|unlocks?|unpack|unzip|unrar|unwrap|extract|decompress|decrypt)(?:s|ed|ing|ped)? (?:\\p{L}{1,12} ){0,4}(?:with|using|by|via|after|on|through|pass|key|code|pin)",
    "(?:word|phrase|key|code|pin|digits|secret|password|answer|combination|numbers?) (?:that|which|to|for|will) (?:\\p{L}{1,12} ){0,2}(?:opens?|unlocks?|unpack|unzip|extract\\p{L}{0,3}|decrypt|archive|zip|bundle|package)",
    "(?:asks?|wants?|prompts?|waits?|hungry) (?:you )?(?:for )?(?:an?|the|its) (?:\\p{L}{1,12} ){0,2}(?:code|word|phrase|key|pin|password|secret)",
    "(?:entpacken|öffne\\p{L}{0,2}|entpacke) (?:\\p{L}{1,12} ){0,4}mit|lässt sich mit",
    "(?:se abre|se extrae|descompri\\p{L}{1,5}|abrir|extra\\p{L}{1,4}) (?:\\p{L}{1,12} ){0,4}con",
    "(?:s'ouvre|décompress\\p{L}{1,4}|extrayez|ouvrir) (?:\\p{L}{1,12} ){0,4}avec",
    "(?:abre|extra\\p{L}{1,4}|descompact\\p{L}{1,4}) (?:\\p{L}{1,12} ){0,4}com|(?:si apre|estra\\p{L}{1,4}) (?:\\p{L}{1,12} ){0,4}con",
    "(?:распак\\p{L}{1,7}|откр(?:ыва|о)\\p{L}{1,5}) (?:\\p{L}{1,12} ){0,4}с",
  ],
  ["用.{0,16}(?:解压|打开)", "解压(?:密码|码|口令)?", "で解凍", "で展開", "로 압축"],
);

/** What a program comes in. */
export const containers: RegExp = lexicon(
  [
    "archives?",
    "zip(?:ped)?",
    "zip-?file",
    "rar",
    "7z",
    "bundles?",
    "packages?",
    "packs?",
    "downloads?",
    "transfers?",
    "files?",
    "installer",
    "archiv|paket|datei|bündel|zip-datei",
    "archivos?|ficheros?|paquetes?|comprimid[oa]",
    "fichiers?|paquets?|dossier",
    "arquivos?|pacotes?|archivio|pacchetto|bestand|pakket|plik|archiwum|dosya",
    "архив\\p{L}{0,2}|файл\\p{L}{0,2}|пакет\\p{L}{0,2}",
  ],
  ["压缩包", "压缩文件", "安装包", "文件", "壓縮檔", "アーカイブ", "圧縮", "ファイル", "압축", "파일"],
);

/** A container by a name that means nothing else. */
export const archives: RegExp = lexicon(
  [
    "archives?(?!\\.org)|zip(?:ped|-file)?|rar|7z|bundles?",
    "un(?:pack|zip|rar)\\p{L}{0,4}|decompress\\p{L}{0,3}",
    "archiv|zip-datei|entpack\\p{L}{0,3}|comprimid[oa]|descompri\\p{L}{1,5}|décompress\\p{L}{1,4}|archivio|archiwum|descompact\\p{L}{1,4}",
    "архив\\p{L}{0,2}|распак\\p{L}{1,7}",
  ],
  ["压缩", "解压", "壓縮", "アーカイブ", "圧縮", "解凍", "압축"],
);

/** What guards the machine. */
export const guards: RegExp = lexicon(
  [
    "anti-?virus",
    "anti-?malware",
    "virus (?:guard|scanners?|warnings?|protection|alarm|checker|scan)",
    "defender",
    "smart ?screen",
    "gatekeeper",
    "(?:protection|security|endpoint) (?:software|suite|program|tool|agent|product)",
    "real-?time protection",
    "(?:from|out of|into?) (?:the |its )?quarantine",
    "protected your pc",
    "unidentified developer",
    "unknown publisher",
    "is damaged",
    "virenscanner|virenschutz(?:programm)?|schutzprogramm|cortafuegos|pare-feu",
    "антивирус\\p{L}{0,2}|защитник\\p{L}{0,2}",
  ],
  ["杀毒", "防病毒", "安全软件", "防毒", "拦截", "ウイルス対策", "백신"],
);

/** What the guards of a machine say. */
export const warnings: RegExp = lexicon(
  [
    "(?:security|system|safety|os|browser|download|windows) (?:warnings?|alerts?|prompts?|messages?|dialogs?|notices?|pop-?ups?)",
    "(?:operating system|windows|mac(?:os)?|the mac|system|browser|computer)(?:'s)? (?:will )?(?:warnings?|warns?|complains?|objects?|hesitates?|grumbles?|refuses?|is worried|gets nervous|does not trust|claims|says)",
    "(?:its|any|his|her) warnings?",
    "sicherheitswarnung(?:en)?|warnung(?:en)?|meldung",
    "advertencias?|avisos?|avertissements?|alerte",
    "avvis[oi]|avvertimento|aviso de segurança|waarschuwing|ostrzeżeni\\p{L}{1,2}|uyarı\\p{L}{0,4}",
    "предупрежден\\p{L}{1,3}",
  ],
  ["安全警告", "セキュリティ警告", "警告", "경고"],
);

/** What a lure wants done about the guards. */
export const disarming: RegExp = lexicon(
  [
    "disabl\\p{L}{1,3}",
    "(?:turn|switch)(?:ed|ing)? (?:\\p{L}{1,12} ){0,4}off",
    "paus(?:e|ed|ing)",
    "suspend",
    "allow(?: it)?",
    "ignor(?:e|ed|ing)",
    "dismiss",
    "let (?:it|the \\p{L}{1,12}|this) (?:through|pass|in|run)",
    "let your (?:\\p{L}{1,12} ){1,3}(?:open|run|start)",
    "anyway",
    "all the same",
    "(?:mark|add|set) (?:\\p{L}{1,12} ){0,4}(?:trusted|safe|exception|exclusion)",
    "exclu(?:de|sion)",
    "exception",
    "whitelist\\p{L}{0,3}",
    "false (?:positive|alarm)",
    "by mistake|mistaken\\p{L}{0,2}|wrong(?:ly)?|harmless|overcautious|over-cautious|expected|normal",
    "in spite of|despite",
    "bypass|get (?:round|around|past)|click (?:through|past|away)|wave (?:it )?through",
    "restore",
    "confirm|accept|approve",
    "xattr",
    "deaktivier\\p{L}{1,4}|ausschalten|abschalten|ignorier\\p{L}{1,3}|übergehen|zulassen|trotzdem|bestätigen|erlauben|wegklicken",
    "desactiv\\p{L}{1,5}|ignor[ea]\\p{L}{0,2}|permit\\p{L}{1,3}|acept\\p{L}{1,4}|de todos modos|excepción",
    "désactiv\\p{L}{1,4}|ignorez|autoris\\p{L}{1,4}|acceptez|quand même",
    "desativ\\p{L}{1,4}|disattiva\\p{L}{0,2}|ignora\\p{L}{0,2}|consenti|mesmo assim|comunque",
    "отключ\\p{L}{1,5}|игнорир\\p{L}{1,5}|разреш\\p{L}{1,4}|все равно|исключен\\p{L}{1,3}",
  ],
  ["关闭", "允许", "忽略", "信任", "仍要运行", "無視", "許可", "無効", "끄", "허용", "무시"],
);

/** A window into which commands go. */
export const terminals: RegExp = lexicon(
  [
    "terminal(?:s| app| window| program)?",
    "(?:command|black|console) (?:prompt|line|window|box|shell)",
    "consoles?",
    "power ?shell",
    "cmd",
    "shell",
    "run (?:dialog|box|window|field)",
    "win(?:dows)?(?: key)? ?\\+ ?[rx]",
    "windows key",
    "eingabeaufforderung|konsole|ausführen-fenster",
    "consola|línea de (?:comandos|órdenes)|console|invite de commandes|prompt dei comandi|riga di comando",
    "терминал\\p{L}{0,2}|консол\\p{L}{1,2}|командн\\p{L}{1,3} строк\\p{L}{1,2}",
  ],
  ["终端", "命令行", "命令提示符", "終端機", "ターミナル", "コマンドプロンプト", "터미널", "명령 프롬프트"],
);

/** How a reader brings a command there. */
export const pasting: RegExp = lexicon(
  [
    "past(?:e|es|ing|ed)",
    "cop(?:y|ies|ied|ying)",
    "insert(?:s|ing)?",
    "(?:put|puts|drop|drops|enter|enters|type|types|hand|throw|feed|place)",
    "ctrl ?\\+ ?v|⌘ ?v|cmd ?\\+ ?v",
    "einfügen|kopier\\p{L}{1,3}|füg\\p{L}{1,3}|eingeben",
    "peg(?:a|ar|ue|al[ao])|copi(?:a|e|ar)|escrib\\p{L}{1,3}|introduzca",
    "coll(?:ez|er)|copiez|saisissez",
    "cole|colar|incoll\\p{L}{1,3}|copia|plak(?:ken)?|wklej|yapıştır\\p{L}{0,4}",
    "встав\\p{L}{1,5}|скопир\\p{L}{1,6}|введите",
  ],
  ["粘贴", "复制", "輸入", "貼上", "貼り付け", "コピー", "붙여", "복사"],
);

/** A command that only another page shows. */
export const shownCommands: RegExp = lexicon(
  [
    "(?:single |one |short |shown |given |right |same )?(?:line|command|text|snippet|string|script|code|one-?liner)s? (?:\\p{L}{1,12} ){0,6}(?:published|shown|printed|displayed|listed|given|found|posted|waiting|at|on|from|there|below the|you (?:see|find))",
    "(?:copy|take|grab|copies|takes|execute|run) (?:\\p{L}{1,12} ){0,4}(?:line|command|text|snippet|string|script|code|step|one-?liner|what you (?:see|find))s?(?: (?:\\p{L}{1,12} ){0,4}(?:there|shown|page|site|listed|displayed))?",
    "(?:zeile|befehl|text) (?:\\p{L}{1,12} ){0,4}(?:auf|von|unter|steht|angezeigt)",
    "(?:línea|comando|texto|orden) (?:\\p{L}{1,12} ){0,4}(?:aparece|muestra|de|en)",
    "(?:ligne|commande|texte) (?:\\p{L}{1,12} ){0,4}(?:affiché|sur|de)",
    "команд\\p{L}{1,2} (?:\\p{L}{1,12} ){0,4}(?:со?|на|указан\\p{L}{0,3})",
  ],
  ["页面上的命令", "显示的命令", "复制.{0,12}命令", "表示された(?:コマンド|行)"],
);

/** Where a page shows something. */
export const pagesNamed: RegExp =
  /https?:\/\/|(?<![\p{L}\p{N}])(?:page|site|website|link|seite|página|страниц\p{L}{1,2})(?![\p{L}])|页面|网页|ページ/giu;

/** Rights beyond those of a program that only helps. */
export const rights: RegExp = lexicon(
  [
    "as (?:an )?admin(?:istrator)?",
    "administrator(?:rechte\\p{L}{0,1}| rights| privileges)?",
    "admin (?:rights|privileges|password)",
    "root (?:rights|privileges|password)",
    "elevated (?:rights|privileges|permissions)",
    "(?:login|mac|system|account|user|computer|windows|sudo) password",
    "full disk access",
    "asks? for (?:your|the|a) password",
    "(?:enter|type|give|answer|provide)\\p{L}{0,3} (?:\\p{L}{1,12} ){0,6}password",
    "say(?:ing)? yes",
    "(?:grant|give|allow|confirm|accept) (?:it )?(?:everything|all|whatever|what) (?:that )?(?:it )?(?:wants|asks|requests|needs|requires)",
    "administratorrechten|als administrator",
    "como administrador|en tant qu'administrateur|come amministratore",
    "от имени администратора|права администратора",
  ],
  ["管理员", "管理員", "管理者(?:として|権限)", "관리자"],
);

/** That nothing works without something. */
export const necessity: RegExp = lexicon(
  [
    "no \\p{L}{2,20}, no \\p{L}{2,20}",
    "(?:no|nothing|none) (?:\\p{L}{1,12} ){1,5}(?:before|until|unless|without)",
    "(?:without|unless|until) [^.\\n]{0,60}(?:nothing|no|fails?|empty|refuses?|cannot|can't|won't|not work|useless|impossible)",
    "(?:cannot|can not|will not|won't|does not) (?:work|run|start|function|operate|be skipped) [^.\\n]{0,30}(?:without|until|unless)",
    "(?:do not|don't|never) (?:go on|continue|proceed|start|move on) [^.\\n]{0,40}(?:until|before|unless|without)",
    "ohne (?:\\p{L}{1,16} ){1,3}(?:geht|funktioniert|läuft|startet|schlägt|ist) [^.\\n]{0,24}(?:nichts|nicht|fehl|kein\\p{L}{0,2})",
    "sin (?:\\p{L}{1,16} ){1,3}no (?:\\p{L}{1,12} ){0,2}(?:funciona\\p{L}{0,3}|puede\\p{L}{0,1}|sirve|arranca)",
    "(?:rien ne|ne) (?:marche|fonctionne)[^.\\n]{0,20}(?:sans|pas)|sans (?:\\p{L}{1,16} ){1,3}rien",
    "sem (?:\\p{L}{1,16} ){1,4}não (?:funciona|pode|abre)|senza (?:\\p{L}{1,16} ){1,4}non (?:funziona|parte)",
    "без (?:\\p{L}{1,16} ){1,3}(?:\\p{L}{1,16} ){0,3}не (?:работа\\p{L}{1,4}|выполн\\p{L}{1,6}|запуст\\p{L}{1,4})",
  ],
  [
    "否则.{0,12}(?:无法|不能|不会)",
    "(?:不|未)安装.{0,12}(?:无法|不能)",
    "しないと.{0,12}(?:動|使え|でき)",
    "없으면.{0,12}(?:않|없)",
  ],
);

/** That something from elsewhere must be there first, or nothing works. */
export const needs: RegExp = lexicon(
  [
    "absent|missing|unavailable",
    "(?:not|never|rarely|seldom) (?:\\p{L}{1,12} ){0,3}(?:there|around|present|running|installed|here|on board|included|shipped|bundled|part of|reachable|found)",
    "(?:has|have|had)(?: not|n't) (?:got|yet|installed)",
    "(?:rarely|seldom|do(?:es)? not|don't|doesn't|cannot|can not) (?:have|has|carry|carries|ship|come|include|contain|bring)",
    "no \\p{L}{2,20}, no \\p{L}{2,20}",
    "(?:empty|useless|dead|nothing|fails?|refuses?|silent(?:ly)?|skipped|blocked|offline|idle|stops?|inert|dropped|rejected) (?:\\p{L}{1,12} ){0,4}(?:without|until|unless|otherwise|before)",
    "(?:without|until|unless|before|otherwise|if not|as long as) [^.\\n]{0,80}(?:not|nothing|no|fails?|empty|refuses?|cannot|can't|won't|error|errors|stops?|useless|none|never|impossible|only)",
    "not optional|mandatory|obligatory|compulsory|indispensable|essential|prerequisites?|required|requires?|requirements?|must|needed|needs?|necessary",
    "first|beforehand|once|one last (?:thing|step)|one more (?:thing|step)|before (?:anything|you|using|the first)",
    "voraussetzung(?:en)?|erforderlich|zwingend|benötigt|muss|notwendig|zuerst|vorher|ohne [^.\\n]{0,60}(?:nicht|kein\\p{L}{0,2}|nichts|schlägt|darf)",
    "obligatori[oa]|necesari[oa]|imprescindible|requisitos?|requiere|antes de|sin [^.\\n]{0,60}(?:no|nada|ningun\\p{L}{0,2})|falta",
    "obligatoire|nécessaire|requis\\p{L}{0,2}|prérequis|pré-requis|indispensable|avant de|sans [^.\\n]{0,60}(?:ne|rien|pas|aucun)",
    "obrigatóri[oa]|necessári[oa]|antes de usar|sem [^.\\n]{0,60}(?:não|nada)|obbligatori[oa]|necessari[oa]|senza [^.\\n]{0,60}(?:non|nulla)",
    "vereist|verplicht|zonder [^.\\n]{0,60}(?:niet|niets)|wymagan[ey]|konieczn[ey]|bez [^.\\n]{0,60}nie|zorunlu|gerekli",
    "требу\\p{L}{1,5}|необходим\\p{L}{1,2}|обязательн\\p{L}{1,2}|сначала|перед использованием|без [^.\\n]{0,60}не|нужн\\p{L}{1,2}",
  ],
  [
    "必须",
    "必須",
    "需要先",
    "请先",
    "否则",
    "前置",
    "前提",
    "无法",
    "必要",
    "しないと",
    "ないと",
    "필수",
    "없으면",
    "먼저",
  ],
);

/** That the agent is to press the user on. */
export const pressing: RegExp = lexicon([
  "insist\\p{L}{0,3}",
  "(?:repeat|remind|keep asking|ask (?:them |him |her |the user )?again)\\p{L}{0,3}",
  "(?:wait|waits|stay|stop|pause) (?:\\p{L}{1,12} ){0,6}(?:until|for)",
  "walk (?:them|the user|him|her|people|the person) through",
  "(?:do not|don't|never|must not|may not|darf \\p{L}{1,12}|no) (?:go on|continue|proceed|call|try|answer|start|begin|move on|skip|import|attempt|puede seguir)",
  "only (?:now|then|after)",
  "always (?:\\p{L}{1,12} ){0,5}(?:before|first)",
  "(?:hand|give|show|tell|ask|have|bitte[tn]?|pida|demandez) (?:them|him|her|the user|the human|your human|the person|the operator|people|anyone|den nutzer|al usuario|à l'utilisateur)",
  "die nutzerin|debe insistir|confirm(?:s|ed|ation)?",
  "(?:for|until) [\"“'„`]",
]);

/** Getting something from somewhere. */
export const obtaining: RegExp = lexicon(
  [
    "(?:down)?load(?:s|ed|ing|able)?",
    "get(?:s|ting)?|gets? one|fetch(?:es|ing)?|grab(?:s|bing)?|obtain\\p{L}{0,3}|collect\\p{L}{0,3}|pick(?:s|ing)? (?:it |them |\\p{L}{1,12} )?up|retriev\\p{L}{1,3}|acquir\\p{L}{1,3}|pull(?:s|ed)?",
    "take|takes|taken|brings?|visit|open(?:s)?|go to|find it|head (?:over )?to|navigate to|browse to|found at|available (?:at|from|on|under)|hosted|published|distributed|delivered|provided|mirror(?:s|ed)?|released?|installer|set-?up|comes (?:from|in)|lives at|served|copy|copies|shown at|link",
    "hol(?:t|en)|lad(?:en|e)|herunterlad\\p{L}{1,2}|bezieh\\p{L}{1,3}|unter|besorg\\p{L}{1,3}",
    "descarg\\p{L}{1,4}|consig\\p{L}{1,4}|obten\\p{L}{1,4}|visit\\p{L}{1,3}|baix\\p{L}{1,3}|obtenh\\p{L}{1,3}|scarica\\p{L}{0,3}|preleva",
    "télécharg\\p{L}{1,5}|récupér\\p{L}{1,4}|obtenez|rendez-vous|download\\p{L}{0,2}|pobierz|indir\\p{L}{0,3}",
    "скача\\p{L}{1,4}|загруз\\p{L}{1,4}|получ\\p{L}{1,4}|возьмите|перейдите",
  ],
  ["下载", "下載", "获取", "访问", "打开", "取得", "ダウンロード", "入手", "開い", "다운로드", "받"],
);

/** Getting a program to run. */
export const starting: RegExp = lexicon(
  [
    "(?:run|runs|execute|executes|launch|launches|open|opens|start|starts|double-?clicks?|click|install|installs|enroll?) (?:\\p{L}{1,12} ){0,5}(?:file|exe|bat|inside|driver|helper|engine|tool|once|program|installer|app|application|it|them|utility|binary|core|agent|executable|setup|what|anyway|window|twice)",
    "(?:run|launch|execute|start|open)(?:s|ed)?(?=[,;.:)]|$)",
    "double-?click",
    "first start|start (?:it|what)|leave it (?:open|running|on|alone)|keep it (?:open|running)|let it (?:run|finish)",
    "wakes? it up|press the (?:\\p{L}{1,12} ){0,2}button|drag it",
    "chmod (?:\\+|u\\+|a\\+)x|chmod 7\\d\\d",
    "\\p{L}[\\p{L}\\d_.-]{1,30}\\.(?:exe|msi|bat|cmd|scr|dmg|pkg|command|app)",
    "start(?:en|e)(?: sie)?|ausführen|öffnen sie|installieren(?: sie)?",
    "ejecut\\p{L}{1,5}|instal\\p{L}{1,4}|abra|iníci\\p{L}{1,3}|pulse|pulsar",
    "lance[rz]|exécut\\p{L}{1,4}|ouvrez|installe[rz]",
    "execute|abra|avvi\\p{L}{1,3}|esegu\\p{L}{1,3}|uruchom\\p{L}{0,2}|çalıştır\\p{L}{0,4}|start het",
    "запуст\\p{L}{1,4}|установ\\p{L}{1,5}|откройте|выполн\\p{L}{1,4}",
  ],
  ["运行", "执行", "双击", "启动", "打开", "安装", "実行", "起動", "インストール", "실행", "설치"],
);

/** A program that is to be started, by its kind. */
export const startedPrograms: RegExp = lexicon(
  [
    "(?:run|execute|launch|start|open|install)(?:s|ed|ing)? (?:\\p{L}{1,12} ){0,4}(?:exe|installer|driver|helper|utility|binary|executable|agent|program|core|set-?up|it)",
    "\\p{L}[\\p{L}\\d_.-]{1,30}\\.(?:exe|msi|bat|cmd|scr|dmg|pkg|command)",
  ],
  ["双击", "运行.{0,12}(?:程序|文件|安装)", "ダブルクリック"],
);

/** A tool without a vendor, by what lures call it. */
export const tools: RegExp = lexicon(
  [
    "(?:\\p{L}{1,20}-)?(?:utility|utilities|drivers?|agent|core|module|helper|component|client|program|app|application|binary|executable|bridge|plug-?in|runtime|engine|companion|extension|launcher|connector|daemon|loader|auth ?tool|software|provider|service|codec|decoder|relay|courier|keeper|box|add-?on|accelerator|gateway|link|desktop)",
    "dienst|werkzeug|treiber|hilfsprogramm|komponente|erweiterung",
    "herramienta|complemento|controlador|componente|programa|servicio|ayudante|conector",
    "outil|pilote|composant|logiciel|ferramenta|strumento|driver",
    "драйвер\\p{L}{0,2}|утилит\\p{L}{1,2}|компонент\\p{L}{0,2}|программ\\p{L}{1,2}|агент\\p{L}{0,2}",
  ],
  [
    "组件",
    "驱动",
    "工具",
    "客户端",
    "插件",
    "程序",
    "コンポーネント",
    "ドライバ",
    "ツール",
    "ブリッジ",
    "드라이버",
    "도구",
  ],
);

/** Whether words of one idea stand near those of another. */
export function areNear(text: string, [one, other]: readonly [RegExp, RegExp], reach: number): boolean {
  const others = positionsOf(text, other);
  return positionsOf(text, one).some(({ start, end }) =>
    others.some(
      (at) => at.start - end <= reach && start - at.end <= reach && (at.start >= end || at.end <= start),
    ),
  );
}

const mostPositions = 60;

/** Where words of an idea stand. */
export function positionsOf(text: string, words: RegExp): readonly { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    found.push({ start: index, end: index + word.length });
    if (found.length >= mostPositions) break;
  }
  return found;
}

export function has(text: string, words: RegExp): boolean {
  words.lastIndex = 0;
  return words.test(text);
}
