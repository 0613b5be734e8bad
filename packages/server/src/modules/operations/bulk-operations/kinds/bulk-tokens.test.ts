import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../../testing/access/mail.ts'
import {
  atStepStart,
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { reserve } from '../../../authenticators/attempts/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const tokensOf = (userId: string) =>
  test.ctx.db
    .selectFrom('tokens')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()

/** Somebody with a token in use. */
const holder = async (email?: string) => {
  const user = await buildPerson(test.ctx, email === undefined ? {} : { email })
  const token = await buildToken(test.ctx, user.id)
  const [row] = await tokensOf(user.id)
  return { user, token, id: row?.id ?? '', serial: row?.serial ?? '' }
}

const changed = async (id: string, columns: object): Promise<void> => {
  await test.ctx.db
    .updateTable('tokens')
    .set(columns)
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()
}

const eventsOf = async (action: string, entityId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute()

const reset = (content: string, more: object = {}) =>
  runFile(test, { kind: 'resettokens', as, content, ...more })

describe('a reset of tokens', () => {
  it('by two codes in a row takes over how far the clock has run away', {
    meta: { covers: ['lifecycle.bulk', 'lifecycle.token-sync'] },
  }, async () => {
    const { user, token, id, serial } = await holder()
    const content = () => {
      atStepStart(test)
      return `Serial,Code,Next code\n${serial},${token.code(40)},${token.code(41)}\n`
    }
    expect(await reset(content(), { dryRun: true })).toMatchObject([
      { action: 'UPDATE', name: serial, subjectId: id },
    ])
    expect(await tokensOf(user.id)).toMatchObject([{ drift_quarters: 0 }])
    const last = content()
    const used = token.code(41)
    expect(await reset(last)).toMatchObject([{ action: 'UPDATE' }])
    expect(await tokensOf(user.id)).toMatchObject([{ drift_quarters: 164, version: 3 }])
    expect(await eventsOf('TOKEN_SYNCHRONISED', id)).toHaveLength(1)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    expect((await browser.prove('TOKEN', used)).status).toBe(401)
    expect((await browser.prove('TOKEN', token.code(42))).status).toBe(200)
  })

  it('without codes forgets its clock and the wrong codes, and takes no used code again', async () => {
    const { user, id } = await holder()
    await changed(id, { drift_quarters: 40, last_step: 99 })
    const attempt = { userId: user.id, factor: 'TOKEN', device: null } as const
    for (let count = 0; count < 3; count += 1) await reserve(test.ctx, attempt)
    expect(await reserve(test.ctx, attempt)).toBeNull()
    expect(await reset(`id\n${id}\n`)).toMatchObject([{ action: 'UPDATE' }])
    expect(await tokensOf(user.id)).toMatchObject([{ drift_quarters: 0, last_step: 99 }])
    expect(await reserve(test.ctx, attempt)).not.toBeNull()
    expect(await eventsOf('TOKEN_RESET', id)).toHaveLength(1)
  })

  it('tells by line and column what it refuses', async () => {
    const [right, off, fresh, twice] = [
      await holder(),
      await holder(),
      await holder(),
      await holder(),
    ]
    await changed(off.id, { state: 'INACTIVE' })
    await changed(fresh.id, { state: 'ACTIVATING' })
    const codes = `${right.token.code(40)},${right.token.code(42)}`
    const rows = [
      `,${right.serial},${codes}`,
      `,${off.serial},${codes}`,
      `,${fresh.serial},,`,
      `,${twice.serial},${twice.token.code(3)},`,
      `${off.id},,,`,
      ',0,,',
      `,${off.serial},,`,
      ',,,',
    ]
    const content = `id,serialNumber,response,nextResponse\n${rows.join('\n')}\n`
    expect(await reset(content)).toMatchObject([
      { line: 2, errorCode: 'invalid_user_response', column: 'response' },
      { line: 3, errorCode: 'token_invalid_state' },
      { line: 4, errorCode: 'token_invalid_state' },
      { line: 5, errorCode: 'bulk_value_missing', column: 'nextResponse' },
      { line: 6, errorCode: 'bulk_row_repeated', column: 'id' },
      { line: 7, errorCode: 'not_found', column: 'serialNumber' },
      { line: 8, errorCode: 'bulk_row_repeated', column: 'serialNumber', message: '3' },
      { line: 9, errorCode: 'bulk_value_missing', column: 'serialNumber' },
    ])
    expect(await tokensOf(right.user.id)).toMatchObject([{ drift_quarters: 0, version: 2 }])
  })
})

describe('a deletion of tokens', () => {
  it('takes them, and their owners are told', async () => {
    const { user, id, serial } = await holder('token-gone@example.test')
    const content = `serialNumber\n${serial}\n`
    const wanted = { kind: 'deletetokens', as, content } as const
    expect(await runFile(test, { ...wanted, dryRun: true })).toMatchObject([{ action: 'DELETE' }])
    expect(await tokensOf(user.id)).toHaveLength(1)
    expect(await runFile(test, wanted)).toMatchObject([{ action: 'DELETE', subjectId: id }])
    expect(await tokensOf(user.id)).toEqual([])
    expect(await eventsOf('TOKEN_DELETED', id)).toHaveLength(1)
    await noticeTo(test, 'token-gone@example.test', /removed/)
  })
})

describe('tokens of somebody who holds more, or in another tenant', () => {
  it('are out of reach', { meta: { covers: ['S43'] } }, async () => {
    const strong = await buildAdmin(test.ctx)
    await buildToken(test.ctx, strong.id)
    const [theirs] = await tokensOf(strong.id)
    const other = await test.otherTenant()
    const foreign = await buildPerson(other.ctx)
    await buildToken(other.ctx, foreign.id)
    const elsewhere = await other.ctx.db
      .selectFrom('tokens')
      .select('id')
      .where('tenant_id', '=', other.tenant.id)
      .executeTakeFirstOrThrow()
    const helper = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKUSERS', 'VIEW'],
        ['BULKUSERS', 'ADD'],
        ['TOKENS', 'EDIT'],
      ],
    })
    const content = `id\n${theirs?.id}\n${elsewhere.id}\n`
    expect(await reset(content, { as: helper.token })).toMatchObject([
      { errorCode: 'rights_not_held' },
      { errorCode: 'not_found' },
    ])
    const deleting = { kind: 'deletetokens', as: helper.token, content } as const
    expect(await runFile(test, deleting)).toMatchObject([
      { errorCode: 'access_denied' },
      { errorCode: 'access_denied' },
    ])
  })
})
