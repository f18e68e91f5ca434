// How the account service's names map to our columns (migrations/0002_accounts.sql).

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** A column the service may read and write, but nobody sets or sees through its endpoints. */
const kept = (fieldName: string) =>
  ({ type: 'string', required: false, input: false, returned: false, fieldName }) as const;

/** A column that may be given at sign-up. */
const given = (fieldName: string) =>
  ({ type: 'string', required: false, returned: false, fieldName }) as const;

export const userTable = {
  fields: { emailVerified: 'email_verified', ...dates },
  additionalFields: {
    organizationName: given('organization_name'),
    timeZone: given('time_zone'),
    organizationId: kept('organization_id'),
    profileId: kept('profile_id'),
    phoneNumber: kept('phone_number'),
    phoneNumberVerified: {
      type: 'boolean',
      required: false,
      input: false,
      returned: false,
      fieldName: 'phone_number_verified',
    },
  },
} as const;

export const sessionTable = {
  fields: {
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    userId: 'user_id',
    ...dates,
  },
} as const;

export const accountTable = {
  fields: {
    accountId: 'account_id',
    providerId: 'provider_id',
    userId: 'user_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...dates,
  },
} as const;

export const verificationTable = { fields: { expiresAt: 'expires_at', ...dates } } as const;

export const rateLimitTable = {
  modelName: 'rate_limit',
  fields: { lastRequest: 'last_request' },
} as const;
