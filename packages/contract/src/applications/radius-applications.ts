import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import {
  isReplyAttributeType,
  radiusAddressAttributes,
  radiusMethods,
  radiusPasswordFormats,
  radiusReplySources,
  radiusReplyValueTypes,
  radiusUserNameFormats,
} from '@signet/rules/radius'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

export const mostRadiusApplications = 500

/** Something that an accepted person's network device is told of them. */
export const RadiusReplyAttribute = z
  .object({
    /** RFC 2865, section 5; with a vendor: the vendor's own number. */
    type: z.int().min(1).max(255),
    /** Of a vendor-specific attribute (RFC 2865, section 5.26); null for a standard one. */
    vendorId: z.int().min(1).max(0xffffff).nullable().default(null),
    valueType: z.enum(radiusReplyValueTypes),
    source: z.enum(radiusReplySources),
    /** For CONSTANT: the text, the number, or the IPv4 address. */
    value: z.string().max(253, abort).default(''),
    /** Only for members of this group; null for everybody. */
    groupId: Uuid.nullable().default(null),
  })
  .refine(
    ({ type, vendorId }) => vendorId !== null || isReplyAttributeType(type),
    'reply_attribute_reserved',
  )
  .meta({ id: 'RadiusReplyAttribute' })

const Fields = z.object({
  name: Line(100),
  description: z.string().trim().max(500, abort),
  enabled: z.boolean(),
  /** Addresses and ranges that its clients send from: each belongs to one application alone. */
  allowedAddresses: z
    .array(z.string().trim().max(64, abort).refine(isIpOrCidr, 'ip_invalid'))
    .max(100, abort),
  /** RadSec: the DNS name in the client's certificate; null for UDP alone. */
  tlsClientName: Line(253).nullable(),
  /** Agents that serve it; empty: every agent. */
  agentIds: z.array(Uuid).max(50, abort),
  /** How people sign in; null as rules and the tenant's flow say. */
  authenticationMethod: z.enum(radiusMethods).nullable(),
  /** PASSWORD_AND_CODE: a code of `codeDigits` digits may stand behind the password. */
  passwordFormat: z.enum(radiusPasswordFormats),
  codeDigits: z.int().min(6).max(10),
  /** Asks for what is missing by Access-Challenge; without it, everything comes at once. */
  challengeResponse: z.boolean(),
  /** What people read when something is asked; `{prompt}` is the question, in their language. */
  challengeText: z
    .string()
    .trim()
    .max(253, abort)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)
    .nullable(),
  /** Asks people's app where that is a second factor of theirs. */
  push: z.boolean(),
  /** WITHOUT_DOMAIN: `DOMAIN\\name` and `name@domain` are `name`. */
  userNameFormat: z.enum(radiusUserNameFormats),
  /** Which attribute tells where the person is, for rules about places and limits of wrong answers. */
  clientAddressAttribute: z.enum(radiusAddressAttributes),
  /** Requests without a Message-Authenticator are dropped (CVE-2024-3596). */
  requireMessageAuthenticator: z.boolean(),
  requestsPerSecond: z.int().min(1).max(10_000),
  replyAttributes: z.array(RadiusReplyAttribute).max(30, abort),
})

export const RadiusApplication = Fields.extend({
  id: Uuid,
  secretCreatedAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
}).meta({ id: 'RadiusApplication' })

/** Fields that are left out keep their value, or get the usual one. */
export const RadiusApplicationChange = Fields.partial()
  .required({ name: true })
  .meta({ id: 'RadiusApplicationChange' })

export const RadiusApplicationSecret = z
  .object({ application: RadiusApplication, sharedSecret: z.string() })
  .meta({ id: 'RadiusApplicationSecret' })

const path = '/api/web/v1/applications/radius'
const { add, edit } = callsOn('APPLICATIONS')
const { list, read, update, remove } = crudAt(path, {
  entity: 'APPLICATIONS',
  answer: RadiusApplication,
  action: 'APPLICATION',
  missing: 'not_found',
  taken: 'application_exists',
})

export const listRadiusApplications = endpoint({
  ...list,
  summary: 'RADIUS applications, by name',
  description: `At most ${mostRadiusApplications}.`,
})

export const createRadiusApplication = endpoint({
  ...add,
  path,
  body: RadiusApplicationChange,
  answer: RadiusApplicationSecret,
  sensitive: true,
  errors: ['not_found', 'application_exists'],
  audit: 'APPLICATION_CREATED',
  reveals: ['sharedSecret'],
  summary: 'Register a VPN, switch or other client of RADIUS',
  description: 'The shared secret is shown in this answer and never again.',
})

export const readRadiusApplication = endpoint({
  ...read,
  summary: 'One RADIUS application',
})

export const updateRadiusApplication = endpoint({
  ...update,
  body: RadiusApplicationChange,
  sensitive: true,
  summary: 'Change a RADIUS application',
  description: 'Agents take it over within seconds. The shared secret stays.',
})

export const deleteRadiusApplication = endpoint({
  ...remove,
  ordinary: 'withdrawal',
  summary: 'Remove a RADIUS application; its clients are answered no more',
  description: 'The resource rules about it are deleted with it.',
})

export const generateRadiusSecret = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/generatesecret`,
  body: z.object({ id: Uuid }).meta({ id: 'RadiusSecretRequest' }),
  answer: z.object({ sharedSecret: z.string() }).meta({ id: 'RadiusSecret' }),
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'APPLICATION_SECRET_GENERATED',
  reveals: ['sharedSecret'],
  catalogueId: 'post:web.v1.applications.radius.generatesecret',
  versioned: false,
  summary:
    'Give a RADIUS application a new shared secret; agents drop the former one within seconds',
})
