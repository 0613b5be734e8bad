import { challengeSystemAttribute } from '@signet/contract/access/contact-verification'
import { readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { createOidcIdentityProvider } from '@signet/contract/applications/identity-providers'
import {
  createOidcApplication,
  listUserIdClaims,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import {
  createUserAttribute,
  deleteUserAttribute,
  updateUserAttribute,
} from '@signet/contract/identity/user-attributes'
import { createUser, updateUser } from '@signet/contract/identity/users'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltUser,
  buildAdmin,
  buildUser,
  everyPermission,
  signInAs,
} from '../../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  returnOf,
  tokensOf,
  userinfoOf,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: `expectSubject` and `noteSubject` (oidc-applications/subjects.ts), `isUnknownThere` and the
 * faults of `subjectFor` (subjects.ts), `expectMayIdentify` and `refuseOwnSubject` (identity/users),
 * `keepSubject` (identity/user-attributes), `changeSubjects` (identity-providers).
 */

let test: TestApp
let as: string
let narrow: string
/** A unique attribute that users cannot edit. */
let attribute: string
let count = 0
const unique = (): string => `former-${(count += 1)}`

const define = async (more: object = {}): Promise<string> => {
  const body = { name: `Subject ${unique()}`, unique: true, ...more }
  const answer = await test.call(createUserAttribute, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}

const name = (user: BuiltUser, value: string | null, token = as, of = attribute) =>
  test.call(updateUser, {
    as: token,
    params: { id: user.id },
    body: { userAttributeValues: [{ userAttributeId: of, value }] },
  })

const named = async (value: string, of = attribute): Promise<BuiltUser> => {
  const user = await buildUser(test.ctx)
  const answer = await name(user, value, as, of)
  expect(answer.status, answer.text).toBe(200)
  return user
}

const choose = (party: Party, subjectAttribute: string | null, token = as) =>
  test.call(updateOidcApplication, {
    as: token,
    params: { id: party.rowId },
    body: { name: `Changed ${unique()}`, applicationType: 'OIDC_WEB', subjectAttribute },
  })

const eventsOf = (action: string) =>
  test.ctx.db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select(['e.outcome', 'e.entity_id', 'd.detail'])
    .where('e.tenant_id', '=', test.tenant.id)
    .where('e.action', '=', action)
    .execute()

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  narrow = (await buildAdmin(test.ctx, { permissions: everyPermission })).token
  attribute = await define()
})
afterAll(() => test.close())

describe('an application that knows users by an attribute', () => {
  it('is told one subject by ID token, userinfo, introspection, refresh and logout token', async () => {
    const service = await startHttpService()
    try {
      allowServices(test, [service])
      const party = await registerParty(test, {
        subjectAttribute: attribute,
        backchannelLogoutUri: `${service.url}/logout`,
      })
      const subject = unique()
      const user = await named(subject)
      const { body } = await tokensOf(test, { user, party })
      expect(decodeJwt(String(body.id_token)).sub).toBe(subject)
      expect((await userinfoOf(test, body.access_token)).sub).toBe(subject)
      const form = { token: String(body.access_token) }
      const told = await postForm(test, '/introspection', { party, form })
      expect(told.body).toMatchObject({ active: true, sub: subject })
      const refreshed = await postForm(test, '/token', {
        party,
        form: { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) },
      })
      expect(decodeJwt(String(refreshed.body.id_token)).sub).toBe(subject)
      const browser = await browserOf(test, user)
      await browser.visit(`/api/oidc/authorize?${requestOf(party)}`)
      const page = await browser.visit('/api/oidc/endsession')
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const answer = { xsrf, logout: 'yes' }
      await browser.visit('/api/oidc/endsession/confirm', { method: 'POST', form: answer })
      const call = service.calls.find(({ path }) => path === '/logout')
      const token = new URLSearchParams(call?.body).get('logout_token') ?? ''
      expect(decodeJwt(token).sub).toBe(subject)
    } finally {
      await service.close()
    }
  })

  it.each(['userid', 'email'])('may know them by %s', async (subjectAttribute) => {
    const party = await registerParty(test, { subjectAttribute })
    const user = await buildUser(test.ctx)
    const email = `${unique()}@example.test`
    const body = { email, emailVerified: true }
    await test.call(updateUser, { as, params: { id: user.id }, body })
    const tokens = await tokensOf(test, { user, party })
    expect(decodeJwt(String(tokens.body.id_token)).sub).toBe(
      subjectAttribute === 'email' ? email : user.userId,
    )
  })

  it('asks for the same user again by a hint of an ID token of theirs', async () => {
    const party = await registerParty(test, { subjectAttribute: attribute })
    const user = await named(unique())
    const { body } = await tokensOf(test, { user, party })
    const hint = { id_token_hint: String(body.id_token), prompt: 'none' }
    const back = await returnOf(await browserOf(test, user), party, hint)
    expect(back.searchParams.get('code')).not.toBeNull()
    const other = await returnOf(await browserOf(test, await named(unique())), party, hint)
    expect(other.searchParams.get('error')).toBe('login_required')
  })
})

/** The page and the audit events of a denied sign-in. */
const turnedAway = async (party: Party, user: BuiltUser) => {
  const browser = await browserOf(test, user)
  const back = await returnOf(browser, party)
  const uid = back.searchParams.get('uid') ?? ''
  const { body } = await test.call(readOidcInteraction, { body: { uid } })
  const events = await eventsOf('APPLICATION_SIGN_IN')
  return {
    path: back.pathname,
    denied: body.denied,
    events: events.filter(({ entity_id: id }) => id === party.id),
  }
}

describe('a user without a subject of their own', () => {
  const expectRefusal = async (party: Party, user: BuiltUser, reason: string) => {
    const { path, denied, events } = await turnedAway(party, user)
    expect(path).toBe('/oidc/denied')
    expect(denied).toMatchObject({ noSubject: true, decision: null })
    expect(events).toHaveLength(1)
    expect(events[0]?.outcome).toBe('DENIED')
    expect(events[0]?.detail).toContain(reason)
  }

  it('is not signed in without a value, and reads why', async () => {
    const party = await registerParty(test, { subjectAttribute: attribute })
    await expectRefusal(party, await buildUser(test.ctx), 'SUBJECT_MISSING')
  })

  it('is not signed in by a mail address that is not verified', async () => {
    const party = await registerParty(test, { subjectAttribute: 'email' })
    await expectRefusal(party, await buildUser(test.ctx), 'SUBJECT_MISSING')
  })

  it('is not signed in by a verified mail address of two users', async () => {
    const party = await registerParty(test, { subjectAttribute: 'email' })
    const email = `${unique()}@example.test`
    const users = [await buildUser(test.ctx), await buildUser(test.ctx)] as const
    for (const [index, { id }] of users.entries()) {
      const body = { email: index === 0 ? email : email.toUpperCase(), emailVerified: true }
      const answer = await test.call(updateUser, { as, params: { id }, body })
      expect(answer.status, answer.text).toBe(200)
    }
    await expectRefusal(party, users[0], 'SUBJECT_SHARED')
    await test.call(updateUser, { as, params: { id: users[1].id }, body: { email: null } })
  })

  it('is not signed in by what stands for another user or an application elsewhere', async () => {
    const party = await registerParty(test, { subjectAttribute: attribute })
    const victim = await buildUser(test.ctx)
    await expectRefusal(party, await named(victim.id), 'SUBJECT_SHARED')
    const machine = await registerParty(test, {
      applicationType: 'OIDC_SERVER',
      redirectUris: [],
    })
    const another = await registerParty(test, { subjectAttribute: attribute })
    await expectRefusal(another, await named(machine.id), 'SUBJECT_SHARED')
  })

  it('gets nothing by tokens of before once the value is gone', async () => {
    const party = await registerParty(test, { subjectAttribute: attribute })
    const user = await named(unique())
    const { body } = await tokensOf(test, { user, party })
    await test.ctx.db
      .updateTable('users')
      .set({ attributes: '{}' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await userinfoOf(test, body.access_token)).error).toBe('invalid_token')
    const form = { token: String(body.access_token) }
    expect((await postForm(test, '/introspection', { party, form })).body.active).toBe(false)
    const refreshed = await postForm(test, '/token', {
      party,
      form: { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) },
    })
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('the choice of a subject', () => {
  it('names attributes by which users are told apart', {
    meta: { covers: ['admin.oidc-options'] },
  }, async () => {
    const [shared, editable] = [
      await define({ unique: false }),
      await define({ userEditable: true }),
    ]
    const { body } = await test.call(listUserIdClaims, { as })
    const ids = Array.isArray(body) ? body.map(({ id }) => id) : []
    expect(ids).toEqual(expect.arrayContaining(['sub', 'userid', 'email', attribute]))
    const party = await registerParty(test)
    for (const id of [shared, editable, 'mobile', 'nothing']) {
      expect(ids).not.toContain(id)
      const answer = await choose(party, id)
      expect([answer.status, answer.body.code], id).toEqual([400, 'invalid_parameters'])
    }
  })

  it('is a super administrator’s', async () => {
    const party = await registerParty(test)
    expect((await choose(party, attribute, narrow)).body.code).toBe('access_denied')
    const body = {
      name: unique(),
      applicationType: 'OIDC_WEB',
      redirectUris: [callback],
      subjectAttribute: attribute,
    }
    expect((await test.call(createOidcApplication, { as: narrow, body })).status).toBe(403)
    expect((await choose(party, attribute)).status).toBe(200)
    // All else stays open to them.
    expect((await choose(party, attribute, narrow)).status).toBe(200)
    expect((await choose(party, null, narrow)).body.code).toBe('access_denied')
  })

  it('ends what was granted, and is named in the audit log', async () => {
    const party = await registerParty(test)
    const user = await named(unique())
    const { body } = await tokensOf(test, { user, party })
    expect((await choose(party, attribute)).status).toBe(200)
    const refreshed = await postForm(test, '/token', {
      party,
      form: { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) },
    })
    expect(refreshed.body.error).toBe('invalid_grant')
    const events = await eventsOf('APPLICATION_SUBJECT_CHANGED')
    const own = events.filter(({ entity_id: id }) => id === party.id)
    expect(own).toHaveLength(1)
    expect(own[0]?.detail).toContain('"from":"sub"')
    expect(own[0]?.detail).toContain('"users":1')
  })

  it('keeps the attribute as it is', async () => {
    const id = await define()
    await registerParty(test, { subjectAttribute: id })
    const change = (body: object) =>
      test.call(updateUserAttribute, {
        as,
        params: { id },
        body: { name: `Kept ${id}`, unique: true, ...body },
      })
    expect((await change({ userEditable: true })).body.code).toBe('user_attribute_is_subject')
    expect((await change({ unique: false })).body.code).toBe('user_attribute_is_subject')
    expect((await change({})).status).toBe(200)
    const gone = await test.call(deleteUserAttribute, { as, params: { id } })
    expect(gone.body.code).toBe('user_attribute_is_subject')
  })
})

describe('a value by which an application knows users', () => {
  it('is not given by administrators, but by super administrators, and ends the sessions', {
    meta: { covers: ['S22'] },
  }, async () => {
    await registerParty(test, { subjectAttribute: attribute })
    const user = await named(unique())
    const token = await signInAs(test.ctx, user)
    expect((await name(user, unique(), narrow)).body.code).toBe('rights_not_held')
    const body = {
      userId: unique(),
      userAttributeValues: [{ userAttributeId: attribute, value: unique() }],
    }
    const added = await test.call(createUser, { as: narrow, body })
    expect(added.body.code).toBe('rights_not_held')
    expect((await test.call(listUserIdClaims, { as: token })).body.code).toBe('access_denied')
    expect((await name(user, unique())).status).toBe(200)
    expect((await test.call(listUserIdClaims, { as: token })).status).toBe(401)
  })

  it('is not changed by the user', { meta: { covers: ['S22'] } }, async () => {
    const admin = await buildAdmin(test.ctx)
    await registerParty(test, { subjectAttribute: attribute })
    await registerParty(test, { subjectAttribute: 'email' })
    const own = await name(admin, unique(), admin.token)
    expect(own.body.code).toBe('user_edit_restricted')
    const body = { attribute: 'email', value: `${unique()}@example.test` }
    const asked = await test.call(challengeSystemAttribute, { as: admin.token, body })
    expect(asked.body.code).toBe('user_edit_restricted')
  })

  it('is not proven by administrators for a mail address, nor a user id changed', async () => {
    await registerParty(test, { subjectAttribute: 'email' })
    await registerParty(test, { subjectAttribute: 'userid' })
    const { id } = await buildUser(test.ctx)
    for (const body of [{ emailVerified: true }, { userId: unique() }]) {
      const answer = await test.call(updateUser, { as: narrow, params: { id }, body })
      expect(answer.body.code, JSON.stringify(body)).toBe('rights_not_held')
    }
    // An unverified address is not a subject.
    const email = `${unique()}@example.test`
    const free = await test.call(updateUser, { as: narrow, params: { id }, body: { email } })
    expect(free.status, free.text).toBe(200)
  })

  it('is vouched for by the identity provider that writes it', {
    meta: { covers: ['S70'] },
  }, async () => {
    await registerParty(test, { subjectAttribute: 'userid' })
    const body = () => ({
      name: unique(),
      issuer: 'https://login.example.test',
      clientId: 'signet',
      clientSecret: 'upstream-secret',
      createsUsers: true,
    })
    const refused = await test.call(createOidcIdentityProvider, { as: narrow, body: body() })
    expect(refused.body.code).toBe('rights_not_held')
    const made = await test.call(createOidcIdentityProvider, { as, body: body() })
    expect(made.status, made.text).toBe(200)
    const events = await eventsOf('VOUCHING_CHANGED')
    expect(JSON.stringify(events.map(({ detail }) => detail))).toContain('userid')
  })
})
