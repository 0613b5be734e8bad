import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import {
  listWayStatements,
  readGroupWays,
  readUserWays,
} from '@signet/contract/access/weakest-ways'
import { deleteFidoToken } from '@signet/contract/authenticators/fido'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { createUserTempAccessCode } from '@signet/contract/authenticators/temp-access-codes'
import { assignUserRole } from '@signet/contract/identity/roles'
import { readHeldStatements, updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { updateOtpSettings } from '@signet/contract/settings/otp'
import { updatePasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { updateTempAccessCodeSettings } from '@signet/contract/settings/tempaccesscode'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { buildPasskey as buildKey } from '../../../security/sweep/rows.ts'

// Guards: `expectAccepted` in `holdingStatements`, `readOwner` and `inSight` before kinds are counted.

let test: TestApp
let tenant: TestTenant
let admin: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.otherTenant()
  // Signed in, and without anything that could sign them in again.
  admin = (await buildAdmin(tenant.ctx)).token
})

const buildPasskey = (userId: string): Promise<string> => buildKey(tenant.ctx, userId)

interface Told {
  readonly grade: string
  readonly steps: readonly { readonly kind: string; readonly authenticator: string | null }[]
  readonly closedBy: readonly { readonly code: string; readonly name: string | null }[]
}

const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null

const waysTo = async (id: string, as = admin): Promise<readonly Told[]> => {
  const { body } = await tenant.call(readUserWays, { as, params: { id } })
  const ways = fieldOf(body, 'ways')
  return Array.isArray(ways) ? ways.filter(isTold) : []
}

const asText = ({ grade, steps }: Told): string =>
  `${grade}: ${steps.map(({ kind, authenticator }) => `${kind} ${authenticator}`).join(', ')}`
const cheapestTo = async (id: string) => (await waysTo(id)).map(asText)[0]
const ownWays = async (id: string): Promise<readonly string[]> =>
  (await waysTo(id)).filter(({ steps }) => steps.every(({ kind }) => kind !== 'ACT')).map(asText)

const change = async (endpoint: Parameters<TestTenant['call']>[0], body: object) =>
  expect((await tenant.call(endpoint, { as: admin, body })).status).toBe(200)

const byPasskeys = {
  firstFactors: ['PASSWORD', 'PASSKEY'],
  secondFactor: 'ALWAYS',
  secondFactors: ['FIDO'],
  skipSecondFactor: 'NEVER',
}
const becomes = (more: object, as = admin) => {
  const name = `Flow ${test.platform.ids.random(6).toString('hex')}`
  const body = { ...standardFlow, name, default: true, ...more }
  return tenant.call(createAuthenticationFlow, { as, body })
}

describe('the cheapest way to a user', () => {
  it('is the mailbox alone where a password is reset by it', async () => {
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    expect(await ownWays(id)).toEqual([
      'MAILBOX: PROVE OTP, RESET PASSWORD',
      'ONE_FACTOR: PROVE PASSWORD',
    ])
  })

  it('names the setting that closes it, which does', async () => {
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    const [first] = await waysTo(id)
    expect(first?.closedBy).toEqual([{ code: 'PASSWORD_RESET', id: null, name: null }])
    await change(updatePasswordResetSettings, { enabled: false })
    expect(await cheapestTo(id)).toBe('ONE_FACTOR: PROVE PASSWORD')
  })

  it('is a link in the mailbox where links are switched on', async () => {
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    await change(updateMagicLinkSettings, { enabled: true })
    expect(await ownWays(id)).toContain('MAILBOX: PROVE MAGICLINK')
  })

  it('is the mailbox alone where a mailed code comes second', async () => {
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    await change(updateOtpSettings, { secondFactor: true })
    await becomes({ secondFactor: 'ALWAYS', secondFactors: ['OTP'], skipSecondFactor: 'NEVER' })
    expect(await cheapestTo(id)).toBe('MAILBOX: PROVE OTP, RESET PASSWORD, PROVE OTP')
  })

  it('takes two factors of who holds a token, a phishing-resistant one of who holds a passkey', async () => {
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    await buildToken(tenant.ctx, id)
    expect((await ownWays(id)).every((way) => way.startsWith('TWO_FACTORS'))).toBe(true)
    const other = await buildPerson(tenant.ctx, { email: 'bea@example.test' })
    await buildPasskey(other.id)
    expect((await ownWays(other.id)).every((way) => way.startsWith('PHISHING_RESISTANT'))).toBe(
      true,
    )
  })

  it('is a password and an authenticator set up on the way for an administrator who holds none', async () => {
    const { id } = await buildPerson(tenant.ctx, { administrator: true })
    const [first] = await waysTo(id)
    expect(first?.steps.map(({ kind }) => kind)).toContain('ENROL')
    expect(first?.closedBy.map(({ code }) => code)).toContain('ENROLMENT')
  })

  it('is none for who is switched off', async () => {
    const { id } = await buildPerson(tenant.ctx, {})
    await tenant.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('tenant_id', '=', tenant.tenant.id)
      .where('id', '=', id)
      .execute()
    expect(await waysTo(id)).toEqual([])
  })
})

describe('an administrator who may act on others', () => {
  const helpDesk = async (groupIds?: readonly string[]) =>
    buildAdmin(tenant.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
      ...(groupIds === undefined ? {} : { groupIds }),
    })

  const withPassword = async (userId: string): Promise<void> => {
    const body = { password: goodPassword, forceUpdate: false }
    const set = await tenant.call(setUserPassword, { as: admin, params: { userid: userId }, body })
    expect(set.status).toBe(200)
  }

  it('is a way to users, and to no administrator with more rights', async () => {
    const desk = await helpDesk()
    await withPassword(desk.id)
    const { id } = await buildPerson(tenant.ctx, { email: 'anna@example.test' })
    await buildPasskey(id)
    const [first] = await waysTo(id)
    expect(first?.grade).not.toBe('PHISHING_RESISTANT')
    expect(first?.closedBy).toContainEqual({
      code: 'ADMINISTRATOR',
      id: desk.id,
      name: desk.userId,
    })
    const chief = await buildPerson(tenant.ctx, { administrator: true })
    await buildPasskey(chief.id)
    const over = (await waysTo(chief.id)).flatMap(({ closedBy }) => closedBy)
    expect(over.map(({ name }) => name)).not.toContain(desk.userId)
  })

  it('is none to users of groups that they do not manage', async () => {
    const { id } = await buildPerson(tenant.ctx, {})
    const group = await buildGroup(tenant.ctx, { members: [id] })
    const desk = await helpDesk([group.id])
    await withPassword(desk.id)
    const other = await buildPerson(tenant.ctx, {})
    const names = async (of: string) =>
      (await waysTo(of)).flatMap(({ closedBy }) => closedBy.map(({ name }) => name))
    expect(await names(id)).toContain(desk.userId)
    expect(await names(other.id)).not.toContain(desk.userId)
  })

  it('gives a temporary code where the flow takes one, which lets in', {
    meta: { covers: ['S10'] },
  }, async () => {
    const desk = await helpDesk()
    await withPassword(desk.id)
    const { id, userId } = await buildPerson(tenant.ctx, { password: null })
    await buildToken(tenant.ctx, id)
    await change(updateTempAccessCodeSettings, { administrators: false })
    const way = (await waysTo(id)).find(({ steps }) => steps.some(({ kind }) => kind === 'ACT'))
    const acts = way?.steps.filter(({ kind }) => kind === 'ACT').map((each) => each.authenticator)
    expect(acts).toEqual(['PASSWORD', 'TEMP_ACCESS_CODE'])
    await withPassword(id)
    const made = await tenant.call(createUserTempAccessCode, {
      as: admin,
      params: { userid: id },
      body: {},
    })
    const code = String(fieldOf(made.body, 'code'))
    const browser = browserOf(tenant.call)
    await browser.query(userId)
    await browser.prove('PASSWORD', goodPassword)
    const { body } = await browser.prove('TEMP_ACCESS_CODE', code)
    expect(fieldOf(body, 'session', 'jwt', 'token')).toEqual(expect.any(String))
  })
})

describe('the way that is told as the cheapest', () => {
  it('opens a session when it is walked', { meta: { covers: ['S10'] } }, async () => {
    const email = `walked-${test.platform.ids.random(4).toString('hex')}@example.test`
    const { id, userId } = await buildPerson(tenant.ctx, { email })
    expect(await cheapestTo(id)).toBe('MAILBOX: PROVE OTP, RESET PASSWORD')
    const begun = await tenant.call(queryPasswordReset, { body: { userId } })
    const asked = { authToken: String(begun.body.authToken), authenticator: 'OTP' }
    await tenant.call(challengePasswordReset, { body: asked })
    const response = await mailedCode(test, email)
    const proven = await tenant.call(authenticatePasswordReset, { body: { ...asked, response } })
    expect(proven.body.resetAllowed).toBe(true)
    const newPassword = 'another horse battery staple 43'
    const body = { authToken: String(proven.body.authToken), newPassword }
    expect((await tenant.call(completePasswordReset, { body })).status).toBe(200)
    const browser = browserOf(tenant.call)
    await browser.query(userId)
    const signedIn = await browser.prove('PASSWORD', newPassword)
    expect(fieldOf(signedIn.body, 'session', 'jwt', 'token')).toEqual(expect.any(String))
  })
})

const stateOf = async (as = admin) => {
  const { body } = await tenant.call(listWayStatements, { as })
  return { state: fieldOf(body, '0', 'state'), people: fieldOf(body, '0', 'people') }
}
const hold = (is = true) =>
  tenant.call(updateHeldStatements, {
    as: admin,
    body: { administratorsPhishingResistant: is },
  })

/** An administrator with a passkey, under a flow that takes nothing else. */
const safely = async () => {
  const person = await buildPerson(tenant.ctx, { administrator: true })
  const passkey = await buildPasskey(person.id)
  expect((await becomes(byPasskeys)).status).toBe(200)
  await tenant.ctx.db
    .deleteFrom('user_roles')
    .where('tenant_id', '=', tenant.tenant.id)
    .where('user_id', 'not in', [person.id, await actingId()])
    .execute()
  return { ...person, passkey }
}
const actingId = async (): Promise<string> => {
  const { user_id: id } = await tenant.ctx.db
    .selectFrom('sessions')
    .select('user_id')
    .where('tenant_id', '=', tenant.tenant.id)
    .executeTakeFirstOrThrow()
  return String(id)
}

describe('the statement about administrators', () => {
  it('says by whom it does not hold, and over what', async () => {
    const { id, userId } = await buildPerson(tenant.ctx, { administrator: true })
    await buildToken(tenant.ctx, id)
    const { state, people } = await stateOf()
    expect(state).toBe('BROKEN')
    expect(people).toContainEqual(
      expect.objectContaining({ example: { id, name: userId }, administrators: true }),
    )
  })

  it('holds where flows take passkeys alone and every user has one', async () => {
    const { id } = await safely()
    await buildPasskey(await actingId())
    expect(await stateOf()).toEqual({ state: 'HOLDS', people: [] })
    await tenant.ctx.db
      .deleteFrom('fido_credentials')
      .where('tenant_id', '=', tenant.tenant.id)
      .where('user_id', '=', id)
      .execute()
    expect((await stateOf()).state).toBe('BROKEN')
  })

  it('is not held while it does not hold', async () => {
    await buildPerson(tenant.ctx, { administrator: true })
    expect((await hold()).body.errorCode).toBe('held_statement_broken')
    const { body } = await tenant.call(readHeldStatements, { as: admin })
    expect(body).toEqual({ administratorsPhishingResistant: false })
  })

  it('refuses changes by which it would hold no longer, and takes them once it is held no more', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { passkey } = await safely()
    await buildPasskey(await actingId())
    expect((await hold()).status).toBe(200)
    const weaker = { ...byPasskeys, secondFactors: ['FIDO', 'TOKEN'] }
    expect((await becomes(byPasskeys)).status).toBe(200)
    const gone = { as: admin, params: { fidoid: passkey } }
    expect((await tenant.call(deleteFidoToken, gone)).body.errorCode).toBe('held_statement_broken')
    const plain = await buildPerson(tenant.ctx, {})
    const { role_id: roleid } = await tenant.ctx.db
      .selectFrom('user_roles')
      .select('role_id')
      .where('tenant_id', '=', tenant.tenant.id)
      .executeTakeFirstOrThrow()
    const given = { as: admin, params: { userid: plain.id, roleid } }
    expect((await tenant.call(assignUserRole, given)).body.errorCode).toBe('held_statement_broken')
    expect((await stateOf()).state).toBe('HOLDS')
    expect((await hold(false)).status).toBe(200)
    expect((await tenant.call(deleteFidoToken, gone)).status).toBe(204)
    expect((await becomes(weaker)).status).toBe(200)
  })

  it('is broken all the same by who types their own name, and the audit log tells', async () => {
    const { passkey } = await safely()
    await buildPasskey(await actingId())
    await hold()
    const { user_id: name } = await tenant.ctx.db
      .selectFrom('users')
      .select('user_id')
      .where('tenant_id', '=', tenant.tenant.id)
      .where('id', '=', await actingId())
      .executeTakeFirstOrThrow()
    const done = await tenant.call(deleteFidoToken, {
      as: admin,
      params: { fidoid: passkey },
      headers: { 'signet-accept-lockout': encodeURIComponent(name) },
    })
    expect(done.status).toBe(204)
    const told = await tenant.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', tenant.tenant.id)
      .where('action', '=', 'LOCKOUT_ACCEPTED')
      .execute()
    expect(told).toHaveLength(1)
  })
})

describe('who may look', () => {
  it('sees users of their groups alone, and no name of another administrator', async () => {
    const mine = await buildPerson(tenant.ctx, {})
    const other = await buildPerson(tenant.ctx, {})
    const group = await buildGroup(tenant.ctx, { members: [mine.id] })
    const elsewhere = await buildGroup(tenant.ctx, { members: [other.id] })
    const limited = await buildAdmin(tenant.ctx, {
      permissions: everyPermission,
      groupIds: [group.id],
    })
    const chief = await buildPerson(tenant.ctx, { administrator: true })
    const own = await tenant.call(readUserWays, { as: limited.token, params: { id: mine.id } })
    expect(own.status).toBe(200)
    expect(own.text).not.toContain(chief.userId)
    const strange = { as: limited.token, params: { id: other.id } }
    expect((await tenant.call(readUserWays, strange)).body.errorCode).toBe('user_not_found')
    const there = { as: limited.token, params: { id: elsewhere.id } }
    expect((await tenant.call(readGroupWays, there)).body.errorCode).toBe('group_not_found')
    const statements = await tenant.call(listWayStatements, { as: limited.token })
    expect(statements.body.errorCode).toBe('access_denied')
  })

  it('needs the right to see users, and sees no other tenant', async () => {
    const { id } = await buildPerson(tenant.ctx, {})
    const blind = await buildAdmin(tenant.ctx, { permissions: [['CONTEXTRULES', 'VIEW']] })
    const refused = await tenant.call(readUserWays, { as: blind.token, params: { id } })
    expect(refused.body.errorCode).toBe('access_denied')
    const { id: foreign } = await buildUser(test.ctx)
    const asked = { as: admin, params: { id: foreign } }
    expect((await tenant.call(readUserWays, asked)).body.errorCode).toBe('user_not_found')
  })
})
