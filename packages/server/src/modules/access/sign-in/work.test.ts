import { beginStepUp, completeAuthentication } from '@signet/contract/access/authentication'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  type SigningIn,
} from '../../../../testing/access/people.ts'
import { signInAs } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'
import type { Hashes } from '../../../platform/hashes.ts'

let test: TestApp
let watch: Watched
let call: Call
let hashes: Hashes
let close: () => Promise<void>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  hashes = platform.hashes
  const app = await createApp({ ...platform, clock: test.clock })
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = () => app.close()
  await warm()
})
afterAll(async () => {
  await close()
  await test.close()
})

/** Tenant, keys and policies are read once a second, whoever asks. */
const warm = async () => {
  const browser = browserOf(call)
  await browser.query('somebody')
  await browser.prove('PASSWORD', 'some password')
}

/** Round trips, statements and hashes of a call, and the bytes of its answer. */
const measured = async (work: () => Promise<{ text: string; status: number }>) => {
  const before = { ...watch.work, hashes: hashes.computed }
  const { text, status } = await work()
  return {
    status,
    bytes: Buffer.byteLength(text),
    flushes: watch.work.flushes - before.flushes,
    statements: watch.work.statements - before.statements,
    hashes: hashes.computed - before.hashes,
  }
}

type Work = Awaited<ReturnType<typeof measured>>

/** The least work of three: settings that are read once a second would blur it on a busy machine. */
const least = async (work: () => Promise<Work>): Promise<Work> => {
  const runs = [await work(), await work(), await work()]
  const [first, ...rest] = runs.toSorted((a, b) => a.flushes - b.flushes)
  if (first === undefined) throw new Error(`no run among ${rest.length}`)
  return first
}

/** A new browser of someone's, halfway where `prepare` brings it. */
const from = (
  userId: string,
  prepare: (browser: SigningIn) => Promise<unknown> = async () => {},
) => ({
  async asking() {
    await warm()
    return measured(() => browserOf(call).query(userId))
  },
  async proving(authenticator: string, response: () => string) {
    const browser = browserOf(call)
    await browser.query(userId)
    await prepare(browser)
    await warm()
    return measured(() => browser.prove(authenticator, response()))
  },
})

describe('known and unknown people', () => {
  it('cost the same work and get answers of the same length', {
    meta: { covers: ['S29'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const [known, unknown] = [from(user.userId), from('x'.repeat(user.userId.length))]
    expect(await least(unknown.asking)).toEqual(await least(known.asking))
    const wrong = (who: typeof known, text: string) =>
      least(() => who.proving('PASSWORD', () => text))
    const refused = await wrong(known, 'not the password')
    expect(await wrong(unknown, 'not the password')).toEqual(refused)
    expect(refused).toMatchObject({ status: 401, hashes: 1 })
    const someone = await buildPerson(test.ctx)
    expect(await wrong(from('y'.repeat(9)), '\u0000')).toEqual(
      await wrong(from(someone.userId), '\u0000'),
    )
  })

  it('cost the same with and without a password', { meta: { covers: ['S29'] } }, async () => {
    const [one, other] = [
      await buildPerson(test.ctx),
      await buildPerson(test.ctx, { password: null }),
    ]
    const wrong = (userId: string) => least(() => from(userId).proving('PASSWORD', () => 'wrong'))
    expect(await wrong(other.userId)).toEqual(await wrong(one.userId))
  })
})

describe('a sign-in', () => {
  it('takes one round trip to ask, two to answer', async () => {
    const user = await buildPerson(test.ctx)
    const browser = from(user.userId)
    expect(await least(browser.asking)).toMatchObject({ flushes: 1, statements: 1 })
    const answered = await least(() => browser.proving('PASSWORD', () => goodPassword))
    expect(answered).toMatchObject({ status: 200, flushes: 2, hashes: 1 })
  })

  it('takes two more for a code', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = from(user.userId, (visitor) => visitor.prove('PASSWORD', goodPassword))
    const answered = await least(() => {
      test.clock.advance(31_000)
      return browser.proving('TOKEN', token.code)
    })
    expect(answered).toMatchObject({ status: 200, flushes: 2, hashes: 0 })
  })
})

describe('proving a factor again', () => {
  it('takes one round trip for the session, two for the code', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const as = await signInAs(test.ctx, user)
    const proving = async () => {
      test.clock.advance(31_000)
      const begun = await call(beginStepUp, { as, body: {} })
      await warm()
      const body = { authToken: begun.body.authToken, response: token.code() }
      const params = { authenticator: 'TOKEN' }
      return measured(() => call(completeAuthentication, { as, params, body }))
    }
    const work = await least(proving)
    expect(work).toMatchObject({ status: 200, flushes: 3, hashes: 0 })
    expect(work.statements).toBeLessThanOrEqual(11)
  })
})

describe('an answer', () => {
  /* Guard: `noted` in `readAll` alone (answering.ts). */
  it.each([goodPassword, 'a wrong password'])(
    'is told after a commit that waits for the disk, its charge before that (%s)',
    async (password) => {
      const browser = browserOf(call)
      await browser.query((await buildPerson(test.ctx)).userId)
      await warm()
      const batches: (readonly [boolean, string | undefined])[] = []
      watch.before = (_batch, texts, options) => {
        const charges = texts.some((text) => text.includes('insert into attempt_budgets'))
        batches.push([charges, options?.onDisk])
      }
      await browser.prove('PASSWORD', password)
      watch.before = () => {}
      expect(batches).toEqual([
        [true, 'soon'],
        [false, undefined],
      ])
    },
  )
})

describe('a wrong answer counts', () => {
  const failuresOf = async (subject: string) => {
    const rows = await test.ctx.db
      .selectFrom('attempt_budgets')
      .select('failures')
      .where('tenant_id', '=', test.tenant.id)
      .where('subject', '=', subject)
      .execute()
    return rows[0]?.failures ?? 0
  }

  it('wherever the connection is lost after it was noted', {
    meta: { covers: ['S9'] },
  }, async () => {
    for (const lost of [2, 3]) {
      const user = await buildPerson(test.ctx)
      const browser = browserOf(call)
      await browser.query(user.userId)
      await warm()
      const start = watch.work.batches
      watch.before = (batch) => {
        if (batch >= start + lost) throw new Error('the connection is gone')
      }
      const answer = await browser.prove('PASSWORD', 'wrong')
      watch.before = () => {}
      expect(answer.status).toBe(lost === 2 ? 500 : 401)
      expect(await failuresOf(user.id)).toBe(1)
    }
  })

  it('when the hash cannot be computed', { meta: { covers: ['S9', 'S20'] } }, async () => {
    const user = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('passwords')
      .set({ hash: 'no hash at all' })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    const browser = browserOf(call)
    await browser.query(user.userId)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(401)
    expect(await failuresOf(user.id)).toBe(1)
  })

  it('and gives no session when the last write fails', { meta: { covers: ['S20'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(call)
    await browser.query(user.userId)
    await warm()
    const start = watch.work.batches
    watch.before = (batch) => {
      if (batch === start + 2) throw new Error('the connection is gone')
    }
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(500)
    watch.before = () => {}
    const sessions = await test.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(sessions).toEqual([])
    // The attempt was charged before the check, and stays charged: errors deny.
    expect(await failuresOf(user.id)).toBe(1)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  })
})
