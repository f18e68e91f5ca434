import { longestPassword } from '#features/auth/schema.ts';
import { plainLetters } from '#shared/name-key.ts';

// Whoever guesses begins with a few thousand passwords, nearly all of them a common word, a name, a run of keys or a
// date, dressed up with a number or a sign. The rule looks through the dress, so that the list can stay short.

const words = new Set(
  `abc access admin administrator alexander amanda america andrea andrew angel angels anthony ashley asshole babygirl
  backstage bailey ballerina ballet barre baseball basketball batman beautiful benjamin blessed bonjour brandon business
  butterfly buttercup calvin cameron canada caroline changeit changeme charlie charlotte chelsea chicken chocolate chris
  christian christina christopher computer cookie cowboy dance dancer dancing daniel daniela danielle default diamond
  dolphin dragon elephant elizabeth emmanuel evolution family ferrari flower flowers football forever formula france
  francisco freedom friends fuckyou gabriel gabriela garfield george ginger guest hallo hannah happy harley heather hello
  hiphop hockey hottie hunter iloveu iloveyou internet isabella jasmine jazz jennifer jessica jesus johnny jonathan jordan
  joseph joshua justice justin kimberly king kitty lakers letmein liverpool login london love loveme lovely lovers loveyou
  lucky madison maggie manchester maria marina marseille martin master matthew maverick melissa mercedes metallica michael
  michelle midnight mickey monday money monica monkey monster mother motdepasse mustang naruto nathan natalie nicholas
  nicole nothing nirvana ninja office operator orange owner pass passport passw password passwort patricia patrick peanut
  pepper phoenix player please pokemon precious princess private purple qwerty qwertz rainbow raiders rangers rebecca
  robert rockstar rosebud samantha samson samsung sandra scooter secret security september sexy shadow shopping silver
  simple skywalker slipknot snoopy snowball soccer softball spiderman spring stephanie stella steven strawberry student
  studio summer sunday sunflower sunshine super superman superstar susana sweetheart sweetie swordfish system taylor
  teacher tennis test tester testing thomas thunder tigger tinkerbell trustno tweety vanessa veronica victoria vincent
  volleyball warrior welcome whatever william winner winter wizard yankees yamaha yellow zxcvbn`.split(/\s+/),
);
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
];
const zigzags = [
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
];
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const longestOfDigits = 15;
// No name or address has more; to take the accents off a text takes the square of its length.
const longestKnown = 300;

/**
 * Whether a password is among the first that are guessed: common, a run of keys, all digits, or made of what everybody
 * knows of the account, such as its address or the studio's name.
 */
export function isEasyPassword(password: string, known: readonly string[] = []): boolean {
  // Refused for its length alone; the patterns below would take minutes over it.
  if (password.length > longestPassword) return false;
  const small = plainLetters(password);
  if (!/\p{L}/u.test(small) && small.length <= longestOfDigits) return true;
  const familiar = new Set([...words, ...known.flatMap(partsOf)]);
  return [small, undisguised(small), ...coresOf(small)].some((text) => isFamiliar(text, familiar));
}

/** What is left without the numbers and signs around it, as it is and with look-alikes turned back into letters. */
function coresOf(small: string): string[] {
  const core = small.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return [core, undisguised(core)];
}

function isFamiliar(text: string, familiar: ReadonlySet<string>): boolean {
  const plain = text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const once = /^(.+?)\1+$/.exec(plain)?.[1] ?? plain;
  if (familiar.has(once)) return true;
  // One key or two over and over; as a core it may be all the letters there are in a good one.
  if (once.length < 3) return once !== plain;
  return [...runs, ...zigzags].some((run) => run.includes(once) || backwards(run).includes(once));
}

function partsOf(text: string): string[] {
  const small = plainLetters(text.slice(0, longestKnown)).replace(/@.*/, '');
  return [small.replaceAll(/[^\p{L}\p{N}]+/gu, ''), ...small.split(/\P{L}+/u)].filter(
    (part) => part.length >= 3,
  );
}

function undisguised(text: string): string {
  return text.replaceAll(/[@431!0$57]/g, (sign) => disguises[sign] ?? sign);
}

function backwards(text: string): string {
  return text.split('').toReversed().join('');
}
