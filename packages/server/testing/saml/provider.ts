import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import {
  createSamlApplication,
  type SamlApplicationChange,
} from '@signet/contract/applications/saml-applications'
import type { z } from 'zod'
import { redirectTo } from '../../src/platform/saml/bindings.ts'
import { selfSigned } from '../../src/platform/self-signed.ts'
import { element } from '../../src/platform/xml/build.ts'
import { canonical } from '../../src/platform/xml/canonical.ts'
import { type Signer, signElement } from '../../src/platform/xml/sign.ts'
import {
  attributeOf,
  onlyChild,
  readXml,
  textOf,
  type XmlElement,
} from '../../src/platform/xml/tree.ts'
import { verifySignature } from '../../src/platform/xml/verify-signature.ts'
import { buildAdmin } from '../builders.ts'
import type { TestApp } from '../test-app.ts'

/** Tests only: a service provider that people of a test's tenant sign in to. */

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const spKey: KeyObject = pair.privateKey
export const spCertificate = selfSigned({
  ...pair,
  commonName: 'sp.example.test',
  serial: Buffer.from('0a0b0c0d', 'hex'),
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2056-01-01T00:00:00Z'),
}).toString('base64')

export const spSigner: Signer = {
  privateKey: spKey,
  certificate: spCertificate,
  signatureAlgorithm: 'RSA_SHA256',
  digestAlgorithm: 'SHA256',
}

export const consumer = 'https://sp.example.test/acs'
export const otherConsumer = 'https://sp.example.test/other'
export const logoutUrl = 'https://sp.example.test/slo'

export interface ServiceProvider {
  readonly id: string
  readonly entityId: string
}

let count = 0

export const registerProvider = async (
  test: Pick<TestApp, 'ctx' | 'call'>,
  change: Partial<z.input<typeof SamlApplicationChange>> = {},
): Promise<ServiceProvider> => {
  const { token } = await buildAdmin(test.ctx)
  count += 1
  const entityId = `https://sp${count}.example.test/metadata`
  const answer = await test.call(createSamlApplication, {
    as: token,
    body: {
      name: `Provider ${count}`,
      entityId,
      assertionConsumers: [
        { index: 0, url: consumer },
        { index: 7, url: otherConsumer },
      ],
      logoutUrl,
      signingCertificates: [spCertificate],
      ...change,
    },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return { id: JSON.parse(answer.text).id, entityId: change.entityId ?? entityId }
}

type Attributes = Readonly<Record<string, string | undefined>>

let requests = 0

export const authnRequest = (
  test: Pick<TestApp, 'tenant' | 'clock'>,
  provider: Pick<ServiceProvider, 'entityId'>,
  {
    attributes = {},
    content = [],
  }: { attributes?: Attributes; content?: readonly XmlElement[] } = {},
): XmlElement => {
  requests += 1
  return element(
    'samlp:AuthnRequest',
    {
      ID: `_request${requests}`,
      Version: '2.0',
      IssueInstant: test.clock.now().toISOString(),
      Destination: `${test.tenant.publicUrl}/api/saml/SAML2/SSO`,
      ...attributes,
    },
    [element('saml:Issuer', {}, [provider.entityId]), ...content],
  )
}

export const logoutRequest = (
  test: Pick<TestApp, 'tenant' | 'clock'>,
  provider: Pick<ServiceProvider, 'entityId'>,
  content: readonly XmlElement[],
): XmlElement => {
  requests += 1
  return element(
    'samlp:LogoutRequest',
    {
      ID: `_request${requests}`,
      Version: '2.0',
      IssueInstant: test.clock.now().toISOString(),
      Destination: `${test.tenant.publicUrl}/api/saml/SAML2/SLO`,
    },
    [element('saml:Issuer', {}, [provider.entityId]), ...content],
  )
}

/** The path that carries a message, unsigned. */
export const unsignedPath = (path: string, message: XmlElement, relayState?: string): string => {
  const text = deflateRawSync(Buffer.from(canonical(message))).toString('base64')
  const query = new URLSearchParams({
    SAMLRequest: text,
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  })
  return `${path}?${query}`
}

/** The path that carries a message, signed by the provider. */
export const signedPath = (path: string, message: XmlElement, relayState: string | null = null) =>
  redirectTo(path, { kind: 'SAMLRequest', text: canonical(message), relayState }, spSigner)

/** A form that carries a message, signed within. */
export const signedForm = async (message: XmlElement, signer = spSigner) => {
  const text = canonical(await signElement(message, signer, 1))
  return { SAMLRequest: Buffer.from(text).toString('base64') }
}

export interface Posted {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The form of the page that leads to the application. */
export const formIn = (page: string): Posted => {
  const action = /action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`no form in ${page}`)
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, unescaped(value)],
  )
  return { action: unescaped(action), fields: Object.fromEntries(fields) }
}

export const messageIn = ({ fields }: Posted): XmlElement =>
  readXml(Buffer.from(fields.SAMLResponse ?? fields.SAMLRequest ?? '', 'base64').toString('utf8'))

const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'
const samlp = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** The innermost status, by its last word. */
export const statusOf = (message: XmlElement): string => {
  const status = onlyChild(message, samlp, 'Status')
  const code = status === null ? null : onlyChild(status, samlp, 'StatusCode')
  const inner = code === null ? null : onlyChild(code, samlp, 'StatusCode')
  return (
    attributeOf(inner ?? code ?? message, 'Value')
      ?.split(':')
      .at(-1) ?? ''
  )
}

export const down = (from: XmlElement, ...names: readonly string[]): XmlElement =>
  names.reduce((parent, name) => {
    const child = onlyChild(parent, saml, name)
    if (child === null) throw new Error(`no ${name} in ${canonical(parent)}`)
    return child
  }, from)

/** The name in a response whose signatures are this tenant's. */
export const nameOf = (response: XmlElement, certificate: string): string => {
  const keys = [new X509Certificate(Buffer.from(certificate, 'base64')).publicKey]
  verifySignature(response, { keys })
  const assertion = down(response, 'Assertion')
  verifySignature(assertion, { keys })
  return textOf(down(assertion, 'Subject', 'NameID'))
}

/** The certificate of a tenant, as its metadata tell it. */
export const certificateOf = async ({ app, tenant }: TestApp): Promise<string> => {
  const { host } = new URL(tenant.publicUrl)
  const { body } = await app.inject({ url: '/api/saml', headers: { host } })
  return /X509Certificate>([^<]+)/.exec(body)?.[1] ?? ''
}
