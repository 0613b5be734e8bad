import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, knownBrowser } from '../../../../../testing/access/people.ts'
import { buildGrid } from '../../../../../testing/authenticators/grids.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { recoveryCodes } from '../../../authenticators/recovery-codes/index.ts'
import { accountQuery, provingQuery } from './accounts.repository.ts'
import { readTogether } from './read-together.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Somebody with a token, a card and recovery codes, who has signed in from a browser before. */
const holder = async () => {
  const user = await buildPerson(test.ctx)
  await buildToken(test.ctx, user.id)
  await buildGrid(test.ctx, user.id)
  await test.ctx.transaction((ctx) =>
    recoveryCodes.createSet(ctx, { id: user.id, name: user.userId }),
  )
  await knownBrowser(test.ctx, test.call, user)
  const { device } = await test.ctx.db
    .selectFrom('known_devices')
    .select('device')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { userId: user.id, device }
}

describe('a person', () => {
  it('is known with all that they hold', async () => {
    const [[account]] = await readTogether(test.ctx, [accountQuery(test.ctx, await holder())])
    expect(account?.held.toSorted()).toEqual(['GRID', 'RECOVERY_CODE', 'TOKEN'])
    expect(account).toMatchObject({
      unusual_codes: false,
      recovery_codes: 10,
      questions: 0,
      device_known: true,
      has_devices: true,
      machine: null,
    })
  })

  it('is known by the kind that they prove, and otherwise alike', async () => {
    const person = await holder()
    const prove = (authenticator: 'TOKEN' | 'GRID' | 'FIDO' | 'PASSWORD') =>
      provingQuery(test.ctx, person, { purpose: 'SIGN_IN', authenticator, firsts: ['PASSWORD'] })
    const [[all], [token], [grid], [fido], [password]] = await readTogether(test.ctx, [
      accountQuery(test.ctx, person),
      prove('TOKEN'),
      prove('GRID'),
      prove('FIDO'),
      prove('PASSWORD'),
    ])
    const less = { ...all, recovery_codes: 0 }
    expect(token).toEqual({ ...less, held: ['TOKEN'] })
    expect(grid).toEqual({ ...less, held: ['GRID'] })
    expect(fido).toEqual({ ...less, held: [] })
    expect(password).toEqual(all)
  })

  it('is asked nothing of their browser in a session, and everything where kinds are compared', async () => {
    const person = await holder()
    const prove = (purpose: 'STEP_UP' | 'RESET' | 'VERIFY') =>
      provingQuery(test.ctx, person, { purpose, authenticator: 'TOKEN', firsts: ['PASSWORD'] })
    const [[all], [stepUp], [reset], [verify]] = await readTogether(test.ctx, [
      accountQuery(test.ctx, person),
      prove('STEP_UP'),
      prove('RESET'),
      prove('VERIFY'),
    ])
    expect(stepUp).toMatchObject({ held: ['TOKEN'], device_known: false, has_devices: false })
    expect([reset, verify]).toEqual([all, all])
  })
})
