import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../app.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { BuiltUser } from '../../../testing/builders.ts'
import { type Call, createCall } from '../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createTestPlatform } from '../../../testing/test-platform.ts'
import { reserve } from '../../authenticators/attempts/index.ts'
import { browserOf, buildPerson, goodPassword } from '../testing/people.ts'

/** A database whose answers can be lost after it has written. */
const losing = (inner: Database) => {
  const lost = { isLost: (_statements: readonly { readonly sql: string }[]) => false }
  const database: Database = {
    kind: inner.kind,
    system: inner.system,
    forTenant: (tenantId) => inner.forTenant(tenantId),
    async flush(tenantId, statements) {
      const results = await inner.flush(tenantId, statements)
      if (lost.isLost(statements)) throw new Error('the connection is gone')
      return results
    },
    transaction: (tenantId, work, options) => inner.transaction(tenantId, work, options),
    runScript: (script) => inner.runScript(script),
    ping: () => inner.ping(),
    close: () => inner.close(),
  }
  return Object.assign(lost, { database })
}

let test: TestApp
let app: FastifyInstance
let call: Call
let connection: ReturnType<typeof losing>
beforeAll(async () => {
  test = await startTestApp()
  connection = losing(test.testDatabase.database)
  const { platform } = await createTestPlatform(connection.database)
  app = await createApp({ ...platform, clock: test.clock })
  call = createCall(app, new URL(test.tenant.publicUrl).host)
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const begun = async (user: BuiltUser) => {
  const browser = browserOf(call)
  await browser.query(user.userId)
  return (response: string) => browser.prove('PASSWORD', response, { sequenceNonce: 'one' })
}

const failuresOf = async ({ id }: BuiltUser) => {
  const rows = await test.ctx.db
    .selectFrom('attempt_budgets')
    .select('failures')
    .where('tenant_id', '=', test.tenant.id)
    .where('subject', '=', id)
    .execute()
  return rows.map(({ failures }) => failures)
}

const attempts = () => test.ctx.db.updateTable('sign_in_attempts')

describe('an answer that comes again', () => {
  it('gets what it got, and costs nothing, however late', async () => {
    const user = await buildPerson(test.ctx)
    const answer = await begun(user)
    await answer('wrong')
    test.clock.advance(60_000)
    expect((await answer('wrong')).body.code).toBe('invalid_user_response')
    expect(await failuresOf(user)).toEqual([1])
  })

  it('is told the same when it came too often to be checked', async () => {
    const user = await buildPerson(test.ctx)
    const attempt = { userId: user.id, factor: 'PASSWORD', device: null } as const
    for (let count = 0; count < 5; count += 1) await reserve(test.ctx, attempt)
    const answer = await begun(user)
    const codes = [(await answer(goodPassword)).body.code, (await answer(goodPassword)).body.code]
    expect(codes).toEqual(['invalid_user_response_locked', 'invalid_user_response_locked'])
  })

  it('is checked, and paid for, when the node that had it has died', async () => {
    const user = await buildPerson(test.ctx)
    const answer = await begun(user)
    await answer('wrong')
    await attempts().set({ answer: null }).where('tenant_id', '=', test.tenant.id).execute()
    test.clock.advance(16_000)
    expect((await answer('wrong')).body.code).toBe('invalid_user_response')
    expect(await failuresOf(user)).toEqual([2])
  })

  it('gets the session that was written before the connection was lost', async () => {
    const user = await buildPerson(test.ctx)
    const answer = await begun(user)
    connection.isLost = (statements) =>
      statements.some(({ sql }) => /insert into "sessions"/.test(sql))
    expect((await answer(goodPassword)).status).toBe(500)
    connection.isLost = () => false
    expect((await answer(goodPassword)).body).toMatchObject({ authenticationCompleted: true })
  })

  it('opens no answer that was stored for another', async () => {
    const [one, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const [first, second] = [await begun(one), await begun(other)]
    await first(goodPassword)
    await second('wrong')
    const { rows } = await test.ctx.db.executeQuery<{ answer: Buffer }>(
      test.ctx.db
        .selectFrom('sign_in_attempts as a')
        .innerJoin('sign_in_evidence as e', (join) =>
          join
            .onRef('e.tenant_id', '=', 'a.tenant_id')
            .onRef('e.transaction_id', '=', 'a.transaction_id'),
        )
        .select('a.answer')
        .where('e.user_id', '=', one.id)
        .compile(),
    )
    await attempts()
      .set({ answer: rows[0]?.answer ?? null })
      .execute()
    expect((await second('wrong')).status).toBe(500)
  })
})
