import { BitLayout } from '@signet/card/chip/bit-layout'
import { cardTypes } from '@signet/card/chip/card-types'
import { abort } from '@signet/rules/abort'
import { maximumInteger } from '@signet/rules/numbers'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import { CardReaderName } from './site-agents.ts'

/** Fields of cards may be longer: numbers on the wire have 31 bits. */
const CardNumber = z.int().min(0).max(maximumInteger)

const head = {
  name: Line(100),
  description: z.string().trim().max(500, abort).default(''),
  layout: BitLayout,
  /** The same on every card of this profile. */
  facilityCode: CardNumber.default(0),
  issueLevel: CardNumber.default(0),
  /** The first block of the card that a credential is put into. */
  block: z.int().min(0).max(255),
}

/** Hexadecimal digits: 16 of an ICLASS key, 12 of a MIFARE_CLASSIC key. */
const Key = z
  .string()
  .max(16, abort)
  .regex(/^([0-9a-fA-F]{2}){6,8}$/)

export const SmartCardKeys = z
  .object({
    /** What cards ask that come from the factory. Where none is given: all bits 1. */
    transport: Key.optional(),
    /** Opens what is on a formatted card. Of MIFARE_CLASSIC. */
    read: Key.optional(),
    /** Opens a formatted card for writing. Of ICLASS and MIFARE_CLASSIC. */
    write: Key.optional(),
  })
  .meta({ id: 'SmartCardKeys' })

export const SmartCardProfile = z
  .object({
    id: Uuid,
    cardType: z.enum(cardTypes),
    ...head,
    /** Which keys are kept; none is ever shown. */
    keys: z.object({ transport: z.boolean(), read: z.boolean(), write: z.boolean() }),
    version: z.int(),
    createdAt: Instant,
    modifiedAt: Instant,
    modifiedBy: z.string(),
  })
  .meta({ id: 'SmartCardProfile' })

export const NewSmartCardProfile = z
  .object({ ...head, keys: SmartCardKeys.default({}) })
  .meta({ id: 'NewSmartCardProfile' })

/** A key that is left out stays. */
export const SmartCardProfileChange = z
  .object({ ...head, keys: SmartCardKeys.default({}) })
  .meta({ id: 'SmartCardProfileChange' })

/**
 * BLANK: from the factory. FORMATTED: with the keys of the profile. FOREIGN: with keys that nobody
 * here knows. TAKEN_AWAY: leaves the reader while it is written.
 */
export const simulatedSmartCards = ['BLANK', 'FORMATTED', 'FOREIGN', 'TAKEN_AWAY'] as const

const SimulatedCard = z.enum(simulatedSmartCards).meta({ id: 'SimulatedSmartCard' })

/** Where the card is; null for a simulated one. */
const reader = CardReaderName.nullable().default(null)

export const SmartCardFormat = z
  .object({
    reader,
    card: SimulatedCard.default('BLANK'),
    /** The name of the profile, typed: what is on the card is lost. */
    confirm: z.string().max(100, abort),
  })
  .meta({ id: 'SmartCardFormat' })

export const SmartCardTest = z
  .object({ reader, card: SimulatedCard.default('FORMATTED'), cardNumber: CardNumber })
  .meta({ id: 'SmartCardTest' })

export const smartCardSteps = [
  'CONNECT',
  'PROVE_KEY',
  'ERASE',
  'WRITE_KEYS',
  'PROVE_NEW_KEY',
  'WRITE',
  'READ_BACK',
  'COMPARE',
] as const

/** NO_READER and NO_ANSWER: the reader of a site agent, or its agent, is there no more. */
export const smartCardReasons = [
  'NO_CARD',
  'KEY_REFUSED',
  'REFUSED',
  'DIFFERENT',
  'NO_READER',
  'NO_ANSWER',
] as const

/** What was done with a card, step by step, up to the one that failed. */
export const SmartCardRun = z
  .object({
    steps: z.array(
      z.object({
        step: z.enum(smartCardSteps),
        outcome: z.enum(['DONE', 'FAILED', 'NOT_NEEDED']),
        reason: z.enum(smartCardReasons).nullable(),
        /** The status word of ISO/IEC 7816-4 that the card answered with, in hexadecimal. */
        statusWord: z.string().nullable(),
      }),
    ),
    isDone: z.boolean(),
    /** The chip's own, in hexadecimal; null where no card answered. */
    serialNumber: z.string().nullable(),
    /** What was read back; null where it did not come to that. */
    credential: z
      .object({
        /** As text of 0 and 1, the first bit sent first. */
        bits: z.string(),
        /** As it lies in the card, in hexadecimal. */
        memory: z.string(),
        facilityCode: z.int(),
        cardNumber: z.int(),
        issueLevel: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'SmartCardRun' })

const OfType = z.object({ cardType: z.enum(cardTypes) })
const One = OfType.extend({ id: Uuid })
const path = '/api/web/issuance/smartcards/:cardType'
const one = `${path}/:id`
const ofIssuance = { api: 'issuance', actor: 'admin' } as const
const view = { ...ofIssuance, needs: ['SMARTCARDS', 'VIEW'], limit: 'read', audit: null } as const
const edit = { ...ofIssuance, needs: ['SMARTCARDS', 'EDIT'], limit: 'change' } as const
const notFound = 'ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND'
const saving = [
  'ISSUANCE_SMART_CARD_PROFILE_EXISTS',
  'ISSUANCE_SMART_CARD_PROFILE_INVALID',
  'ISSUANCE_SMART_CARD_KEY_NEEDED',
  'rights_not_held',
] as const
const layoutText =
  'Every bit of the layout is of exactly one field or parity bit, and one field is the card number; ' +
  'a parity bit counts no later one and not itself. Keys are sealed and never shown again.'
const readerText =
  'The card lies in a reader of a site agent. Without one it is simulated: it answers as a card of this type does, and is gone with the answer.'
const readerErrors = ['ISSUANCE_CARD_READER_NOT_FOUND', 'ISSUANCE_CARD_READER_BUSY'] as const

const { add, remove } = callsOn('SMARTCARDS')

export const listSmartCardProfiles = endpoint({
  ...view,
  method: 'GET',
  path,
  params: OfType,
  answer: z.array(SmartCardProfile),
  errors: [],
  catalogueId: 'get:web.issuance.smartcards.cardType',
  summary: 'The profiles of one type of card, by name',
  description: 'At most 100 of a type.',
})

export const readSmartCardProfile = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: One,
  answer: SmartCardProfile,
  errors: [notFound],
  catalogueId: 'get:web.issuance.smartcards.cardType.id',
  summary: 'One profile; its keys are never shown',
})

export const createSmartCardProfile = endpoint({
  ...ofIssuance,
  ...add,
  path,
  params: OfType,
  body: NewSmartCardProfile,
  answer: SmartCardProfile,
  sensitive: true,
  errors: [...saving, 'ISSUANCE_SMART_CARD_PROFILE_LIMIT_REACHED'],
  audit: 'SMART_CARD_PROFILE_CREATED',
  catalogueId: 'post:web.issuance.smartcards.cardType',
  location: '/api/web/issuance/smartcards/:cardType/:id',
  summary: 'Say what is written to cards of one type',
  description: layoutText,
})

export const updateSmartCardProfile = endpoint({
  ...edit,
  method: 'PUT',
  path: one,
  params: One,
  body: SmartCardProfileChange,
  answer: SmartCardProfile,
  sensitive: true,
  errors: [...saving, notFound, 'precondition_failed'],
  audit: 'SMART_CARD_PROFILE_UPDATED',
  catalogueId: 'put:web.issuance.smartcards.cardType.id',
  summary: 'Change a profile',
  description: layoutText,
})

export const deleteSmartCardProfile = endpoint({
  ...ofIssuance,
  ...remove,
  path: one,
  params: One,
  ordinary: 'withdrawal',
  errors: [notFound, 'precondition_failed', 'rights_not_held'],
  audit: 'SMART_CARD_PROFILE_DELETED',
  catalogueId: 'delete:web.issuance.smartcards.cardType.id',
  summary: 'Delete a profile and its keys',
})

export const formatSmartCard = endpoint({
  ...edit,
  method: 'POST',
  path: `${one}/format`,
  params: One,
  body: SmartCardFormat,
  answer: SmartCardRun,
  ordinary: 'issuanceWork',
  errors: [notFound, ...readerErrors, 'ISSUANCE_SMART_CARD_NOT_CONFIRMED', 'rights_not_held'],
  audit: 'SMART_CARD_FORMATTED',
  catalogueId: 'post:web.issuance.smartcards.cardType.id.format',
  summary: 'Erase a card and give it the keys of the profile, step by step',
  description: `${readerText} A card that knows neither the transport key nor the profile’s is left as it is.`,
})

export const testSmartCard = endpoint({
  ...edit,
  method: 'POST',
  path: `${one}/test`,
  params: One,
  body: SmartCardTest,
  answer: SmartCardRun,
  ordinary: 'issuanceWork',
  errors: [notFound, ...readerErrors, 'ISSUANCE_SMART_CARD_VALUE_INVALID', 'rights_not_held'],
  audit: 'SMART_CARD_TESTED',
  catalogueId: 'post:web.issuance.smartcards.cardType.id.test',
  summary: 'Write a credential to a card, read it back and compare, step by step',
  description: readerText,
})
