import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuMillis } from '../../../testing/cpu-time.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { manyScopes } from '../../../testing/xml/costly-documents.ts'
import { longestMessage } from '../../platform/xml/tree.ts'

/** Messages of strangers that cost as much as the limits allow. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const sso = '/api/saml/SAML2/SSO'
/** What the service spends on a request besides the message, with room for a busy machine. */
const mostMillis = 100

const post = async (message: string) => {
  const { host } = new URL(test.tenant.publicUrl)
  const answer = await test.app.inject({
    method: 'POST',
    url: sso,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `SAMLRequest=${message}`,
  })
  expect(answer.headers.location).toContain('/#/error?error=invalid_request')
}

const follow = async (message: string) => {
  const { host } = new URL(test.tenant.publicUrl)
  const url = `${sso}?SAMLRequest=${encodeURIComponent(message)}`
  const answer = await test.app.inject({ url, headers: { host } })
  expect(answer.headers.location).toContain('/#/error?error=invalid_request')
}

describe('a SAML message of a stranger', () => {
  it.each([
    ['blanks', '+'],
    ['letters', 'A'],
    ['letters between blanks', 'A+'],
  ])('is rejected in linear time with as many %s as it may have', async (_name, unit) => {
    const message = unit.repeat(longestMessage / unit.length - 1)
    expect(await cpuMillis(() => post(`${message}%21`))).toBeLessThan(mostMillis)
  })

  it.each([
    ['declares as many namespaces as it may', 1244],
    ['declares more', 11_000],
  ])('is rejected at little cost in a query where it %s', async (_name, elements) => {
    const message = deflateRawSync(manyScopes(elements)).toString('base64')
    expect(message.length).toBeLessThan(15_000)
    expect(await cpuMillis(() => follow(message))).toBeLessThan(mostMillis)
  })
})
