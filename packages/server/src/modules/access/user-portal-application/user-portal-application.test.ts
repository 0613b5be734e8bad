import { createResourceRule, listRuleResources } from '@signet/contract/access/resource-rules'
import { readSelfSettings } from '@signet/contract/access/self'
import { listOwnApplications } from '@signet/contract/access/self-applications'
import {
  readUserPortalApplication,
  updateUserPortalApplication,
} from '@signet/contract/access/user-portal-application'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { readUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `enabled` in `showsTab`, and the right to see rules in `present`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const put = async (body: object) => {
  const answer = await test.call(updateUserPortalApplication, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}

describe('the user portal', () => {
  it('is an application of every tenant, and judged by the rules about it', async () => {
    const read = await test.call(readUserPortalApplication, { as })
    expect(read.body).toMatchObject({
      id: 'USER_PORTAL',
      applicationType: 'USER_PORTAL',
      name: null,
      enabled: true,
      url: `${test.ctx.tenant.publicUrl}/`,
    })
    const rule = {
      name: `r${test.platform.ids.random(6).toString('hex')}`,
      resourceId: 'USER_PORTAL',
    }
    const made = await test.call(createResourceRule, { as, body: rule })
    expect(made.status, made.text).toBe(200)
    const { resourceRules } = (await test.call(readUserPortalApplication, { as })).body
    expect(resourceRules).toContainEqual({ id: made.body.id, name: rule.name, enabled: true })
  })

  it('names no rule to whoever may not see rules', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: [['APPLICATIONS', 'VIEW']] })
    const read = await test.call(readUserPortalApplication, { as: token })
    expect(read.body).toMatchObject({ id: 'USER_PORTAL', resourceRules: [] })
  })

  it('stands first among all applications and in the rules, by its name', async () => {
    const name = `Desk ${test.platform.ids.random(6).toString('hex')}`
    await put({ name })
    const [first] = Object.values(Object((await test.call(listApplicationInfo, { as })).body))
    expect(first).toMatchObject({ id: 'USER_PORTAL', name, applicationType: 'USER_PORTAL' })
    const resources = Object.values(Object((await test.call(listRuleResources, { as })).body))
    expect(resources).toContainEqual({ id: 'USER_PORTAL', name, type: 'USER_PORTAL' })
    await put({ name: null })
  })

  it('is changed over the version that was read, and told as an application', async () => {
    const { headers } = await test.call(readUserPortalApplication, { as })
    await put({ description: 'Where everybody starts' })
    const stale = await test.call(updateUserPortalApplication, {
      as,
      headers: { 'if-match': String(headers.etag) },
      body: { description: 'x' },
    })
    expect(stale.status).toBe(412)
    const event = await test.ctx.db
      .selectFrom('audit_events')
      .select(['action', 'entity_id'])
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('action', '=', 'APPLICATION_UPDATED')
      .executeTakeFirst()
    expect(event?.entity_id).toBe('USER_PORTAL')
  })
})

describe('a user portal that is switched off', () => {
  const shownTo = async (token: string) =>
    Object(Object((await test.call(readSelfSettings, { as: token })).body).userTabConfiguration)

  it('shows no tab, answers no call of one, and leaves the administration open', async () => {
    const person = await buildPerson(test.ctx)
    const own = await signInAs(test.ctx, person)
    expect((await test.call(listOwnApplications, { as: own })).status).toBe(200)
    await put({ enabled: false })
    const { defaultTab: _defaultTab, ...tabs } = await shownTo(own)
    expect(Object.values(tabs)).toEqual(Object.values(tabs).map(() => false))
    for (const token of [own, as]) {
      const refused = await test.call(listOwnApplications, { as: token })
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    }
    const looks = await test.call(readUser, { as, params: { id: person.id } })
    expect(looks.status).toBe(200)
    await put({ enabled: true })
    expect((await test.call(listOwnApplications, { as: own })).status).toBe(200)
    expect((await shownTo(own)).showApplications).toBe(true)
  })
})
