import { readAuthenticationInformation, renewSession } from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import {
  readSelf,
  readSelfRegistration,
  readSelfSettings,
  readSelfVerification,
} from '@signet/contract/access/self'
import {
  changeOwnPassword,
  createOwnToken,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { createSiteRole } from '@signet/contract/identity/roles'
import { updateAuthenticatorProvisioning } from '@signet/contract/settings/authenticatorprovisioning'
import { blocklistFamily, updateBlocklist } from '@signet/contract/settings/blocklist'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { updateNotificationSettings } from '@signet/contract/settings/notification'
import { updatePasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { updateRegistrationSettings } from '@signet/contract/settings/registration'
import { readTenantSettings, updateTenantSettings } from '@signet/contract/settings/tenant'
import { updateUserNotificationSettings } from '@signet/contract/settings/user-notification'
import { updateUserPortalSettings } from '@signet/contract/settings/userportal'
import { updateVerificationSettings } from '@signet/contract/settings/verification'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailedCode } from '../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
} from '../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailNotices } from '../modules/authenticators/notices/index.ts'
import { sequenceAuditEvents } from '../modules/operations/audit-events/index.ts'
import { settingsOf } from '../modules/settings/families/index.ts'

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  as = admin.token
  await test.platform.queue.start()
})
afterAll(() => test.close())

const put = async (endpoint: Parameters<TestApp['call']>[0], body: object) => {
  const answer = await test.call(endpoint, { as, body })
  expect(answer.status, answer.text).toBe(endpoint.location === undefined ? 200 : 201)
  return answer
}

const signInWith = async (userId: string, password = goodPassword) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return browser.prove('PASSWORD', password)
}

describe('general settings', () => {
  it('say how long sessions last', async () => {
    const person = await buildPerson(test.ctx)
    await put(updateGeneralSettings, {
      sessionIdleMillis: 120_000,
      sessionAbsoluteMillis: 360_000,
    })
    const answer = await signInWith(person.userId)
    const jwt = fieldOf(answer.body, 'session', 'jwt')
    expect(Number(fieldOf(jwt, 'expires')) - Number(fieldOf(jwt, 'time'))).toBe(120_000)
    const token = String(fieldOf(jwt, 'token'))
    const renewed = async () => test.call(renewSession, { as: token })
    test.clock.advance(60_000)
    const once = await renewed()
    expect(once.status).toBe(200)
    test.clock.advance(115_000)
    expect((await renewed()).body.errorCode).toBe('expired_session_token')
    await put(updateGeneralSettings, { sessionIdleMillis: null, sessionAbsoluteMillis: null })
  })

  it('say how many wrong passwords lock', async () => {
    const person = await buildPerson(test.ctx)
    await put(updateGeneralSettings, { passwordAttempts: 3 })
    const codes = []
    for (let tries = 0; tries < 4; tries += 1) {
      codes.push((await signInWith(person.userId, `wrong ${tries}`)).body.errorCode)
    }
    expect(codes).toEqual([
      ...Array(3).fill('invalid_user_response'),
      'invalid_user_response_locked',
    ])
    await put(updateGeneralSettings, { passwordAttempts: 5 })
  })

  it('refuse an idle time above the whole life', async () => {
    const body = { sessionIdleMillis: 600_000, sessionAbsoluteMillis: 300_000 }
    const answer = await test.call(updateGeneralSettings, { as, body })
    expect(answer.body.fields).toEqual([
      { path: 'body.sessionIdleMillis', message: 'above_absolute_life' },
    ])
  })
})

it('the facts of the tenant stand in its own row, with its version', async () => {
  const before = await test.call(readTenantSettings, { as })
  const changed = await put(updateTenantSettings, { companyName: 'Acme', defaultLocale: 'ja' })
  expect(changed.body).toMatchObject({ companyName: 'Acme', defaultLocale: 'ja' })
  expect((await test.call(readSubscriber)).body.companyName).toBe('Acme')
  const headers = { 'if-match': String(before.headers.etag) }
  expect((await test.call(updateTenantSettings, { as, body: { phoneCountry: 'XX' } })).status).toBe(
    400,
  )
  const stale = await test.call(updateTenantSettings, { as, headers, body: { companyName: 'B' } })
  expect(stale.status).toBe(412)
  const unknown = await test.call(updateTenantSettings, { as, body: { isProvider: true } })
  expect(unknown.status).toBe(400)
  await put(updateTenantSettings, { defaultLocale: 'en' })
})

it('people without an account are led to the service that the tenant names, over https alone', async () => {
  const read = async () => (await test.call(readAuthenticationInformation)).body.signUpUrl
  expect(await read()).toBeNull()
  await put(updateRegistrationSettings, { onboardingUrl: 'https://join.example/acme' })
  expect(await read()).toBe('https://join.example/acme')
  for (const onboardingUrl of ['http://join.example', 'javascript:alert(1)', '//join.example']) {
    const refused = await test.call(updateRegistrationSettings, { as, body: { onboardingUrl } })
    expect(refused.status, onboardingUrl).toBe(400)
  }
  await put(updateRegistrationSettings, { onboardingUrl: null })
})

describe('what people are told of the portal', () => {
  it('follows its settings, and starts on a tab that is shown', async () => {
    const own = await signInAs(test.ctx, await buildPerson(test.ctx))
    const tabs = {
      defaultTab: 'PROFILE',
      showApplications: false,
      showAuthenticators: true,
      showDevices: false,
      showMyActivities: false,
      showProfile: true,
      showTenants: false,
    }
    await put(updateUserPortalSettings, {
      userTabConfiguration: tabs,
      userGuideUrl: 'https://intranet.example/guide',
    })
    const read = await test.call(readSelfSettings, { as: own })
    expect(read.body).toMatchObject({
      userTabConfiguration: tabs,
      userGuideUrl: 'https://intranet.example/guide',
    })
    const hidden = { userTabConfiguration: { ...tabs, defaultTab: 'DEVICES' } }
    const refused = await test.call(updateUserPortalSettings, { as, body: hidden })
    expect(refused.body.fields).toEqual([
      { path: 'body.userTabConfiguration.defaultTab', message: 'hidden_tab' },
    ])
  })

  it('follows the registration settings, which demand nothing that cannot be had', async () => {
    const own = await signInAs(test.ctx, await buildPerson(test.ctx))
    await put(updateRegistrationSettings, { fido: 'REQUIRED', registrationPeriod: 86_400_000 })
    const read = await test.call(readSelfRegistration, { as: own })
    expect(read.body).toMatchObject({
      fido: 'REQUIRED',
      google: 'OPTIONAL',
      registrationPeriod: 86_400_000,
      registrationRequired: false,
    })
    const refused = await test.call(updateRegistrationSettings, { as, body: { kba: 'REQUIRED' } })
    expect(refused.body.fields).toEqual([{ path: 'body.kba', message: 'not_available_yet' }])
  })

  it('asks everybody to prove their address where the tenant wants it', async () => {
    const own = await signInAs(test.ctx, await buildPerson(test.ctx))
    const proven = await buildPerson(test.ctx, { email: 'proven@example.test' })
    const isAsked = async (token: string) => [
      (await test.call(readSelf, { as: token })).body.verificationRequired,
      (await test.call(readSelfVerification, { as: token })).body.verificationRequired,
    ]
    expect(await isAsked(own)).toEqual([false, false])
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', admin.id)
      .execute()
    await put(updateVerificationSettings, { verificationEnabled: true })
    expect(await isAsked(own)).toEqual([true, true])
    expect(await isAsked(await signInAs(test.ctx, proven))).toEqual([false, false])
    await put(updateVerificationSettings, { verificationEnabled: false })
  })
})

describe('what people enrol for themselves', () => {
  it('is what the tenant leaves to them', async () => {
    const own = await signInAs(test.ctx, await buildPerson(test.ctx))
    await put(updateAuthenticatorProvisioning, { selfService: ['FIDO'] })
    const told = async () => (await test.call(readSelfSettings, { as: own })).body.authenticators
    expect(await told()).toEqual(['PASSWORD', 'FIDO', 'OATH_PHYSICAL_TOKEN'])
    await put(updateHardwareOathSettings, { selfAssignment: false })
    expect(await told()).toEqual(['PASSWORD', 'FIDO'])
    const params = { type: 'GOOGLE_AUTHENTICATOR' }
    const token = await test.call(createOwnToken, { as: own, params, body: {} })
    expect(token.body.errorCode).toBe('authenticator_not_provisioned')
    expect((await test.call(startOwnFidoRegistration, { as: own })).status).toBe(200)
    await put(updateAuthenticatorProvisioning, { selfService: ['GOOGLE_AUTHENTICATOR'] })
    const passkey = await test.call(startOwnFidoRegistration, { as: own })
    expect(passkey.body.errorCode).toBe('authenticator_not_provisioned')
  })

  it('holds something that can be enrolled while signing in', async () => {
    for (const selfService of [[], ['ENTRUST_SOFT_TOKEN'], ['FIDO', 'FIDO']]) {
      const answer = await test.call(updateAuthenticatorProvisioning, { as, body: { selfService } })
      expect(answer.status, selfService.join()).toBe(400)
    }
  })
})

describe('a forgotten password', () => {
  const proveByMail = async (userId: string, email: string) => {
    const asked = await test.call(queryPasswordReset, { body: { userId } })
    const { authToken } = asked.body
    const authenticator = 'OTP'
    const mailed = await test.call(challengePasswordReset, { body: { authToken, authenticator } })
    const response = await mailedCode(test, email)
    return test.call(authenticatePasswordReset, {
      body: { authToken: mailed.body.authToken, authenticator, response },
    })
  }

  it('is an administrator’s to replace where the tenant keeps theirs from resets', async () => {
    await put(updatePasswordResetSettings, { administrators: false })
    const email = 'reset-admin@example.test'
    const boss = await buildPerson(test.ctx, { email, administrator: true })
    await buildToken(test.ctx, boss.id)
    const answer = await proveByMail(boss.userId, email)
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'password_reset_not_allowed'])
    await put(updatePasswordResetSettings, { administrators: true })
  })

  it('takes a second factor of everybody where the tenant wants it', async () => {
    await put(updatePasswordResetSettings, { secondFactor: 'ALWAYS' })
    const bare = await buildPerson(test.ctx, { email: 'reset-bare@example.test' })
    const refused = await proveByMail(bare.userId, 'reset-bare@example.test')
    expect(refused.body.errorCode).toBe('password_reset_not_allowed')
    const strong = await buildPerson(test.ctx, { email: 'reset-strong@example.test' })
    await buildToken(test.ctx, strong.id)
    const goesOn = await proveByMail(strong.userId, 'reset-strong@example.test')
    expect(goesOn.body).toMatchObject({ secondFactor: true, resetAllowed: false })
    await put(updatePasswordResetSettings, { secondFactor: 'WHEN_ENROLLED' })
  })
})

describe('the block list', () => {
  const { update } = settingsOf(blocklistFamily)
  const block = (body: Readonly<Record<string, unknown>>) => update(test.ctx, { body })

  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['::ffff:127.0.0.1'], ['0.0.0.0/0']])(
    'keeps out who comes from %s, at every door, and leaves open sessions alone',
    async (address) => {
      const person = await buildPerson(test.ctx)
      const own = await signInAs(test.ctx, person)
      const browser = browserOf(test.call)
      await browser.query(person.userId)
      await block({ addresses: [address] })
      const goingOn = await browser.prove('PASSWORD', goodPassword)
      const beginning = await browserOf(test.call).query(person.userId)
      const body = { userId: person.userId }
      const resetting = await test.call(queryPasswordReset, { body })
      await block({ addresses: [] })
      expect([goingOn, beginning, resetting].map((one) => one.body.errorCode)).toEqual(
        Array(3).fill('address_blocked'),
      )
      expect((await test.call(readSelf, { as: own })).status).toBe(200)
      expect((await signInWith(person.userId)).status).toBe(200)
    },
  )

  it.each([['10.0.0.0/8'], ['2001:db8::/32'], ['127.0.0.2']])(
    'is nothing to others when it holds %s',
    async (address) => {
      const person = await buildPerson(test.ctx)
      await block({ addresses: [address] })
      expect((await signInWith(person.userId)).status).toBe(200)
      await block({ addresses: [] })
    },
  )

  it('keeps out a user id, which is told only after a right password', async () => {
    const person = await buildPerson(test.ctx)
    await block({ userIds: [person.userId.toUpperCase()] })
    expect((await signInWith(person.userId, 'wrong')).body.errorCode).toBe('invalid_user_response')
    expect((await signInWith(person.userId)).body.errorCode).toBe('user_locked')
    await block({ userIds: [] })
    expect((await signInWith(person.userId)).status).toBe(200)
  })

  it('does not take what would shut out its author, nor what is no address', async () => {
    const faultOf = async (body: object) =>
      fieldOf((await test.call(updateBlocklist, { as, body })).body, 'fields', '0')
    expect(await faultOf({ addresses: ['127.0.0.0/8'] })).toEqual({
      path: 'body.addresses',
      message: 'blocks_you',
    })
    expect(await faultOf({ userIds: [admin.userId] })).toEqual({
      path: 'body.userIds',
      message: 'blocks_you',
    })
    for (const address of ['10.0.0.0/33', '256.0.0.1', 'example.com', '10.0.0.0/08']) {
      expect(await faultOf({ addresses: [address] }), address).toMatchObject({
        path: 'body.addresses.0',
      })
    }
  })
})

describe('who is mailed', () => {
  const mails = async (): Promise<number> =>
    (
      await test.ctx.db
        .selectFrom('job_contents')
        .select('id')
        .where('tenant_id', '=', test.tenant.id)
        .where('queue', '=', 'mail')
        .execute()
    ).length

  /** All that has happened until now has led to the mails that it leads to. */
  const noted = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from audit_events
      where tenant_id = ${test.tenant.id}`.execute(test.ctx.db)
    const chained = async () => {
      await sequenceAuditEvents(test.platform, mailNotices(test.platform))
      const read = await sql<{ count: number }>`
        select coalesce(sum(event_count), 0)::integer as count from audit_chain
        where tenant_id = ${test.tenant.id}`.execute(test.ctx.db)
      return read.rows[0]?.count
    }
    await expect.poll(chained, { timeout: 60_000 }).toBe(rows[0]?.count)
    return mails()
  }

  beforeEach(async () => {
    await put(updateNotificationSettings, { recipients: [] })
    await put(updateUserNotificationSettings, { passwordChanged: true })
  })

  const changePassword = async () => {
    const own = await signInAs(test.ctx, await buildPerson(test.ctx))
    const body = { currentPassword: goodPassword, newPassword: 'another good phrase 73' }
    expect((await test.call(changeOwnPassword, { as: own, body })).status).toBe(200)
  }

  it('of their own account, are people, unless the tenant has switched that off', async () => {
    const before = await noted()
    await changePassword()
    const after = await noted()
    expect(after).toBe(before + 1)
    await put(updateUserNotificationSettings, { passwordChanged: false })
    await changePassword()
    expect(await noted()).toBe(after)
  })

  it('of changes to the tenant, are those it names, and whoever is taken from the list', async () => {
    const role = (name: string) => ({ name, permissions: [] })
    const before = await noted()
    await put(createSiteRole, role('Unheard of'))
    expect(await noted()).toBe(before)
    const recipients = ['one@example.test', 'two@example.test']
    await put(updateNotificationSettings, { recipients, settingsChanged: false })
    const told = await noted()
    expect(told).toBe(before + 2)
    await put(createSiteRole, role('Heard of'))
    expect(await noted()).toBe(told + 2)
    await put(updateNotificationSettings, { rolesChanged: false })
    const silent = await noted()
    await put(createSiteRole, role('Unheard of again'))
    expect(await noted()).toBe(silent)
    await put(updateNotificationSettings, { recipients: ['one@example.test'] })
    expect(await noted()).toBe(silent + 2)
  })
})
