import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { GivenInstant, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

/** Cells of a grid card, to be answered in this order. */
export const GridChallenge = z
  .object({
    challenge: z.array(z.object({ column: z.string(), row: z.int() })),
    /** Characters in a cell. */
    cellLength: z.int(),
    expiresAt: Instant,
    /** The person's cards; any of them answers. */
    serialNumbers: z.array(z.string()),
  })
  .meta({ id: 'GridChallenge' })

/**
 * PENDING: given to somebody, usable, and ACTIVE with the first use; INACTIVE: switched off or
 * retired; CANCELED: for good.
 */
export const GridState = z
  .enum(['UNASSIGNED', 'PENDING', 'ACTIVE', 'INACTIVE', 'CANCELED'])
  .meta({ id: 'GridState' })

/** Serial numbers are whole numbers, told as text. */
export const GridSerial = z
  .string()
  .max(9, abort)
  .regex(/^[1-9]\d{0,8}$/)

const Named = z.object({ id: Uuid, name: z.string() })

export const Grid = z
  .object({
    id: Uuid,
    serialNumber: z.string(),
    /** Whose; null while it is unassigned. */
    user: Named.nullable(),
    /** Groups whose administrators see it while it is unassigned; none: everybody's. */
    groups: z.array(Named),
    state: GridState,
    enrollState: z.enum(['ENROLLED']),
    encodeState: z.enum(['ENCODE_DONE']),
    /** Why it is INACTIVE, when nobody switched it off. */
    retired: z.enum(['EXPOSURE', 'USES']).nullable(),
    rows: z.int(),
    columns: z.int(),
    cellLength: z.int(),
    createDate: Instant,
    assignDate: Instant.nullable(),
    activateDate: Instant.nullable(),
    expireDate: Instant.nullable(),
    lastUsedDate: Instant.nullable(),
    numUses: z.int(),
    maxUses: z.int().nullable(),
    /** What somebody knows who has watched every answer. */
    exposure: z.object({
      shownCells: z.int(),
      cells: z.int(),
      /** How likely they could give the next answer, from 0 to 1. */
      nextAnswer: z.number(),
    }),
  })
  .meta({ id: 'Grid' })

export const exportFormats = ['CARD', 'A4', 'LARGE', 'SPOKEN'] as const
export const GridExport = z.object({
  /** CARD: credit-card size; LARGE: for weak eyes; SPOKEN: cell by cell in words. */
  format: z.enum(exportFormats).default('CARD'),
})

/** By mail: to the address in this attribute of the owner's, which they have proven to be theirs. */
export const GridMail = z
  .object({
    /** `email`, or the id of an own attribute of type EMAIL. */
    emailAttributeName: Line(64).default('email'),
  })
  .meta({ id: 'GridMail' })

export const GridAssignment = z
  .object({ userId: Uuid, emailParms: GridMail.optional() })
  .meta({ id: 'GridAssignment' })
export const UserGridAssignment = z
  .object({ gridSerial: GridSerial, emailParms: GridMail.optional() })
  .meta({ id: 'UserGridAssignment' })

export const GridBatch = z
  .object({
    numberOfGrids: z.int().min(1).max(500),
    groups: z.array(Uuid).max(20, abort).default([]),
  })
  .meta({ id: 'GridBatch' })

export const GridChange = z
  .object({
    /** Of an unassigned card. */
    groups: z.array(Uuid).max(20, abort).optional(),
    expireDate: GivenInstant.nullable().optional(),
    maxUses: z.int().min(1).max(100_000).nullable().optional(),
  })
  .meta({ id: 'GridChange' })

export const GridStateChange = z
  .object({ state: z.enum(['ACTIVE', 'INACTIVE', 'CANCELED']) })
  .meta({ id: 'GridStateChange' })

export const GridProperties = z
  .object({
    rows: z.int(),
    columns: z.int(),
    cellLength: z.int(),
    /** What cells are made of. */
    alphabet: z.string(),
    challengeCells: z.int(),
    maximumPerUser: z.int(),
    /** Cards that nobody has, and how many there may be. */
    unassigned: z.int(),
    maximumUnassigned: z.int(),
  })
  .meta({ id: 'GridProperties' })

const params = z.object({ gridid: Uuid })
const path = '/api/web/v2/grids'
const { view, add, edit, remove } = callsOn('GRIDS')
const assigning = [
  'held_statement_broken',
  'not_found',
  'user_not_found',
  'rights_not_held',
  'grid_already_assigned',
  'grid_limit_reached',
  'no_contact',
  'email_server_missing',
  'email_not_sent',
] as const
const mailing =
  'With emailParms the card is mailed as a document; anybody who reads that mail has the card.'

export const createGrids = endpoint({
  ...add,
  limit: 'heavy',
  path: '/api/web/v1/grids',
  body: GridBatch,
  answer: z.array(Grid),
  ordinary: 'authenticatorWork',
  errors: ['group_not_found', 'grid_limit_reached'],
  audit: 'GRIDS_CREATED',
  summary: 'Make cards that nobody has yet',
})

export const createUserGrid = endpoint({
  ...add,
  path: '/api/web/v2/users/:userid/grids',
  params: z.object({ userid: Uuid }),
  body: z.object({ emailParms: GridMail.optional() }).meta({ id: 'NewUserGrid' }),
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: [
    'held_statement_broken',
    'user_not_found',
    'rights_not_held',
    'grid_limit_reached',
    'no_contact',
    'email_server_missing',
    'email_not_sent',
  ],
  audit: 'GRID_CREATED',
  summary: 'Make a card for a user',
  description: mailing,
})

export const readGridProperties = endpoint({
  ...view,
  path: '/api/web/v1/grids/properties',
  answer: GridProperties,
  errors: [],
  summary: 'What new cards are like, and how many more there may be',
})

export const readGrid = endpoint({
  ...view,
  path: `${path}/:gridid`,
  params,
  answer: Grid,
  errors: ['not_found'],
  summary: 'Read a card, without its contents',
})

export const readGridBySerial = endpoint({
  ...view,
  path: `${path}/sernum/:sernum`,
  params: z.object({ sernum: GridSerial }),
  answer: Grid,
  errors: ['not_found'],
  summary: 'Read a card by its serial number',
})

export const updateGrid = endpoint({
  ...edit,
  path: `${path}/:gridid`,
  params,
  body: GridChange,
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: [
    'not_found',
    'group_not_found',
    'grid_invalid_state',
    'precondition_failed',
    'rights_not_held',
  ],
  audit: 'GRID_UPDATED',
  summary: 'Change the groups of an unassigned card, or when a card ends',
})

export const changeGridState = endpoint({
  ...edit,
  path: `${path}/:gridid/changestate`,
  params,
  body: GridStateChange,
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'not_found', 'grid_invalid_state', 'rights_not_held'],
  audit: 'GRID_STATE_CHANGED',
  summary: 'Switch a card on or off, or cancel it for good',
  description: 'A card that was retired is not switched on again: make another.',
})

export const deleteGrid = endpoint({
  ...remove,
  path: `${path}/:gridid`,
  params,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'GRID_DELETED',
  summary: 'Delete a card',
})

export const assignGrid = endpoint({
  ...edit,
  path: '/api/web/v1/grids/:serial/assign',
  params: z.object({ serial: GridSerial }),
  body: GridAssignment,
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: assigning,
  audit: 'GRID_ASSIGNED',
  summary: 'Give an unassigned card to a user',
  description: mailing,
})

export const assignUserGrid = endpoint({
  ...edit,
  path: '/api/web/v1/users/:id/grids/assign',
  params: z.object({ id: Uuid }),
  body: UserGridAssignment,
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: assigning,
  audit: 'GRID_ASSIGNED',
  summary: 'Give a user an unassigned card, by its serial number',
  description: mailing,
})

export const unassignGrid = endpoint({
  ...edit,
  path: '/api/web/v1/grids/:id/unassign',
  params: z.object({ id: Uuid }),
  answer: Grid,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'grid_invalid_state', 'rights_not_held'],
  audit: 'GRID_UNASSIGNED',
  summary: 'Take a card back: another user may have it then',
  description: 'Only a card that was never used: who has used one may know it.',
})

export const mailGrid = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/grids/:gridid/email',
  params,
  body: GridMail,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: [
    'not_found',
    'grid_invalid_state',
    'rights_not_held',
    'no_contact',
    'email_server_missing',
    'email_not_sent',
  ],
  audit: 'GRID_MAILED',
  summary: 'Mail a card to its owner',
})

export const exportGrid = endpoint({
  ...edit,
  method: 'GET',
  path: '/api/web/v1/grids/:gridid/export',
  params,
  query: GridExport,
  answer: z.string(),
  produces: 'application/pdf',
  sensitive: true,
  errors: ['not_found', 'grid_invalid_state', 'rights_not_held', 'step_up_required'],
  audit: 'GRID_EXPORTED',
  reveals: ['gridContents'],
  summary: 'A card to print',
  description: 'Takes a fresh proof of the administrator.',
})
