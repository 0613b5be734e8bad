import { updateToken } from '@signet/contract/authenticators/tokens'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondNode } from '../../../../testing/access/nodes.ts'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  knownBrowser,
  type SigningIn,
} from '../../../../testing/access/people.ts'
import {
  answered,
  buildHardware,
  pressed,
} from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Call } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let other: { readonly app: FastifyInstance; readonly call: Call }
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await secondNode(test)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await other.app.close()
  await test.close()
})

type Person = Awaited<ReturnType<typeof buildPerson>>

const halfway = async (user: Person, call: Call = test.call): Promise<SigningIn> => {
  const browser = await knownBrowser(test.ctx, call, user)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

const crowd = Array.from({ length: 50 }, (_, index) => index)
const right = (answers: readonly { readonly status: number }[]): number =>
  answers.filter(({ status }) => status === 200).length

describe('a token with a button', () => {
  it('signs in with its next code, and with one a few presses further, each once', async () => {
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { counter: 5 })
    const signIn = async (code: string) => (await (await halfway(user)).prove('TOKEN', code)).status
    expect(await signIn(pressed(4))).toBe(401)
    expect(await signIn(pressed(5))).toBe(200)
    expect(await signIn(pressed(5))).toBe(401)
    expect(await signIn(pressed(8))).toBe(200)
    expect(await signIn(pressed(7))).toBe(401)
    expect(await signIn(pressed(12))).toBe(401)
  })

  it('of an administrator signs in with no code further than by default', {
    meta: { covers: ['S71'] },
  }, async () => {
    await test.call(updateHardwareOathSettings, { as, body: { counterWindow: 20 } })
    const pressing = async (administrator: boolean, presses: number) => {
      const user = await buildPerson(test.ctx, { administrator })
      await buildHardware(test.ctx, user.id, { counter: 5 })
      return (await (await halfway(user)).prove('TOKEN', pressed(5 + presses))).status
    }
    expect(await pressing(false, 15)).toBe(200)
    expect(await pressing(true, 15)).toBe(401)
    expect(await pressing(true, 2)).toBe(200)
    await test.call(updateHardwareOathSettings, { as, body: { counterWindow: 2 } })
  })

  it('signs one in of fifty who send its code at once, on two nodes', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id)
    const browsers = await Promise.all(
      crowd.map((index) => halfway(user, index % 2 === 0 ? test.call : other.call)),
    )
    const code = pressed(0)
    const answers = await Promise.all(browsers.map((browser) => browser.prove('TOKEN', code)))
    expect(right(answers)).toBe(1)
  })

  it('costs as many tries as codes of it are right', async () => {
    // Guard: tokenCost. Eleven of a million codes are four times as many as three.
    await test.call(updateHardwareOathSettings, { as, body: { counterWindow: 10 } })
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { counter: 100 })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    await browser.prove('TOKEN', '000000')
    const row = await test.ctx.db
      .selectFrom('attempt_budgets')
      .select('failures')
      .where('tenant_id', '=', test.tenant.id)
      .where('subject', '=', user.id)
      .where('factor', '=', 'TOKEN')
      .executeTakeFirstOrThrow()
    expect(row.failures).toBe(4)
    await test.call(updateHardwareOathSettings, { as, body: { counterWindow: 2 } })
  })
})

describe('a token with a PIN', () => {
  it('signs in with the PIN before the code, and says that codes vary', async () => {
    const user = await buildPerson(test.ctx)
    const { id: tokenid } = await buildHardware(test.ctx, user.id)
    await test.call(updateToken, { as, params: { tokenid }, body: { pin: '4711' } })
    const browser = await knownBrowser(test.ctx, test.call, user)
    await browser.query(user.userId)
    const second = await browser.prove('PASSWORD', goodPassword)
    expect(second.body.authenticators).toEqual([{ type: 'TOKEN', variableLength: true }])
    expect((await browser.prove('TOKEN', pressed(0))).status).toBe(401)
    expect((await browser.prove('TOKEN', `4712${pressed(0)}`)).status).toBe(401)
    expect((await (await halfway(user)).prove('TOKEN', `4711 ${pressed(0)}`)).status).toBe(200)
  })
})

describe('a token with keys', () => {
  const suite = 'OCRA-1:HOTP-SHA1-6:QN08'

  const asked = async (browser: SigningIn): Promise<string> => {
    const { body } = await browser.challenge('TOKENCR')
    return String(fieldOf(body, 'tokenChallenge'))
  }

  it('signs in with its answer to the question of this very sign-in', async () => {
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { algorithmType: 'OATH_OCRA', suite })
    const [one, two] = [await halfway(user), await halfway(user)]
    const questions = [await asked(one), await asked(two)] as const
    expect(questions[0]).toMatch(/^\d{8}$/)
    expect(questions[0]).not.toBe(questions[1])
    expect((await two.prove('TOKENCR', answered(suite, questions[0]))).status).toBe(401)
    expect((await one.prove('TOKENCR', answered(suite, questions[0]))).status).toBe(200)
  })

  it('is not asked without a question, nor after five minutes', async () => {
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { algorithmType: 'OATH_OCRA', suite })
    const browser = await halfway(user)
    expect((await browser.prove('TOKENCR', answered(suite, '12345678'))).status).toBe(401)
    const question = await asked(browser)
    test.clock.advance(5 * 60_000 + 1)
    expect((await browser.prove('TOKENCR', answered(suite, question))).status).toBe(401)
  })

  it('answers an older question no more once it has answered a newer one', async () => {
    // Guard: what acceptStep keeps of questions without a counter is when they were asked.
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { algorithmType: 'OATH_OCRA', suite })
    const [former, later] = [await halfway(user), await halfway(user)]
    const first = await asked(former)
    test.clock.advance(1000)
    const second = await asked(later)
    expect((await later.prove('TOKENCR', answered(suite, second))).status).toBe(200)
    expect((await former.prove('TOKENCR', answered(suite, first))).status).toBe(401)
  })

  it('signs one in of fifty answers to one question, on two nodes', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { algorithmType: 'OATH_OCRA', suite })
    const browser = await halfway(user)
    const answer = answered(suite, await asked(browser))
    const answers = await Promise.all(
      crowd.map((index) => browser.prove('TOKENCR', answer, { sequenceNonce: `try ${index}` })),
    )
    expect(right(answers)).toBe(1)
  })

  it('signs its counter and its PIN where its suite says so', async () => {
    const counted = 'OCRA-1:HOTP-SHA512-8:C-QN08'
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, {
      algorithmType: 'OATH_OCRA',
      suite: counted,
      digits: 8,
      counter: 7,
    })
    const browser = await halfway(user)
    const question = await asked(browser)
    expect((await browser.prove('TOKENCR', answered(counted, question, 6))).status).toBe(401)
    const again = await asked(browser)
    expect((await browser.prove('TOKENCR', answered(counted, again, 8))).status).toBe(200)
  })

  it('shares the budget of the codes: who guesses at both has no more tries', async () => {
    // Guard: countedAs.
    const user = await buildPerson(test.ctx)
    await buildHardware(test.ctx, user.id, { algorithmType: 'OATH_OCRA', suite })
    await buildHardware(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const guess of ['111111', '222222']) await browser.prove('TOKEN', guess)
    await asked(browser)
    const { body } = await browser.prove('TOKENCR', '333333')
    expect(body.code).toBe('invalid_user_response_locked')
  })
})
