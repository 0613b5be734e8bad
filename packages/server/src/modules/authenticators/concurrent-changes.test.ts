import {
  assignGrid,
  changeGridState,
  createUserGrid,
  deleteGrid,
  unassignGrid,
} from '@signet/contract/authenticators/grids'
import { assignToken, unassignToken } from '@signet/contract/authenticators/hardware-tokens'
import { deleteUserPassword, setUserPassword } from '@signet/contract/authenticators/passwords'
import {
  changeTokenState,
  createUserToken,
  deleteToken,
  synchroniseToken,
} from '@signet/contract/authenticators/tokens'
import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../testing/access/held-rows.ts'
import { buildPerson, buildToken } from '../../../testing/access/people.ts'
import { buildGrid, buildUnassigned } from '../../../testing/authenticators/grids.ts'
import { buildHardware, buildStock } from '../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import type { Answer } from '../../../testing/call.ts'
import { bulkDriver, workOn } from '../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { isPassword } from './passwords/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const codesOf = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'done' : body.code)).toSorted()

/** A bulk operation that is ready to run; what it says of its rows then. */
const bulk = async (kind: BulkKindName, content: string) => {
  const driver = bulkDriver(kind, test.call, as)
  const { id } = await driver.upload(content)
  await driver.start(id, { dryRun: false })
  return async () => {
    await workOn(test, id)
    const rows = await driver.rows(id)
    return rows.map(({ action, errorCode }) => errorCode ?? action)
  }
}

const rowsOf = (table: 'grids' | 'tokens', userId: string) =>
  test.ctx.db
    .selectFrom(table)
    .select(['id', 'state'])
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()

const eventsOf = async (action: string, entityId: string) => {
  const events = await test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute()
  return events.length
}

/** Runs all at once, after the row has been held until each of them waits for it. */
const together = <T>(
  table: 'grids' | 'tokens',
  id: string,
  calls: readonly (() => Promise<T>)[],
): Promise<readonly T[]> =>
  whileHeld(
    test.ctx,
    { table, column: 'id', value: id },
    () => Promise.all(calls.map((call) => call())),
    { waiting: calls.length },
  )

describe('concurrent changes of grid cards', () => {
  const give = (serial: string, userId: string) => () =>
    test.call(assignGrid, { as, params: { serial }, body: { userId } })

  it('give a card to one user, with one event', async () => {
    const users = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const card = await buildUnassigned(test.ctx)
    const answers = await together(
      'grids',
      card.id,
      users.map(({ id }) => give(card.serial, id)),
    )
    expect(codesOf(answers)).toEqual(['done', 'grid_already_assigned'])
    expect(await eventsOf('GRID_ASSIGNED', card.id)).toBe(1)
  })

  it('give a user no more cards than allowed, by single calls and by a bulk operation', async () => {
    const user = await buildUser(test.ctx)
    const cards = await Promise.all(Array.from({ length: 5 }, () => buildUnassigned(test.ctx)))
    const rows = cards.slice(0, 3).map(({ serial }) => `${user.userId},${serial}`)
    const run = await bulk('assigngrids', `userId,serialNumber\n${rows.join('\n')}\n`)
    await Promise.all([
      run(),
      ...cards.map(({ serial }) => give(serial, user.id)()),
      test.call(createUserGrid, { as, params: { userid: user.id }, body: {} }),
    ])
    expect(await rowsOf('grids', user.id)).toHaveLength(3)
  })

  it('change a card one after the other: canceled is the last state in any order', async () => {
    const user = await buildUser(test.ctx)
    const { id, serial } = await buildGrid(test.ctx, user.id)
    const change = (state: 'ACTIVE' | 'INACTIVE' | 'CANCELED') => () =>
      test.call(changeGridState, { as, params: { gridid: id }, body: { state } })
    const back = () => test.call(unassignGrid, { as, params: { id } })
    const run = await bulk('setgridstate', `serialNumber,state\n${serial},CANCELED\n`)
    const [answers, told] = await whileHeld(
      test.ctx,
      { table: 'grids', column: 'id', value: id },
      () => Promise.all([Promise.all([change('ACTIVE')(), change('CANCELED')()]), run()]),
      { waiting: 3 },
    )
    expect(answers.at(1)?.status).toBe(200)
    expect(['UPDATE', 'SKIP']).toContain(told[0])
    expect(await rowsOf('grids', user.id)).toEqual([{ id, state: 'CANCELED' }])
    expect((await back()).body.code).toBe('grid_invalid_state')
  })

  it('delete a card once', async () => {
    const { id } = await buildUnassigned(test.ctx)
    const remove = () => test.call(deleteGrid, { as, params: { gridid: id } })
    expect(codesOf(await together('grids', id, [remove, remove]))).toEqual(['done', 'not_found'])
    expect(await eventsOf('GRID_DELETED', id)).toBe(1)
  })

  it('end, in whatever order two bulk operations name the same cards', async () => {
    const cards = await Promise.all(
      Array.from({ length: 4 }, async () => buildGrid(test.ctx, (await buildUser(test.ctx)).id)),
    )
    const rows = cards.map(({ serial }) => `${serial},INACTIVE`)
    const one = await bulk('setgridstate', `serialNumber,state\n${rows.join('\n')}\n`)
    const other = await bulk(
      'setgridstate',
      `serialNumber,state\n${rows.toReversed().join('\n')}\n`,
    )
    const told = await Promise.all([one(), other()])
    expect(told.flat().toSorted()).toEqual([...Array(4).fill('SKIP'), ...Array(4).fill('UPDATE')])
  })
})

describe('concurrent changes of tokens', () => {
  it('make no more tokens than allowed, by single calls and by a bulk operation', async () => {
    const user = await buildUser(test.ctx)
    const params = { userid: user.id, type: 'GOOGLE_AUTHENTICATOR' } as const
    const run = await bulk('assignsofttokens', `userId\n${user.userId}\n${user.userId}\n`)
    await Promise.all([
      run(),
      ...Array.from({ length: 6 }, () => test.call(createUserToken, { as, params, body: {} })),
    ])
    expect(await rowsOf('tokens', user.id)).toHaveLength(5)
  })

  it('take two codes in a row once', async () => {
    const user = await buildPerson(test.ctx, { password: null })
    const token = await buildToken(test.ctx, user.id)
    const body = { response: token.code(1), nextResponse: token.code(2) }
    const synchronise = () =>
      test.call(synchroniseToken, { as, params: { tokenid: token.id }, body })
    const answers = await together('tokens', token.id, [synchronise, synchronise])
    expect(codesOf(answers)).toEqual(['done', 'invalid_user_response'])
  })

  it('delete a token once, and leave nothing to change', async () => {
    const user = await buildUser(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const params = { tokenid: token.id }
    const [row] = await rowsOf('tokens', user.id)
    expect(row?.id).toBe(token.id)
    const remove = () => test.call(deleteToken, { as, params })
    const answers = await together('tokens', token.id, [remove, remove])
    expect(codesOf(answers)).toEqual(['done', 'not_found'])
    const off = await test.call(changeTokenState, { as, params, body: { state: 'INACTIVE' } })
    expect(off.body.code).toBe('not_found')
    expect(await eventsOf('TOKEN_DELETED', token.id)).toBe(1)
  })
})

describe('concurrent changes of hardware tokens', () => {
  it('give a token to one user, by a single call or by a bulk operation', async () => {
    const [one, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const { id, serial } = await buildStock(test.ctx)
    const run = await bulk('assigntokens', `userId,serialNumber\n${one.userId},${serial}\n`)
    const assign = () =>
      test.call(assignToken, { as, params: { tokenid: id }, body: { userId: other.id } })
    const [answer, told] = await whileHeld(
      test.ctx,
      { table: 'tokens', column: 'id', value: id },
      () => Promise.all([assign(), run()]),
      { waiting: 2 },
    )
    // A token that found an owner meanwhile is not among those that the file may name.
    const outcomes = [answer.status === 200 ? 'UPDATE' : answer.body.code, ...told].toSorted()
    expect([
      ['UPDATE', 'not_found'],
      ['UPDATE', 'token_invalid_state'],
    ]).toContainEqual(outcomes)
    expect(await eventsOf('TOKEN_ASSIGNED', id)).toBe(1)
  })

  it('give a user no more tokens than allowed', async () => {
    const user = await buildUser(test.ctx)
    for (let at = 0; at < 3; at += 1) await buildHardware(test.ctx, user.id)
    const stock = await Promise.all(Array.from({ length: 4 }, () => buildStock(test.ctx)))
    const answers = await Promise.all(
      stock.map(({ id }) =>
        test.call(assignToken, { as, params: { tokenid: id }, body: { userId: user.id } }),
      ),
    )
    expect(codesOf(answers)).toEqual(['done', 'done', 'token_limit_reached', 'token_limit_reached'])
  })

  it('unassign a token once', async () => {
    const { id } = await buildHardware(test.ctx, (await buildUser(test.ctx)).id)
    const back = () => test.call(unassignToken, { as, params: { tokenid: id } })
    const answers = await together('tokens', id, [back, back])
    expect(codesOf(answers)).toEqual(['done', 'token_invalid_state'])
  })
})

describe('concurrent changes of passwords', () => {
  const passwords = ['first long enough words 71', 'second long enough words 72']

  it('leave one of the passwords, and remember both', async () => {
    const user = await buildPerson(test.ctx, { password: null })
    const answers = await Promise.all(
      passwords.map((password) =>
        test.call(setUserPassword, { as, params: { userid: user.id }, body: { password } }),
      ),
    )
    expect(codesOf(answers)).toEqual(['done', 'done'])
    const fits = await Promise.all(
      passwords.map((password) => isPassword(test.ctx, user.id, password)),
    )
    expect(fits.toSorted()).toEqual([false, true])
  })

  it('end, in whatever order two bulk operations and a single call name the same users', async () => {
    const users = await Promise.all(
      Array.from({ length: 4 }, () => buildPerson(test.ctx, { password: null })),
    )
    const rows = users.map(({ userId }, at) => `${userId},bulk long enough words ${at}7`)
    const one = await bulk('assignpasswords', `userId,password\n${rows.join('\n')}\n`)
    const other = await bulk(
      'assignpasswords',
      `userId,password\n${rows.toReversed().join('\n')}\n`,
    )
    const [password = ''] = passwords
    const [told, toldToo, answer] = await Promise.all([
      one(),
      other(),
      test.call(setUserPassword, {
        as,
        params: { userid: users[0]?.id ?? '' },
        body: { password },
      }),
    ])
    expect([...told, ...toldToo]).toEqual(Array(8).fill('UPDATE'))
    expect(answer.status).toBe(200)
  })

  it('delete a password once', async () => {
    const user = await buildPerson(test.ctx)
    const remove = () => test.call(deleteUserPassword, { as, params: { userid: user.id } })
    expect(codesOf(await Promise.all([remove(), remove()]))).toEqual(['done', 'not_found'])
    expect(await eventsOf('PASSWORD_DELETED', user.id)).toBe(1)
  })
})
