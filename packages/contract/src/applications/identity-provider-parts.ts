import { abort } from '@signet/rules/abort'
import {
  identityProviderTypes,
  mappedFields,
  providerClockSkewSeconds,
} from '@signet/rules/identity-providers'
import { areUnique } from '@signet/rules/lists'
import { z } from 'zod'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

/* What identity providers of every protocol have in common. */

export const Url = z
  .string()
  .max(2000, abort)
  .check(z.url({ protocol: /^https?$/ }))
export const Claim = z.string().trim().min(1).max(200, abort)
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, abort)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'is no domain')
export const Value = z.string().trim().min(1).max(200, abort)

/** What every provider is told of the people who come by it. */
export const shared = {
  type: z.enum(identityProviderTypes),
  enabled: z.boolean(),
  /** A button of its own on the sign-in page. */
  button: z.boolean(),
  /** People whose user id ends so are led here. */
  domains: z.array(z.string()),
  /** People without an account get one as they come. */
  createsUsers: z.boolean(),
  /** What the user id of a new user is taken from. */
  userIdClaim: z.string(),
  /** Mapped fields follow the provider at each sign-in. */
  updatesUsers: z.boolean(),
  claimMappings: z.array(z.object({ claim: z.string(), field: z.enum(mappedFields) })),
  /** Groups that people join whose claim holds the value. */
  groupMappings: z.array(z.object({ claim: z.string(), value: z.string(), groupId: Uuid })),
  /** The provider's word for a second factor counts for administrators, too. Super administrators alone may say so. */
  trustedForAdministrators: z.boolean(),
  /** Seconds by which the provider's clock may differ from ours. */
  clockSkewSeconds: z.int().min(0).max(providerClockSkewSeconds.most),
}

export const shownOf = {
  /** People who sign in by it. */
  users: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The number in this provider's ETag. */
  version: z.int(),
}

export const changed = {
  ...shared,
  name: Line(100),
  type: shared.type.default('GENERIC'),
  enabled: shared.enabled.default(true),
  button: shared.button.default(true),
  domains: z.array(Domain).max(100, abort).default([]),
  createsUsers: shared.createsUsers.default(false),
  userIdClaim: Claim.default('email'),
  updatesUsers: shared.updatesUsers.default(false),
  claimMappings: z
    .array(z.object({ claim: Claim, field: z.enum(mappedFields) }))
    .max(mappedFields.length, abort)
    .default([]),
  groupMappings: z
    .array(z.object({ claim: Claim, value: Value, groupId: Uuid }))
    .max(100, abort)
    .default([]),
  trustedForAdministrators: shared.trustedForAdministrators.default(false),
  clockSkewSeconds: shared.clockSkewSeconds.default(providerClockSkewSeconds.usual),
}

export type Wrong = (field: string, message: string) => void

/** A field of a user is filled by one claim. */
export const expectEachFieldOnce = (
  mappings: readonly { readonly field: string }[],
  wrong: Wrong,
): void => {
  if (!areUnique(mappings.map(({ field }) => field))) wrong('claimMappings', 'each_once')
}

export const path = '/api/web/v1/identityproviders'
export const faults = [
  'group_not_found',
  'identity_provider_domain_taken',
  'identity_provider_exists',
  'identity_provider_url_refused',
  'rights_not_held',
] as const
