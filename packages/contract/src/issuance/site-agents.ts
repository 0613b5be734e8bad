import { abort } from '@signet/rules/abort'
import { maximumInteger } from '@signet/rules/numbers'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

export const mostSiteAgents = 50

/** As the reader is called at its machine. */
const ReaderName = Line(128)

/** Names one reader: those of two agents may be called alike. */
export const CardReaderName = z
  .object({ agentId: Uuid, name: ReaderName })
  .meta({ id: 'CardReaderName' })

const ReaderState = z
  .object({ name: ReaderName, hasCard: z.boolean() })
  .meta({ id: 'CardReaderState' })

/** A process of the tenant's own network that has card readers. */
export const SiteAgent = z
  .object({
    id: Uuid,
    name: z.string(),
    createdAt: Instant,
    /** When it last asked for something to do; null until it has. */
    lastSeenAt: Instant.nullable(),
    /** Whether it asked within the last 45 seconds. */
    isOnline: z.boolean(),
    /** As it says itself. */
    version: z.string().nullable(),
    readers: z.array(ReaderState),
  })
  .meta({ id: 'SiteAgent' })

export const NewSiteAgent = z.object({ name: Line(100) }).meta({ id: 'NewSiteAgent' })

export const SiteAgentCredential = z
  .object({ agent: SiteAgent, credential: z.string() })
  .meta({ id: 'SiteAgentCredential' })

export const CardReader = CardReaderName.extend({
  agentName: z.string(),
  hasCard: z.boolean(),
  isOnline: z.boolean(),
}).meta({ id: 'CardReader' })

const path = '/api/web/v1/agents/site'

const { view, add, remove } = callsOn('AGENTS')

export const listSiteAgents = endpoint({
  ...view,
  path,
  answer: z.array(SiteAgent),
  errors: [],
  summary: 'Site agents with their card readers, by name',
  description: `At most ${mostSiteAgents}.`,
})

export const createSiteAgent = endpoint({
  ...add,
  path,
  body: NewSiteAgent,
  answer: SiteAgentCredential,
  sensitive: true,
  errors: ['name_exists'],
  audit: 'SITE_AGENT_CREATED',
  reveals: ['credential'],
  summary: 'Register a site agent',
  description: 'The credential is shown in this answer and never again.',
})

export const deleteSiteAgent = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'SITE_AGENT_DELETED',
  summary: 'Revoke a site agent: its credential and what it is at end at once',
})

export const listCardReaders = endpoint({
  api: 'issuance',
  actor: 'admin',
  needs: ['SMARTCARDS', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
  path: '/api/web/issuance/cardreaders',
  answer: z.array(CardReader),
  errors: [],
  summary: 'The card readers of all site agents, by agent and name',
})

/** How an agent proves itself: as it was shown once. */
const AgentCredential = z.string().min(20).max(200, abort)

const agent = {
  actor: 'public',
  whileLocked: true,
  method: 'POST',
  limit: 'agent',
  api: 'authentication',
  errors: ['access_denied'],
  audit: null,
} as const

export const announceCardReaders = endpoint({
  ...agent,
  path: `${path}/service/readers`,
  body: z
    .object({
      credential: AgentCredential,
      /** As the agent says itself. */
      version: z.string().max(50, abort),
      readers: z.array(ReaderState).max(16, abort),
    })
    .meta({ id: 'CardReaderAnnouncement' }),
  answer: noContent,
  summary: 'For site agents: which readers there are, and which have a card',
})

/** The longest wait of one call, in seconds. */
export const longestWaitSeconds = 20

/** A short response APDU (ISO/IEC 7816-4, section 5.1) has 258 bytes; base64url. */
const Apdu = z
  .string()
  .max(400, abort)
  .regex(/^[A-Za-z0-9_-]*$/)

/** NO_CARD: it left, or was none. NO_READER: the reader is there no more. */
export const cardReaderFaults = ['NO_CARD', 'NO_READER'] as const

export const exchangeWithCard = endpoint({
  ...agent,
  path: `${path}/service/exchange`,
  body: z
    .object({
      credential: AgentCredential,
      waitSeconds: z.int().min(0).max(longestWaitSeconds).default(longestWaitSeconds),
      /** What came of the command before; null for nothing. */
      answer: z
        .object({
          exchangeId: Uuid,
          number: z.int().min(1).max(maximumInteger),
          outcome: z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('RESPONSE'), apdu: Apdu }),
            z.object({ kind: z.literal('FAULT'), fault: z.enum(cardReaderFaults) }),
          ]),
        })
        .nullable()
        .default(null),
    })
    .meta({ id: 'CardExchangeRequest' }),
  answer: z
    .object({
      /** Null when nothing came within the time. */
      command: z
        .object({
          /** One sitting with a card: its commands go to the same connection. */
          exchangeId: Uuid,
          number: z.int(),
          reader: z.string(),
          apdu: z.string(),
          /** An answer that comes later is not taken. */
          withinSeconds: z.int(),
        })
        .nullable(),
    })
    .meta({ id: 'CardExchange' }),
  summary: 'For site agents: answer the last command, and wait for the next',
  description:
    'Every command is given once. A later call of the same agent ends the wait of an earlier one.',
})
