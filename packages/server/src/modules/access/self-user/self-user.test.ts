import {
  listOwnRoles,
  readPreferredAuthenticator,
  readSelf,
  readSelfRegistration,
  readSelfSettings,
  readSelfVerification,
  updateSelf,
} from '@signet/contract/access/self'
import {
  mergeSelfValues,
  readSelfValues,
  replaceSelfValues,
} from '@signet/contract/access/self-values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const signedIn = async (): Promise<BuiltUser & { readonly as: string }> => {
  const user = await buildUser(test.ctx)
  return { ...user, as: await signInAs(test.ctx, user) }
}
const setColumns = (id: string, columns: object) =>
  test.ctx.db.updateTable('users').set(columns).where('id', '=', id).execute()

describe('the self view', () => {
  it('is of who is signed in, whatever their rights', async () => {
    const { as, id, userId } = await signedIn()
    const answer = await test.call(readSelf, { as })
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      id,
      userId,
      displayName: `Test ${userId}`,
      tokens: [],
      fidoTokens: [],
      groups: [],
      lockedAuthenticators: [],
    })
  })

  it('does not tell why an administrator locked whom', async () => {
    const { as, id } = await signedIn()
    await setColumns(id, { lock_reason: 'canary' })
    expect((await test.call(readSelf, { as })).text).not.toContain('canary')
  })

  it('has the roles with what they permit', {
    meta: { covers: ['permissions.role-calls'] },
  }, async () => {
    const admin = await buildAdmin(test.ctx, { permissions: [['GRIDS', 'EDIT']] })
    const { text } = await test.call(listOwnRoles, { as: admin.token })
    expect(JSON.parse(text)).toMatchObject([
      {
        id: admin.roleId,
        permissions: [{ entityType: 'GRIDS', view: true, add: false, edit: true, remove: false }],
      },
    ])
    expect((await test.call(listOwnRoles, { as: (await signedIn()).as })).text).toBe('[]')
  })

  it('knows the settings of the portal, what is to be proven and what to be registered', {
    meta: { covers: ['session.shell-calls', 'constant:usertab.default'] },
  }, async () => {
    const { as, id } = await signedIn()
    const settings = await test.call(readSelfSettings, { as })
    expect(settings.body).toMatchObject({
      asyncEnabled: true,
      userTabConfiguration: { defaultTab: 'APPLICATIONS', showMyActivities: true },
    })
    const verification = async () => (await test.call(readSelfVerification, { as })).body
    expect(await verification()).toEqual({ verificationRequired: false, attributes: ['email'] })
    await setColumns(id, { email_verified: true, registration_required: true })
    expect(await verification()).toEqual({ verificationRequired: false, attributes: [] })
    const registration = await test.call(readSelfRegistration, { as })
    expect(registration.body).toMatchObject({ registrationRequired: true, kba: 'OPTIONAL' })
  })
})

describe('changing oneself', () => {
  it('takes the name and the language, under the ETag', async () => {
    const { as } = await signedIn()
    const headers = { 'if-match': '"1"' }
    const body = { firstName: 'Ada', locale: 'fr' }
    const answer = await test.call(updateSelf, { as, body, headers })
    expect(answer.body).toMatchObject({ firstName: 'Ada', locale: 'fr', version: 2 })
    expect((await test.call(updateSelf, { as, body, headers })).status).toBe(412)
  })

  it('takes nothing else, whatever is sent', {
    meta: { covers: ['permissions.edit-restriction-self', 'S23'] },
  }, async () => {
    const { as, id } = await signedIn()
    const before = await test.ctx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const body = {
      id: test.tenant.id,
      tenantId: test.tenant.id,
      userId: 'root',
      userAliases: ['root'],
      email: 'else@example.test',
      emailVerified: true,
      mobile: '+442079460958',
      phone: '+442079460958',
      externalId: 'x',
      securityId: 'x',
      userPrincipalName: 'a@b',
      state: 'REGISTERING',
      type: 'EXTERNAL',
      locked: false,
      lockReason: null,
      migrated: true,
      registrationRequired: false,
      verificationRequired: false,
      showNotification: true,
      roles: [{ id: test.tenant.id, name: 'x' }],
      groups: [{ id: test.tenant.id, name: 'x' }],
      superAdministrator: true,
      version: 99,
      createdAt: '2020-01-01T00:00:00.000Z',
      attributes: { a: 'b' },
    }
    const answer = await test.call(updateSelf, { as, body })
    expect(answer.body).toMatchObject({ errorCode: 'unrecognized_keys', status: 400 })
    const after = await test.ctx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(after).toEqual(before)
    expect((await test.call(listOwnRoles, { as })).text).toBe('[]')
  })

  it('leaves to the directory the names that come from there', {
    meta: { covers: ['permissions.edit-restriction-open'] },
  }, async () => {
    const { as, id } = await signedIn()
    await setColumns(id, { type: 'LDAP_AD' })
    const named = await test.call(updateSelf, { as, body: { firstName: 'Else' } })
    expect(named.body.errorCode).toBe('user_edit_restricted')
    expect((await test.call(updateSelf, { as, body: { locale: 'de' } })).body.locale).toBe('de')
  })
})

describe('own values', () => {
  it('are none at first, then what was put, then what was added and taken away', async () => {
    const { as } = await signedIn()
    const first = await test.call(readSelfValues, { as })
    expect([first.body, first.headers.etag]).toEqual([{ values: {} }, '"0"'])
    const values = { 'list.density': 'compact', dashboard: { tiles: [1, 2] } }
    await test.call(replaceSelfValues, { as, body: { values } })
    const merged = await test.call(mergeSelfValues, {
      as,
      body: { values: { 'list.density': null, lastTab: 'DEVICES' } },
    })
    const kept = { values: { dashboard: { tiles: [1, 2] }, lastTab: 'DEVICES' } }
    expect([merged.body, merged.headers.etag]).toEqual([kept, '"2"'])
    expect((await test.call(readSelfValues, { as })).body).toEqual(kept)
  })

  it('are nobody else’s', { meta: { covers: ['permissions.self-scope'] } }, async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await test.call(replaceSelfValues, { as: one.as, body: { values: { mine: 1 } } })
    expect((await test.call(readSelfValues, { as: two.as })).body).toEqual({ values: {} })
  })

  it('are all kept when many are added at the same moment', async () => {
    const { as } = await signedIn()
    const names = Array.from({ length: 10 }, (_each, index) => `name${index}`)
    await Promise.all(
      names.map((name) => test.call(mergeSelfValues, { as, body: { values: { [name]: 1 } } })),
    )
    const { values } = (await test.call(readSelfValues, { as })).body
    expect(Object.keys(values ?? {}).toSorted()).toEqual(names)
  })

  it('stay within 200 names and 64 KiB, together', async () => {
    const { as } = await signedIn()
    const large = 'x'.repeat(40_000)
    const add = (values: object) => test.call(mergeSelfValues, { as, body: { values } })
    expect((await add({ one: large })).status).toBe(200)
    expect((await add({ two: large })).status).toBe(400)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_each, at) => [`n${at}`, at]))
    expect((await add(many)).status).toBe(400)
    expect((await add({ 'no spaces': 1 })).status).toBe(400)
    expect(Object.keys((await test.call(readSelfValues, { as })).body.values ?? {})).toEqual([
      'one',
    ])
  })

  it('name the preferred authenticator', {
    meta: { covers: ['admin.favorite-application'] },
  }, async () => {
    const { as } = await signedIn()
    const preferred = async () =>
      (await test.call(readPreferredAuthenticator, { as })).body.authenticator
    expect(await preferred()).toBeNull()
    const prefer = (value: string) =>
      test.call(mergeSelfValues, { as, body: { values: { preferredAuthenticator: value } } })
    await prefer('FIDO')
    expect(await preferred()).toBe('FIDO')
    await prefer('NO_SUCH_THING')
    expect(await preferred()).toBeNull()
  })

  it.each([
    [false, null],
    [true, 'SMARTCREDENTIALPUSH'],
  ])(
    'prefer push to a smart credential where smart login is %s: %s',
    {
      meta: { covers: ['visibility.smart-login-off'] },
    },
    async (smart_login_enabled, shown) => {
      const { ctx, call } = await test.otherTenant()
      await ctx.db
        .updateTable('tenants')
        .set({ smart_login_enabled })
        .where('tenant_id', '=', ctx.tenant.id)
        .execute()
      const as = await signInAs(ctx, await buildUser(ctx))
      const values = { preferredAuthenticator: 'SMARTCREDENTIALPUSH' }
      await call(mergeSelfValues, { as, body: { values } })
      expect((await call(readPreferredAuthenticator, { as })).body.authenticator).toBe(shown)
    },
  )
})
