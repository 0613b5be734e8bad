import { inviteUsers } from '@signet/contract/access/invitations'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { listUsers } from '@signet/contract/identity/user-lists'
import { updateUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  type BuiltUser,
  buildAdmin,
  buildGroup,
  buildUser,
  signInAs,
} from '../../../../testing/builders.ts'
import { runFile } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let admin: BuiltUser
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const built = await buildAdmin(test.ctx)
  admin = built
  as = built.token
  await test.platform.queue.start()
})
afterAll(() => test.close())

const invite = async (ids: readonly string[], expiryHours = 24) => {
  const answer = await test.call(inviteUsers, { as, body: { ids, expiryHours } })
  expect(answer.status, answer.text).toBe(200)
  return Array.isArray(answer.body.results) ? answer.body.results : []
}

const listed = async (body: object, token = as) => {
  const { body: answer, text } = await test.call(listUsers, { as: token, body })
  expect(answer.results, text).toBeDefined()
  const rows = Array.isArray(answer.results) ? answer.results : []
  return {
    ids: rows.map((row) => fieldOf(row, 'id')),
    total: fieldOf(answer.paging, 'total'),
  }
}

describe('the list of users', () => {
  let soon: BuiltUser
  let later: BuiltUser
  let rest: readonly BuiltUser[]

  beforeAll(async () => {
    const some: BuiltUser[] = []
    for (const firstName of ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve']) {
      const email = `${firstName}@example.test`.toLowerCase()
      const user = await buildUser(test.ctx, { email })
      const body = { firstName, lastName: 'Invitee' }
      await test.call(updateUser, { as, params: { id: user.id }, body })
      some.push(user)
    }
    const [first, second, ...others] = some
    if (first === undefined || second === undefined) throw new Error('no users')
    ;[soon, later, rest] = [first, second, others]
    const [moved, opened] = others
    await invite([soon.id], 1)
    await invite([later.id, moved?.id ?? '', opened?.id ?? ''], 48)
    const params = { id: moved?.id ?? '' }
    await test.call(updateUser, { as, params, body: { email: 'moved@example.test' } })
    const given = { params: { userid: opened?.id ?? '' }, body: { password: goodPassword } }
    await test.call(setUserPassword, { as, ...given })
  })

  it('is narrowed to the invited, by whether their invitation has expired', async () => {
    const both = { ids: [soon.id, later.id], total: 2 }
    expect(await listed({ invitation: 'PENDING' })).toEqual(both)
    expect(await listed({ invitation: 'EXPIRED' })).toEqual({ ids: [], total: 0 })
    test.clock.advance(2 * 3_600_000)
    as = await signInAs(test.ctx, admin)
    expect(await listed({ invitation: 'PENDING' })).toEqual({ ids: [later.id], total: 1 })
    expect(await listed({ invitation: 'EXPIRED' })).toEqual({ ids: [soon.id], total: 1 })
  })

  it.each([
    ['a search', { search: 'invitee' }],
    ['a beginning of names', { search: 'be' }],
    ['a state and an order', { state: 'ACTIVE', sortBy: 'created', descending: true }],
  ])('together with %s', async (_name, more) => {
    const wanted = await listed({ invitation: 'PENDING', ...more })
    expect(wanted).toEqual({ ids: [later.id], total: 1 })
  })

  it('shows an administrator limited to groups the invited of these', {
    meta: { covers: ['S22'] },
  }, async () => {
    const limitedTo = async (members: readonly string[]) => {
      const { id } = await buildGroup(test.ctx, { members })
      const permissions = [['USERS', 'VIEW']] as const
      return (await buildAdmin(test.ctx, { permissions, groupIds: [id] })).token
    }
    const others = rest.map(({ id }) => id)
    const [sees, blind] = [await limitedTo([later.id, ...others]), await limitedTo(others)]
    expect(await listed({ invitation: 'PENDING' }, sees)).toEqual({ ids: [later.id], total: 1 })
    expect(await listed({ invitation: 'PENDING' }, blind)).toEqual({ ids: [], total: 0 })
    expect((await listed({ invitation: 'PENDING', search: 'invitee' }, blind)).ids).toEqual([])
  })
})

it('users who were imported are invited by the ids in the result, those with a password are not', async () => {
  const mail = (name: string) => `${name}@import.test`
  const content = [
    'userId,email,password',
    `imported-a,${mail('a')},`,
    `imported-b,${mail('b')},${goodPassword}`,
    `imported-c,${mail('c')},`,
  ].join('\n')
  const rows = await runFile(test, { kind: 'importusers', as, content })
  expect(rows.map(({ action }) => action)).toEqual(['CREATE', 'CREATE', 'CREATE'])
  const outcomes = await invite(rows.map(({ subjectId }) => String(subjectId)))
  expect(outcomes).toMatchObject([
    { outcome: 'SUCCESS' },
    { outcome: 'FAILURE', errorCode: 'invitation_not_allowed' },
    { outcome: 'SUCCESS' },
  ])
})
