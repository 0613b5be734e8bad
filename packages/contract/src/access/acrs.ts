import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Uuid } from '../kit/schemas.ts'

export const mostAcrs = 100

/** Values that the service gives by itself: one factor, and two that are independent. */
export const ownAcrs = ['aal1', 'aal2'] as const

/**
 * An authentication context class reference as applications ask for it, among others with spaces
 * between (OpenID Connect Core 1.0, section 3.1.2.1).
 */
export const AcrName = z
  .string()
  .trim()
  .max(200, abort)
  .regex(/^[\u0021-\u007e]{1,200}$/, 'no_spaces')
  .refine((name) => !ownAcrs.some((own) => own === name), 'acr_own')

export const Acr = z
  .object({
    id: Uuid,
    /** The value that applications ask for and read in the `acr` claim. */
    name: z.string(),
    description: z.string().nullable(),
    /** Flows whose sign-ins reach it. */
    flows: z.array(z.object({ id: Uuid, name: z.string() })),
    createdAt: Instant,
  })
  .meta({ id: 'Acr' })

export const NewAcr = z
  .object({
    name: AcrName,
    description: z.string().trim().max(500, abort).nullable().default(null),
  })
  .meta({ id: 'NewAcr' })

const path = '/api/web/v1/acrs'
const { view, add, remove } = callsOn('SETTINGS', { noun: 'authentication context class' })

export const listAcrs = endpoint({
  ...view,
  path,
  answer: z.array(Acr),
  errors: [],
  summary: 'Authentication context classes by name',
  description: `At most ${mostAcrs}.`,
})

export const readAcr = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: Acr,
  errors: ['acr_not_found'],
  summary: 'One authentication context class',
})

export const createAcr = endpoint({
  ...add,
  path,
  body: NewAcr,
  answer: Acr,
  sensitive: true,
  errors: ['acr_exists', 'acr_limit_reached'],
  audit: 'ACR_CREATED',
  summary: 'Add an authentication context class',
  description: 'Flows say which of them their sign-ins reach.',
})

export const deleteAcr = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: ['acr_in_use', 'acr_not_found'],
  audit: 'ACR_DELETED',
  summary: 'Delete an authentication context class that no flow reaches',
})
