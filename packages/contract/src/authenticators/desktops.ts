import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

export const Desktop = z
  .object({
    id: Uuid,
    userId: Uuid,
    name: z.string(),
    operatingSystem: z.string().nullable(),
    createDate: Instant,
    /** When its offline codes were renewed, and how long they reach. */
    renewedDate: Instant,
    offlineUntil: Instant,
  })
  .meta({ id: 'Desktop' })

const path = '/api/web/v1/users/:userid/desktops'
const params = z.object({ userid: Uuid })
const one = { path: `${path}/:id`, params: params.extend({ id: Uuid }) } as const

const { view } = callsOn('USERS')

export const listUserDesktops = endpoint({
  ...view,
  path,
  params,
  answer: z.array(Desktop),
  errors: ['user_not_found'],
  catalogueId: 'get:web.v1.users.userid.desktops',
  summary: 'The desktop clients of a user',
})

export const readUserDesktop = endpoint({
  ...one,
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  method: 'GET',
  answer: Desktop,
  errors: ['user_not_found', 'not_found'],
  audit: null,
  limit: 'read',
  catalogueId: 'get:web.v1.users.userid.desktops.id',
  summary: 'Read a desktop client of a user',
})

export const deleteUserDesktop = endpoint({
  ...one,
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  method: 'DELETE',
  answer: noContent,
  ordinary: 'userWork',
  errors: ['user_not_found', 'not_found', 'rights_not_held'],
  audit: 'DESKTOP_DELETED',
  limit: 'change',
  catalogueId: 'delete:web.v1.users.userid.desktops.id',
  summary: 'Delete a desktop client of a user: it gets no more offline codes',
})
