import { abort } from '@signet/rules/abort'
import { smartCardTypes } from '@signet/rules/smart-cards'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'

/** What is printed on the card or its box: letters, digits and what stands between them. */
export const SmartCardSerial = Line(64).regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]*$/u)

const CardType = z.enum(smartCardTypes)

/** 4 to 10 bytes in hexadecimal; what readers print between them is dropped. */
export const ChipNumber = z
  .string()
  .max(30, abort)
  .regex(/^[0-9a-fA-F]{2}([ :-]?[0-9a-fA-F]{2}){3,9}$/)

/** UNASSIGNED: may be given to somebody; WITHDRAWN: lost or broken, given to nobody. */
export const SmartCardState = z
  .enum(['UNASSIGNED', 'ASSIGNED', 'WITHDRAWN'])
  .meta({ id: 'SmartCardState' })

const Named = z.object({ id: Uuid, name: z.string() })

export const SmartCard = z
  .object({
    id: Uuid,
    serialNumber: z.string(),
    /** The chip's own number in hexadecimal; null where nobody has read it. */
    csn: z.string().nullable(),
    cardType: CardType,
    state: SmartCardState,
    /** Whose; null while nobody has it. */
    user: Named.nullable(),
    /** Groups whose administrators see it while nobody has it; none: those who see everybody. */
    groups: z.array(Named),
    createDate: Instant,
    assignDate: Instant.nullable(),
    modifiedAt: Instant,
    modifiedBy: z.string(),
    version: z.int(),
  })
  .meta({ id: 'SmartCard' })

/** What is left out stays as it is. */
export const SmartCardChange = z
  .object({
    serialNumber: SmartCardSerial.optional(),
    csn: ChipNumber.nullable().optional(),
    cardType: CardType.optional(),
    groups: z.array(Uuid).max(20, abort).optional(),
    /** Whom it is given to; null takes it back. */
    userId: Uuid.nullable().optional(),
    withdrawn: z.boolean().optional(),
  })
  .meta({ id: 'SmartCardChange' })

const request = {
  /** What the serial number or the chip's own number begins with. */
  search: Line(64).optional(),
  cardType: CardType.optional(),
  descending: z.boolean().default(false),
}

export const UnassignedSmartCardPageRequest = PageRequest.extend({
  ...request,
  state: SmartCardState.exclude(['ASSIGNED']).optional(),
  groupId: Uuid.optional(),
}).meta({ id: 'UnassignedSmartCardPageRequest' })

export const AssignedSmartCardPageRequest = PageRequest.extend({
  ...request,
  userId: Uuid.optional(),
}).meta({ id: 'AssignedSmartCardPageRequest' })

const path = '/api/web/v1/smartcards/:id'
const ofIssuance = { api: 'issuance', actor: 'admin' } as const
const view = { ...ofIssuance, needs: ['SMARTCARDS', 'VIEW'], audit: null } as const
const paged = { ...view, method: 'POST', limit: 'search', errors: [] } as const
const sight =
  'By serial number. An administrator limited to groups sees cards of the people in them, and those ' +
  'that nobody has of the groups; of the groups of a card they are told their own.'

const { edit, remove } = callsOn('SMARTCARDS')

export const readSmartCard = endpoint({
  ...view,
  limit: 'read',
  method: 'GET',
  path,
  params: IdParams,
  answer: SmartCard,
  errors: ['not_found'],
  summary: 'Read a card of the inventory',
  description:
    'A blank or written card as a thing with a number. What is written to cards is told by the profiles of their types.',
})

export const updateSmartCard = endpoint({
  ...ofIssuance,
  ...edit,
  path,
  params: IdParams,
  body: SmartCardChange,
  answer: SmartCard,
  ordinary: 'issuanceWork',
  errors: [
    'not_found',
    'group_not_found',
    'user_not_found',
    'rights_not_held',
    'smart_card_exists',
    'smart_card_in_use',
    'smart_card_withdrawn',
    'precondition_failed',
  ],
  audit: 'SMART_CARD_UPDATED',
  summary: 'Change a card, give it to somebody, take it back or withdraw it',
  description:
    'What is left out stays. A card of somebody is taken back before another has it, before it is withdrawn ' +
    'and before its groups change. Groups beyond the caller’s stay; a caller limited to groups leaves one of theirs.',
})

export const deleteSmartCard = endpoint({
  ...ofIssuance,
  ...remove,
  path,
  params: IdParams,
  ordinary: 'issuanceWork',
  errors: ['not_found', 'rights_not_held', 'smart_card_in_use', 'precondition_failed'],
  audit: 'SMART_CARD_DELETED',
  summary: 'Take a card out of the inventory',
  description: 'Not while somebody has it.',
})

export const listUnassignedSmartCards = endpoint({
  ...paged,
  path: '/api/web/v1/smartcardspaged/unassigned',
  body: UnassignedSmartCardPageRequest,
  answer: pageOf(SmartCard),
  summary: 'A page of the cards that nobody has',
  description: sight,
})

export const listAssignedSmartCards = endpoint({
  ...paged,
  path: '/api/web/v1/smartcardspaged/assigned',
  body: AssignedSmartCardPageRequest,
  answer: pageOf(SmartCard),
  summary: 'A page of the cards that people have',
  description: sight,
})
