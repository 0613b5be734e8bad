import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, requestOf } from '../../../../testing/oidc/party.ts'
import {
  newBrowser,
  type Plan,
  redeem,
  startPlan,
  verified,
} from '../../../../testing/oidc/plan.ts'

/*
 * Plan oidcc-formpost-basic-certification-test-plan: the modules of the basic plan with
 * `response_mode=form_post`. What differs is how the answer comes; that is what is tried here.
 */

let plan: Plan
beforeAll(async () => {
  plan = await startPlan()
})
afterAll(() => plan.test.close())

const posted = async (
  params: Readonly<Record<string, string>>,
  browser = newBrowser(plan),
): Promise<URLSearchParams> => {
  const request = requestOf(plan.party, {
    response_mode: 'form_post',
    state: 'a-state',
    nonce: 'a-nonce',
    ...params,
  })
  const answer = await browser.visit(`/api/oidc/authorize?${request}`)
  const given = new URLSearchParams()
  for (const [, name = '', value = ''] of answer.body.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
    given.set(name, value)
  }
  return given
}

describe('oidcc-formpost-basic-certification-test-plan', () => {
  it('oidcc-server', async () => {
    const given = await posted({}, await browserOf(plan.test, plan.user))
    expect(given.get('state')).toBe('a-state')
    const back = new URL(`https://app.example.test/callback?${given}`)
    const { status, body } = await redeem(plan, back)
    expect(status).toBe(200)
    expect((await verified(plan, body.id_token)).payload).toMatchObject({ nonce: 'a-nonce' })
  })

  it('oidcc-prompt-none-logged-in', async () => {
    const given = await posted({ prompt: 'none' }, await browserOf(plan.test, plan.user))
    expect(given.get('code')).toEqual(expect.any(String))
  })

  it('oidcc-prompt-none-not-logged-in', async () => {
    const given = await posted({ prompt: 'none' })
    expect([given.get('error'), given.get('state')]).toEqual(['login_required', 'a-state'])
  })

  it('oidcc-response-type-missing', async () => {
    const given = await posted({ response_type: '' })
    expect([given.get('error'), given.get('code')]).toEqual(['invalid_request', null])
  })
})
