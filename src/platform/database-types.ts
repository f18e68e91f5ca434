// Written by `npm run db:types` from the migrated schema; do not edit.
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<number, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AttendanceEntries {
  isPresent: boolean;
  organizationId: Generated<string>;
  sessionId: string;
  studentId: string;
  studentRole: Generated<string>;
}

export interface AttendanceSessions {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  classId: string;
  id: Generated<string>;
  instructorId: string;
  instructorRole: Generated<string>;
  loggedAt: Generated<Timestamp>;
  loggedBy: Generated<string | null>;
  notes: string | null;
  organizationId: Generated<string>;
  sessionDate: string;
  status: string;
  version: Generated<number>;
}

export interface AuditLog {
  action: string;
  after: Json | null;
  at: Generated<Timestamp>;
  before: Json | null;
  id: Generated<number>;
  organizationId: string;
  profileId: string | null;
  rowId: string;
  tableName: string;
}

export interface AuthAccount {
  accessToken: string | null;
  accessTokenExpiresAt: Timestamp | null;
  accountId: string;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  idToken: string | null;
  password: string | null;
  providerId: string;
  refreshToken: string | null;
  refreshTokenExpiresAt: Timestamp | null;
  scope: string | null;
  updatedAt: Generated<Timestamp>;
  userId: string;
}

export interface AuthInvitation {
  email: string;
  invitedAt: Generated<Timestamp>;
  organizationId: string;
  profileId: string;
}

export interface AuthMembership {
  organizationId: string;
  profileId: string;
  userId: string;
}

export interface AuthRateLimit {
  count: number;
  id: Generated<string>;
  key: string;
  lastRequest: number;
}

export interface AuthSession {
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: Generated<string>;
  ipAddress: string | null;
  token: string;
  twoStepAt: Timestamp | null;
  updatedAt: Generated<Timestamp>;
  userAgent: string | null;
  userId: string;
}

export interface AuthTeamTwoStep {
  organizationId: string;
}

export interface AuthTurns {
  beganAt: Generated<Timestamp>;
  count: number;
  key: string;
}

export interface AuthTwoStep {
  lastUsed: Generated<number>;
  recoveryHashes: Generated<string[]>;
  secret: string;
  since: Timestamp | null;
  userId: string;
}

export interface AuthUser {
  createdAt: Generated<Timestamp>;
  email: string;
  emailVerified: Generated<boolean>;
  enteredAt: Timestamp | null;
  id: Generated<string>;
  image: string | null;
  name: string;
  organizationId: string | null;
  organizationName: string | null;
  phoneNumber: string | null;
  phoneNumberVerified: boolean | null;
  profileId: string | null;
  timeZone: string | null;
  updatedAt: Generated<Timestamp>;
}

export interface AuthVerification {
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: Generated<string>;
  identifier: string;
  updatedAt: Generated<Timestamp>;
  value: string;
}

export interface ClassCancellations {
  cancelledDate: string;
  classId: string;
  createdAt: Generated<Timestamp>;
  createdBy: Generated<string | null>;
  id: Generated<string>;
  organizationId: Generated<string>;
}

export interface Classes {
  archivedAt: Timestamp | null;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  classType: Generated<string>;
  createdAt: Generated<Timestamp>;
  danceTypeId: string;
  daysOfWeek: number[];
  endTime: string;
  id: Generated<string>;
  instructorId: string;
  instructorRole: Generated<string>;
  isRoomConflictIgnored: Generated<boolean>;
  name: string;
  organizationId: Generated<string>;
  roomId: string;
  sessionEndDate: string | null;
  sessionStartDate: string;
  startTime: string;
  version: Generated<number>;
}

export interface ClassRegistrations {
  classId: string;
  createdAt: Generated<Timestamp>;
  endedOn: string | null;
  enrolledOn: string;
  enteredOn: string | null;
  id: Generated<string>;
  organizationId: Generated<string>;
  studentId: string;
  studentRole: Generated<string>;
}

export interface Classrooms {
  archivedAt: Timestamp | null;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  organizationId: Generated<string>;
  version: Generated<number>;
}

export interface DanceTypes {
  archivedAt: Timestamp | null;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  createdAt: Generated<Timestamp>;
  id: Generated<string>;
  name: string;
  organizationId: Generated<string>;
  version: Generated<number>;
}

export interface DatedClassRules {
  archivedAt: Timestamp | null;
  classId: string | null;
  daysOfWeek: number[] | null;
  endTime: string | null;
  firstDay: string | null;
  instructorId: string | null;
  lastDay: string | null;
  organizationId: string | null;
  roomId: string | null;
  startTime: string | null;
}

export interface IdempotencyKeys {
  answer: Json;
  createdAt: Generated<Timestamp>;
  fingerprint: string;
  key: string;
  operation: string;
  organizationId: Generated<string>;
}

export interface Inquiries {
  age: number | null;
  ageToldOn: string | null;
  availabilityNotes: string | null;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  createdAt: Generated<Timestamp>;
  danceTypeInterest: string | null;
  email: string | null;
  fullName: string;
  gender: string | null;
  id: Generated<string>;
  leadSource: string | null;
  organizationId: Generated<string>;
  phoneNumber: string | null;
  status: Generated<string>;
  studentId: string | null;
  studentRole: Generated<string>;
  version: Generated<number>;
}

export interface Occupancy {
  attendanceSessionId: string | null;
  classId: string | null;
  dates: string;
  instructorId: string;
  oneOffSessionId: string | null;
  organizationId: string;
  roomId: string;
  times: string;
  weekday: number;
}

export interface OneOffSessions {
  cancelledAt: Timestamp | null;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  classId: string | null;
  createdAt: Generated<Timestamp>;
  danceTypeId: string | null;
  endTime: string;
  id: Generated<string>;
  inquiryId: string | null;
  instructorId: string;
  instructorRole: Generated<string>;
  isPaid: Generated<boolean>;
  isRoomConflictIgnored: Generated<boolean>;
  organizationId: Generated<string>;
  outcome: string | null;
  outcomeNotes: string | null;
  paidOn: string | null;
  priceCents: number | null;
  roomId: string;
  sessionDate: string;
  sessionType: string;
  startTime: string;
  studentId: string | null;
  studentRole: Generated<string>;
  version: Generated<number>;
}

export interface Organizations {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  city: string | null;
  country: string | null;
  createdAt: Generated<Timestamp>;
  currency: Generated<string>;
  id: Generated<string>;
  name: string;
  phoneNumber: string | null;
  timeZone: Generated<string>;
  trialEndsOn: string;
  version: Generated<number>;
}

export interface PastClassRules {
  classId: string;
  classType: string;
  danceTypeId: string;
  dates: string;
  daysOfWeek: number[];
  endTime: string;
  instructorId: string;
  instructorRole: Generated<string>;
  organizationId: Generated<string>;
  roomId: string;
  startTime: string;
}

export interface PayTerms {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  fixedSalaryCents: number | null;
  organizationId: Generated<string>;
  paymentType: Generated<string>;
  percentageRate: Numeric | null;
  profileId: string;
  ratePerClassCents: number | null;
  role: Generated<string>;
  version: Generated<number>;
}

export interface PeopleWords {
  organizationId: string;
  profileId: string;
  role: string;
  sortName: string;
  word: string;
}

export interface Profiles {
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  createdAt: Generated<Timestamp>;
  dateOfBirth: string | null;
  email: string | null;
  erasedAt: Timestamp | null;
  fullName: string;
  gender: string | null;
  id: Generated<string>;
  organizationId: Generated<string>;
  phoneNumber: string | null;
  role: string;
  version: Generated<number>;
}

export interface Subscriptions {
  amountPaidCents: number;
  changedAt: Generated<Timestamp>;
  changedBy: string | null;
  classId: string;
  createdAt: Generated<Timestamp>;
  endDate: string;
  id: Generated<string>;
  numberOfSessions: number;
  organizationId: Generated<string>;
  paidOn: string;
  paymentFor: Generated<string>;
  paymentNotes: string | null;
  startDate: string;
  status: Generated<string>;
  studentId: string;
  studentRole: Generated<string>;
  subscriptionType: Generated<string>;
  version: Generated<number>;
}

export interface DB {
  attendanceEntries: AttendanceEntries;
  attendanceSessions: AttendanceSessions;
  auditLog: AuditLog;
  "auth.account": AuthAccount;
  "auth.invitation": AuthInvitation;
  "auth.membership": AuthMembership;
  "auth.rateLimit": AuthRateLimit;
  "auth.session": AuthSession;
  "auth.teamTwoStep": AuthTeamTwoStep;
  "auth.turns": AuthTurns;
  "auth.twoStep": AuthTwoStep;
  "auth.user": AuthUser;
  "auth.verification": AuthVerification;
  classCancellations: ClassCancellations;
  classes: Classes;
  classRegistrations: ClassRegistrations;
  classrooms: Classrooms;
  danceTypes: DanceTypes;
  datedClassRules: DatedClassRules;
  idempotencyKeys: IdempotencyKeys;
  inquiries: Inquiries;
  occupancy: Occupancy;
  oneOffSessions: OneOffSessions;
  organizations: Organizations;
  pastClassRules: PastClassRules;
  payTerms: PayTerms;
  peopleWords: PeopleWords;
  profiles: Profiles;
  subscriptions: Subscriptions;
}
