import { X509Certificate } from 'node:crypto'
import { listOwnIdentities } from '@signet/contract/access/upstream-sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, fieldOf } from '../../../testing/access/people.ts'
import { signInAs } from '../../../testing/builders.ts'
import type { Answer } from '../../../testing/call.ts'
import { certificateOf } from '../../../testing/saml/provider.ts'
import {
  assertionFor,
  encryptedResponseTo,
  foreignSigner,
  idpEntity,
  idpSigner,
  type Manner,
  registerUpstream,
  requestIn,
  responseTo,
  responseWith,
  visitorOf,
} from '../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { forgeries } from '../../../testing/xml/forgeries.ts'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { signElement } from '../../platform/xml/sign.ts'

// Guards, each of which one of these fails without: every check in `saml-assertion.ts` and `read` in
// `saml-response.ts`; `takeTurn` and the comparisons of `resumeRequest`, as for OpenID Connect.

let test: TestApp
let certificate: string
beforeAll(async () => {
  test = await startTestApp()
  certificate = await certificateOf(test)
})
afterAll(() => test.close())

const unique = (): string => test.platform.ids.random(6).toString('hex')
const codeOf = (answer: Answer): unknown => answer.body.errorCode
const isIn = (answer: Answer): boolean =>
  fieldOf(answer.body, 'authentication', 'authenticationCompleted') === true

let usual: Promise<string> | null = null

/** Makes users of whoever comes: what is taken signs in. */
const open = (more: Parameters<typeof registerUpstream>[1] | null = null): Promise<string> => {
  const wanted = { createsUsers: true, userIdClaim: 'uid' }
  if (more !== null) return registerUpstream(test, { ...wanted, ...more })
  usual ??= registerUpstream(test, wanted)
  return usual
}

const named = (manner: Manner = {}): Manner => {
  const name = manner.name ?? unique()
  return { name, attributes: [['uid', `u-${name}`]], ...manner }
}

/** What a browser gets for what the provider posts. */
const signIn = async (idpId: string, manner: Manner = {}): Promise<Answer> => {
  const visitor = visitorOf(test)
  const begun = await visitor.begin(idpId)
  const response = await responseTo(test, begun.redirect, named(manner))
  return visitor.complete(idpId, { ...begun, response })
}

const turned = async (idpId: string, change: (text: string) => string, manner: Manner = {}) => {
  const visitor = visitorOf(test)
  const begun = await visitor.begin(idpId)
  const response = change(await responseTo(test, begun.redirect, named(manner)))
  return visitor.complete(idpId, { ...begun, response })
}

describe('a sign-in by a SAML provider', () => {
  it('makes a user with the mapped attributes, and knows them again', async () => {
    const idpId = await open({
      claimMappings: [
        { claim: 'urn:oid:2.5.4.42', field: 'firstName' },
        { claim: 'mail', field: 'email' },
      ],
      updatesUsers: true,
    })
    const name = unique()
    const email = `${name}@example.test`
    const attributes = (first: string): NonNullable<Manner['attributes']> => [
      ['uid', name],
      ['urn:oid:2.5.4.42', first],
      ['mail', email],
    ]
    const rows = () =>
      test.ctx.db
        .selectFrom('users')
        .select(['first_name', 'email', 'email_verified', 'type'])
        .where('tenant_id', '=', test.tenant.id)
        .where('user_id', '=', name)
        .execute()
    const first = await signIn(idpId, { name, attributes: attributes('Zoë') })
    expect(isIn(first), first.text).toBe(true)
    const shared = { email, email_verified: false, type: 'EXTERNAL' }
    expect(await rows()).toEqual([{ ...shared, first_name: 'Zoë' }])
    expect(isIn(await signIn(idpId, { name, attributes: attributes('Zoe') }))).toBe(true)
    expect(await rows()).toEqual([{ ...shared, first_name: 'Zoe' }])
  })

  it('is somebody’s only once they have linked it, with a factor of this service', {
    meta: { covers: ['S1'] },
  }, async () => {
    const idpId = await registerUpstream(test)
    const name = unique()
    expect(codeOf(await signIn(idpId, { name }))).toBe('identity_not_linked')
    const person = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, person)
    const respond = (redirect: string) => responseTo(test, redirect, { name })
    const linked = await visitorOf(test).link(idpId, as, respond)
    expect(linked.status, linked.text).toBe(200)
    const own = await test.call(listOwnIdentities, { as })
    expect(own.text).toContain(name)
    expect(isIn(await signIn(idpId, { name }))).toBe(true)
    const other = await signInAs(test.ctx, await buildPerson(test.ctx))
    expect(codeOf(await visitorOf(test).link(idpId, other, respond))).toBe(
      'identity_already_linked',
    )
  })

  it('is one factor; a class counts for a second only where the settings name it', {
    meta: { covers: ['S2'] },
  }, async () => {
    const mfa = 'https://refeds.org/profile/mfa'
    const idpId = await registerUpstream(test, { trustedContexts: [mfa] })
    const name = unique()
    const person = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, person)
    await visitorOf(test).link(idpId, as, (redirect) => responseTo(test, redirect, { name }))
    await buildToken(test.ctx, person.id)
    expect(isIn(await signIn(idpId, { name }))).toBe(false)
    expect(isIn(await signIn(idpId, { name, contextClass: `${mfa}2` }))).toBe(false)
    expect(isIn(await signIn(idpId, { name, contextClass: mfa }))).toBe(true)
  })

  it('takes the class that it has asked for, and no other', async () => {
    const mfa = 'https://refeds.org/profile/mfa'
    const idpId = await open({ requestedContexts: [mfa] })
    expect(codeOf(await signIn(idpId))).toBe('identity_provider_failed')
    expect(isIn(await signIn(idpId, { contextClass: mfa }))).toBe(true)
  })

  it('is refused as that where the provider says so', async () => {
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
    expect(codeOf(await signIn(await open(), { status }))).toBe('identity_provider_refused')
  })
})

describe('a response', () => {
  it.each(['response', 'assertion', 'both'] as const)(
    'of which the %s is signed is enough, signed by nobody it is not',
    async (signed) => {
      const idpId = await open()
      expect(isIn(await signIn(idpId, { signed }))).toBe(true)
      const foreign = await signIn(idpId, { signed, signer: foreignSigner })
      expect(codeOf(foreign)).toBe('identity_provider_failed')
      expect(codeOf(await signIn(idpId, { signed: 'nothing' }))).toBe('identity_provider_failed')
    },
  )

  const past = '2020-01-01T00:00:00Z'
  const future = '2096-01-01T00:00:00Z'
  const evilEntity = 'https://evil.example.test'
  const wrong: readonly (readonly [string, Manner])[] = [
    ['another issuer', { issuer: evilEntity }],
    ['another issuer of the assertion', { assertionIssuer: evilEntity }],
    ['another issuer of the response', { issuer: evilEntity, assertionIssuer: idpEntity }],
    ['another destination', { response: { Destination: 'https://other.example.test/ACS' } }],
    ['no destination', { response: { Destination: undefined } }],
    ['an answer to another request', { response: { InResponseTo: '_other' } }],
    ['no request at all', { response: { InResponseTo: undefined } }],
    ['another time', { response: { IssueInstant: past } }],
    ['another version', { response: { Version: '1.1' } }],
    ['another audience', { audiences: ['https://other.example.test'] }],
    ['no audience', { audiences: [] }],
    ['a second restriction to others', { audiences: ['', 'https://other.example.test'] }],
    ['an unknown condition', { moreConditions: [element('saml:Condition')] }],
    ['conditions that are over', { conditions: { NotOnOrAfter: past } }],
    ['conditions that do not hold yet', { conditions: { NotBefore: future } }],
    ['conditions without a readable end', { conditions: { NotOnOrAfter: 'tomorrow' } }],
    ['another recipient', { confirmation: { Recipient: 'https://other.example.test/ACS' } }],
    ['no recipient', { confirmation: { Recipient: undefined } }],
    ['a confirmation of another request', { confirmation: { InResponseTo: '_other' } }],
    ['a confirmation of no request', { confirmation: { InResponseTo: undefined } }],
    ['a confirmation that is over', { confirmation: { NotOnOrAfter: past } }],
    ['a confirmation without an end', { confirmation: { NotOnOrAfter: undefined } }],
    ['a confirmation by a key', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
    ['a session that is over', { statement: { SessionNotOnOrAfter: past } }],
    [
      'a name of another format',
      { nameId: { Format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
    ],
    ['a name without a format', { nameId: { Format: undefined } }],
    ['a name of another provider', { nameId: { NameQualifier: 'https://evil.example.test' } }],
    ['a name for another service', { nameId: { SPNameQualifier: 'https://other.example.test' } }],
    ['an empty name', { name: ' ' }],
  ]

  /** What a clock may be at fault for is told as that. */
  const byClock: ReadonlySet<string> = new Set([
    'another time',
    'conditions that are over',
    'conditions that do not hold yet',
    'a confirmation that is over',
    'a session that is over',
  ])

  it.each(wrong)(
    'with %s proves nothing, though it is signed',
    { meta: { covers: ['S14'] } },
    async (what, manner) => {
      const idpId = await open()
      const visitor = visitorOf(test)
      const begun = await visitor.begin(idpId)
      const own = requestIn(begun.redirect).issuer
      const audiences = manner.audiences?.map((each) => (each === '' ? own : each))
      const told = named({ ...manner, ...(audiences === undefined ? {} : { audiences }) })
      const response = await responseTo(test, begun.redirect, told)
      expect(codeOf(await visitor.complete(idpId, { ...begun, response }))).toBe(
        byClock.has(what) ? 'identity_provider_clock' : 'identity_provider_failed',
      )
    },
  )

  it('counts once, in the browser and for the request that began', {
    meta: { covers: ['S1'] },
  }, async () => {
    const idpId = await open()
    const visitor = visitorOf(test)
    const begun = await visitor.begin(idpId)
    const response = await responseTo(test, begun.redirect, named())
    const other = visitorOf(test)
    const otherBegun = await other.begin(idpId)
    expect(codeOf(await other.complete(idpId, { ...begun, response }))).toBe('no_transaction')
    // The answer to one request is none to another.
    const swapped = await other.complete(idpId, { ...otherBegun, response })
    expect(codeOf(swapped)).toBe('identity_provider_failed')
    expect(isIn(await visitor.complete(idpId, { ...begun, response }))).toBe(true)
    expect(codeOf(await visitor.complete(idpId, { ...begun, response }))).toBe('no_transaction')
  })

  it('of one provider is no other’s, though both have one key', {
    meta: { covers: ['S14'] },
  }, async () => {
    const [idpId, otherId] = [await open(), await open({})]
    const visitor = visitorOf(test)
    const [begun, elsewhere] = [await visitor.begin(idpId), await visitor.begin(otherId)]
    const response = await responseTo(test, elsewhere.redirect, named())
    const mixed = await visitor.complete(idpId, { ...begun, response })
    expect(codeOf(mixed)).toBe('identity_provider_failed')
    const elsewhereToo = await visitor.complete(otherId, { ...begun, response })
    expect(codeOf(elsewhereToo)).toBe('no_transaction')
  })

  it('gives the whole of a name with a comment in it', async () => {
    const idpId = await open({})
    const name = `${unique()}.evil.test`
    const answer = await turned(
      idpId,
      (text) => text.replace(`>${name}<`, `>${name.slice(0, 12)}<!-- -->${name.slice(12)}<`),
      { name },
    )
    expect(isIn(answer), answer.text).toBe(true)
    const { rows } = await test.ctx.db.executeQuery(
      test.ctx.db
        .selectFrom('linked_identities')
        .select('subject')
        .where('tenant_id', '=', test.tenant.id)
        .where('provider_id', '=', idpId)
        .compile(),
    )
    expect(rows).toEqual([{ subject: name }])
  })
})

describe('an encrypted assertion', () => {
  const recipient = () => new X509Certificate(Buffer.from(certificate, 'base64')).publicKey

  const encrypted = async (
    idpId: string,
    manner: Manner = {},
    algorithm: 'AES256_GCM' | 'AES128_CBC' = 'AES256_GCM',
  ) => {
    const visitor = visitorOf(test)
    const begun = await visitor.begin(idpId)
    const given = { manner: named(manner), recipient: recipient(), algorithm }
    const response = await encryptedResponseTo(test, begun.redirect, given)
    return visitor.complete(idpId, { ...begun, response })
  }

  it('is read, and wanted where that is said', async () => {
    const idpId = await open({ requiresEncryption: true })
    const answer = await encrypted(idpId)
    expect(isIn(answer), answer.text).toBe(true)
    expect(codeOf(await signIn(idpId))).toBe('identity_provider_failed')
  })

  it('needs a signature, on it or around it', async () => {
    const idpId = await open()
    expect(isIn(await encrypted(idpId, { signed: 'response' }))).toBe(true)
    expect(isIn(await encrypted(idpId, { signed: 'assertion' }))).toBe(true)
    expect(codeOf(await encrypted(idpId, { signed: 'nothing' }))).toBe('identity_provider_failed')
  })

  it('by an algorithm that anybody can change needs one around it', {
    meta: { covers: ['S14'] },
  }, async () => {
    const idpId = await open()
    expect(isIn(await encrypted(idpId, { signed: 'both' }, 'AES128_CBC'))).toBe(true)
    expect(codeOf(await encrypted(idpId, { signed: 'assertion' }, 'AES128_CBC'))).toBe(
      'identity_provider_failed',
    )
  })
})

describe.each(['response', 'assertion', 'both'] as const)(
  'a response of which the %s was signed',
  (signed) => {
    let idpId = ''
    beforeAll(async () => {
      idpId = await open()
    })

    it.each(Object.keys(forgeries(() => '')))(
      'proves nothing with %s',
      { meta: { covers: ['S14'] } },
      async (form) => {
        const visitor = visitorOf(test)
        const begun = await visitor.begin(idpId)
        const request = requestIn(begun.redirect)
        const about = (name: string) => named({ name, signed })
        const evil = (id: string) =>
          canonical(assertionFor(test, request, { ...about('admin'), id }))
        const text = await responseTo(test, begun.redirect, about('alice'))
        const response = forgeries(evil)[form]?.(text) ?? text
        expect(response).not.toBe(text)
        const answer = await visitor.complete(idpId, { ...begun, response })
        expect(codeOf(answer), answer.text).toBe('identity_provider_failed')
      },
    )

    it('proves nothing within a whole response about somebody else', {
      meta: { covers: ['S14'] },
    }, async () => {
      const visitor = visitorOf(test)
      const begun = await visitor.begin(idpId)
      const request = requestIn(begun.redirect)
      const text = await responseTo(test, begun.redirect, named({ name: 'alice', signed }))
      const manner = named({ name: 'admin', signed: 'nothing' })
      const evil = assertionFor(test, request, { ...manner, id: '_e' })
      const around = await responseWith(test, request, {
        manner: { ...manner, response: { ID: '_evil' } },
        content: [evil],
      })
      const response = around.replace(
        '<samlp:Status>',
        `<samlp:Extensions>${text}</samlp:Extensions>$&`,
      )
      expect(response).toContain('_evil')
      expect(codeOf(await visitor.complete(idpId, { ...begun, response }))).toBe(
        'identity_provider_failed',
      )
    })
  },
)

it('a second assertion beside a signed one is refused, though it is signed as well', async () => {
  const idpId = await open()
  const visitor = visitorOf(test)
  const begun = await visitor.begin(idpId)
  const request = requestIn(begun.redirect)
  const manner = named({ signed: 'nothing' })
  const content = await Promise.all(
    ['_a', '_b'].map((id) =>
      signElement(assertionFor(test, request, { ...manner, id }), idpSigner, 1),
    ),
  )
  const response = await responseWith(test, request, { manner, content })
  expect(codeOf(await visitor.complete(idpId, { ...begun, response }))).toBe(
    'identity_provider_failed',
  )
})
