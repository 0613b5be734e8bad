import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { createGroup } from '@signet/contract/identity/groups'
import { createUser, deleteUser, updateUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { answerOnce } from './index.ts'

/* Guards: the claim in `claimCall`, the fingerprint in `replayed`, what `answerOnce` does with a failure. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const unique = (what: string): string => `${what}-${(count += 1)}`

const create = (key: string, userId: string, { token = as, on = test.call } = {}) =>
  on(createUser, { as: token, body: { userId }, headers: { 'idempotency-key': key } })

const usersNamed = async (userId: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()
  return rows.length
}

const headersOf = ({ headers }: Answer) => [headers['etag'], headers['location']]

describe('a call with an Idempotency-Key', () => {
  it('is made once, and a repeat is answered as it was', async () => {
    const [key, userId] = [unique('key'), unique('once')]
    const first = await create(key, userId)
    const again = await create(key, userId)
    expect(first.status).toBeLessThan(300)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(headersOf(again)).toEqual(headersOf(first))
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      undefined,
      'true',
    ])
    expect(await usersNamed(userId)).toBe(1)
  })

  it('is made once, however many are sent at the same time', async () => {
    const [key, userId] = [unique('key'), unique('crowd')]
    const all = await Promise.all(Array.from({ length: 8 }, () => create(key, userId)))
    const made = all.filter(({ status }) => status < 300)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    const others = all.filter(({ status }) => status >= 300)
    for (const { body } of others) expect(body.errorCode).toBe('idempotency_key_in_use')
    expect(await usersNamed(userId)).toBe(1)
  })

  it('is no other call, and has no other values', async () => {
    const key = unique('key')
    await create(key, unique('first'))
    const other = await create(key, unique('second'))
    expect([other.status, other.body.errorCode]).toEqual([422, 'idempotency_key_reused'])
    const headers = { 'idempotency-key': key }
    const group = await test.call(createGroup, { as, body: { name: unique('group') }, headers })
    expect(group.body.errorCode).toBe('idempotency_key_reused')
  })

  it('that failed does not use up its key', async () => {
    const [key, userId] = [unique('key'), unique('late')]
    const { body: taken } = await create(unique('key'), userId)
    expect((await create(key, userId)).status).toBe(409)
    const gone = await test.call(deleteUser, { as, params: { id: String(taken.id) } })
    expect(gone.status, gone.text).toBeLessThan(300)
    expect((await create(key, userId)).status).toBeLessThan(300)
  })

  it('that broke off unexpectedly is not made again', async () => {
    const call = { header: unique('key'), content: 'create' }
    const broken = answerOnce(test.ctx, call, () => Promise.reject(new Error('the disk is full')))
    await expect(broken).rejects.toThrow('the disk is full')
    let made = 0
    const again = answerOnce(test.ctx, call, async () => {
      made += 1
      return { status: 204, headers: {}, body: null }
    })
    await expect(again).rejects.toThrow('idempotency_key_in_use')
    expect(made).toBe(0)
  })

  it('whose outcome is unknown is not made again', async () => {
    const [key, userId] = [unique('key'), unique('lost')]
    await create(key, userId)
    await test.ctx.db
      .updateTable('idempotent_calls')
      .set({ sealed_answer: null })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    const again = await create(key, userId)
    expect([again.status, again.body.errorCode]).toEqual([409, 'idempotency_key_in_use'])
  })

  it('is a call of one caller, in one tenant', async () => {
    const key = unique('key')
    await create(key, unique('mine'))
    const { token } = await buildAdmin(test.ctx)
    expect((await create(key, unique('theirs'), { token })).status).toBeLessThan(300)
    const other = await test.otherTenant()
    const foreign = (await buildAdmin(other.ctx)).token
    const answer = await create(key, unique('elsewhere'), { token: foreign, on: other.call })
    expect(answer.status).toBeLessThan(300)
  })

  it('is known for a day', async () => {
    const [key, userId] = [unique('key'), unique('old')]
    await create(key, userId)
    const dayBefore = new Date(test.clock.now().getTime() - 24 * 3_600_000 - 1000)
    await test.ctx.db
      .updateTable('idempotent_calls')
      .set({ begun_at: dayBefore })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
    expect((await create(key, userId)).body.errorCode).toBe('user_exists')
  })

  it('leaves no secret behind that it was answered', async () => {
    const body = { name: unique('application'), applicationType: 'OIDC_SERVER' as const }
    const headers = { 'idempotency-key': unique('key') }
    const first = await test.call(createOidcApplication, { as, body, headers })
    const again = await test.call(createOidcApplication, { as, body, headers })
    expect(again.text).toBe(first.text)
    const { clientSecret } = Object(first.body)
    expect(clientSecret).toEqual(expect.any(String))
    const rows = await test.ctx.db.selectFrom('idempotent_calls').selectAll().execute()
    for (const { sealed_answer: sealed } of rows) {
      expect(sealed?.toString('latin1') ?? '').not.toContain(clientSecret)
    }
  })

  it.each(['', '"', '"a', 'a b', 'ä', 'x'.repeat(256)])('has no key like %j', async (key) => {
    const { status, body } = await create(key, unique('bad'))
    expect([status, body.errorCode]).toEqual([400, 'invalid_parameters'])
  })

  it('may quote its key, as structured fields do', async () => {
    const [key, userId] = [unique('key'), unique('quoted')]
    await create(key, userId)
    const again = await create(`"${key}"`, userId)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('that changes what exists does not heed it', async () => {
    const { body: made } = await create(unique('key'), unique('changed'))
    const params = { id: String(made.id) }
    const headers = { 'idempotency-key': 'a b' }
    const changed = await test.call(updateUser, { as, params, body: { firstName: 'Ada' }, headers })
    expect(changed.status).toBe(200)
  })
})
