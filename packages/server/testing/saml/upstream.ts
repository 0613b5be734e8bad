import { generateKeyPairSync } from 'node:crypto'
import {
  completeUpstreamSignIn,
  startUpstreamSignIn,
  verifyUpstreamAccount,
} from '@signet/contract/access/upstream-sign-in'
import {
  createSamlIdentityProvider,
  type SamlIdentityProviderChange,
} from '@signet/contract/applications/saml-identity-providers'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { samlNameIdFormats } from '@signet/rules/applications'
import type { z } from 'zod'
import { readQuery } from '../../src/platform/saml/bindings.ts'
import { selfSigned } from '../../src/platform/self-signed.ts'
import { element } from '../../src/platform/xml/build.ts'
import { canonical } from '../../src/platform/xml/canonical.ts'
import { encryptElement } from '../../src/platform/xml/encryption.ts'
import { type Signer, signElement } from '../../src/platform/xml/sign.ts'
import { attributeOf, onlyChild, textOf, type XmlElement } from '../../src/platform/xml/tree.ts'
import { browserOf } from '../access/people.ts'
import { buildAdmin } from '../builders.ts'
import type { Answer } from '../call.ts'
import type { TestApp } from '../test-app.ts'

/* Tests only: a SAML identity provider that can be made to lie, and browsers that go there. */

const signerOf = (): Signer & { readonly certificate: string } => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSigned({
    ...pair,
    commonName: 'idp.example.test',
    serial: Buffer.from('0a0b0c0e', 'hex'),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2056-01-01T00:00:00Z'),
  }).toString('base64')
  const { privateKey } = pair
  return { privateKey, certificate, signatureAlgorithm: 'RSA_SHA256', digestAlgorithm: 'SHA256' }
}

export const idpSigner = signerOf()
export const foreignSigner = signerOf()
export const idpEntity = 'https://idp.example.test/saml'
export const idpSignIn = 'https://idp.example.test/sso'
export const idpSignOut = 'https://idp.example.test/slo'

let count = 0

/** Such a provider, registered; signed in as by an administrator. */
export const registerUpstream = async (
  test: Pick<TestApp, 'ctx' | 'call'>,
  more: Partial<z.input<typeof SamlIdentityProviderChange>> = {},
): Promise<string> => {
  const { token: as } = await buildAdmin(test.ctx)
  count += 1
  const answer = await test.call(createSamlIdentityProvider, {
    as,
    body: {
      name: `Upstream ${count}`,
      entityId: idpEntity,
      signInUrl: idpSignIn,
      logoutUrl: idpSignOut,
      signingCertificates: [idpSigner.certificate],
      ...more,
    },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(answer.body.id)
}

type Attributes = Readonly<Record<string, string | undefined>>
type Attribute = readonly [name: string, ...values: string[]]

/** How it answers; what a case leaves out is as a good one has it. */
export interface Manner {
  readonly name?: string
  readonly response?: Attributes
  readonly status?: string
  /** Of the second level. */
  readonly subStatus?: string
  readonly statusMessage?: string
  /** Of response and assertion, where it is not said of the assertion alone. */
  readonly issuer?: string
  readonly assertionIssuer?: string
  readonly conditions?: Attributes
  readonly moreConditions?: readonly XmlElement[]
  readonly audiences?: readonly string[]
  readonly confirmation?: Attributes
  readonly method?: string
  readonly nameId?: Attributes
  readonly statement?: Attributes
  readonly contextClass?: string
  readonly attributes?: readonly Attribute[]
  readonly signed?: 'response' | 'assertion' | 'both' | 'nothing'
  readonly signer?: Signer
}

export interface Request {
  readonly id: string
  readonly issuer: string
  readonly consumer: string
  readonly message: XmlElement
}

const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'

/** The request that a browser carries to it. */
export const requestIn = (redirect: string): Request => {
  const received = readQuery(new URL(redirect).search.slice(1))
  if (received === null) throw new Error(`no request in ${redirect}`)
  const message = received.element
  const issuer = onlyChild(message, saml, 'Issuer')
  return {
    id: attributeOf(message, 'ID') ?? '',
    issuer: issuer === null ? '' : textOf(issuer),
    consumer: attributeOf(message, 'AssertionConsumerServiceURL') ?? '',
    message,
  }
}

const at = (test: Pick<TestApp, 'clock'>, seconds: number): string =>
  new Date(test.clock.now().getTime() + seconds * 1000).toISOString()

/** An assertion about somebody; whole, whatever its id. */
export const assertionFor = (
  test: Pick<TestApp, 'clock'>,
  request: Request,
  manner: Manner & { readonly id?: string } = {},
): XmlElement =>
  element('saml:Assertion', { ID: manner.id ?? '_a', Version: '2.0', IssueInstant: at(test, 0) }, [
    element('saml:Issuer', {}, [manner.assertionIssuer ?? manner.issuer ?? idpEntity]),
    element('saml:Subject', {}, [
      element('saml:NameID', { Format: samlNameIdFormats.persistent, ...manner.nameId }, [
        manner.name ?? 'alice',
      ]),
      element(
        'saml:SubjectConfirmation',
        { Method: manner.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
        [
          element('saml:SubjectConfirmationData', {
            InResponseTo: request.id,
            NotOnOrAfter: at(test, 300),
            Recipient: request.consumer,
            ...manner.confirmation,
          }),
        ],
      ),
    ]),
    element(
      'saml:Conditions',
      { NotBefore: at(test, -60), NotOnOrAfter: at(test, 300), ...manner.conditions },
      [
        ...(manner.audiences ?? [request.issuer]).map((audience) =>
          element('saml:AudienceRestriction', {}, [element('saml:Audience', {}, [audience])]),
        ),
        ...(manner.moreConditions ?? []),
      ],
    ),
    element(
      'saml:AuthnStatement',
      { AuthnInstant: at(test, -1), SessionIndex: '_session', ...manner.statement },
      [
        element('saml:AuthnContext', {}, [
          element('saml:AuthnContextClassRef', {}, [
            manner.contextClass ??
              'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
          ]),
        ]),
      ],
    ),
    ...(manner.attributes === undefined
      ? []
      : [
          element(
            'saml:AttributeStatement',
            {},
            manner.attributes.map(([Name, ...values]) =>
              element(
                'saml:Attribute',
                { Name },
                values.map((value) => element('saml:AttributeValue', {}, [value])),
              ),
            ),
          ),
        ]),
  ])

const statusOf = (manner: Manner): XmlElement => {
  const { status = 'urn:oasis:names:tc:SAML:2.0:status:Success', subStatus, statusMessage } = manner
  const second = subStatus === undefined ? [] : [element('samlp:StatusCode', { Value: subStatus })]
  const message =
    statusMessage === undefined ? [] : [element('samlp:StatusMessage', {}, [statusMessage])]
  return element('samlp:Status', {}, [
    element('samlp:StatusCode', { Value: status }, second),
    ...message,
  ])
}

/** A response of this content; signed where `manner` says. */
export const responseWith = async (
  test: Pick<TestApp, 'clock'>,
  request: Request,
  { manner, content }: { readonly manner: Manner; readonly content: readonly XmlElement[] },
): Promise<string> => {
  const { signed = 'both', signer = idpSigner } = manner
  const response = element(
    'samlp:Response',
    {
      ID: '_r',
      Version: '2.0',
      IssueInstant: at(test, 0),
      Destination: request.consumer,
      InResponseTo: request.id,
      ...manner.response,
    },
    [element('saml:Issuer', {}, [manner.issuer ?? idpEntity]), statusOf(manner), ...content],
  )
  const isSigned = signed === 'both' || signed === 'response'
  return canonical(isSigned ? await signElement(response, signer, 1) : response)
}

export const responseTo = async (
  test: Pick<TestApp, 'clock'>,
  redirect: string,
  manner: Manner = {},
): Promise<string> => {
  const request = requestIn(redirect)
  const { signed = 'both', signer = idpSigner } = manner
  const assertion = assertionFor(test, request, manner)
  const isSigned = signed === 'both' || signed === 'assertion'
  const inner = isSigned ? await signElement(assertion, signer, 1) : assertion
  return responseWith(test, request, { manner, content: [inner] })
}

/** The assertion encrypted for us. */
export const encryptedResponseTo = async (
  test: Pick<TestApp, 'clock'>,
  redirect: string,
  given: {
    readonly manner?: Manner
    readonly recipient: Parameters<typeof encryptElement>[1]['recipient']
    readonly algorithm?: Parameters<typeof encryptElement>[1]['algorithm']
  },
): Promise<string> => {
  const { manner = {}, recipient, algorithm = 'AES256_GCM' } = given
  const request = requestIn(redirect)
  const { signed = 'both', signer = idpSigner } = manner
  const assertion = assertionFor(test, request, manner)
  const isSigned = signed === 'both' || signed === 'assertion'
  const inner = isSigned ? await signElement(assertion, signer, 1) : assertion
  const content = encryptElement(canonical(inner), { recipient, algorithm })
  const holder = element('saml:EncryptedAssertion', {}, [content])
  return responseWith(test, request, { manner, content: [holder] })
}

const cookieOf = (answer: Answer): string =>
  String([answer.headers['set-cookie']].flat()[0] ?? '').split(';', 1)[0] ?? ''

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A browser that leaves for a provider and comes back with what it posts. */
export const visitorOf = ({ call }: Pick<TestApp, 'call'>) => {
  let cookie = ''
  const send = async <E extends Endpoint>(endpoint: E, given: object): Promise<Answer> => {
    const answer = await call(endpoint, { headers: { cookie }, ...given })
    if (cookieOf(answer).startsWith('signet-idp=')) cookie = cookieOf(answer)
    return answer
  }
  const started = (answer: Answer) => {
    if (answer.status !== 200) throw new Error(answer.text)
    return { redirect: String(answer.body.redirect), state: String(answer.body.state) }
  }
  return {
    async begin(idpId: string) {
      const browser = browserOf(call)
      await browser.query()
      const { authToken } = browser
      const body = { authToken }
      const left = await send(startUpstreamSignIn, { query: { idpId }, body })
      return { authToken, ...started(left) }
    },
    complete: (
      idpId: string,
      begun: { authToken?: string | null; state: string; response: string },
    ) => {
      const { authToken, state, response } = begun
      const body = {
        state,
        samlResponse: base64(response),
        ...(authToken === undefined ? {} : { authToken }),
      }
      return send(completeUpstreamSignIn, { query: { idpId }, body })
    },
    async link(idpId: string, as: string, respond: (redirect: string) => Promise<string>) {
      const query = { idpId }
      const { redirect, state } = started(await send(verifyUpstreamAccount, { query, as }))
      const body = { state, samlResponse: base64(await respond(redirect)) }
      return send(completeUpstreamSignIn, { query, body, as })
    },
  }
}
