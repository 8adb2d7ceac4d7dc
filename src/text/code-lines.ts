/** How surely a line is code; `open` may be among code and among prose. */
export type LineGrade = 'certain' | 'likely' | 'open' | 'prose';

/** The most UTF-16 units of a line that are examined. */
const reach = 300;

const levels = '(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|SEVERE)';

/** Each anchored, and without repeats that overlap: a line is read in linear time. */
const certain: readonly RegExp[] = [
  // declarations and statements
  /^\s*(?:async )?def \w+\(.*:$/u,
  /^\s*class \w+(?:\([^()]*\))?:$/u,
  /^\s*(?:export |public |private |protected |static |abstract |final |async )(?=.*[({=;]).*[{;,)]$/u,
  /^\s*(?:const|let|var|val|auto|int|long|float|double|char|bool|boolean|string|String) [\w$*[\]{}, :]{1,80}=[^=]/u,
  /^\s*(?:function\*?|fn|func|fun) ?\w*\([^)]*\).*[{;]?$/u,
  /^\s*(?:import|export) .*\bfrom ['"]/u,
  /^from [\w.]+ import [\w*(]/u,
  /^\s*import ['"{]/u,
  /^\s*#include\s*[<"]|^#!\//u,
  /^\s*return(?: .*)?;$|^\s+return\b|^return (?:[\w.]*[([]|[\w.]+ [-+*/%<>=&|]+ )/u,
  /^\s*(?:if|for|while|switch|catch|else if|elif|unless) ?\(.*\)?.*[{;]$/u,
  /^\s*(?:if|elif|while) .*(?:==|!=|<=|>=|\w\(|\b(?:is|not) None\b).*:$/u,
  /^\s*(?:for \w+(?:, \w+)? in (?:range\(|enumerate\(|\w+(?:\.\w+)*\().*:|with \w+\(.*:|except(?: \w+Error| \w+Exception| Exception)?(?: as \w+)?:|try:|finally:)$/u,
  /^\s*\}? ?(?:else|finally|try|do) ?\{$/u,
  /^\s*[)\]}[{(]+[;,]?$/u,
  /^\s*(?:await )?[A-Za-z_$][\w$.]{0,80}\(.*\)[;,]?$/u,
  /^\s*[\w$.]{1,60}(?:\[[^\]]{0,40}\])? ?(?:[-+*/|&%]|:)?= ?(?:[\w.$]{1,60}[([]|['"[{]|new |await |lambda |function\b|[\w.]{1,40} [-+*/%] [\w.]{1,40}$|\S.*;$)/u,
  /^\s*(?:SELECT .*|INSERT INTO .*|DELETE FROM \w.*|CREATE (?:TABLE|INDEX|VIEW|UNIQUE) .*|ALTER TABLE .*|UPDATE \w+ SET .*|(?:DROP|TRUNCATE) (?:TABLE|INDEX|VIEW|DATABASE|SCHEMA|COLUMN|TRIGGER) .*)$/u,
  /^\s*(?:select|insert into|delete from|create table|create index|alter table|drop table|drop index|update \w+ set|truncate) .*;$/u,
  /^\s*<(?:\/?[a-zA-Z][\w:-]*(?:\s[^<>]*)?\/?|!--.*|!DOCTYPE[^>]*|\?xml[^>]*)>(?:.*>)?$/u,
  // data
  /^\s*"[^"]{1,100}"\s?:\s?.*(?:[,{[\]}"\d]|true|false|null)$/u,
  /^\s*[{[]\s?["{[].*[}\]],?$/u,
  // logs
  new RegExp(`^\\[?\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,]\\s?\\d\\d:\\d\\d.{0,60}\\b${levels}\\b`, 'u'),
  new RegExp(`^\\[?\\d\\d:\\d\\d:\\d\\d.{0,30}\\b${levels}\\b`, 'u'),
  new RegExp(`^\\[${levels}\\]`, 'u'),
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]\d{3}/u,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,60} \S{1,60}:/u,
  /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3} - \S{1,40} \[/u,
  /^(?:npm|yarn|pip|cargo|gradle) (?:ERR!|(?:WARN|error|warn|notice)\b)/u,
  /^\[[\w-]{1,30}\]\s{1,9}\d{1,3}(?:\.\d+)?%/u,
  // stack traces
  /^\s+at \S.*[)\d>]$|^\s*at [\w$.<>/]+ ?\(/u,
  /^\s*File "[^"]{1,200}", line \d+/u,
  /^(?:\w+\.)*[A-Z]\w{0,60}(?:Error|Exception)(?::|$)|^Caused by: |^panic: |^goroutine \d+ \[|^thread '.{1,40}' panicked/u,
  /^\s*\.\.\. \d+ more$/u,
  // output of commands
  /^> \S{1,80}@\d|^[d-][rwx-]{9}[ .@+]|^total \d+$|^(?:added|removed|changed|audited) \d+ packages?\b/u,
];

const likely: readonly RegExp[] = [
  /^\s*(?:pass|break|continue|else:|try:|end|done|fi|esac|return(?: [\w.]+)?|raise(?: [\w.]+)?|yield [\w.]+);?$/u,
  /^\s*import [\w.]+(?: as \w+)?;?$|^\s*(?:package|using|use) [\w.:]+;$/u,
  /^\s*(?:for|with|while|if) [^.!?]*:$/u,
  /^\s+[\w$.[\]'"]{1,60} ?(?:[-+*/|&%]|:)?= ?\S/u,
  /^[a-z_$][\w$.]{0,60} ?(?:[-+*/]|:)?= ?[\w.'"[{(-]+$/u,
  /^[A-Z][A-Z0-9_]{2,40}=\S/u,
  /^\s*(?:\/\/|\/\*|\*\/|\* @)/u,
  /^\s*@[a-z][\w.]*(?:\(.*\))?$/u,
  /^\s*[\w-]{1,40}: ?[^;]{1,100};$/u,
  /(?:=>|->|\)|\]) ?[{(]$|[)\]}"'];$|\) =>|&&$|\|\|$/u,
  /^\s*(?:FROM|WHERE|(?:LEFT |INNER |RIGHT )?JOIN|GROUP BY|ORDER BY|VALUES|LIMIT) /u,
  /^\s*(?:\w+\.)*\w*(?:Error|Exception): /u,
  new RegExp(`^${levels}:? `, 'u'),
  /^\[[a-z][\w.:-]{1,30}\] \S/u,
];

/** Programs that a command line begins with. */
const program =
  /^\s*(?:sudo )?(?:git|docker|docker-compose|kubectl|helm|terraform|npm|npx|pnpm|yarn|bun|deno|node|pip3?|python3?|uv|cargo|rustup|go|make|curl|wget|ssh|scp|rsync|systemctl|service|apt|apt-get|brew|cd|ls|rm|mv|cp|mkdir|chmod|chown|grep|sed|awk|tar|export|psql|redis-cli|aws|gcloud)(?= )/u;
/** What a command line has and a sentence about the program has not: a subcommand, an option, a path, another command. */
const argument =
  /^ (?:add|am|apply|bisect|branch|build|checkout|ci|clone|commit|compose|create|delete|describe|diff|down|exec|fetch|get|i|images|init|install|log|logs|login|merge|plan|ps|publish|pull|push|rebase|remote|reset|restart|restore|run|show|start|stash|status|stop|switch|tag|test|uninstall|up|update|upgrade)(?= |$)| --?[a-z]| (?:\.{1,2}|~)?\/| (?:&&|\|\|?|>>?) /u;
/** Words of sentences. */
const spoken =
  /(?:^| )(?:a|an|the|is|are|was|has|have|does|do|not|we|i|you|it|that|this|these|all|every|to|and|or|so|because|before|after|when|if|always|never|only|instead|must|should|can|needs?|uses?|runs?|works?|fails?|sure|our|my|your)(?= |[,.;:!?]|$)/u;
const maxCommand = 200;

/** A command line without a prompt: "docker compose up -d". */
function isCommand(line: string): boolean {
  const [start] = program.exec(line) ?? [];
  if (start === undefined || line.length > maxCommand || !/^[!-~\s]*$/u.test(line)) return false;
  const rest = line.slice(start.length);
  return argument.test(rest) && !spoken.test(rest) && !/\w[.!?:,]$/u.test(rest);
}

const prose =
  /^\s*(?:[-*+•] )?["'“„«¿¡(]?\p{L}[\p{L}\p{M}'’,;:-]*(?: ["'“„«(]?[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’,;:.%)€$"”»-]*){3,}[.!?:…]?["”»)]?\s*$/u;

/** The confidence that a single line is code. */
export function lineGrade(line: string): LineGrade {
  const shown = line.slice(0, reach).trimEnd();
  if (certain.some((pattern) => pattern.test(shown)) || isCommand(shown)) return 'certain';
  if (likely.some((pattern) => pattern.test(shown))) return 'likely';
  return prose.test(shown) ? 'prose' : 'open';
}
