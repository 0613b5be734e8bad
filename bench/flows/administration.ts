import { randomBytes } from 'node:crypto'
import type { addGroupMember, removeGroupMember } from '@signet/contract/identity/user-groups'
import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser } from '@signet/contract/identity/users'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { type Answer, expectStatus, type Http } from '../load/http.ts'

/** Calls of one administrator. */
export interface Administrator {
  readonly http: Http
  readonly token: string
}

const send = async (
  { http, token }: Administrator,
  { method, path }: Pick<Endpoint, 'path'> & { readonly method: 'POST' },
  body: unknown,
): Promise<Answer> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return expectStatus(await http.ask(path, { method, headers, body: JSON.stringify(body) }), 200)
}

export type UserPage = z.output<typeof listUsers.answer>

export const readUserPage = async (
  administrator: Administrator,
  asked: z.input<typeof listUsers.body>,
): Promise<UserPage> =>
  listUsers.answer.parse(JSON.parse((await send(administrator, listUsers, asked)).text))

/** Puts a user into a group, or takes them out of it. */
export const changeMember = async (
  { http, token }: Administrator,
  { method, path }: Pick<typeof addGroupMember | typeof removeGroupMember, 'method' | 'path'>,
  { id, userid }: z.output<typeof addGroupMember.params>,
): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const target = path.replace(':id', id).replace(':userid', userid)
  expectStatus(await http.ask(target, { method, headers }), 204)
}

/** A new user with a password that the service hashes. */
export const addUser = async (administrator: Administrator): Promise<void> => {
  const userId = `new-${randomBytes(8).toString('hex')}`
  await send(administrator, createUser, {
    userId,
    firstName: 'New',
    lastName: 'Person',
    email: `${userId}@example.test`,
    password: `${randomBytes(9).toString('hex')} and more`,
    passwordChangeRequired: false,
  })
}
