/**
 * Words in the built public pages that the server replaces when it serves them, so that one build fits every
 * installation: `<p>__CONTACT_EMAIL__</p>`.
 */
export const landingMarkers = {
  baseUrl: '__BASE_URL__',
  email: '__CONTACT_EMAIL__',
  phone: '__CONTACT_PHONE__',
  /** The phone number as the address of a chat needs it. */
  phoneDigits: '__CONTACT_DIGITS__',
  year: '__YEAR__',
  /** Of the page that answers a demo request. */
  title: '__TITLE__',
  message: '__MESSAGE__',
} as const;

export type LandingMarker = keyof typeof landingMarkers;
