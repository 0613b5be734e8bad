import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { Grid, GridExport, GridMail, GridSerial, GridStateChange } from '../authenticators/grids.ts'
import { endpoint } from '../kit/endpoint.ts'
import { noContent, Uuid } from '../kit/schemas.ts'
import { GridChallenge } from './authentication.ts'

const path = '/api/web/v1/self/grids'
const inTab = { actor: 'user', tab: 'AUTHENTICATORS' } as const
const change = { ...inTab, limit: 'change' } as const
const params = z.object({ gridid: Uuid })
const byId = z.object({ id: Uuid })

export const createOwnGrid = endpoint({
  ...change,
  whileDue: true,
  method: 'POST',
  path,
  body: z.object({}).meta({ id: 'NewOwnGrid' }),
  answer: Grid,
  errors: ['authenticator_not_provisioned', 'grid_limit_reached', 'step_up_required'],
  audit: 'GRID_CREATED',
  summary: 'Make a card for oneself',
})

export const challengeOwnGrid = endpoint({
  ...inTab,
  whileDue: true,
  limit: 'authenticate',
  audit: null,
  method: 'POST',
  path: `${path}/challenge`,
  body: z.object({ serialNumber: GridSerial }).meta({ id: 'OwnGridChallenge' }),
  answer: GridChallenge,
  errors: [],
  summary: 'Cells to read off a card in hand, to take it over or to activate it',
  description: 'The answer is the same whether there is such a card or not.',
})

export const assignOwnGrid = endpoint({
  ...change,
  whileDue: true,
  limit: 'authenticate',
  method: 'PUT',
  path: `${path}/assign`,
  body: z
    .object({ serialNumber: GridSerial, response: z.string().min(1).max(100, abort) })
    .meta({ id: 'OwnGridAssignment' }),
  answer: Grid,
  errors: [
    'authenticator_not_provisioned',
    'step_up_required',
    'invalid_user_response',
    'invalid_user_response_locked',
    'grid_challenge_expired',
    'grid_limit_reached',
  ],
  audit: 'GRID_ASSIGNED',
  summary: 'Take a card over that is in one’s hand, or activate one’s own',
  description: 'Answers the challenge for its serial number.',
})

export const readOwnGrid = endpoint({
  ...inTab,
  limit: 'read',
  audit: null,
  method: 'GET',
  path: `${path}/:id`,
  params: byId,
  answer: Grid,
  errors: ['not_found'],
  summary: 'Read an own card, without its contents',
})

export const changeOwnGridState = endpoint({
  ...change,
  method: 'PUT',
  path: `${path}/:id/changestate`,
  params: byId,
  body: GridStateChange,
  answer: Grid,
  errors: ['not_found', 'grid_invalid_state', 'step_up_required'],
  audit: 'GRID_STATE_CHANGED',
  summary: 'Switch an own card on or off, or cancel it for good',
})

export const deleteOwnGrid = endpoint({
  ...change,
  method: 'DELETE',
  path: `${path}/:id`,
  params: byId,
  answer: noContent,
  errors: ['not_found', 'precondition_failed', 'step_up_required'],
  audit: 'GRID_DELETED',
  summary: 'Delete an own card',
})

export const mailOwnGrid = endpoint({
  ...change,
  whileDue: true,
  method: 'POST',
  path: `${path}/:gridid/email`,
  params,
  body: GridMail,
  answer: noContent,
  errors: [
    'not_found',
    'grid_invalid_state',
    'step_up_required',
    'no_contact',
    'email_server_missing',
    'email_not_sent',
  ],
  audit: 'GRID_MAILED',
  summary: 'Have an own card mailed',
})

export const exportOwnGrid = endpoint({
  ...change,
  whileDue: true,
  method: 'GET',
  path: `${path}/:gridid/export`,
  params,
  query: GridExport,
  answer: z.string(),
  produces: 'application/pdf',
  errors: ['not_found', 'grid_invalid_state', 'step_up_required'],
  audit: 'GRID_EXPORTED',
  reveals: ['gridContents'],
  summary: 'An own card to print',
})
