import type { ShotName } from './shots.ts';

type Feature = { name: string; title: string; text: string; points: readonly string[]; shot: ShotName };

/** What the landing page says (spec §1 names the areas and the claims). */
export const features: readonly Feature[] = [
  {
    name: 'Smart Scheduling',
    title: 'A week you can trust',
    text: 'Recurring classes, private lessons and tryouts on one board, checked against each other while you type.',
    points: [
      'An instructor is never booked twice',
      'A busy room warns you before you book it',
      'Cancel one date, restore it with a click',
    ],
    shot: 'week',
  },
  {
    name: 'Student & Instructor Management',
    title: 'Everyone, one search away',
    text: 'Students, families and instructors with their classes, contacts and history, in one place the whole office shares.',
    points: [
      'Enroll a student in several classes at once',
      'Pay by class, salary, percentage or a mix',
      'Rosters that are always up to date',
    ],
    shot: 'people',
  },
  {
    name: 'Lead Management',
    title: 'From first message to first class',
    text: 'Every inquiry has a status and a next step. A tryout is booked from it, and nobody types a name twice.',
    points: [
      'See who waits for an answer',
      'Tryouts with an outcome',
      'One click turns a lead into a student',
    ],
    shot: 'leads',
  },
  {
    name: 'Analytics & Insights',
    title: 'Know how the studio is doing',
    text: 'Revenue, renewals, conversion and workload for any dates you choose, compared with the time before.',
    points: ['Revenue by class', 'Where your students come from', 'Busiest days and instructor workload'],
    shot: 'insights',
  },
  {
    name: 'Class Management',
    title: 'Attendance in ten seconds',
    text: 'Open today’s class on the phone in your pocket, touch whoever is missing, save.',
    points: [
      'Everyone starts present',
      'Substitutes count for the right person',
      'A log of every class and cancellation',
    ],
    shot: 'attendance',
  },
  {
    name: 'Smart Payments',
    title: 'Who paid, until when',
    text: 'Subscriptions by time or by number of sessions, with renewals and notes, and a history nobody can quietly change.',
    points: [
      'Active, expired and cancelled at a glance',
      'New classes and renewals apart',
      'Every payment of every student',
    ],
    shot: 'payments',
  },
];

export const experiences = [
  {
    who: 'The instructor experience',
    text: 'Their own day, in their own pocket.',
    points: ['Schedule', 'Attendance', 'Activity log'],
  },
  {
    who: 'The student experience',
    text: 'Everything about their dancing in one place.',
    points: ['Profile', 'Payment history', 'Notes and reviews'],
  },
] as const;

export const promises = ['14-day free trial', 'No credit card', 'Cancel anytime'] as const;

export const claims = [
  { figure: '500+ studios', text: 'run their classes on Barre' },
  { figure: 'Enterprise-grade security', text: 'every studio’s data kept apart' },
  { figure: '14 days free', text: 'everything included, no credit card' },
] as const;
