import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, goodPassword } from '../../../../testing/access/people.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createContext } from '../../../kit/create-context.ts'
import { complete } from './answer/complete.ts'
import { query } from './begin/query.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** A request whose proof was made with a key. */
const withKey = (keyThumbprint: string | null) =>
  createContext({
    ...test.ctx,
    actor: { kind: 'anonymous' },
    request: { ...test.ctx.request, keyThumbprint },
  })

const prove = (keyThumbprint: string | null, authToken: string) =>
  complete(
    withKey(keyThumbprint),
    {},
    {
      authenticator: 'PASSWORD',
      given: { authToken, response: goodPassword },
    },
  )

describe('a sign-in begun with a key', () => {
  it('goes on with that key only', {
    meta: { covers: ['transport.pre-login-token', 'S4'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const { authToken } = await query(withKey('one'), {}, { userId: user.userId })
    await expect(prove('other', authToken ?? '')).rejects.toThrow('no_transaction')
    await expect(prove(null, authToken ?? '')).rejects.toThrow('no_transaction')
    await prove('one', authToken ?? '')
    const [session] = await test.ctx.db
      .selectFrom('sessions')
      .select('key_thumbprint')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(session?.key_thumbprint).toBe('one')
  })
})

describe('what was proven with a key', () => {
  it('counts under that key only, though the sign-in was begun without one', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const { authToken } = await query(withKey(null), {}, { userId: user.userId })
    await prove('one', authToken ?? '')
    const second = (key: string | null, response: string) =>
      complete(
        withKey(key),
        {},
        {
          authenticator: 'TOKEN',
          given: { authToken: authToken ?? '', response },
        },
      )
    await expect(second('other', token.code())).rejects.toThrow('invalid_user_response')
    test.clock.advance(31_000)
    await second('one', token.code())
  })
})

describe('a sign-in token', () => {
  it('ends after a quarter of an hour', async () => {
    const user = await buildPerson(test.ctx)
    const { authToken } = await query(withKey(null), {}, { userId: user.userId })
    test.clock.advance(15 * 60_000 + 1)
    await expect(prove(null, authToken ?? '')).rejects.toThrow('no_transaction')
  })

  it('is good in its own tenant only, and not when changed', {
    meta: { covers: ['transport.pre-login-token'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const { authToken } = await query(withKey(null), {}, { userId: user.userId })
    const other = await test.otherTenant()
    const foreign = complete(
      other.ctx,
      {},
      {
        authenticator: 'PASSWORD',
        given: { authToken: authToken ?? '', response: goodPassword },
      },
    )
    await expect(foreign).rejects.toThrow('no_transaction')
    const changed = `${authToken?.slice(0, -8)}AAAAAAAA`
    await expect(prove(null, changed)).rejects.toThrow('no_transaction')
    await expect(prove(null, 'x'.repeat(300))).rejects.toThrow('no_transaction')
  })
})
