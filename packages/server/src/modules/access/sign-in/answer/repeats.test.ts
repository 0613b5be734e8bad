import { setUserPassword } from '@signet/contract/authenticators/passwords'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../../testing/access/counted-database.ts'
import { browserOf, buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin } from '../../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../../testing/test-platform.ts'
import { createApp } from '../../../../app.ts'
import { reserve } from '../../../authenticators/attempts/index.ts'

let test: TestApp
let app: FastifyInstance
let call: Call
let watch: Watched
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
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

const opensSession = (texts: readonly string[]): boolean =>
  texts.some((text) => text.startsWith('insert into sessions '))

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
    watch.after = (texts) => {
      if (opensSession(texts)) throw new Error('the connection is gone')
    }
    expect((await answer(goodPassword)).status).toBe(500)
    watch.after = () => {}
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

describe('a password that is replaced at that very moment', () => {
  it('opens no session: the change ends what was open, and nothing opens after it', {
    meta: { covers: ['S13'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const answer = await begun(user)
    const { token: as } = await buildAdmin(test.ctx)
    const body = { password: 'a fine new phrase 8' }
    watch.before = async (_batch, texts) => {
      if (!opensSession(texts)) return
      watch.before = () => {}
      const set = await test.call(setUserPassword, { as, params: { userid: user.id }, body })
      expect(set.status).toBe(200)
    }
    expect((await answer(goodPassword)).status).toBe(401)
    const open = await test.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })
})
