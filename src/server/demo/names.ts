import type { Random } from '#server/demo/random.ts';
import { plainLetters } from '#shared/name-key.ts';

// Surnames are steps and words of the dance floor, so that nobody takes these people for real.
const girls =
  'Ada Bea Clementine Daphne Elodie Fern Greta Hazel Iris Juniper Kira Lotte Mabel Nell Odette Poppy Ramona Saffron Tess Una Violet Willa Yara Zoe'.split(
    ' ',
  );
const boys =
  'Alfie Basil Caspian Dexter Emil Felix Gus Hugo Ivo Jasper Kit Linus Milo Ned Otis Percy Rufus Silas Theo Ugo Vico Wilf Yann Zeb'.split(
    ' ',
  );
const steps =
  'Adagio Allegro Arabesque Attitude Balance Ballon Barre Battement Brisé Cabriole Cambré Chassé Coda Coupé Demi Développé Échappé Entrechat Fouetté Frappé Glissade Jeté Kickball Lindy Mambo Pirouette Plié Relevé Rumba Samba Sauté Sissonne Tango Tendu Waltz'.split(
    ' ',
  );

type Person = { fullName: string; gender: 'Female' | 'Male'; email: string; phoneNumber: string };

/** A person who does not exist; `nth` keeps email addresses apart. */
export function inventPerson(random: Random, nth: number): Person {
  const gender = random.chance(0.62) ? 'Female' : 'Male';
  const first = random.pick(gender === 'Female' ? girls : boys);
  const last = random.pick(steps);
  const plain = plainLetters(`${first}.${last}`);
  return {
    fullName: `${first} ${last}`,
    gender,
    email: `${plain}.${nth}@families.example`,
    phoneNumber: `+1 555 01${String(nth % 100).padStart(2, '0')} ${String(random.whole(0, 9999)).padStart(4, '0')}`,
  };
}
