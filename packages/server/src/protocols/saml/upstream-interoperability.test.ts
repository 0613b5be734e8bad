import { X509Certificate } from 'node:crypto'
import { completeUpstreamSignIn } from '@signet/contract/access/upstream-sign-in'
import { parseSamlProviderMetadata } from '@signet/contract/applications/saml-identity-providers'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, fieldOf } from '../../../testing/access/people.ts'
import { createBrowser } from '../../../testing/browser.ts'
import { buildAdmin, buildRole } from '../../../testing/builders.ts'
import type { Answer } from '../../../testing/call.ts'
import { certificateOf, formIn, messageIn } from '../../../testing/saml/provider.ts'
import {
  assertionFor,
  idpEntity,
  idpSigner,
  idpSignIn,
  type Manner,
  type Request,
  registerUpstream,
  requestIn,
  responseTo,
  responseWith,
  visitorOf,
} from '../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { encryptElement } from '../../platform/xml/encryption.ts'
import { signElement } from '../../platform/xml/sign.ts'
import { attributeOf, childrenOf, readXml } from '../../platform/xml/tree.ts'
import { verifySignature } from '../../platform/xml/verify-signature.ts'

// Responses and metadata as identity providers in the field write them.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const unique = (): string => test.platform.ids.random(6).toString('hex')
const codeOf = (answer: Answer): unknown => answer.body.errorCode
const isIn = (answer: Answer): boolean =>
  fieldOf(answer.body, 'authentication', 'authenticationCompleted') === true

const open = (more: Parameters<typeof registerUpstream>[1] = {}) =>
  registerUpstream(test, { createsUsers: true, userIdClaim: 'uid', ...more })

const named = (manner: Manner = {}): Manner => {
  const name = manner.name ?? unique()
  return { name, attributes: [['uid', `u-${unique()}`]], ...manner }
}

const signIn = async (idpId: string, manner: Manner = {}): Promise<Answer> => {
  const visitor = visitorOf(test)
  const begun = await visitor.begin(idpId)
  const response = await responseTo(test, begun.redirect, named(manner))
  return visitor.complete(idpId, { ...begun, response })
}

const lastRejection = async (): Promise<unknown> => {
  const body = { actions: ['REQUEST_REJECTED'] }
  return Object((await test.call(listAuditEvents, { as, body })).body.results)[0]
}

describe('the clock of a provider', () => {
  const at = (seconds: number) =>
    new Date(test.clock.now().getTime() + seconds * 1000).toISOString()
  const ahead = (seconds: number): Manner => ({
    conditions: { NotBefore: at(seconds), NotOnOrAfter: at(seconds + 300) },
  })
  const behind = (seconds: number): Manner => ({
    conditions: { NotBefore: at(-600), NotOnOrAfter: at(-seconds) },
    confirmation: { NotOnOrAfter: at(-seconds) },
  })

  it.each([
    [20, {}, true],
    [90, {}, false],
    [90, { clockSkewSeconds: 180 }, true],
    [200, { clockSkewSeconds: 300 }, true],
    [30, { clockSkewSeconds: 0 }, false],
  ] as const)('may differ by %i s with %o: %s', async (seconds, settings, isTaken) => {
    const idpId = await open(settings)
    for (const manner of [ahead(seconds), behind(seconds)]) {
      const answer = await signIn(idpId, manner)
      expect(isTaken ? isIn(answer) : codeOf(answer), answer.text).toBe(
        isTaken ? true : 'identity_provider_clock',
      )
    }
  })

  it('cannot be allowed to differ by more than five minutes', async () => {
    await expect(open({ clockSkewSeconds: 301 })).rejects.toThrow('clockSkewSeconds')
  })

  it('is named in the audit log', async () => {
    const idpId = await open()
    await signIn(idpId, ahead(90))
    expect(await lastRejection()).toMatchObject({
      attributes: {
        door: 'SAML_RESPONSE',
        reason: 'MESSAGE_FROM_FUTURE',
        asked: { entity_id: idpEntity, identity_provider_id: idpId },
      },
    })
  })
})

describe('a provider that answers with a failure', () => {
  const status = 'urn:oasis:names:tc:SAML:2.0:status:'

  // Guard: `refusalIn` of saml-response.ts.
  it.each([
    ['Requester', 'InvalidNameIDPolicy', 'The NameID format is not supported', 'PROVIDER_ERROR'],
    ['Responder', undefined, undefined, 'PROVIDER_ERROR'],
    ['Responder', 'AuthnFailed', 'The user canceled', 'PROVIDER_DENIED'],
    ['Responder', 'RequestDenied', undefined, 'PROVIDER_DENIED'],
  ])(
    'is in the audit log with codes and message: %s, %s, %s',
    async (first, second, message, reason) => {
      const idpId = await open()
      const answer = await signIn(idpId, {
        status: `${status}${first}`,
        ...(second === undefined ? {} : { subStatus: `${status}${second}` }),
        ...(message === undefined ? {} : { statusMessage: message }),
      })
      expect(codeOf(answer)).toBe('identity_provider_refused')
      const codes = second === undefined ? first : `${first}/${second}`
      expect(await lastRejection()).toMatchObject({
        attributes: {
          door: 'SAML_RESPONSE',
          reason,
          asked: {
            entity_id: idpEntity,
            identity_provider_id: idpId,
            detail: message === undefined ? codes : `${codes}: ${message}`,
          },
        },
      })
    },
  )

  it('has no more of its message there than fits, on one line', async () => {
    const message = `first\nsecond ${'x'.repeat(2000)}`
    await signIn(await open(), { status: `${status}Responder`, statusMessage: message })
    const { detail } = Object(Object(await lastRejection()).attributes.asked)
    expect(detail).toMatch(/^Responder: first second x+$/)
    expect(detail).toHaveLength(500)
  })
})

describe('names', () => {
  const format = (name: string): Manner => ({
    nameId: { Format: `urn:oasis:names:tc:SAML:${name}` },
  })

  it('of any format but transient are accepted where that is set, each format for itself', async () => {
    const idpId = await open({ nameIdFormat: 'any' })
    const name = unique()
    const about = (mark: string): Manner => ({ name, attributes: [['uid', `${mark}-${name}`]] })
    for (const each of ['2.0:nameid-format:persistent', '1.1:nameid-format:emailAddress']) {
      expect(isIn(await signIn(idpId, { ...about(each.slice(-5)), ...format(each) }))).toBe(true)
    }
    const users = await test.ctx.db
      .selectFrom('linked_identities')
      .select('user_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('provider_id', '=', idpId)
      .execute()
    expect(new Set(users.map(({ user_id: id }) => id)).size).toBe(2)
    const transient = await signIn(idpId, format('2.0:nameid-format:transient'))
    expect(codeOf(transient)).toBe('identity_provider_failed')
    expect(await lastRejection()).toMatchObject({
      attributes: { reason: 'NAME_ID_FORMAT_MISMATCH' },
    })
  })

  it('are of one format in either spelling', async () => {
    const idpId = await open({ nameIdFormat: 'email' })
    for (const version of ['1.1', '2.0']) {
      expect(isIn(await signIn(idpId, format(`${version}:nameid-format:emailAddress`)))).toBe(true)
    }
  })

  it('and attributes may be encrypted for us', async () => {
    const idpId = await open()
    const visitor = visitorOf(test)
    const begun = await visitor.begin(idpId)
    const request = requestIn(begun.redirect)
    const recipient = new X509Certificate(Buffer.from(await certificateOf(test), 'base64'))
      .publicKey
    const hidden = (name: 'saml:EncryptedID' | 'saml:EncryptedAttribute', text: string) =>
      canonical(element(name, {}, [encryptElement(text, { recipient, algorithm: 'AES256_GCM' })]))
    const assertion = canonical(assertionFor(test, request, named()))
      .replace(/<saml:NameID.*<\/saml:NameID>/, (text) =>
        hidden(
          'saml:EncryptedID',
          text.replace('<saml:NameID', '$& xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'),
        ),
      )
      .replace(/<saml:Attribute .*<\/saml:Attribute>/, (text) =>
        hidden(
          'saml:EncryptedAttribute',
          text.replace('<saml:Attribute', '$& xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'),
        ),
      )
    expect(assertion).toContain('EncryptedAttribute')
    const signed = await signElement(readXml(assertion), idpSigner, 1)
    const response = await responseWith(test, request, { manner: {}, content: [signed] })
    const answer = await visitor.complete(idpId, { ...begun, response })
    expect(isIn(answer), answer.text).toBe(true)
  })
})

describe('a response that nobody has asked for', () => {
  const unasked = async (idpId: string, manner: Manner = {}): Promise<string> => {
    const issuer = `${test.tenant.publicUrl}/api/saml/SAML2/SP/${idpId}`
    const consumer = `${issuer}/ACS`
    const request: Request = { id: '', issuer, consumer, message: element('samlp:AuthnRequest') }
    const whole = named({
      response: { InResponseTo: undefined },
      ...manner,
      confirmation: { InResponseTo: undefined, ...manner.confirmation },
    })
    const id = `_${unique()}`
    const inner = await signElement(assertionFor(test, request, { ...whole, id }), idpSigner, 1)
    return responseWith(test, request, { manner: whole, content: [inner] })
  }
  const present = async (idpId: string, response: string): Promise<Answer> => {
    const browser = browserOf(test.call)
    await browser.query()
    const body = {
      authToken: browser.authToken ?? '',
      samlResponse: Buffer.from(response).toString('base64'),
    }
    return test.call(completeUpstreamSignIn, { query: { idpId }, body })
  }

  it('signs in where that is allowed, once, and nowhere else', {
    meta: { covers: ['S1'] },
  }, async () => {
    const [idpId, strict] = [await open({ allowsUnsolicited: true }), await open()]
    const response = await unasked(idpId)
    const first = await present(idpId, response)
    expect(isIn(first), first.text).toBe(true)
    expect(codeOf(await present(idpId, response))).toBe('no_transaction')
    expect(codeOf(await present(strict, await unasked(strict)))).toBe('no_transaction')
    expect(codeOf(await present(idpId, await unasked(strict)))).toBe('identity_provider_failed')
  })

  it('signs in no administrator', { meta: { covers: ['S1', 'S71'] } }, async () => {
    const idpId = await open({ allowsUnsolicited: true })
    const name = unique()
    const { db, tenant } = test.ctx
    expect(isIn(await present(idpId, await unasked(idpId, { name })))).toBe(true)
    const link = await db
      .selectFrom('linked_identities')
      .select('user_id')
      .where('tenant_id', '=', tenant.id)
      .where('provider_id', '=', idpId)
      .executeTakeFirstOrThrow()
    const role = { role_id: await buildRole(test.ctx, { permissions: [['USERS', 'VIEW']] }) }
    const values = { tenant_id: tenant.id, user_id: link.user_id ?? '', ...role }
    await db.insertInto('user_roles').values(values).execute()
    expect(codeOf(await present(idpId, await unasked(idpId, { name })))).toBe('identity_not_linked')
    expect(codeOf(await signIn(idpId, { name }))).toBeUndefined()
  })

  it('proves nothing that answers a request, or holds for more than a day', async () => {
    const idpId = await open({ allowsUnsolicited: true })
    const asked = await unasked(idpId, { response: { InResponseTo: '_other' } })
    expect(codeOf(await present(idpId, asked))).toBe('identity_provider_failed')
    const confirmed = await unasked(idpId, { confirmation: { InResponseTo: '_other' } })
    expect(codeOf(await present(idpId, confirmed))).toBe('identity_provider_failed')
    const NotOnOrAfter = new Date(test.clock.now().getTime() + 25 * 3_600_000).toISOString()
    const long = await unasked(idpId, { confirmation: { NotOnOrAfter } })
    expect(codeOf(await present(idpId, long))).toBe('identity_provider_failed')
    expect(isIn(await signIn(idpId))).toBe(true)
  })
})

describe('metadata of a provider', () => {
  const binding = (name: string) =>
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${name}" Location="${idpSignIn}"/>`
  const document = (services: string) =>
    `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>
     <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:idp">
     <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
     ${services}</IDPSSODescriptor></EntityDescriptor>`
  const parse = (metadata: string) =>
    test.call(parseSamlProviderMetadata, { as, body: { metadata } })

  it.each([
    ['HTTP-Redirect', 'REDIRECT'],
    ['HTTP-POST', 'POST'],
  ])('with %s alone and a processing instruction are read', async (name, signInBinding) => {
    const { body, text } = await parse(document(binding(name)))
    expect(body, text).toMatchObject({ signInUrl: idpSignIn, signInBinding })
  })

  it('that cannot be used are not called those of a service provider', async () => {
    const { body } = await parse(document(''))
    expect(body.errorCode).toBe('saml_metadata_invalid')
    expect(JSON.stringify(body)).not.toContain('service provider')
  })

  it('with POST alone are served: the request is posted, signed, and answered', async () => {
    const idpId = await open({ signInBinding: 'POST' })
    const visitor = visitorOf(test)
    const begun = await visitor.begin(idpId)
    const browser = createBrowser(test.app, new URL(test.tenant.publicUrl).host)
    const { pathname, search } = new URL(begun.redirect)
    const posted = formIn((await browser.visit(`${pathname}${search}`)).body)
    expect(posted.action).toBe(idpSignIn)
    const message = messageIn(posted)
    const certificate = new X509Certificate(Buffer.from(await certificateOf(test), 'base64'))
    expect(() => verifySignature(message, { keys: [certificate.publicKey] })).not.toThrow()
    const [issuer] = childrenOf(message, 'urn:oasis:names:tc:SAML:2.0:assertion', 'Issuer')
    const request: Request = {
      id: attributeOf(message, 'ID') ?? '',
      issuer: String(issuer?.children[0]),
      consumer: attributeOf(message, 'AssertionConsumerServiceURL') ?? '',
      message,
    }
    const inner = await signElement(assertionFor(test, request, named()), idpSigner, 1)
    const response = await responseWith(test, request, { manner: {}, content: [inner] })
    const answer = await visitor.complete(idpId, { ...begun, response })
    expect(isIn(answer), answer.text).toBe(true)
  })
})
