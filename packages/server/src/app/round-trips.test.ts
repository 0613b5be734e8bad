import { Socket } from 'node:net'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listUsers } from '@signet/contract/identity/user-lists'
import { createUser, readUser } from '@signet/contract/identity/users'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { listWeakSettings } from '@signet/contract/operations/weak-settings'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildAdmin, buildUser } from '../../testing/builders.ts'
import { whileTimeStands } from '../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let personId: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await buildAdmin(test.ctx)
  personId = (await buildUser(test.ctx)).id
  for (const name of ['One', 'Two', 'Three']) await buildWeak(name)
})
afterAll(() => test.close())

/** An application whose settings are weaker than the usual ones. */
const buildWeak = (name: string) =>
  test.call(createOidcApplication, {
    as: admin.token,
    body: {
      name,
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://wiki.example.test/callback'],
      pkceOptional: true,
    },
  })

let made = 0
const newUser = () => {
  made += 1
  return { userId: `new-${made}`, password: `Correct-horse-battery-${made}` }
}

type Case = readonly [name: string, trips: number, Endpoint, () => object]

it.each([
  ['a page of users, the session', 2, listUsers, () => ({ body: { limit: 100 } })],
  ['a search, the session', 2, listUsers, () => ({ body: { search: 'nobody' } })],
  ['the own sessions, the session', 2, listOwnSessions, () => ({})],
  ['one user, the session, the lockouts', 3, readUser, () => ({ params: { id: personId } })],
  ['weak settings of two kinds, however many, the session', 3, listWeakSettings, () => ({})],
  ['a new user with a password, the session', 2, createUser, () => ({ body: newUser() })],
] satisfies Case[])(
  'writes to the database once each for %s: %i in all',
  async (_name, trips, endpoint, given) => {
    const ask = async () => (await test.call(endpoint, { as: admin.token, ...given() })).status
    await whileTimeStands(async () => {
      expect(await ask()).toBe(200)
      const writes = vi.spyOn(Socket.prototype, 'write')
      expect(await ask()).toBe(200)
      expect(writes).toHaveBeenCalledTimes(trips)
      writes.mockRestore()
    })
  },
)
