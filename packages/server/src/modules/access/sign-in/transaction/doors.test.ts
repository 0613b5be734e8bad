import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../../testing/access/mail.ts'
import { buildPerson, goodPassword } from '../../../../../testing/access/people.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import type { Context } from '../../../../kit/context.ts'
import { createContext } from '../../../../kit/create-context.ts'
import { WithCookie } from '../../../../kit/routes.ts'
import { complete } from '../answer/complete.ts'
import { beginForInteraction, query } from '../begin/query.ts'
import { signInChallenge } from '../challenge/challenge.ts'
import type { Doors, Outcome } from './doors.ts'

let test: TestApp
let ctx: Context
beforeAll(async () => {
  test = await startTestApp()
  ctx = createContext({ ...test.ctx, actor: { kind: 'anonymous' } })
})
afterAll(() => test.close())

/** A protocol with one waiting request, whose application asks for two factors. */
const doorOf = (secondFactor: boolean) => {
  const outcomes: Outcome[] = []
  const doors: Doors = {
    oidc: {
      describe: async (_ctx, id) =>
        id === 'waiting-request-number-1' ? { applicationName: 'Wiki', secondFactor } : null,
      redirect: (_ctx, id, outcome) => {
        outcomes.push(outcome)
        return `/resume/${id}`
      },
    },
  }
  return { doors, outcomes }
}

const waiting = 'waiting-request-number-1'
type Told = Awaited<ReturnType<typeof complete>>
const stateOf = (told: Told) => (told instanceof WithCookie ? told.value : told)

describe('a sign-in that a protocol asks for', () => {
  it('leads back to it with the outcome', async () => {
    const { doors, outcomes } = doorOf(false)
    const user = await buildPerson(test.ctx)
    const asked = await query(ctx, doors, { authToken: waiting, userId: user.userId })
    expect(asked.applicationName).toBe('Wiki')
    const given = { authToken: asked.authToken ?? '', response: goodPassword }
    const done = stateOf(await complete(ctx, doors, { authenticator: 'PASSWORD', given }))
    expect(done).toMatchObject({ authenticationCompleted: true, redirect: `/resume/${waiting}` })
    expect(outcomes).toMatchObject([{ userId: user.id, amr: ['pwd'], acr: 'aal1' }])
  })

  it('goes on with its request under another user id', async () => {
    const { doors } = doorOf(true)
    const [one, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const begun = await beginForInteraction(ctx, doors, { door: 'oidc', id: waiting })
    expect(begun.authenticators).toEqual([{ type: 'PASSKEY' }])
    const first = await query(ctx, doors, { authToken: begun.authToken ?? '', userId: one.userId })
    const second = await query(ctx, doors, {
      authToken: first.authToken ?? '',
      userId: other.userId,
    })
    expect(second.applicationName).toBe('Wiki')
  })

  it('takes a mailed code where the application wants two factors', async () => {
    const { doors, outcomes } = doorOf(true)
    const user = await buildPerson(test.ctx, { email: 'anna@wiki.example.test' })
    const asked = await query(ctx, doors, { authToken: waiting, userId: user.userId })
    const half = stateOf(
      await complete(ctx, doors, {
        authenticator: 'PASSWORD',
        given: { authToken: asked.authToken ?? '', response: goodPassword },
      }),
    )
    expect(half.authenticators).toEqual([
      { type: 'OTP', deliveries: [{ attribute: 'email', type: 'EMAIL', hint: 'a***@w***.test' }] },
    ])
    const authToken = half.authToken ?? ''
    const challenged = await signInChallenge(ctx, { authToken, authenticator: 'OTP' })
    expect(challenged.otp?.hint).toBe('a***@w***.test')
    const response = await mailedCode(test, 'anna@wiki.example.test')
    const given = { authToken, response }
    const done = stateOf(await complete(ctx, doors, { authenticator: 'OTP', given }))
    expect(done.authenticationCompleted).toBe(true)
    expect(outcomes).toMatchObject([{ amr: ['pwd', 'otp', 'mfa'], acr: 'aal2' }])
  })

  it('makes whoever cannot be mailed enrol', async () => {
    const { doors } = doorOf(true)
    const user = await buildPerson(test.ctx)
    const asked = await query(ctx, doors, { authToken: waiting, userId: user.userId })
    const given = { authToken: asked.authToken ?? '', response: goodPassword }
    const half = stateOf(await complete(ctx, doors, { authenticator: 'PASSWORD', given }))
    expect(half.requiredActions).toEqual(['ENROLL_SECOND_FACTOR'])
  })

  it('is refused for a request that does not wait here, or when asking fails', async () => {
    const { doors } = doorOf(true)
    await expect(query(ctx, doors, { authToken: 'some-other-request-1' })).rejects.toThrow(
      'no_transaction',
    )
    const broken: Doors = {
      oidc: {
        describe: () => Promise.reject(new Error('the protocol is broken')),
        redirect: () => '/',
      },
    }
    await expect(query(ctx, broken, { authToken: waiting })).rejects.toThrow('broken')
  })
})

describe('a failure while a sign-in is judged', () => {
  it('lets nobody in', async () => {
    const { doors } = doorOf(false)
    const failing: Doors = {
      oidc: {
        describe: async () => ({ applicationName: null, secondFactor: false }),
        redirect: () => {
          throw new Error('no way back')
        },
      },
    }
    const user = await buildPerson(test.ctx)
    const asked = await query(ctx, doors, { authToken: waiting, userId: user.userId })
    const given = { authToken: asked.authToken ?? '', response: goodPassword }
    await expect(complete(ctx, failing, { authenticator: 'PASSWORD', given })).rejects.toThrow(
      'no way back',
    )
    const rows = await test.ctx.db
      .selectFrom('sign_in_evidence')
      .select('step')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('a locked tenant', () => {
  it('lets nobody in, and says so after the right password only', {
    meta: { covers: ['lifecycle.tenant-lock'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const locked = createContext({ ...ctx, tenant: { ...ctx.tenant, locked: true } })
    const attempt = async (response: string) => {
      const { authToken } = await query(locked, {}, { userId: user.userId })
      const given = { authToken: authToken ?? '', response }
      return complete(locked, {}, { authenticator: 'PASSWORD', given })
    }
    await expect(attempt('wrong')).rejects.toThrow('invalid_user_response')
    await expect(attempt(goodPassword)).rejects.toThrow('account_locked')
  })
})
