import { abort } from '@signet/rules/abort'
import { bundleTypes, featureNames } from '@signet/rules/bundles'
import { canonicalHostname } from '@signet/rules/host-names'
import { locales } from '@signet/rules/locales'
import { isMailAddress } from '@signet/rules/mail'
import { isDomainName } from '@signet/rules/network'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, Line, Uuid } from '../kit/schemas.ts'

/** What calls of service providers on their tenants are about. */
export const ofTenants = {
  noun: 'tenant',
  tag: {
    name: 'Tenants',
    description:
      'The customer accounts of a service provider, what they bought and their host names.',
  },
} as const

export const SubscriberAdministrator = z
  .object({
    email: z.string().max(320, abort).refine(isMailAddress, 'is not an address'),
    /** How the mail addresses them; the address itself without it. */
    name: Line(128).optional(),
    locale: z.enum(locales).optional(),
  })
  .meta({ id: 'SubscriberAdministrator' })

export const SubscriberEntitlement = z
  .object({
    bundle: z.enum(bundleTypes),
    /** How many users there may be; null without a limit. */
    users: z.int().min(1).max(10_000_000).nullable().default(null),
    contractMode: z.enum(['PRODUCTION', 'TRIAL']).default('TRIAL'),
    /** When the contract ends; null while nothing was agreed. */
    endDate: GivenInstant.nullable().default(null),
    /** What the bundle switches on: everything unless it is said. */
    features: z.array(z.enum(featureNames)).max(featureNames.length, abort).optional(),
  })
  .meta({ id: 'SubscriberEntitlement' })

/** In the form that is compared: case, a trailing dot and IDN spellings make no other name. */
export const TenantHostname = z
  .string()
  .trim()
  .max(253, abort)
  .overwrite(canonicalHostname)
  .refine(isDomainName, 'is not a host name')

export const NewSubscriber = z
  .object({
    companyName: Line(200),
    /** One name below the provider’s own host: `acme.id.example.com`. */
    hostname: TenantHostname,
    /** The provider’s own without it. */
    region: Line(50).optional(),
    defaultLocale: z.enum(locales).optional(),
    authenticationAccount: z.boolean().default(true),
    issuanceAccount: z.boolean().default(false),
    /** A service provider, with tenants of its own: only the root provider creates one. */
    isSp: z.boolean().default(false),
    entitlement: SubscriberEntitlement,
    /** Who is mailed the link that sets up the first administrator; null answers the link. */
    administrator: SubscriberAdministrator.nullable().default(null),
  })
  .refine((wanted) => wanted.authenticationAccount || wanted.issuanceAccount, {
    path: ['authenticationAccount'],
    message: 'is needed, or an issuance account',
  })
  .meta({ id: 'NewSubscriber' })

export const CreatedSubscriber = z
  .object({
    id: Uuid,
    companyName: z.string(),
    hostname: z.string(),
    publicUrl: z.string(),
    region: z.string(),
    bundle: z.enum(bundleTypes),
    /** Sets up the first administrator, once and within seven days; null where it was mailed. */
    setupUrl: z.string().nullable(),
  })
  .meta({ id: 'CreatedSubscriber' })

export const createSubscriber = endpoint({
  method: 'POST',
  path: '/api/web/v1/subscribers',
  actor: 'provider',
  needs: ['TENANTS', 'ADD'],
  body: NewSubscriber,
  answer: CreatedSubscriber,
  sensitive: true,
  errors: ['subscriber_exists'],
  audit: 'SUBSCRIBER_CREATED',
  limit: 'heavy',
  reveals: ['setupUrl'],
  catalogueId: 'post:web.v1.subscribers',
  summary: 'Create a subscriber: a tenant of this provider',
  description:
    'It is created with its keys, built-in roles and entitlement, or not at all. Its host is one name below the provider’s own; another one is given to it by the operator of the service (`signet tenant url`). The first administrator gets a link by mail, which names the account and enrolls a second factor; it works once, within seven days. Without an administrator the link is the answer, and is shown this once. The provider sees nothing inside the tenant.',
})

export const createSubscriberAccount = endpoint({
  ...createSubscriber,
  about: ofTenants,
  path: '/api/web/v1/serviceprovider/subscribers',
  catalogueId: 'post:web.v1.serviceprovider.subscribers',
  summary: 'Create a subscriber account',
  description: 'As `POST /api/web/v1/subscribers`.',
})
