import {
  createOwnToken,
  deleteOwnToken,
  readOwnAuthenticators,
  startOwnTokenActivation,
} from '@signet/contract/access/self-authenticators'
import { assignToken } from '@signet/contract/authenticators/hardware-tokens'
import {
  deleteUserPassword,
  notifyUserPassword,
  readUserPassword,
  readUserPasswordRules,
  setUserPassword,
  validateUserPassword,
} from '@signet/contract/authenticators/passwords'
import { deleteUserRecoveryCodes } from '@signet/contract/authenticators/recovery-codes'
import {
  changeTokenState,
  completeTokenActivation,
  createUserToken,
  deleteToken,
  readTokenBySerial,
  readUserToken,
  startTokenActivation,
  synchroniseToken,
  unlockToken,
  updateToken,
} from '@signet/contract/authenticators/tokens'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { updateAuthenticatorAppSettings } from '@signet/contract/settings/google'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../testing/access/held-rows.ts'
import { noticeTo } from '../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  softToken,
} from '../../../testing/access/people.ts'
import { buildStock } from '../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, signInAs } from '../../../testing/builders.ts'
import { eventDetail } from '../../../testing/event-detail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const shortHand = async () => {
  const user = await buildPerson(test.ctx)
  const made = await test.call(createUserToken, {
    as,
    params: { userid: user.id, type: 'GOOGLE_AUTHENTICATOR' },
    body: { label: 'Phone' },
  })
  return { user, made, params: { tokenid: String(made.body.id) } }
}

const setApps = (body: object) => test.call(updateAuthenticatorAppSettings, { as, body })

const activate = async (params: { tokenid: string }) => {
  const begun = await test.call(startTokenActivation, { as, params })
  const token = softToken(test.ctx, params.tokenid, String(begun.body.secret))
  const body = { registrationCode: token.code() }
  return { token, done: await test.call(completeTokenActivation, { as, params, body }) }
}

describe('a token', () => {
  it('of another app carries the name and the digits that the tenant has set', async () => {
    await setApps({ issuer: 'Acme Staff', digits: 8 })
    test.clock.advance(2000)
    const { params, user } = await shortHand()
    const { body } = await test.call(startTokenActivation, { as, params })
    const { pathname, searchParams } = new URL(String(body.otpauthUri))
    expect(decodeURIComponent(pathname)).toContain(`Acme Staff:${user.userId}`)
    expect([searchParams.get('issuer'), searchParams.get('digits')]).toEqual(['Acme Staff', '8'])
    expect((await setApps({ issuer: 'a:b' })).status).toBe(400)
    await setApps({ issuer: '', digits: 6 })
    test.clock.advance(2000)
    const again = await shortHand()
    const next = await test.call(startTokenActivation, { as, params: again.params })
    const { searchParams: plain } = new URL(String(next.body.otpauthUri))
    expect([plain.get('issuer'), plain.get('digits')]).toEqual([test.tenant.companyName, '6'])
  })

  it('is made, activated with a code of its app, renamed, switched off and deleted', {
    meta: { covers: ['lifecycle.state-change-call', 'lifecycle.token-activation'] },
  }, async () => {
    const { user, made, params } = await shortHand()
    expect(made.body).toMatchObject({ state: 'NEW', label: 'Phone', userId: user.id })
    const { done } = await activate(params)
    expect(done.body).toMatchObject({ state: 'ACTIVE' })
    const etag = String(done.headers.etag)
    const renamed = await test.call(updateToken, {
      as,
      params,
      body: { label: 'Old phone' },
      headers: { 'if-match': etag },
    })
    expect(renamed.body.label).toBe('Old phone')
    const stale = await test.call(updateToken, {
      as,
      params,
      body: { label: 'Other' },
      headers: { 'if-match': etag },
    })
    expect(stale.status).toBe(412)
    const off = await test.call(changeTokenState, { as, params, body: { state: 'INACTIVE' } })
    expect(off.body.state).toBe('INACTIVE')
    const sernum = String(made.body.serialNumber)
    expect((await test.call(readTokenBySerial, { as, params: { sernum } })).body.id).toBe(
      params.tokenid,
    )
    const foreign = { useruuid: test.ctx.platform.ids.uuid(), ...params }
    expect((await test.call(readUserToken, { as, params: foreign })).status).toBe(404)
    expect((await test.call(deleteToken, { as, params })).status).toBe(204)
    expect((await test.call(deleteToken, { as, params })).status).toBe(404)
  })

  it('names its owner in the events of its changes', async () => {
    const { user, params } = await shortHand()
    await activate(params)
    await test.call(updateToken, { as, params, body: { label: 'Old phone' } })
    await test.call(changeTokenState, { as, params, body: { state: 'INACTIVE' } })
    for (const action of ['TOKEN_ACTIVATION_STARTED', 'TOKEN_UPDATED', 'TOKEN_STATE_CHANGED']) {
      const { attributes } = await eventDetail(test.ctx, { action, entityId: params.tokenid })
      expect(attributes, action).toMatchObject({ user: user.id })
    }
  })

  it('is one of five at most, also of several that are made and assigned at once', async () => {
    const { user } = await shortHand()
    const create = () =>
      test.call(createUserToken, {
        as,
        params: { userid: user.id, type: 'GOOGLE_AUTHENTICATOR' },
        body: {},
      })
    for (let made = 1; made < 4; made += 1) await create()
    const stock = { tokenid: (await buildStock(test.ctx)).id }
    const assign = () => test.call(assignToken, { as, params: stock, body: { userId: user.id } })
    const row = { table: 'users', column: 'id', value: user.id }
    const answers = await whileHeld(test.ctx, row, () =>
      Promise.all([create(), create(), assign()]),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('shows its secret while it is being activated, and never again', async () => {
    const { params } = await shortHand()
    await activate(params)
    const again = await test.call(startTokenActivation, { as, params })
    expect([again.status, again.body.code]).toEqual([409, 'token_invalid_state'])
  })

  it('is not switched on before its app has shown a code', {
    meta: { covers: ['lifecycle.state-values-open'] },
  }, async () => {
    const { params } = await shortHand()
    for (const state of ['ACTIVE', 'INACTIVE']) {
      const answer = await test.call(changeTokenState, { as, params, body: { state } })
      expect(answer.body.code).toBe('token_invalid_state')
    }
    await test.call(startTokenActivation, { as, params })
    const body = { registrationCode: '000000' }
    const wrong = await test.call(completeTokenActivation, { as, params, body })
    expect(wrong.body.code).toBe('invalid_user_response')
  })

  it('that is switched off signs nobody in', async () => {
    const { user, params } = await shortHand()
    const { token } = await activate(params)
    const spare = await buildToken(test.ctx, user.id)
    await test.call(changeTokenState, { as, params, body: { state: 'INACTIVE' } })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    expect((await browser.prove('TOKEN', token.code(1))).status).toBe(401)
    expect((await browser.prove('TOKEN', spare.code())).status).toBe(200)
  })

  it('whose clock has run away comes back by two codes in a row', {
    meta: { covers: ['lifecycle.token-sync'] },
  }, async () => {
    const { user, params } = await shortHand()
    const { token } = await activate(params)
    const resync = (response: string, nextResponse: string) =>
      test.call(synchroniseToken, { as, params, body: { response, nextResponse } })
    expect((await resync(token.code(40), token.code(42))).status).toBe(401)
    const used = token.code(41)
    expect((await resync(token.code(40), used)).status).toBe(200)
    const event = { action: 'TOKEN_SYNCHRONISED', entityId: params.tokenid }
    expect((await eventDetail(test.ctx, event)).attributes).toEqual({ user: user.id })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    expect((await browser.prove('TOKEN', used)).status).toBe(401)
    expect((await browser.prove('TOKEN', token.code(42))).status).toBe(200)
  })

  // Guard: `lockedOutUntil` in the answer; without it nobody learns that the next code fails.
  it('of an owner whom wrong codes have locked out says so when it is synchronized', async () => {
    const { user, params } = await shortHand()
    const { token } = await activate(params)
    const resync = (step: number) => {
      const body = { response: token.code(step), nextResponse: token.code(step + 1) }
      return test.call(synchroniseToken, { as, params, body })
    }
    expect((await resync(40)).body.lockedOutUntil).toBeNull()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    for (const wrong of ['000000', '111111', '222222']) await browser.prove('TOKEN', wrong)
    const locked = await resync(43)
    expect(locked.status).toBe(200)
    expect(Date.parse(String(locked.body.lockedOutUntil))).toBeGreaterThan(
      test.clock.now().getTime(),
    )
    expect((await browser.prove('TOKEN', token.code(45))).status).toBe(401)
    expect((await test.call(unlockToken, { as, params })).status).toBe(200)
    expect((await resync(46)).body.lockedOutUntil).toBeNull()
    expect((await browser.prove('TOKEN', token.code(48))).status).toBe(200)
  })
})

describe('a password', () => {
  it('set by an administrator has to be changed, and its owner is told', async () => {
    const user = await buildPerson(test.ctx, { email: 'set@example.test' })
    const params = { userid: user.id }
    const body = { password: 'chosen by somebody 9' }
    const set = await test.call(setUserPassword, { as, params, body })
    expect(set.body).toMatchObject({ present: true, forceUpdate: true, status: 'CHANGEREQUIRED' })
    await noticeTo(test, 'set@example.test', /was changed/)
    expect((await test.call(deleteUserPassword, { as, params })).status).toBe(204)
    expect((await test.call(readUserPassword, { as, params })).body).toMatchObject({
      present: false,
    })
    await test.call(notifyUserPassword, { as, params })
    await noticeTo(test, 'set@example.test', /Set a new password/)
  })

  it.each([
    ['too short', 'a7', ['too_short']],
    ['a common one', 'qwertyuiop', ['compromised']],
    ['a common one with decoration', 'Baseball2024!', ['compromised']],
    ['of characters that nobody can type', 'abc\u0007defghijkl', ['not_allowed_characters']],
  ])('%s is refused', async (_, password, failed) => {
    const user = await buildPerson(test.ctx)
    const params = { userid: user.id }
    const judged = await test.call(validateUserPassword, { as, params, body: { password } })
    expect(judged.body).toEqual({ valid: false, failed, warnings: [] })
  })

  it('made of its owner’s name is refused', async () => {
    const user = await buildPerson(test.ctx, { userId: 'wilhelmina' })
    const params = { userid: user.id }
    const body = { password: 'W1lhelmina-is-here' }
    const judged = await test.call(validateUserPassword, { as, params, body })
    expect(judged.body.failed).toEqual(['contains_user_name'])
    const rules = await test.call(readUserPasswordRules, { as, params })
    expect(rules.body).toMatchObject({ minimumLength: 10, refuseCompromised: true })
  })
})

describe('an administrator with fewer rights', () => {
  const attempts = (userid: string, tokenid: string) => [
    { endpoint: setUserPassword, params: { userid }, body: { password: 'taken over by me 1' } },
    { endpoint: deleteUserPassword, params: { userid }, body: undefined },
    { endpoint: deleteUserRecoveryCodes, params: { userid }, body: undefined },
    {
      endpoint: createUserToken,
      params: { userid, type: 'GOOGLE_AUTHENTICATOR' },
      body: {},
    },
    { endpoint: changeTokenState, params: { tokenid }, body: { state: 'INACTIVE' } },
  ]

  it('cannot give or take what a super administrator signs in with', async () => {
    const helper = await buildAdmin(test.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
        ['TOKENS', 'VIEW'],
        ['TOKENS', 'ADD'],
        ['TOKENS', 'EDIT'],
      ],
    })
    const boss = await buildPerson(test.ctx, { administrator: true })
    const token = await buildToken(test.ctx, boss.id)
    for (const { endpoint, params, body } of attempts(boss.id, token.id)) {
      const answer = await test.call(endpoint, { as: helper.token, params, body })
      expect([endpoint.path, answer.status, answer.body.code]).toEqual([
        endpoint.path,
        403,
        'rights_not_held',
      ])
    }
    const user = await buildPerson(test.ctx)
    const params = { userid: user.id, type: 'GOOGLE_AUTHENTICATOR' }
    expect((await test.call(createUserToken, { as: helper.token, params, body: {} })).status).toBe(
      200,
    )
  })
})

describe('the own view', () => {
  it('shows nobody else’s authenticators and takes no field that is not the owner’s', async () => {
    const [user, victim] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const own = await signInAs(test.ctx, user)
    const create = (body: object) =>
      test.call(createOwnToken, { as: own, params: { type: 'GOOGLE_AUTHENTICATOR' }, body })
    const planted = await create({ userId: victim.id, state: 'ACTIVE', label: 'Mine' })
    expect(planted.body).toMatchObject({
      errorCode: 'unrecognized_keys',
      fields: [{ path: 'body.userId' }, { path: 'body.state' }],
    })
    const made = await create({ label: 'Mine' })
    expect(made.body).toMatchObject({ userId: user.id, state: 'NEW' })
    const shown = await test.call(readOwnAuthenticators, { as: own })
    expect(fieldOf(shown.body, 'tokens', '0', 'id')).toBe(made.body.id)
    const others = await buildToken(test.ctx, victim.id)
    for (const endpoint of [deleteOwnToken, startOwnTokenActivation]) {
      const answer = await test.call(endpoint, { as: own, params: { tokenid: others.id } })
      expect(answer.status).toBe(404)
    }
    await test.call(deleteToken, { as, params: { tokenid: others.id } })
    const theirs = await test.call(readUserAuthenticators, { as, params: { userid: victim.id } })
    expect(theirs.body).toMatchObject({ tokens: [], fidoTokens: [], lockouts: [] })
  })
})
