import { readToken, synchroniseToken } from '@signet/contract/authenticators/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  atStepStart,
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  knownBrowser,
} from '../../../../testing/access/people.ts'
import { buildGrid } from '../../../../testing/authenticators/grids.ts'
import { buildHardware, pressed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'
import { tempAccessCodes } from '../../authenticators/temp-access-codes/index.ts'

const dayMillis = 86_400_000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

type Person = Awaited<ReturnType<typeof buildPerson>>

/** Someone whose password is older than the clock is off: one of tomorrow proves nothing today. */
const buildLongSet = async (): Promise<Person> => {
  const user = await buildPerson(test.ctx)
  await test.ctx.db
    .updateTable('passwords')
    .set({ changed_at: new Date(test.clock.now().getTime() - 3 * dayMillis) })
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', user.id)
    .execute()
  return user
}

const halfway = async (user: Person) => {
  const browser = await knownBrowser(test.ctx, test.call, user)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

const give = async (user: Person, authenticator: string, response: string) =>
  (await (await halfway(user)).prove(authenticator, response)).status

/** A code that is made and judged within one step. */
const giveCode = async (user: Person, code: () => string) => {
  const browser = await halfway(user)
  atStepStart(test)
  return (await browser.prove('TOKEN', code())).status
}

/** What happens while the clock of the service is off; it is right again after. */
const whileOff = async <T>(millis: number, work: () => Promise<T>): Promise<T> => {
  test.clock.advance(millis)
  try {
    return await work()
  } finally {
    test.clock.advance(-millis)
  }
}

const Cells = z.object({
  gridChallenge: z.object({
    challenge: z.array(z.object({ column: z.string(), row: z.int() })),
  }),
})

describe.each([
  ['ahead', dayMillis],
  ['behind', -dayMillis],
])('while the clock of the service is a day %s', (_, off) => {
  it('codes that go by the time are refused, and are right again with the clock', async () => {
    // Guard: matchTime looks at its window alone.
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    const code = token.code()
    expect(await whileOff(off, () => give(user, 'TOKEN', code))).toBe(401)
    expect(await give(user, 'TOKEN', token.code())).toBe(200)
  })

  it('codes that go by presses, cells and sheets are taken, each once', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildLongSet()
    await buildHardware(test.ctx, user.id)
    const card = await buildGrid(test.ctx, user.id)
    const owner = { id: user.id, name: user.userId }
    const [code = ''] = await test.ctx.transaction((ctx) => recoveryCodes.createSet(ctx, owner))
    const readCard = async () => {
      const browser = await halfway(user)
      const { text } = await browser.challenge('GRID')
      const { challenge } = Cells.parse(JSON.parse(text)).gridChallenge
      return (await browser.prove('GRID', card.read(challenge))).status
    }
    await whileOff(off, async () => {
      expect(await give(user, 'TOKEN', pressed(0))).toBe(200)
      expect(await give(user, 'RECOVERY_CODE', code)).toBe(200)
      expect(await readCard()).toBe(200)
    })
    expect(await give(user, 'TOKEN', pressed(0))).toBe(401)
    expect(await give(user, 'RECOVERY_CODE', code)).toBe(401)
    expect(await readCard()).toBe(200)
  })

  it('no sign-in goes on that was begun before', async () => {
    // Guard: isGoingOn refuses what began later than now as it does what is too old.
    const user = await buildLongSet()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const { body } = await whileOff(off, () => browser.prove('PASSWORD', goodPassword))
    expect(body.code).toBe('no_transaction')
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  })
})

describe('a code of the time that was taken while the clock was ahead', () => {
  it('holds back every earlier one: none is taken a second time', {
    meta: { covers: ['S11'] },
  }, async () => {
    // Guard: matchTime and acceptStep take later steps only.
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    const code = await whileOff(dayMillis, async () => {
      const present = token.code()
      expect(await give(user, 'TOKEN', present)).toBe(200)
      return present
    })
    expect(await give(user, 'TOKEN', token.code())).toBe(401)
    expect(await whileOff(dayMillis, () => give(user, 'TOKEN', code))).toBe(401)
    test.clock.advance(31_000)
    const later = () => give(user, 'TOKEN', token.code(1))
    expect(await whileOff(dayMillis, later)).toBe(200)
  })
})

describe('a token whose clock is off', () => {
  const quartersOf = async (id: string) => {
    const { drift_quarters: quarters } = await test.ctx.db
      .selectFrom('tokens')
      .select('drift_quarters')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return quarters
  }
  const drifting = async (id: string, drift_quarters: number) =>
    test.ctx.db
      .updateTable('tokens')
      .set({ drift_quarters })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()

  it.each([40, -40])('by %i quarters is taken again once it is set right', async (quarters) => {
    // Guards: the second findStep of matchTime; mostLearnt.
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    await drifting(token.id, quarters)
    expect(await giveCode(user, () => token.code())).toBe(200)
    expect(await quartersOf(token.id)).toBe(0)
    test.clock.advance(31_000)
    expect(await giveCode(user, () => token.code(10))).toBe(401)
    expect(await giveCode(user, () => token.code())).toBe(200)
  })

  it('is followed by a quarter of a step with each code', async () => {
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    await drifting(token.id, 40)
    expect(await giveCode(user, () => token.code(11))).toBe(200)
    expect(await quartersOf(token.id)).toBe(41)
  })
})

describe('what is known of the clock of a token', () => {
  const driftOf = async (tokenid: string) => {
    const as = (await buildAdmin(test.ctx)).token
    return (await test.call(readToken, { as, params: { tokenid } })).body.clockDrift
  }
  const set = (id: string, drift_quarters: number) =>
    test.ctx.db
      .updateTable('tokens')
      .set({ drift_quarters })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()

  it('is told in seconds, with the last time that two codes set it', async () => {
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    expect(await driftOf(token.id)).toEqual({ seconds: 0, synchronisedAt: null })
    const as = (await buildAdmin(test.ctx)).token
    atStepStart(test)
    const body = { response: token.code(-6), nextResponse: token.code(-5) }
    const params = { tokenid: token.id }
    const { body: synchronised } = await test.call(synchroniseToken, { as, params, body })
    const { lastUsedDate: synchronisedAt } = synchronised
    expect(synchronisedAt).toEqual(expect.any(String))
    expect(await driftOf(token.id)).toEqual({ seconds: -150, synchronisedAt })
    test.clock.advance(31_000)
    expect(await giveCode(user, () => token.code(-4))).toBe(200)
    expect(await driftOf(token.id)).toEqual({ seconds: -142, synchronisedAt })
  })

  it('is nothing of a token that counts presses', async () => {
    const user = await buildLongSet()
    const { id } = await buildHardware(test.ctx, user.id)
    expect(await driftOf(id)).toBeNull()
  })

  /* Guard: the bound in `learn`. */
  it('is not led further away by use than by two codes that set it', async () => {
    const user = await buildLongSet()
    const token = await buildToken(test.ctx, user.id)
    // 120 steps of an app; a quarter of a step behind that.
    await set(token.id, 479)
    expect(await giveCode(user, () => token.code(121))).toBe(200)
    expect(await driftOf(token.id)).toMatchObject({ seconds: 3600 })
    test.clock.advance(31_000)
    expect(await giveCode(user, () => token.code(121))).toBe(200)
    expect(await driftOf(token.id)).toMatchObject({ seconds: 3600 })
    test.clock.advance(91_000)
    expect(await giveCode(user, () => token.code(119))).toBe(200)
    expect(await driftOf(token.id)).toMatchObject({ seconds: 3593 })
  })
})

describe('what ends by the time', () => {
  it('a temporary access code ends with its day, and no later for a clock that goes back', async () => {
    const user = await buildLongSet()
    await buildToken(test.ctx, user.id)
    const owner = { id: user.id, name: user.userId }
    const { code } = await test.ctx.transaction((ctx) => tempAccessCodes.create(ctx, owner, {}))
    const asked = await whileOff(dayMillis + 1000, async () => {
      const browser = await knownBrowser(test.ctx, test.call, user)
      await browser.query(user.userId)
      return browser.prove('PASSWORD', goodPassword)
    })
    expect(JSON.stringify(fieldOf(asked.body, 'authenticators'))).not.toContain('TEMP_ACCESS_CODE')
    expect(await whileOff(-dayMillis, () => give(user, 'TEMP_ACCESS_CODE', code))).toBe(200)
    expect(await give(user, 'TEMP_ACCESS_CODE', code)).toBe(401)
  })

  it('a lock is there still when the clock has gone back', async () => {
    const user = await buildLongSet()
    for (let count = 0; count < 5; count += 1) {
      const browser = browserOf(test.call)
      await browser.query(user.userId)
      await browser.prove('PASSWORD', `wrong ${count}`)
    }
    const strange = async () => {
      const browser = browserOf(test.call)
      await browser.query(user.userId)
      return (await browser.prove('PASSWORD', goodPassword)).body.code
    }
    expect(await whileOff(-dayMillis, strange)).toBe('invalid_user_response_locked')
    expect(await strange()).toBe('invalid_user_response_locked')
  })
})
