import { listAuthenticationFlows } from '@signet/contract/access/authentication-flows'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, goodPassword } from '../../../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../../../testing/access/radius.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: RADIUS among the kinds that rules are about, and the language only after a proof.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const holder = async (locale: string) => {
  const user = await buildPerson(test.ctx)
  await buildToken(test.ctx, user.id)
  await test.ctx.db
    .updateTable('users')
    .set({ locale })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', user.id)
    .execute()
  return user
}

describe('what a device shows somebody', () => {
  it.each([
    ['en', 'Code of your token'],
    ['de', 'Code Ihres Tokens'],
    ['ja', 'トークンのコード'],
  ])('is in their language: %s', async (locale, message) => {
    const radius = radiusOf(test, await buildRadius(test))
    const { userId } = await holder(locale)
    const asked = await radius.decide({ userName: userId, ...radius.pap(goodPassword) })
    expect(asked).toMatchObject({ decision: 'CHALLENGE', message })
  })
})

describe('the text of an application', () => {
  it('stands around the question, in the person’s language', async () => {
    const change = { challengeText: '{company}: {prompt}. Help: 4711' }
    const radius = radiusOf(test, await buildRadius(test, change))
    const { userId } = await holder('de')
    const asked = await radius.decide({ userName: userId, ...radius.pap(goodPassword) })
    const company = test.tenant.companyName
    expect(asked).toMatchObject({ message: `${company}: Code Ihres Tokens. Help: 4711` })
  })
})

describe('a rule about a RADIUS application', () => {
  it('keeps out of that application and of no other', async () => {
    const [closed, open] = [await buildRadius(test), await buildRadius(test)]
    const { text } = await test.call(listAuthenticationFlows, { as })
    const flows: unknown = JSON.parse(text)
    const denied = Array.isArray(flows)
      ? flows.find((flow) => Object(flow).method === 'ACCESS_DENIED')
      : undefined
    const made = await test.call(createResourceRule, {
      as,
      body: {
        name: 'Closed',
        resourceId: closed.applicationId,
        lowFlowId: Object(denied).id,
        mediumFlowId: Object(denied).id,
      },
    })
    expect(made.status, made.text).toBe(200)
    const { userId } = await buildPerson(test.ctx)
    const decide = async (built: typeof closed) => {
      const radius = radiusOf(test, built)
      return (await radius.decide({ userName: userId, ...radius.pap(goodPassword) })).decision
    }
    expect([await decide(closed), await decide(open)]).toEqual(['REJECT', 'ACCEPT'])
  })
})
