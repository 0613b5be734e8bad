import { abort } from '@signet/rules/abort'
import { maximumInteger } from '@signet/rules/numbers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'

const Base64 = (most: number) =>
  z
    .string()
    .max(Math.ceil((most * 4) / 3), abort)
    .regex(/^[A-Za-z0-9_-]*$/)

/** How an agent proves itself: as it was shown once. */
const AgentCredential = z.string().min(20).max(200, abort)

const agent = {
  actor: 'public',
  whileLocked: true,
  method: 'POST',
  limit: 'agent',
  api: 'authentication',
} as const

/** What an agent has to know of an application to serve it. */
export const ServedRadiusApplication = z
  .object({
    id: Uuid,
    name: z.string(),
    sharedSecret: z.string(),
    allowedAddresses: z.array(z.string()),
    tlsClientName: z.string().nullable(),
    requireMessageAuthenticator: z.boolean(),
    requestsPerSecond: z.int(),
  })
  .meta({ id: 'ServedRadiusApplication' })

/** Requests of one kind that the agent dropped or refused by itself. */
const RadiusFault = z.object({
  reason: z.enum([
    'MESSAGE_AUTHENTICATOR_MISSING',
    'WRONG_SHARED_SECRET',
    'METHOD_NOT_SUPPORTED',
    'ADDRESS_NOT_ALLOWED',
  ]),
  /** Null for a sender that no application has registered. */
  applicationId: Uuid.nullable(),
  clientAddress: z.string().max(60, abort),
  /** What was asked for, as far as it can be read. */
  method: z.string().max(20, abort).nullable().default(null),
  userName: z.string().max(253, abort).nullable().default(null),
  callingStationId: z.string().max(253, abort).nullable().default(null),
  count: z.int().min(1).max(maximumInteger),
})

export const readRadiusConfiguration = endpoint({
  ...agent,
  path: '/api/web/v1/agents/radius/service/configuration',
  body: z
    .object({
      credential: AgentCredential,
      /** As the agent says itself. */
      version: z.string().max(50, abort),
      /** The revision that it has: nothing is told again. */
      revision: z.string().max(100, abort).nullable().default(null),
      /** What it refused since it last asked. */
      faults: z.array(RadiusFault).max(50, abort).default([]),
    })
    .meta({ id: 'RadiusConfigurationRequest' }),
  answer: z
    .object({
      revision: z.string(),
      /** Null where the revision is the agent's own. */
      applications: z.array(ServedRadiusApplication).nullable(),
    })
    .meta({ id: 'RadiusConfiguration' }),
  errors: ['access_denied'],
  audit: 'RADIUS_CONFIGURATION_READ',
  reveals: ['sharedSecret'],
  summary: 'For RADIUS agents: the applications to serve, with their shared secrets',
  description: 'Asked every few seconds; only a changed revision is answered in full, and noted.',
})

/** What the person showed, as the client of RADIUS sent it; bytes in base64url. */
export const RadiusProof = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('PAP'), password: z.string().max(128, abort) }),
    z.object({
      kind: z.literal('CHAP'),
      id: z.int().min(0).max(255),
      challenge: Base64(253),
      response: Base64(16),
    }),
    z.object({ kind: z.literal('MSCHAP'), challenge: Base64(8), response: Base64(24) }),
    z.object({
      kind: z.literal('MSCHAP2'),
      /** The user name as it was hashed: without a domain. */
      challenge: Base64(16),
      peerChallenge: Base64(16),
      response: Base64(24),
    }),
    /** The agent waits for the answer of the person's app. */
    z.object({ kind: z.literal('WAITING') }),
  ])
  .meta({ id: 'RadiusProof' })

/** An attribute that the answer carries; its value in base64url. */
const Attribute = z.object({
  type: z.int(),
  vendorId: z.int().nullable(),
  value: z.string(),
})

export const RadiusDecision = z
  .object({
    /** WAIT: ask again with the state, the person's app has not answered yet. */
    decision: z.enum(['ACCEPT', 'CHALLENGE', 'WAIT', 'REJECT']),
    /** For the person to read; null for none. */
    message: z.string().nullable(),
    /** Names what is waited for, once; null unless something is. */
    state: z.string().nullable(),
    attributes: z.array(Attribute),
    /** MS-CHAPv2: what proves to the client that its password was known (RFC 2759, section 5). */
    msChap2Success: z.string().nullable(),
  })
  .meta({ id: 'RadiusDecision' })

export const decideRadiusAccess = endpoint({
  ...agent,
  path: '/api/web/v1/agents/radius/service/access',
  body: z
    .object({
      credential: AgentCredential,
      applicationId: Uuid,
      userName: z.string().min(1).max(253, abort),
      proof: RadiusProof,
      state: z.string().max(100, abort).nullable().default(null),
      /** Where the client of RADIUS is. */
      clientAddress: z.string().max(60, abort),
      callingStationId: z.string().max(253, abort).nullable().default(null),
      framedAddress: z.string().max(60, abort).nullable().default(null),
    })
    .meta({ id: 'RadiusAccessRequest' }),
  answer: RadiusDecision,
  errors: ['access_denied', 'service_unavailable'],
  audit: 'AUTHENTICATION',
  summary: 'For RADIUS agents: whether somebody gets in',
  description:
    'The same engine as every other sign-in: wrong answers count where all others of the person do, and a right code is used up.',
})

/** A decimal number in a text: RADIUS counts beyond 31 bits. */
const ByteCount = z
  .string()
  .max(18, abort)
  .regex(/^\d{1,18}$/)
  .default('0')

export const accountRadiusSession = endpoint({
  ...agent,
  path: '/api/web/v1/agents/radius/service/accounting',
  body: z
    .object({
      credential: AgentCredential,
      applicationId: Uuid,
      /** RFC 2866, section 5.1; ON and OFF end all that the client had. */
      status: z.enum(['START', 'INTERIM', 'STOP', 'ON', 'OFF']),
      clientAddress: z.string().max(60, abort),
      sessionId: z.string().max(253, abort).default(''),
      userName: z.string().max(253, abort).default(''),
      callingStationId: z.string().max(253, abort).nullable().default(null),
      framedAddress: z.string().max(60, abort).nullable().default(null),
      seconds: z.int().min(0).max(maximumInteger).default(0),
      inputBytes: ByteCount,
      outputBytes: ByteCount,
      endCause: z.int().min(0).max(maximumInteger).nullable().default(null),
    })
    .meta({ id: 'RadiusAccounting' }),
  answer: noContent,
  errors: ['access_denied'],
  audit: null,
  summary: 'For RADIUS agents: keep what a client accounts for',
  description: 'The same record twice is kept once.',
})
