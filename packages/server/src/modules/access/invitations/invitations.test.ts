import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import {
  createInvitationLink,
  inviteUsers,
  listInvitations,
  revokeInvitation,
} from '@signet/contract/access/invitations'
import { readSelf } from '@signet/contract/access/self'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { deleteUserPassword, setUserPassword } from '@signet/contract/authenticators/passwords'
import { listUsers } from '@signet/contract/identity/user-lists'
import { changeUserState, createUser, readUser, updateUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices, noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'

let test: TestApp
let as: string
let origin: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  origin = new URL(test.tenant.publicUrl).origin
  await test.platform.queue.start()
})
afterAll(() => test.close())

const tokenIn = (text: unknown): string =>
  /\/setup\/([A-Za-z0-9_-]{22})/.exec(String(text))?.[1] ?? 'no link'

const invite = async (ids: readonly string[], caller = as) => {
  const answer = await test.call(inviteUsers, { as: caller, body: { ids } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results
}

const linkFor = async (userid: string, more: object = {}): Promise<string> => {
  const answer = await test.call(createInvitationLink, { as, params: { userid }, body: more })
  expect(answer.status, answer.text).toBe(200)
  return tokenIn(answer.body.link)
}

const mailedLink = async (email: string): Promise<string> => {
  const { text } = await noticeTo(test, email, /^Set up your/)
  return tokenIn(text)
}

/** A user without a way in, and the link that was mailed to them. */
const mailed = async () => {
  const email = `${crypto.randomUUID()}@example.test`
  const user = await buildUser(test.ctx, { email })
  await invite([user.id])
  return { ...user, email, setupToken: await mailedLink(email) }
}

const statusOf = async (setupToken: string) =>
  (await test.call(readSetup, { body: { setupToken } })).status

const choose = (setupToken: string, password: string | undefined = goodPassword) =>
  test.call(beginSetup, { body: { setupToken, userId: 'me', password } })

const enrol = async (authToken: unknown) => {
  const params = { authenticator: 'TOKEN' }
  const begun = await test.call(startEnrollment, { params, body: { authToken } })
  const response = softToken(test.ctx, '', String(fieldOf(begun.body, 'token', 'secret'))).code()
  return test.call(completeEnrollment, { params, body: { authToken, response } })
}

const readInvitation = async (id: string) =>
  (await test.call(readUser, { as, params: { id } })).body.invitation

describe('an invitation by email', () => {
  it('leads through password and second factor into a session', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { id, userId, email, setupToken } = await mailed()
    expect(await readInvitation(id)).toMatchObject({ sentTo: email })
    const read = await test.call(readSetup, { body: { setupToken } })
    expect(read.body).toMatchObject({
      kind: 'INVITATION',
      userId,
      firstFactors: ['PASSWORD', 'PASSKEY'],
    })
    expect((await choose(setupToken, userId)).body.code).toBe('password_invalid')
    const begun = await choose(setupToken)
    expect(begun.body).toMatchObject({
      requiredActions: ['ENROLL_SECOND_FACTOR'],
      enrollableAuthenticators: ['TOKEN', 'FIDO'],
      session: null,
    })
    const done = await enrol(begun.body.authToken)
    const own = await test.call(readSelf, { as: sessionTokenOf(done.body) })
    expect(own.body).toMatchObject({ userId })
    const { body } = await test.call(readUser, { as, params: { id } })
    expect(body).toMatchObject({ invitation: null, emailVerified: true })
  })

  it('is used up by the password, once, however many follow it at the same moment', {
    meta: { covers: ['S4', 'S11'] },
  }, async () => {
    const { userId, setupToken } = await mailed()
    const passwords = Array.from({ length: 8 }, (_, at) => `${goodPassword} ${at}`)
    const answers = await Promise.all(passwords.map((each) => choose(setupToken, each)))
    const taken = answers.findIndex(({ status }) => status === 200)
    const refused = answers.filter((_, at) => at !== taken)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['setup_link_invalid']))
    expect(await statusOf(setupToken)).toBe(404)
    const browser = browserOf(test.call)
    await browser.query(userId)
    const signedIn = await browser.prove('PASSWORD', passwords[taken] ?? '')
    expect(signedIn.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is shown in lists until it is followed', async () => {
    const { id, userId, email } = await mailed()
    const listed = await test.call(listUsers, { as, body: { search: userId } })
    expect(fieldOf(listed.body.results, '0', 'invitation')).toMatchObject({ sentTo: email })
    const { text } = await test.call(listInvitations, { as })
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ id, userId, sentTo: email }))
  })

  it('ends with the next, and when it is revoked', { meta: { covers: ['S4'] } }, async () => {
    const { id, setupToken } = await mailed()
    const second = await linkFor(id)
    expect([await statusOf(setupToken), await statusOf(second)]).toEqual([404, 200])
    const params = { userid: id }
    expect((await test.call(revokeInvitation, { as, params })).status).toBe(204)
    expect(await statusOf(second)).toBe(404)
    expect(await readInvitation(id)).toBeNull()
    expect((await test.call(revokeInvitation, { as, params })).body.errorCode).toBe('not_found')
  })

  it('ends with another way in', { meta: { covers: ['S4'] } }, async () => {
    const { id, setupToken } = await mailed()
    const params = { userid: id }
    await test.call(setUserPassword, { as, params, body: { password: goodPassword } })
    expect(await statusOf(setupToken)).toBe(404)
    expect(await readInvitation(id)).toBeNull()
    await test.call(deleteUserPassword, { as, params })
    expect(await statusOf(setupToken)).toBe(404)
  })

  it('counts for the present address of the user alone', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { id, setupToken } = await mailed()
    await test.call(updateUser, { as, params: { id }, body: { email: 'moved@example.test' } })
    expect(await statusOf(setupToken)).toBe(404)
    expect((await choose(setupToken)).body.code).toBe('setup_link_invalid')
  })

  it('is nothing in another tenant, nor as one that was made up', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { setupToken } = await mailed()
    const other = await test.otherTenant()
    const elsewhere = await other.call(readSetup, { body: { setupToken } })
    expect(elsewhere.body.code).toBe('setup_link_invalid')
    expect(await statusOf('A'.repeat(22))).toBe(404)
  })

  it('keeps the link while an administrator has locked the user', async () => {
    const { id, setupToken } = await mailed()
    await test.call(changeUserState, { as, params: { id }, body: { locked: true } })
    expect((await choose(setupToken)).body.code).toBe('user_locked')
    expect(await statusOf(setupToken)).toBe(200)
  })
})

describe('many at once', () => {
  it('are each invited, or the row says why not', async () => {
    const [first, second] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const held = await buildPerson(test.ctx)
    const inactive = await buildUser(test.ctx)
    await test.call(changeUserState, {
      as,
      params: { id: inactive.id },
      body: { state: 'INACTIVE' },
    })
    const silent = await buildUser(test.ctx)
    await test.call(updateUser, { as, params: { id: silent.id }, body: { email: null } })
    const foreign = await buildUser((await test.otherTenant()).ctx)
    const ids = [first.id, held.id, inactive.id, silent.id, foreign.id, second.id, first.id]
    expect(await invite(ids)).toMatchObject([
      { outcome: 'SUCCESS', id: first.id },
      { errorCode: 'invitation_not_allowed' },
      { errorCode: 'invitation_not_allowed' },
      { errorCode: 'invitation_not_allowed' },
      { errorCode: 'user_not_found' },
      { outcome: 'SUCCESS', id: second.id },
      { outcome: 'SUCCESS', id: first.id },
    ])
  })

  it('are those whom the caller sees and may let in', { meta: { covers: ['S22'] } }, async () => {
    const [mine, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const { id } = await buildGroup(test.ctx, { members: [mine.id] })
    const limited = await buildAdmin(test.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
      groupIds: [id],
    })
    expect(await invite([mine.id, other.id], limited.token)).toMatchObject([
      { outcome: 'SUCCESS' },
      { errorCode: 'user_not_found' },
    ])
    await invite([other.id])
    const { text } = await test.call(listInvitations, { as: limited.token })
    expect([text.includes(mine.id), text.includes(other.id)]).toEqual([true, false])
  })
})

describe('a link that is handed over', () => {
  const helpDesk = () =>
    buildAdmin(test.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
    })

  it('is notified to the user by email, and has an event of its own', {
    meta: { covers: ['S4'] },
  }, async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const { id } = await buildUser(test.ctx, { email })
    await linkFor(id)
    const notice = await noticeTo(test, email, /^An invitation link/)
    expect(notice.text).not.toContain('/setup/')
    expect(await readInvitation(id)).toMatchObject({ sentTo: null })
    const body = { actions: ['INVITATION_LINK_CREATED'] }
    const { text } = await test.call(listAuditEvents, { as, body })
    expect(text).toContain(id)
  })

  it('is not for users with more rights than the caller, by email neither', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { token } = await helpDesk()
    const above = await buildPerson(test.ctx, { administrator: true, password: null })
    const params = { userid: above.id }
    const answer = await test.call(createInvitationLink, { as: token, params, body: {} })
    expect(answer.body.errorCode).toBe('rights_not_held')
    const revoked = await test.call(revokeInvitation, { as: token, params })
    expect(revoked.body.errorCode).toBe('rights_not_held')
    expect(await invite([above.id], token)).toMatchObject([{ errorCode: 'rights_not_held' }])
    const { id } = await buildUser(test.ctx)
    const given = { as: token, params: { userid: id }, body: {} }
    expect((await test.call(createInvitationLink, given)).status).toBe(200)
  })

  it('proves no address', async () => {
    const { id } = await buildUser(test.ctx)
    const begun = await choose(await linkFor(id))
    expect(begun.status, begun.text).toBe(200)
    const { body } = await test.call(readUser, { as, params: { id } })
    expect(body).toMatchObject({ emailVerified: false })
  })

  it('is for users without a way in', async () => {
    const { id } = await buildPerson(test.ctx)
    const given = { as, params: { userid: id }, body: {} }
    const answer = await test.call(createInvitationLink, given)
    expect(answer.body.errorCode).toBe('invitation_not_allowed')
  })

  it('works as long as was asked for, a month at most', { meta: { covers: ['S4'] } }, async () => {
    const { id } = await buildUser(test.ctx)
    const given = (expiryHours: number) => ({ as, params: { userid: id }, body: { expiryHours } })
    expect((await test.call(createInvitationLink, given(721))).status).toBe(400)
    const setupToken = await linkFor(id, { expiryHours: 2 })
    test.clock.advance(2 * 3_600_000 - 600_000)
    expect(await statusOf(setupToken)).toBe(200)
    test.clock.advance(601_000)
    expect(await statusOf(setupToken)).toBe(404)
    const { token } = await buildAdmin(test.ctx)
    const { body } = await test.call(readUser, { as: token, params: { id } })
    expect(body.invitation).not.toBeNull()
    const { text } = await test.call(listInvitations, { as: token })
    expect(text).not.toContain(id)
    as = token
  })
})

describe('a passkey instead of a password', () => {
  const challengeIn = (options: unknown) => ({ challenge: String(fieldOf(options, 'challenge')) })

  const begin = async () => {
    const { id, userId, setupToken } = await mailed()
    const begun = await test.call(beginSetup, { body: { setupToken, userId } })
    expect(begun.body).toMatchObject({
      requiredActions: ['ENROLL_SECOND_FACTOR'],
      enrollableAuthenticators: ['FIDO'],
    })
    return { id, userId, setupToken, authToken: begun.body.authToken }
  }

  const make = async (authToken: unknown, verified = true) => {
    const params = { authenticator: 'FIDO' }
    const begun = await test.call(startEnrollment, { params, body: { authToken } })
    expect(begun.status, begun.text).toBe(200)
    const options = begun.body.fidoOptions
    const passkey = createAuthenticator(origin)
    const misdeeds = verified ? {} : { userVerified: false }
    const fidoResponse = passkey.register(challengeIn(options), misdeeds)
    const body = { authToken, fidoResponse }
    return { options, passkey, done: await test.call(completeEnrollment, { params, body }) }
  }

  it('signs in by itself, as two factors, and uses the link up', {
    meta: { covers: ['S4'] },
  }, async () => {
    const { setupToken, authToken } = await begin()
    const { options, passkey, done } = await make(authToken)
    expect(fieldOf(options, 'authenticatorSelection')).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    sessionTokenOf(done.body)
    expect(await statusOf(setupToken)).toBe(404)
    const browser = browserOf(test.call)
    await browser.query()
    const { body } = await browser.challenge('PASSKEY')
    const again = await browser.sign('PASSKEY', passkey.assert(challengeIn(body.fidoChallenge)))
    expect(again.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is not taken unless it makes sure of its holder, and the link stays', async () => {
    const { id, setupToken, authToken } = await begin()
    const { done } = await make(authToken, false)
    expect(done.body.code).toBe('passkey_not_allowed')
    expect(await statusOf(setupToken)).toBe(200)
    expect(await readInvitation(id)).not.toBeNull()
  })

  it('is created once: a second browser with the same link is too late', {
    meta: { covers: ['S4', 'S11'] },
  }, async () => {
    const { userId, setupToken, authToken } = await begin()
    const other = await test.call(beginSetup, { body: { setupToken, userId } })
    expect((await make(authToken)).done.status).toBe(200)
    const late = await make(other.body.authToken)
    expect(late.done.body.code).toBe('no_transaction')
  })
})

describe('what follows the password', () => {
  it('is asked of an administrator, too', async () => {
    const { id } = await buildPerson(test.ctx, { administrator: true, password: null })
    const begun = await choose(await linkFor(id))
    expect(begun.body).toMatchObject({ requiredActions: ['ENROLL_SECOND_FACTOR'], session: null })
  })

  it('is the token that the user was given before', { meta: { covers: ['S2'] } }, async () => {
    const { id } = await buildUser(test.ctx)
    await buildToken(test.ctx, id)
    const begun = await choose(await linkFor(id))
    expect(begun.body).toMatchObject({
      authenticators: [{ type: 'TOKEN' }],
      secondFactor: true,
      requiredActions: [],
      session: null,
    })
  })
})

describe('a new user', () => {
  const create = (more: object = {}) =>
    test.call(createUser, {
      as,
      body: { userId: `new-${crypto.randomUUID()}`, sendInvitation: true, ...more },
    })
  const isThere = async (userId: string): Promise<boolean> =>
    (await test.call(listUsers, { as, body: { search: userId } })).text.includes(userId)

  it('is invited by the call that adds them', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const { body } = await create({ email })
    expect(body.invitation).toMatchObject({ sentTo: email })
    expect(await statusOf(await mailedLink(email))).toBe(200)
  })

  it.each([
    ['without an address', {}],
    ['with a password', { email: 'has@example.test', password: goodPassword }],
  ])('is not added at all where they cannot be invited: %s', async (_why, more) => {
    const userId = `lost-${crypto.randomUUID()}`
    const answer = await create({ ...more, userId })
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'invitation_not_allowed'])
    expect(await isThere(userId)).toBe(false)
  })

  it('is neither added nor invited where no email can be sent', async () => {
    const { config, outbound, clock, ids } = test.platform
    const plain = { ...config, development: false, smtpUrl: null }
    const { mailer } = test.platform
    Object.assign(test.platform, { mailer: createMailer({ config: plain, outbound, clock, ids }) })
    const userId = `unmailed-${crypto.randomUUID()}`
    const answer = await create({ userId, email: 'new@example.test' })
    const { id } = await buildUser(test.ctx)
    const invited = await test.call(inviteUsers, { as, body: { ids: [id] } })
    Object.assign(test.platform, { mailer })
    const missing = 'email_server_missing'
    expect([answer.body.errorCode, invited.body.errorCode]).toEqual([missing, missing])
    expect(await isThere(userId)).toBe(false)
    await deliverNotices(test)
  })
})
