import type { Label } from "../evidence.ts";

/** What a call in a language without a grammar does, by its name as it is written. */
export type OtherRow = {
  readonly does: "run" | "evaluate" | "read" | "list" | "write" | "delete" | "fetch" | "send" | "socket";
  readonly pattern: RegExp;
};

function row(does: OtherRow["does"], ...names: readonly string[]): OtherRow {
  return { does, pattern: new RegExp(`(?<![\\w$])(?:${names.join("|")})`) };
}

/** Calls of Ruby, Perl, PHP, Go, Rust, Java, C# and Lua; in the order in which data moves: what is read first may be sent last. */
export const otherRows: readonly OtherRow[] = [
  row(
    "read",
    "(?:File|IO)\\.(?:read\\w*|binread|foreach)\\b",
    "File\\.open\\b",
    "(?:os|ioutil)\\.(?:ReadFile|Open)\\b",
    "Files\\.(?:read\\w+|lines|newBufferedReader)\\b",
    "new\\s(?:FileReader|FileInputStream|Scanner|StreamReader)\\b",
    "File\\.(?:ReadAll\\w+|ReadLines|OpenRead|OpenText)\\b",
    "fs::read\\w*|File::open\\b",
    "file_get_contents\\b|readfile\\b|file\\(\\s*[\"'$]",
    "fopen\\b|io\\.open\\b|io\\.lines\\b",
    "open\\([^\\n]{1,60},\\s*[\"']<",
  ),
  row(
    "list",
    "Dir\\.(?:glob|children|entries|each_child|\\[)|Dir\\[",
    "Find\\.find\\b",
    "filepath\\.(?:Glob|Walk|WalkDir)\\b|os\\.ReadDir\\b",
    "Files\\.(?:walk|list|find)\\b",
    "Directory\\.(?:GetFiles|EnumerateFiles|GetDirectories)\\b",
    "WalkDir::new\\b|fs::read_dir\\b|glob::glob\\b",
    "glob\\(|scandir\\b|opendir\\b",
  ),
  row(
    "fetch",
    "(?:URI\\.open|URI\\.parse\\([^)\\n]{1,200}\\)\\.(?:open|read))\\b",
    "(?:Net::HTTP|HTTParty|RestClient|Faraday)\\.get\\w*",
    "http\\.(?:Get|Head)\\b",
    "(?:DownloadString|DownloadData|DownloadFile|GetStringAsync|GetByteArrayAsync|GetStreamAsync|GetAsync)\\b",
    "(?:reqwest::(?:blocking::)?get|ureq::get)\\b",
    "curl_exec\\b|curl_init\\b",
    "LWP::Simple::get|getstore\\b|\\$ua->get\\b",
    "file_get_contents\\(\\s*[\"']https?:|fopen\\(\\s*[\"']https?:|include\\w*\\s*\\(?\\s*[\"']https?:",
    "new\\sURL\\b",
    "(?<=\\s)open\\(\\s*[\"']https?:",
    // VBScript, AppleScript, R and Lua.
    '\\w{1,20}\\.Open\\s{0,4}\\(?\\s{0,4}"GET"|\\.responseText\\b|\\.ResponseText\\b',
    'do shell script "(?:/usr/bin/)?curl\\s',
    "download\\.file\\b|(?:httr::)?GET\\(|readLines\\(\\s*(?:url\\(|[\"']https?:)|url\\(\\s*[\"']https?:",
    "(?:socket\\.)?https?\\.request\\(\\s*[\"']http",
  ),
  row(
    "socket",
    "TCPSocket\\.(?:new|open)\\b",
    "Socket\\.tcp\\b",
    "p?fsockopen\\b",
    "stream_socket_client\\b",
    "\\w{1,20}:connect\\b",
    "net\\.Dial\\w*",
    "tls\\.Dial\\b",
    "new\\s(?:Socket|TcpClient)\\b",
    "TcpStream::connect\\b",
    "IO::Socket::\\w{1,20}(?:->new)?",
  ),
  row(
    "run",
    "(?:Kernel\\.)?(?:system|exec|spawn)\\b(?!\\s*[=.])",
    // Steps of pipelines and provisioning.
    "sh(?=[ \\t(]{1,4}[\"'])|inline:",
    "IO\\.popen\\b|Open3\\.\\w{1,20}",
    "popen[23]?\\b|shell_exec\\b|passthru\\b|proc_open\\b|pcntl_exec\\b|qx\\b",
    "%x[({\\[]",
    "exec\\.Command(?:Context)?\\b|syscall\\.Exec\\b",
    "new\\sProcessBuilder\\b|getRuntime\\(\\)\\.exec\\b",
    "Process\\.Start\\b|new\\sProcessStartInfo\\b",
    "Command::new\\b",
    "os\\.execute\\b|io\\.popen\\b",
    "send\\(\\s*:(?:system|exec)\\b",
    "do shell script\\b",
    "(?:[Ss]hell|\\w{1,10})\\.(?:Run|Exec|ShellExecute)\\b",
    "system2\\b|shell\\.exec\\b",
    "commandLine\\b|executable\\s",
  ),
  row(
    "evaluate",
    "(?:instance_|class_|module_)?eval\\b",
    "send\\(\\s*:eval\\b",
    "assert\\(\\s*\\$|create_function\\b",
    "load(?:string)?\\(|dofile\\b",
    "Marshal\\.load\\b|YAML\\.unsafe_load\\b|unserialize\\b",
    "ExecuteGlobal\\b|Execute\\s(?=[\\w(])|run script\\b|\\beval\\(parse\\b|source\\(\\s*(?:url\\(|[\"']https?:)",
    "plugin\\.Open\\b|Assembly\\.Load\\b|defineClass\\b",
  ),
  row(
    "write",
    "(?:File|IO)\\.(?:write|binwrite)\\b",
    "File\\.open\\([^\\n]{1,200},\\s*[\"'](?:a|w|ab|wb)",
    "(?:os|ioutil)\\.(?:WriteFile|OpenFile|Create)\\b",
    "Files\\.(?:write\\w*|copy|newBufferedWriter)\\b",
    "new\\s(?:FileWriter|FileOutputStream|StreamWriter)\\b",
    "File\\.(?:WriteAll\\w+|AppendAll\\w+|AppendText|CreateText|Copy)\\b",
    "fs::(?:write|copy)\\b",
    "File::create\\b|OpenOptions::new\\b",
    "file_put_contents\\b",
    "FileUtils\\.(?:cp\\w*|copy\\w*|mv|install|ln_s\\w*)\\b",
    "fopen\\([^\\n]{1,200},\\s*[\"'][aw]",
    "io\\.open\\([^\\n]{1,200},\\s*[\"'][aw]",
    "open\\([^\\n]{1,60},\\s*[\"']>{1,2}",
    "\\w{1,20}\\.RegWrite\\b|\\w{1,20}\\.(?:CreateTextFile|SaveToFile)\\b",
    "registry\\.(?:CreateKey|OpenKey)\\b|Registry\\.(?:SetValue|CurrentUser)\\b",
  ),
  row(
    "delete",
    "FileUtils\\.(?:rm\\w*|remove\\w*)\\b",
    "(?:File|Dir)\\.(?:delete|unlink|rmdir|Delete)\\b",
    "os\\.Remove(?:All)?\\b",
    "Files\\.delete\\w*",
    "Directory\\.Delete\\b",
    "fs::remove_\\w{1,20}",
    "(?:os\\.remove|unlink|rmtree|remove_tree)\\b",
    "\\w{1,20}\\.Delete(?:Folder|File)\\b",
  ),
  row(
    "send",
    "(?:Net::HTTP|HTTParty|RestClient|Faraday|Typhoeus|HTTP)\\.(?:post\\w*|put|patch)\\b",
    "http\\.(?:Post|PostForm)\\b",
    "client\\.(?:Post|PostForm)\\b",
    'http\\.NewRequest(?:WithContext)?\\([^"\\n]{0,40}"(?:POST|PUT|PATCH)"',
    "(?:\\.|\\b)(?:PostAsync|PutAsync|PostAsJsonAsync|UploadString|UploadData|UploadFile|UploadValues)\\b",
    "\\.POST\\(|BodyPublishers\\.\\w{1,20}",
    "(?:reqwest::\\w{1,20}|reqwest|client|ureq)(?:::|\\.)(?:post|put)\\b",
    "curl_setopt\\([^,\\n]{1,40},\\s*CURLOPT_POSTFIELDS",
    "(?:\\$ua|\\$http|HTTP::Tiny->new)->(?:post|put|post_form)\\b",
    "http\\.request\\{|http\\.request\\(",
    "smtp\\.SendMail\\b",
    "\\bmail\\(\\s*[\"']",
    '\\w{1,20}\\.Open\\s{0,4}\\(?\\s{0,4}"(?:POST|PUT)"',
    "(?:httr::)?POST\\(",
  ),
];

/** Words without which a program in these languages does nothing that matters. */
export const canActOther: RegExp =
  /\b(?:system|exec|eval|popen|spawn|shell_exec|proc_open|File|IO|Dir|FileUtils|Net|URI|[Hh]ttp|HTTParty|RestClient|Faraday|os|ioutil|Files|fs|net|smtp|\w{0,12}Socket|TcpStream|TcpClient|[fp]{0,2}sockopen|Command|Process\w{0,20}|Directory|file_\w{1,20}|fopen|reqwest|ureq|registry|open|load|sh|inline|loadstring|unlink|Marshal|curl_\w{1,20}|io|mail|CreateObject|ExecuteGlobal|do shell script|run script|login item|source|system2|download|GET|POST|https?|commandLine)\b|\/inet\/tcp/;

/** The home folder, as programs spell it. */
export const homeCalls: RegExp =
  /Dir\.home(?:\(\))?|ENV(?:\.fetch)?[[(]["'](?:HOME|USERPROFILE)["'][\])]|os\.UserHomeDir\(\)|(?:os\.Getenv|os\.getenv|getenv|System\.getenv)\(["'](?:HOME|USERPROFILE)["']\)|\$ENV\{["']?HOME["']?\}|\$_(?:SERVER|ENV)\[["']HOME["']\]|System\.getProperty\(["']user\.home["']\)|Environment\.GetFolderPath\(\s*Environment\.SpecialFolder\.(?:UserProfile|Personal)\s*\)|(?:dirs::|env::)home_dir\(\)(?:\.\w{1,20}\([^)]{0,20}\)|\?)?|env::var\(["']HOME["']\)(?:\.\w{1,20}\([^)]{0,20}\)|\?)?/g;

/** Data of the user or the machine that is read without naming a file. */
export const otherSources: readonly (readonly [RegExp, Label, string])[] = [
  [
    /\bENV\.(?:to_h|to_a|inspect|each\w*|map|select|sort|to_hash)\b|\bos\.Environ\(\)|\bSystem\.getenv\(\s*\)|\benv::vars\(\)|(?<![\w.])getenv\(\s*\)|%ENV\b|\$_ENV\b(?!\[)|\bGetEnvironmentVariables\(\)/,
    "environment",
    "env",
  ],
  [
    /\bClipboard\.(?:paste|GetText|getSystemClipboard)\b|\bclipboard\.(?:ReadAll|Read)\b/,
    "clipboard",
    "the clipboard",
  ],
  [
    /\bSocket\.gethostname\b|\bos\.Hostname\(\)|\bEtc\.getlogin\b|\bgethostname\(\)|\bEnvironment\.(?:MachineName|UserName)\b/,
    "machine-facts",
    "machine",
  ],
  [
    /base64|unpack1?\b|\bpack\(|rot13|gzinflate|gzuncompress|hex2bin|decode|Decompress|Inflate|\.reverse\b|strrev|FromBase64String|fromCharCode|\bchr\(/i,
    "decoded",
    "a decoded text",
  ],
];

/** One variable of the environment by its name. */
export const environmentItem: RegExp =
  /(?:ENV(?:\.fetch)?[[(]|(?:os\.Getenv|os\.LookupEnv|os\.getenv|getenv|System\.getenv|GetEnvironmentVariable|env::var)\(|\$ENV\{|\$_(?:ENV|SERVER)\[)["']?(\w{2,80})/g;
