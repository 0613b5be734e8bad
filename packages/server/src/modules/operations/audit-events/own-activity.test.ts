import { listOwnActivity } from '@signet/contract/operations/own-activity'
import { updateUserPortalSettings, userPortalFamily } from '@signet/contract/settings/userportal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const activity = async (as: string, side: 'SELF' | 'OTHERS') => {
  const answer = await test.call(listOwnActivity, { as, body: { side } })
  expect(answer.status, answer.text).toBe(200)
  const { results } = answer.body
  return Array.isArray(results) ? results : []
}

describe('one’s own activity', () => {
  it('is what the person did, and from where', {
    meta: { covers: ['purpose.end-users'] },
  }, async () => {
    const person = await buildPerson(test.ctx)
    const other = await buildPerson(test.ctx)
    for (const { userId } of [person, other]) {
      const browser = browserOf(test.call)
      await browser.query(userId)
      expect((await browser.prove('PASSWORD', 'correct horse battery staple 42')).status).toBe(200)
    }
    const seen = await activity(await signInAs(test.ctx, person), 'SELF')
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      action: 'AUTHENTICATION',
      outcome: 'SUCCESS',
      by: 'SELF',
      subject: '',
      address: '127.0.0.1',
    })
  })

  it('tells of failed sign-ins, and of others neither name nor place', async () => {
    const person = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(person.userId)
    await browser.prove('PASSWORD', 'wrong')
    await test.ctx.transaction(async (ctx) =>
      audit(ctx, 'USER_UPDATED', {
        subject: { entity: 'USERS', id: person.id, name: person.userId },
        actor: { kind: 'user', id: ctx.platform.ids.uuid(), name: 'boss-canary' },
      }),
    )
    const seen = await activity(await signInAs(test.ctx, person), 'OTHERS')
    expect(
      seen.map((one) => [fieldOf(one, 'action'), fieldOf(one, 'by'), fieldOf(one, 'address')]),
    ).toEqual([
      ['USER_UPDATED', 'OTHERS', null],
      ['AUTHENTICATION', 'NOBODY', '127.0.0.1'],
    ])
    expect(JSON.stringify(seen)).not.toContain('canary')
  })

  it('is nobody’s where the tenant does not show it', {
    meta: { covers: ['routing.myreports-needs'] },
  }, async () => {
    const { token } = await buildAdmin(test.ctx)
    const { userTabConfiguration } = userPortalFamily.defaults
    const body = { userTabConfiguration: { ...userTabConfiguration, showMyActivities: false } }
    await test.call(updateUserPortalSettings, { as: token, body })
    const as = await signInAs(test.ctx, await buildUser(test.ctx))
    const answer = await test.call(listOwnActivity, { as, body: {} })
    expect(answer.body.errorCode).toBe('access_denied')
  })
})
