import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, goodPassword } from '../../../testing/access/people.ts'
import {
  authnRequest,
  certificateOf,
  consumer,
  nameOf,
  registerProvider,
  type ServiceProvider,
  spSigner,
  statusOf,
} from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { element } from '../../platform/xml/build.ts'
import { signElement } from '../../platform/xml/sign.ts'
import {
  attributeOf,
  isElement,
  onlyChild,
  readXml,
  type XmlElement,
} from '../../platform/xml/tree.ts'
import { envelopeOf } from './answers.ts'

// Guards: the budgets of the engine, `secondFactorDemanded` and what `prove` gives back where more is
// asked for, `letInOnce`.

let test: TestApp
let provider: ServiceProvider
beforeAll(async () => {
  test = await startTestApp()
  provider = await registerProvider(test, { nameIdFormat: 'email' })
})
afterAll(() => test.close())

const path = '/api/saml/SAML2/SSOSoap/'
const soapNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'

const request = async (content: readonly XmlElement[] = []): Promise<string> => {
  const attributes = { Destination: `${test.tenant.publicUrl}${path}` }
  const message = authnRequest(test, provider, { attributes, content })
  return envelopeOf(await signElement(message, spSigner, 1))
}

const send = (body: string, given: { readonly name?: string; readonly password?: string } = {}) =>
  test.app.inject({
    method: 'POST',
    url: path,
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      'content-type': 'text/xml',
      ...(given.name === undefined
        ? {}
        : {
            authorization: `Basic ${Buffer.from(`${given.name}:${given.password ?? goodPassword}`).toString('base64')}`,
          }),
    },
    payload: body,
  })

const responseIn = (text: string): XmlElement => {
  const body = onlyChild(readXml(text), soapNamespace, 'Body')
  const [response] = body?.children.filter(isElement) ?? []
  if (response === undefined) throw new Error(text)
  return response
}

const sessionsOf = (userId: string) =>
  test.ctx.db
    .selectFrom('sessions')
    .select(['id', 'revoked_at'])
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .execute()

const openSessions = async (userId: string): Promise<number> =>
  (await sessionsOf(userId)).filter(({ revoked_at: ended }) => ended === null).length

describe('a program with its user’s password', () => {
  it('is given a response for the application’s registered consumer', {
    meta: { covers: ['transport.saml-endpoints'] },
  }, async () => {
    const person = await buildPerson(test.ctx)
    const answer = await send(await request(), { name: person.userId })
    expect(answer.statusCode, answer.body).toBe(200)
    const response = responseIn(answer.body)
    expect(nameOf(response, await certificateOf(test))).toBe(`${person.userId}@example.test`)
    const header = onlyChild(readXml(answer.body), soapNamespace, 'Header')
    const [block] = header?.children.filter(isElement) ?? []
    expect(block === undefined ? null : attributeOf(block, 'AssertionConsumerServiceURL')).toBe(
      consumer,
    )
  })

  it('is asked for one, and told nothing more where it is wrong', async () => {
    const person = await buildPerson(test.ctx)
    const asked = await send(await request())
    expect([asked.statusCode, asked.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Signet", charset="UTF-8"',
    ])
    const wrong = await send(await request(), { name: person.userId, password: 'wrong' })
    const nobody = await send(await request(), { name: 'nobody-at-all' })
    expect([wrong.statusCode, wrong.body]).toEqual([nobody.statusCode, nobody.body])
    expect(wrong.statusCode).toBe(401)
  })

  it('is refused where a second factor is needed, and told so', {
    meta: { covers: ['S8'] },
  }, async () => {
    const person = await buildPerson(test.ctx)
    await buildToken(test.ctx, person.id)
    const answer = await send(await request(), { name: person.userId })
    expect(statusOf(responseIn(answer.body))).toBe('NoAuthnContext')
    expect(await openSessions(person.id)).toBe(0)
    const plain = await buildPerson(test.ctx)
    const mfa = element('samlp:RequestedAuthnContext', {}, [
      element('saml:AuthnContextClassRef', {}, ['https://refeds.org/profile/mfa']),
    ])
    const asked = await send(await request([mfa]), { name: plain.userId })
    expect(statusOf(responseIn(asked.body))).toBe('NoAuthnContext')
    // Not even one that ended at once: whoever lacks a second factor has not signed in.
    expect(await sessionsOf(plain.id)).toEqual([])
  })

  it('draws from the same budget as every other door', { meta: { covers: ['S8'] } }, async () => {
    const person = await buildPerson(test.ctx)
    for (let wrong = 0; wrong < 10; wrong += 1) {
      await send(await request(), { name: person.userId, password: `wrong ${wrong}` })
    }
    expect((await send(await request(), { name: person.userId })).statusCode).toBe(401)
  })

  it('is refused while the person is locked', { meta: { covers: ['S8'] } }, async () => {
    const person = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', person.id)
      .execute()
    expect((await send(await request(), { name: person.userId })).statusCode).toBe(401)
  })

  it('is answered once for a request', async () => {
    const person = await buildPerson(test.ctx)
    const body = await request()
    expect((await send(body, { name: person.userId })).statusCode).toBe(200)
    const again = await send(body, { name: person.userId })
    expect([again.statusCode, again.body.includes('Fault')]).toEqual([500, true])
  })

  it('is told of a fault for a message for elsewhere, or for none', async () => {
    const person = await buildPerson(test.ctx)
    const elsewhere = authnRequest(test, provider)
    const signed = envelopeOf(await signElement(elsewhere, spSigner, 1))
    expect((await send(signed, { name: person.userId })).statusCode).toBe(500)
    expect((await send('<a/>', { name: person.userId })).statusCode).toBe(500)
  })
})
