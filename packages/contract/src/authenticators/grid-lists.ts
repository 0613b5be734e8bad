import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AsyncJob } from '../kit/jobs.ts'
import { IdParams, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { Grid, GridSerial, GridState } from './grids.ts'

export const UnassignedGridPageRequest = PageRequest.extend({
  /** From this serial number on. */
  serialFrom: GridSerial.optional(),
  groupId: Uuid.optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'UnassignedGridPageRequest' })

export const AssignedGridPageRequest = PageRequest.extend({
  /** From this serial number on. */
  serialFrom: GridSerial.optional(),
  userId: Uuid.optional(),
  state: GridState.exclude(['UNASSIGNED']).optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'AssignedGridPageRequest' })

const access = { actor: 'admin', needs: ['GRIDS', 'VIEW'], audit: null } as const
const submit = { ...access, method: 'POST', limit: 'search', errors: [] } as const
const status = { ...access, method: 'GET', params: IdParams, limit: 'read' } as const
const submitting = '/api/web/v2/async/gridspaged'
const sight =
  'An administrator limited to groups sees cards of the people in them, and unassigned ones of the groups.'

export const listAssignedGrids = endpoint({
  ...submit,
  path: '/api/web/v2/gridspaged/assigned',
  body: AssignedGridPageRequest,
  answer: pageOf(Grid),
  summary: 'A page of the cards that people have',
  description: sight,
})

export const listUnassignedGrids = endpoint({
  ...submit,
  path: '/api/web/v1/gridspaged/unassigned',
  body: UnassignedGridPageRequest,
  answer: pageOf(Grid),
  summary: 'A page of the cards that nobody has',
  description: sight,
})

export const submitAssignedGrids = endpoint({
  ...submit,
  path: `${submitting}/assigned`,
  body: AssignedGridPageRequest,
  answer: AsyncJob,
  summary: 'Have a page of the cards that people have prepared',
})

export const readAssignedGridsStatus = endpoint({
  ...status,
  path: `${submitting}/:id/assigned/status`,
  answer: AsyncJob,
  errors: ['not_found'],
  summary: 'Whether the page is ready',
})

export const readAssignedGridsResult = endpoint({
  ...status,
  path: `${submitting}/:id/assigned/result`,
  answer: pageOf(Grid),
  errors: ['not_found', 'job_not_completed', 'job_failed'],
  summary: 'The page that was asked for',
})

export const submitUnassignedGrids = endpoint({
  ...submit,
  path: `${submitting}/unassigned`,
  body: UnassignedGridPageRequest,
  answer: AsyncJob,
  summary: 'Have a page of the cards that nobody has prepared',
})

export const readUnassignedGridsStatus = endpoint({
  ...status,
  path: `${submitting}/:id/unassigned/status`,
  answer: AsyncJob,
  errors: ['not_found'],
  summary: 'Whether the page is ready',
})

export const readUnassignedGridsResult = endpoint({
  ...status,
  path: `${submitting}/:id/unassigned/result`,
  answer: pageOf(Grid),
  errors: ['not_found', 'job_not_completed', 'job_failed'],
  summary: 'The page that was asked for',
})
