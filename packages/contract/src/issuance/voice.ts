import { abort } from '@signet/rules/abort'
import { printerStates } from '@signet/rules/printers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

/** What an assistant may be asked; nothing of it changes anything. */
const voiceActions = ['STATUS', 'SUPPLIES', 'CLEANING'] as const

export const VoicePrinter = z
  .object({
    id: Uuid,
    name: z.string(),
    location: z.string(),
    status: z.enum(printerStates),
    ptpReady: z.boolean(),
  })
  .meta({ id: 'VoicePrinter' })

export const VoiceAnswer = VoicePrinter.extend({
  /** STATUS: keywords of IPP. */
  statusReasons: z.array(z.string()),
  /** SUPPLIES: with what is left, per cent, and whether that is low. */
  supplies: z.array(
    z
      .object({ name: z.string(), level: z.int().nullable(), isLow: z.boolean() })
      .meta({ id: 'VoiceSupply' }),
  ),
  /** CLEANING. */
  cleaningDue: z.boolean(),
}).meta({ id: 'VoiceAnswer' })

export const VoiceCode = z
  .object({
    /** Given to the assistant, which exchanges it once; null where the assistant refused. */
    code: z.string().nullable(),
    expiresAt: Instant.nullable(),
    /** As it came, for whoever began the linking. */
    state: z.string().nullable(),
  })
  .meta({ id: 'VoiceCode' })

export const VoiceTokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    /** Takes the place of the one that was shown. */
    refresh_token: z.string(),
    scope: z.literal('printers'),
  })
  .meta({ id: 'VoiceTokens' })

export const VoiceRegistration = z
  .object({
    linked: z.boolean(),
    linkedAt: Instant.nullable(),
    /** When the assistant last had a token. */
    usedAt: Instant.nullable(),
  })
  .meta({ id: 'VoiceRegistration' })

const path = '/api/web/issuance/voice'
const api = { api: 'issuance', actor: 'admin', needs: ['PRINTERS', 'VIEW'] } as const
const view = { ...api, limit: 'read', audit: null } as const
const Text = z.string().max(500, abort)
const Secret = z.string().min(1).max(200, abort)

export const registerVoiceAssistant = endpoint({
  ...api,
  limit: 'change',
  method: 'POST',
  path: `${path}/register`,
  query: z.object({
    state: Text.optional(),
    scope: z.literal('printers').default('printers'),
    /** Why the assistant refused: then nothing is linked, and a code that was given is void. */
    error_description: Text.optional(),
  }),
  answer: VoiceCode,
  reveals: ['voiceCode'],
  ordinary: 'issuanceWork',
  errors: [],
  audit: 'VOICE_ASSISTANT_REGISTERED',
  catalogueId: 'post:web.issuance.voice.register',
  summary: 'Begin to link a voice assistant with oneself',
  description:
    'The code is good once, for ten minutes at most and not beyond the session, and takes the place of one that was given before. What is linked already stays until the assistant exchanges it. For a signed-in user, not for an API application.',
})

export const exchangeVoiceToken = endpoint({
  api: 'issuance',
  actor: 'public',
  limit: 'authenticate',
  method: 'POST',
  path: `${path}/access-token`,
  query: z.object({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    code: Secret.optional(),
    refresh_token: Secret.optional(),
  }),
  answer: VoiceTokens,
  reveals: ['voiceTokens'],
  errors: ['invalid_user_response'],
  audit: 'VOICE_ASSISTANT_LINKED',
  catalogueId: 'post:web.issuance.voice.access-token',
  summary: 'Exchange a code, or a refresh token, for an access token',
  description:
    'The access token is good for an hour, for looking at printers and nothing else, as far as the person may see them: `Authorization: Bearer`. A refresh token is good once; whoever shows a former one ends the link, and so does whoever ends its session, or signs out everywhere. Whoever is locked, or may no longer see printers, gets none. All refusals are answered alike.',
})

export const readVoiceRegistration = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/registration`,
  answer: VoiceRegistration,
  errors: [],
  catalogueId: 'get:web.issuance.voice.registration',
  summary: 'Whether a voice assistant is linked with oneself',
  description: 'For a signed-in user, not for an API application.',
})

export const deleteVoiceRegistration = endpoint({
  ...api,
  limit: 'change',
  method: 'DELETE',
  path: `${path}/registration`,
  answer: noContent,
  ordinary: 'issuanceWork',
  errors: [],
  audit: 'VOICE_ASSISTANT_UNLINKED',
  catalogueId: 'delete:web.issuance.voice.registration',
  summary: 'End the link with a voice assistant',
  description:
    'Its tokens end at once. Nothing happens where there is none. For a signed-in user, not for an API application.',
})

export const readVoicePrinters = endpoint({
  ...view,
  alsoFor: ['VOICE'],
  method: 'GET',
  path: `${path}/readPrinters`,
  answer: z.array(VoicePrinter),
  errors: [],
  catalogueId: 'get:web.issuance.voice.readPrinters',
  summary: 'The printers, by name, as an assistant reads them out',
  description: 'At most 200, as they were seen last.',
})

export const askVoice = endpoint({
  ...view,
  alsoFor: ['VOICE'],
  method: 'POST',
  path: `${path}/request`,
  query: z.object({
    action: z.enum(voiceActions),
    /** All of them without one. */
    printerId: Uuid.optional(),
  }),
  answer: z.array(VoiceAnswer),
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  catalogueId: 'post:web.issuance.voice.request',
  summary: 'What an assistant is asked of printers',
  description:
    'STATUS: every printer, or that one. SUPPLIES and CLEANING without a printer: those that lack something. Nothing is changed by any of them.',
})
