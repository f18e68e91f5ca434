/**
 * The pictures of the product on the landing page, taken from the demo studio by `node scripts/landing-shots.ts`.
 * `width` and `height` are their size in CSS pixels as taken; the files are larger by what sharp screens need.
 */
export const shots = {
  day: {
    width: 1280,
    height: 800,
    alt: 'A Tuesday in the demo studio, room by room: each class with its time and instructor.',
  },
  week: { width: 1120, height: 700, alt: 'A week of classes, colored by dance type.' },
  people: {
    width: 1000,
    height: 625,
    alt: 'The instructors of the demo studio with their contacts, classes and pay.',
  },
  leads: {
    width: 1000,
    height: 625,
    alt: 'Inquiries by status, each with how to reach who asked.',
  },
  insights: { width: 1000, height: 625, alt: 'Revenue, students, renewals and conversion of a month.' },
  attendance: {
    width: 390,
    height: 760,
    alt: 'An attendance sheet on a phone: one row per student, present or absent.',
  },
  payments: { width: 1000, height: 625, alt: 'A student’s payments with their dates, classes and status.' },
} as const;

/** What a phone shows instead of the wide ones, on which nothing could be read there. */
export const phoneShot = { width: 390, height: 400 };

export type ShotName = keyof typeof shots;
export type WideShotName = Exclude<ShotName, 'attendance'>;

/** Where the built page finds each picture. */
export type ShotFiles = Record<ShotName | 'day-small' | `${WideShotName}-phone`, string>;
