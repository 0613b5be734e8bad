import { updateSoftTokenSettings } from '@signet/contract/settings/entrustst'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { createGroupPolicy, deleteGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { readGuessMeter, updateGuessBudget } from '@signet/contract/settings/guessbudget'
import {
  lockoutFamily,
  readLockoutSettings,
  updateLockoutSettings,
} from '@signet/contract/settings/lockout'
import { lockableAuthenticators } from '@signet/rules/guess-budget'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { counting, reserve } from '../../authenticators/attempts/index.ts'
import { settings } from '../../settings/families/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

interface Row {
  readonly authenticator: string
  readonly basis: string
  readonly attempts: number | null
  readonly guessesPerYear: number | null
  readonly probability: number | null
}
interface Meter {
  readonly bound: number
  readonly meters: readonly { policy: string | null; authenticators: readonly Row[] }[]
}

const meter = async (): Promise<Meter> => JSON.parse((await test.call(readGuessMeter, { as })).text)
const rowOf = ({ meters }: Meter, authenticator: string, policy: string | null = null) =>
  meters
    .find((each) => each.policy === policy)
    ?.authenticators.find((row) => row.authenticator === authenticator)

const lock = (attempts: number) => ({
  authenticators: { TOKEN: { attempts, lockMillis: 900_000 } },
})

afterEach(async () => {
  await test.call(updateGuessBudget, { as, body: { bound: 0.01 } })
  await test.call(updateLockoutSettings, { as, body: lockoutFamily.defaults })
  await test.call(updateGuessBudget, { as, body: { bound: 1e-4 } })
})

describe('the guess-budget meter', () => {
  it('keeps the service’s own settings under 1 in 10,000 for every authenticator it can reckon', {
    meta: { covers: ['S6'] },
  }, async () => {
    const read = await meter()
    expect(read.bound).toBe(1e-4)
    const rows = read.meters[0]?.authenticators ?? []
    const reckoned = rows.filter(({ basis }) => basis === 'CHANCE')
    expect(reckoned.map(({ authenticator }) => authenticator)).toEqual([
      'TOKEN',
      'OTP',
      'MAGICLINK',
      'RECOVERY_CODE',
      'TEMP_ACCESS_CODE',
      'GRID',
    ])
    for (const { probability } of reckoned) {
      expect(probability).toBeGreaterThan(0)
      expect(probability).toBeLessThan(1e-4)
    }
  })

  it('says of the others who decides, and gives no number where nobody knows one', async () => {
    const read = await meter()
    const unknown = { probability: null, chance: null }
    expect(rowOf(read, 'PASSWORD')).toMatchObject({ ...unknown, basis: 'PEOPLE', attempts: 5 })
    expect(rowOf(read, 'KBA')).toMatchObject({ ...unknown, basis: 'PEOPLE', attempts: 3 })
    expect(rowOf(read, 'EXTERNAL')).toMatchObject({ ...unknown, basis: 'PROVIDER', attempts: 3 })
    expect(rowOf(read, 'FACE')).toMatchObject({ ...unknown, basis: 'PROVIDER', attempts: null })
  })

  it('knows of pushes how seldom a number matches that their owner cannot see', async () => {
    const asked = { basis: 'OWNER', attempts: null, probability: null }
    expect(rowOf(await meter(), 'TOKENPUSH')).toMatchObject({ ...asked, chance: 1 / 90 })
    await test.call(updateSoftTokenSettings, { as, body: { mutualChallenge: false } })
    expect(rowOf(await meter(), 'TOKENPUSH')).toMatchObject({ ...asked, chance: null })
    await test.call(updateSoftTokenSettings, { as, body: { mutualChallenge: true } })
  })

  it('has a row for everything that counts wrong answers', {
    meta: { covers: ['S6'] },
  }, async () => {
    const read = await meter()
    for (const factor of Object.keys(counting.budgets)) expect(rowOf(read, factor)).toBeDefined()
    for (const factor of lockableAuthenticators) expect(rowOf(read, factor)).toBeDefined()
  })

  it('counts as many guesses as the budgets of a real database let through in a year', {
    meta: { covers: ['S6'] },
  }, async () => {
    const user = await buildUser(test.ctx)
    const told = rowOf(await meter(), 'TOKEN')?.guessesPerYear
    const year = test.clock.now().getTime() + 365 * 86_400_000
    let through = 0
    while (test.clock.now().getTime() < year) {
      const holder = await reserve(test.ctx, { userId: user.id, factor: 'TOKEN', device: null })
      if (holder !== null) through += 1
      else {
        const { locked_until } = await test.ctx.db
          .selectFrom('attempt_budgets')
          .select('locked_until')
          .where('tenant_id', '=', test.ctx.tenant.id)
          .where('subject', '=', user.id)
          .executeTakeFirstOrThrow()
        test.clock.advance((locked_until?.getTime() ?? 0) - test.clock.now().getTime())
      }
    }
    expect(2 * through).toBe(told)
    as = (await buildAdmin(test.ctx)).token
  })
})

describe('a change of settings', () => {
  it('that would make guessing too easy is refused, and nothing of it stays', {
    meta: { covers: ['S6'] },
  }, async () => {
    const before = await test.call(readLockoutSettings, { as })
    const answer = await test.call(updateLockoutSettings, { as, body: lock(10) })
    expect(answer.status).toBe(409)
    expect(answer.body.errorCode).toBe('guess_budget_exceeded')
    const after = await test.call(readLockoutSettings, { as })
    expect(after.body).toEqual(before.body)
    expect(after.headers.etag).toBe(before.headers.etag)
    expect((await settings.lockout(test.ctx)).authenticators).toEqual({})
  })

  it('holds under a higher bound, and the bound does not sink below what stands then', async () => {
    expect((await test.call(updateGuessBudget, { as, body: { bound: 0.001 } })).status).toBe(200)
    expect((await test.call(updateLockoutSettings, { as, body: lock(10) })).status).toBe(200)
    const user = await buildUser(test.ctx)
    expect((await counting.budgetOf(test.ctx, 'TOKEN', user.id)).batch).toBe(10)
    const sunk = await test.call(updateGuessBudget, { as, body: { bound: 1e-4 } })
    expect(sunk.body.errorCode).toBe('guess_budget_exceeded')
    expect((await meter()).bound).toBe(0.001)
  })

  it('that mends a part of what is too easy is let through', async () => {
    await test.call(updateGuessBudget, { as, body: { bound: 0.01 } })
    await test.call(updateLockoutSettings, { as, body: lock(10) })
    await test.ctx.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ bound: 1e-6 }) })
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('family', '=', 'guessbudget')
      .execute()
    expect((await test.call(updateLockoutSettings, { as, body: lock(8) })).status).toBe(200)
    const worse = await test.call(updateLockoutSettings, { as, body: lock(9) })
    expect(worse.body.errorCode).toBe('guess_budget_exceeded')
    expect((await test.call(updateGeneralSettings, { as, body: {} })).status).toBe(200)
  })

  it('by a group policy is weighed alike, and its meter stands beside the tenant’s', {
    meta: { covers: ['S6'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const body = (attempts: number) => ({
      name: 'Tries',
      groupIds: [group.id],
      settings: { lockout: lock(attempts) },
    })
    const refused = await test.call(createGroupPolicy, { as, body: body(10) })
    expect(refused.body.errorCode).toBe('guess_budget_exceeded')
    const made = await test.call(createGroupPolicy, { as, body: body(1) })
    expect(made.status, made.text).toBe(200)
    const read = await meter()
    expect(rowOf(read, 'TOKEN', 'Tries')?.attempts).toBe(1)
    expect(rowOf(read, 'TOKEN')?.attempts).toBe(3)
    await test.call(deleteGroupPolicy, { as, params: { id: String(made.body.id) } })
  })
})
