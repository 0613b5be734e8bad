import {
  changeFavoriteApplication,
  listOwnApplications,
  listUserApplications,
  openUserApplication,
  validateUserApplication,
} from '@signet/contract/access/self-applications'
import { updateOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { oidcApplications } from '../../applications/oidc-applications/index.ts'
import { createSamlApplication } from '../../applications/saml-applications/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const openable = { initiateLoginUri: 'https://app.example.test/login?from=signet' }
const register = async ({ ctx }: Pick<TestTenant, 'ctx'>, name: string, more: object = openable) =>
  (
    await oidcApplications.create(ctx, {
      name,
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://app.example.test/cb'],
      ...more,
    })
  ).application

const someone = async () => signInAs(test.ctx, await buildUser(test.ctx))
const listed = async (as: string): Promise<readonly unknown[]> => {
  const answer = await test.call(listOwnApplications, { as })
  expect(answer.status, answer.text).toBe(200)
  return JSON.parse(answer.text)
}
const star = (as: string, applicationId: string, favorite = true) =>
  test.call(changeFavoriteApplication, { as, body: { applicationId, favorite } })

describe('the applications of the portal', () => {
  it('are those that say where a sign-in begins and are switched on, by name', async () => {
    await register(test, 'Zebra')
    const first = await register(test, 'Aardvark', { ...openable, description: 'Ants' })
    await register(test, 'Nowhere', {})
    await register(test, 'Off', { ...openable, enabled: false })
    const seen = await listed(await someone())
    expect(seen.map((one) => fieldOf(one, 'name'))).toEqual(['Aardvark', 'Zebra'])
    expect(seen[0]).toEqual({
      id: first.id,
      name: 'Aardvark',
      description: 'Ants',
      openUrl: `https://app.example.test/login?from=signet&iss=${encodeURIComponent(`${test.tenant.publicUrl}/api/oidc`)}`,
      favorite: false,
    })
  })

  it('are another tenant’s in no case', async () => {
    const other = await test.otherTenant()
    const { id } = await register(other, 'Elsewhere')
    const as = await someone()
    expect(JSON.stringify(await listed(as))).not.toContain('Elsewhere')
    expect((await star(as, id)).status).toBe(404)
  })

  it('keep what somebody likes best, for them alone, however often they say so', {
    meta: { covers: ['admin.favorite-application'] },
  }, async () => {
    const { id } = await register(test, 'Liked')
    const [one, other] = [await someone(), await someone()]
    const isLiked = async (as: string) =>
      fieldOf(
        (await listed(as)).find((each) => fieldOf(each, 'id') === id),
        'favorite',
      )
    await Promise.all([star(one, id), star(one, id), star(one, id)])
    expect([await isLiked(one), await isLiked(other)]).toEqual([true, false])
    await star(one, id, false)
    expect((await star(one, id, false)).status).toBe(204)
    expect(await isLiked(one)).toBe(false)
  })

  it('take no star for what cannot be opened, nor for what is nothing', async () => {
    const as = await someone()
    const { id } = await register(test, 'Shut', {})
    expect((await star(as, id)).status).toBe(404)
    expect((await star(as, crypto.randomUUID())).status).toBe(404)
  })

  it('are those of SAML, too, where people may begin here, with a star of their own', async () => {
    const consumers = { assertionConsumers: [{ index: 0, url: 'https://sp.example.test/acs' }] }
    const make = (name: string, idpInitiated: boolean) =>
      createSamlApplication(test.ctx, { name, entityId: `urn:${name}`, idpInitiated, ...consumers })
    const { id } = await make('Launched', true)
    const { id: shut } = await make('Asked-first', false)
    const as = await someone()
    expect((await star(as, id)).status).toBe(204)
    expect((await star(as, shut)).status).toBe(404)
    const seen = await listed(as)
    expect(JSON.stringify(seen)).not.toContain('Asked-first')
    expect(seen.find((one) => fieldOf(one, 'id') === id)).toEqual({
      id,
      name: 'Launched',
      description: '',
      openUrl: `${test.tenant.publicUrl}/api/saml/SAML2/SSO?applicationId=${id}`,
      favorite: true,
    })
    expect((await star(as, id, false)).status).toBe(204)
    expect(JSON.stringify(await listed(as))).not.toContain('true')
    const opened = await test.call(openUserApplication, { as, params: { id } })
    expect(String(opened.body.redirect)).toContain(id)
  })

  it('go with the next page once an administrator switches one off', async () => {
    const made = await register(test, 'Short-lived')
    const as = await someone()
    await star(as, made.id)
    const admin = (await buildAdmin(test.ctx)).token
    const body = { name: made.name, applicationType: made.applicationType, enabled: false }
    await test.call(updateOidcApplication, { as: admin, params: { id: made.id }, body })
    expect(JSON.stringify(await listed(as))).not.toContain('Short-lived')
  })
})

describe('an application is opened from the portal', () => {
  it('at the address that begins its sign-in, and the audit log says so', async () => {
    const { id } = await register(test, 'Opened')
    const as = await someone()
    const opened = await test.call(openUserApplication, { as, params: { id } })
    expect(opened.body).toEqual({
      redirect: `https://app.example.test/login?from=signet&iss=${encodeURIComponent(`${test.tenant.publicUrl}/api/oidc`)}`,
    })
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', test.tenant.id)
      .where('entity_id', '=', id)
      .execute()
    expect(events.map(({ action }) => action)).toContain('APPLICATION_OPENED')
  })

  it('only while it is switched on, here, and says where a sign-in begins', async () => {
    const other = await test.otherTenant()
    const ids = [
      (await register(test, 'Shut away', {})).id,
      (await register(test, 'Switched off', { ...openable, enabled: false })).id,
      (await register(other, 'Far away')).id,
    ]
    const as = await someone()
    for (const id of ids) {
      expect((await test.call(openUserApplication, { as, params: { id } })).status).toBe(404)
      const { body } = await test.call(validateUserApplication, { as, body: { applicationId: id } })
      expect(body).toEqual({ valid: false, name: null })
    }
    const { id } = await register(test, 'Wide open')
    const { body } = await test.call(validateUserApplication, { as, body: { applicationId: id } })
    expect(body).toEqual({ valid: true, name: 'Wide open' })
  })
})

describe('the applications of somebody', () => {
  it('are shown to administrators who see them, with the stars of that person', async () => {
    const { id } = await register(test, 'Seen by others')
    const person = await buildUser(test.ctx)
    await star(await signInAs(test.ctx, person), id)
    const admin = (await buildAdmin(test.ctx)).token
    const params = { userid: person.id }
    const { text } = await test.call(listUserApplications, { as: admin, params })
    expect(JSON.parse(text)).toContainEqual({
      id,
      name: 'Seen by others',
      description: '',
      favorite: true,
    })
    const group = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, {
      permissions: [['USERS', 'VIEW']],
      groupIds: [group.id],
    })
    const hidden = await test.call(listUserApplications, { as: limited.token, params })
    expect([hidden.status, hidden.body.errorCode]).toEqual([404, 'user_not_found'])
  })
})
