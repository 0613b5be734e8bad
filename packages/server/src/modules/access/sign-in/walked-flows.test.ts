import {
  GridChallenge,
  readAuthenticationInformation,
  startEnrollment,
} from '@signet/contract/access/authentication'
import {
  createAuthenticationFlow,
  listAuthenticationFlows,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { waitForPush } from '@signet/contract/access/pushes'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  knownBrowser,
} from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildGrid } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Sign-ins by flows that are not the standard one. Guards: `takes` in `stepDue` and `after` (plan.ts),
 * `access_denied` in `obstacleOf` and `flowOf` (standing.ts), `expectEnrolment` (situation.ts),
 * `sparing` in `sparedBy` (machine.ts), `pretendPush` in `sendOrPretend` (challenges/token-push.ts).
 */

let test: TestApp
let as: string
let standard: { readonly id: string; readonly name: string }
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  const flows = JSON.parse((await test.call(listAuthenticationFlows, { as })).text)
  standard = flows[0]
})
afterAll(() => test.close())

const alone = { secondFactor: 'NONE', secondFactors: [], skipSecondFactor: 'NEVER' } as const
const cards = {
  secondFactor: 'ALWAYS',
  secondFactors: ['GRID'],
  skipSecondFactor: 'NEVER',
} as const

/** Makes a flow the tenant's default. */
const apply = async (steps: object): Promise<string> => {
  const name = `Flow ${test.ctx.platform.ids.random(6).toString('hex')}`
  const body = { ...standardFlow, ...steps, name, default: true }
  const made = await test.call(createAuthenticationFlow, { as, body })
  expect(made.status, made.text).toBe(200)
  return String(made.body.id)
}
const restore = async (more: object = {}): Promise<void> => {
  // The tests let time pass.
  as = (await buildAdmin(test.ctx)).token
  const body = { ...standardFlow, name: standard.name, default: true, ...more }
  const put = await test.call(updateAuthenticationFlow, { as, params: { id: standard.id }, body })
  expect(put.status, put.text).toBe(200)
}
afterEach(() => restore())

const typesOf = (answer: { readonly body: Record<string, unknown> }): string[] =>
  JSON.parse(JSON.stringify(answer.body.authenticators ?? [])).map(
    ({ type }: { type: string }) => type,
  )

const begun = async (userId: string) => {
  const browser = browserOf(test.call)
  return { browser, state: await browser.query(userId) }
}
const afterPassword = async (userId: string) => {
  const { browser } = await begun(userId)
  return { browser, state: await browser.prove('PASSWORD', goodPassword) }
}

const complete = { authenticationCompleted: true }

describe('a sign-in by a flow', () => {
  it('goes by a password, then a grid card, and by nothing else', {
    meta: { covers: ['S2'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const card = await buildGrid(test.ctx, user.id)
    await apply({ firstFactors: ['PASSWORD'], ...cards })
    const { browser, state } = await afterPassword(user.userId)
    expect(typesOf(state)).toEqual(['GRID'])
    test.clock.advance(31_000)
    expect((await browser.prove('TOKEN', token.code())).status).toBe(401)
    const asked = await browser.challenge('GRID')
    const { challenge } = GridChallenge.parse(fieldOf(asked.body, 'gridChallenge'))
    expect((await browser.prove('GRID', card.read(challenge))).body).toMatchObject(complete)
  })

  it('lets one factor do, and asks administrators for a second all the same', async () => {
    const user = await buildPerson(test.ctx)
    const admin = await buildPerson(test.ctx, { administrator: true })
    for (const { id } of [user, admin]) await buildGrid(test.ctx, id)
    await apply({ firstFactors: ['PASSWORD'], ...alone })
    expect((await afterPassword(user.userId)).state.body).toMatchObject(complete)
    const { state } = await afterPassword(admin.userId)
    expect(state.body).toMatchObject({ authenticationCompleted: false, secondFactor: true })
    expect(typesOf(state)).toContain('GRID')
    // A flow that they cannot walk would not become everybody's afterwards.
    await test.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', admin.id)
      .execute()
  })

  it('begins with a code of the app, then the password', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    await apply({ firstFactors: ['TOKEN'], ...cards, secondFactors: ['PASSWORD'] })
    const { browser, state } = await begun(user.userId)
    expect(state.body.authenticators).toEqual([{ type: 'TOKEN', variableLength: true }])
    const next = await browser.prove('TOKEN', token.code())
    expect(typesOf(next)).toEqual(['PASSWORD'])
    expect((await browser.prove('PASSWORD', goodPassword)).body).toMatchObject(complete)
  })

  it('that denies refuses everybody who has proven themselves, and tells strangers nothing', async () => {
    const user = await buildPerson(test.ctx)
    const id = await apply({})
    await restore()
    const denied = { ...standardFlow, name: 'Closed', outcome: 'DENY', default: false }
    await test.call(updateAuthenticationFlow, { as, params: { id }, body: denied })
    // No default denies: the row is made one as an operator could.
    await test.ctx.transaction(async ({ db, tenant }) => {
      const set = (flow: string, is_default: boolean) =>
        db
          .updateTable('authentication_flows')
          .set({ is_default })
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', flow)
          .execute()
      await set(standard.id, false)
      await set(id, true)
    })
    await test.call(createAuthenticationFlow, { as, body: { ...standardFlow, name: 'Publishes' } })
    const { state } = await afterPassword(user.userId)
    expect([state.status, state.body.errorCode]).toEqual([403, 'access_denied'])
    const stranger = await afterPassword('nobody-at-all')
    expect(stranger.state.body.errorCode).toBe('invalid_user_response')
    await test.ctx.db
      .updateTable('authentication_flows')
      .set({ is_default: false })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
  })

  it('changed meanwhile counts for those under way', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    await buildGrid(test.ctx, user.id)
    const { browser, state } = await afterPassword(user.userId)
    expect(typesOf(state)).toEqual(['TOKEN', 'GRID'])
    await apply({ firstFactors: ['PASSWORD'], ...cards })
    test.clock.advance(31_000)
    expect((await browser.prove('TOKEN', token.code())).status).toBe(401)
  })

  it('spares a known device where it says so, and nobody else', async () => {
    const user = await buildPerson(test.ctx)
    await buildGrid(test.ctx, user.id)
    const browser = await knownBrowser(test.ctx, test.call, user)
    const by = async (skipSecondFactor: string) => {
      await apply({ firstFactors: ['PASSWORD'], ...cards, skipSecondFactor })
      await browser.query(user.userId)
      return (await browser.prove('PASSWORD', goodPassword)).body.authenticationCompleted
    }
    expect(await by('KNOWN_DEVICE')).toBe(true)
    expect(await by('REMEMBERED_BROWSER')).toBe(false)
    expect(await by('NEVER')).toBe(false)
    await apply({ firstFactors: ['PASSWORD'], ...cards, skipSecondFactor: 'KNOWN_DEVICE' })
    const strange = await afterPassword(user.userId)
    expect(strange.state.body.authenticationCompleted).toBe(false)
  })

  it('enrols only what counts by it', { meta: { covers: ['S2'] } }, async () => {
    const user = await buildPerson(test.ctx)
    await apply({ firstFactors: ['PASSWORD'], ...cards, secondFactors: ['GRID', 'FIDO'] })
    const { browser, state } = await afterPassword(user.userId)
    expect(state.body).toMatchObject({
      requiredActions: ['ENROLL_SECOND_FACTOR'],
      enrollableAuthenticators: ['FIDO'],
    })
    const other = await test.call(startEnrollment, {
      params: { authenticator: 'TOKEN' },
      body: { authToken: browser.authToken },
    })
    expect(other.body.errorCode).toBe('no_transaction')
    await apply({ firstFactors: ['PASSWORD'], ...cards })
    const stuck = await afterPassword(user.userId)
    expect(stuck.state.body).toMatchObject({ authenticators: [], requiredActions: [] })
  })

  it('shows how it begins to whoever has not said who they are', {
    meta: { covers: ['login.flow-types'] },
  }, async () => {
    const shown = async () => (await test.call(readAuthenticationInformation, {})).body
    expect(await shown()).toMatchObject({ loginType: 'USER_LOGIN', passkeyEnabled: true })
    await apply({ firstFactors: ['PASSWORD'], ...alone })
    expect(await shown()).toMatchObject({ loginType: 'USER_LOGIN', passkeyEnabled: false })
    await apply({ loginType: 'PASSKEY_LOGIN', firstFactors: ['PASSKEY'], ...alone })
    expect(await shown()).toMatchObject({ loginType: 'PASSKEY_LOGIN', passkeyEnabled: true })
  })
})

describe('a smart login', () => {
  const smart = { loginType: 'SMART_LOGIN', firstFactors: ['TOKENPUSH'], ...alone }

  it('goes by the app alone, with the number that the browser shows', {
    meta: { covers: ['login.flow-types'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const { app } = await buildSoftTokenApp(test, user.id)
    await apply(smart)
    const { browser, state } = await begun(user.userId)
    expect(state.body).toMatchObject({ loginType: 'SMART_LOGIN' })
    expect(typesOf(state)).toEqual(['TOKENPUSH'])
    const asked = await browser.challenge('TOKENPUSH')
    const number = String(fieldOf(asked.body, 'push', 'number'))
    expect(number).toMatch(/^[1-9]\d$/)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    expect((await browser.prove('TOKENPUSH', '')).body).toMatchObject(complete)
  })

  it('asks strangers, and people without an app, as if they had one', async () => {
    const holder = await buildPerson(test.ctx)
    await buildSoftTokenApp(test, holder.id)
    const user = await buildPerson(test.ctx)
    await apply(smart)
    const seen = async (userId: string) => {
      const { browser, state } = await begun(userId)
      const asked = await browser.challenge('TOKENPUSH')
      const push = { number: expect.stringMatching(/^[1-9]\d$/), expiresAt: expect.any(String) }
      expect(asked.body).toMatchObject({ push })
      const wrong = await browser.prove('TOKENPUSH', '')
      test.clock.advance(10 * 60_000)
      const { authToken } = browser
      const ended = await test.call(waitForPush, { body: { authToken } })
      return [typesOf(state), authToken.length, wrong.body.errorCode, ended.body]
    }
    const first = await seen(holder.userId)
    expect(await seen(user.userId)).toEqual(first)
    expect(await seen(`${user.userId.slice(0, -1)}~`)).toEqual(first)
  })
})
