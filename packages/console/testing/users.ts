import type { UserSummary } from '@signet/contract/identity/user'
import type { z } from 'zod'
import type { UserDetail } from '../src/features/identity/users/user-types.ts'

const instant = '2026-01-02T03:04:05.000Z'

/** Grace Hopper, as lists of users show her. */
export const buildUserSummary = () =>
  ({
    id: '018f0000-0000-7000-8000-000000000042',
    userId: 'grace',
    externalId: null,
    firstName: 'Grace',
    lastName: 'Hopper',
    displayName: 'Grace Hopper',
    email: 'grace@example.com',
    mobile: null,
    phone: null,
    locale: 'en',
    type: 'MGMT_UI',
    state: 'ACTIVE',
    locked: false,
    status: 'ACTIVE',
    severity: 'OK',
    roles: [],
    lastAuthenticatedAt: null,
    createdAt: instant,
    version: 1,
  }) satisfies z.input<typeof UserSummary>

/** Grace Hopper, as the page of a user reads her. */
export const buildUserDetail = (change: Partial<UserDetail> = {}): UserDetail => ({
  ...buildUserSummary(),
  invitation: null,
  userAliases: [],
  groups: [],
  organizations: [],
  emailVerified: true,
  emailUndeliverable: null,
  userPrincipalName: null,
  securityId: null,
  directoryType: null,
  userAttributeValues: [],
  lockReason: null,
  lockedAuthenticators: [],
  lockoutExpiry: null,
  migrated: false,
  registrationRequired: false,
  verificationRequired: false,
  showNotification: false,
  updatedAt: instant,
  ...change,
})
