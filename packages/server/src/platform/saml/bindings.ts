import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { samlRelayStateBytes } from '@signet/rules/applications'
import { plainBase64 } from '../base64.ts'
import type { SamlSettings } from '../db/schema/saml.ts'
import { algorithmOf, keyFor, signatureAlgorithms } from '../xml/algorithms.ts'
import { namespaces } from '../xml/build.ts'
import { type Signer, signBytes } from '../xml/sign.ts'
import { isElement, longestMessage, onlyChild, readXml, type XmlElement } from '../xml/tree.ts'
import { isSigned, verifySignature } from '../xml/verify-signature.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { SamlFault } from './saml-fault.ts'

/** A signature beside a message, over the query as it was written (bindings, 3.4.4.1). */
interface QuerySignature {
  readonly algorithm: string
  readonly signed: string
  readonly value: Buffer
}

/** A message as it came. */
export interface Received {
  readonly binding: 'REDIRECT' | 'POST' | 'SOAP'
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly element: XmlElement
  readonly relayState: string | null
  readonly querySignature: QuerySignature | null
}

const readElement = (bytes: Buffer): XmlElement => {
  try {
    return readXml(bytes.toString('utf8'))
  } catch (error) {
    if (error instanceof XmlFault) throw new SamlFault(error.message, { cause: error })
    throw error
  }
}

const fromBase64 = (text: string): Buffer => {
  const plain = plainBase64(text, longestMessage)
  if (plain === null) throw new SamlFault('a message that is no base64')
  return Buffer.from(plain, 'base64')
}

const inflated = (bytes: Buffer): Buffer => {
  try {
    return inflateRawSync(bytes, { maxOutputLength: longestMessage })
  } catch (error) {
    throw new SamlFault('a message that cannot be inflated', { cause: error })
  }
}

const relayStateOf = (text: string | null): string | null => {
  if (text !== null && Buffer.byteLength(text) > samlRelayStateBytes) {
    throw new SamlFault('a relay state that is too long')
  }
  return text
}

const kindOf = (has: (name: string) => boolean): Received['kind'] | null => {
  if (has('SAMLRequest')) return has('SAMLResponse') ? null : 'SAMLRequest'
  return has('SAMLResponse') ? 'SAMLResponse' : null
}

const decoded = (raw: string): string => {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch (error) {
    throw new SamlFault('a query that cannot be decoded', { cause: error })
  }
}

/** Parameters as they were written: a signature is over those letters. @throws SamlFault for one twice */
const rawParameters = (query: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    if (found.has(name)) throw new SamlFault('a parameter twice')
    found.set(name, at < 0 ? '' : pair.slice(at + 1))
  }
  return found
}

const querySignatureOf = (
  raw: ReadonlyMap<string, string>,
  kind: Received['kind'],
): QuerySignature | null => {
  const value = raw.get('Signature')
  if (value === undefined) return null
  const signed = [kind, 'RelayState', 'SigAlg']
    .filter((name) => raw.has(name))
    .map((name) => `${name}=${raw.get(name) ?? ''}`)
    .join('&')
  const algorithm = decoded(raw.get('SigAlg') ?? '')
  return { algorithm, signed, value: fromBase64(decoded(value)) }
}

/** The message of a query (bindings, section 3.4); null without one. @throws SamlFault */
export const readQuery = (query: string): Received | null => {
  const raw = rawParameters(query)
  const kind = kindOf((name) => raw.has(name))
  if (kind === null) return null
  const encoding = raw.get('SAMLEncoding')
  const deflate = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE'
  if (encoding !== undefined && decoded(encoding) !== deflate) {
    throw new SamlFault('another encoding', { code: 'NOT_SUPPORTED' })
  }
  const element = readElement(inflated(fromBase64(decoded(raw.get(kind) ?? ''))))
  if (isSigned(element)) throw new SamlFault('a signature within a redirect')
  const relayState = raw.get('RelayState')
  return {
    binding: 'REDIRECT',
    kind,
    element,
    relayState: relayStateOf(relayState === undefined ? null : decoded(relayState)),
    querySignature: querySignatureOf(raw, kind),
  }
}

/** A message as a form carries it (bindings, section 3.5.4). @throws SamlFault */
export const readPosted = (text: string): XmlElement => readElement(fromBase64(text))

/** The message of a form (bindings, section 3.5); null without one. @throws SamlFault */
export const readForm = (body: string): Received | null => {
  const fields = new URLSearchParams(body)
  if (new Set(fields.keys()).size < fields.size) throw new SamlFault('a field twice')
  const kind = kindOf((name) => fields.has(name))
  if (kind === null) return null
  return {
    binding: 'POST',
    kind,
    element: readPosted(fields.get(kind) ?? ''),
    relayState: relayStateOf(fields.get('RelayState')),
    querySignature: null,
  }
}

/** The one message in the body of an envelope (bindings, section 3.2). @throws SamlFault */
export const readEnvelope = (text: string): Received => {
  const { soap } = namespaces
  const envelope = readElement(Buffer.from(text))
  const body =
    envelope.namespace === soap && envelope.local === 'Envelope'
      ? onlyChild(envelope, soap, 'Body')
      : null
  const [element, ...more] = body?.children.filter(isElement) ?? []
  if (element === undefined || more.length > 0) throw new SamlFault('an envelope of another shape')
  const kind = element.local.endsWith('Response') ? 'SAMLResponse' : 'SAMLRequest'
  return { binding: 'SOAP', kind, element, relayState: null, querySignature: null }
}

/** The public keys of an application's certificates; their dates do not matter (metadata, 2.4.1.1). */
export const keysOf = (certificates: readonly string[]): readonly KeyObject[] =>
  certificates.map((base64) => new X509Certificate(Buffer.from(base64, 'base64')).publicKey)

const expectQuerySignature = (
  { algorithm: uri, signed, value }: QuerySignature,
  keys: readonly KeyObject[],
): void => {
  const algorithm = algorithmOf(signatureAlgorithms, uri)
  if (algorithm === undefined || algorithm.hash === 'sha1') {
    throw new SamlFault('another algorithm', { code: 'SIGNATURE_INVALID' })
  }
  const data = Buffer.from(signed)
  const isRight = keys
    .filter((key) => key.asymmetricKeyType === algorithm.key)
    .some((key) => verify(algorithm.hash, data, keyFor(algorithm, key), value))
  if (!isRight) throw new SamlFault('a wrong signature', { code: 'SIGNATURE_INVALID' })
}

/**
 * Whether one of the sender's keys has signed the message. A signature that is there and wrong is
 * a fault, whether one was needed or not; without keys of the sender nothing counts as signed.
 * @throws SamlFault
 */
export const isSignedBy = (
  { element, querySignature }: Received,
  { signingCertificates }: Pick<SamlSettings, 'signingCertificates'>,
): boolean => {
  if (signingCertificates.length === 0) return false
  const keys = keysOf(signingCertificates)
  if (querySignature !== null) {
    expectQuerySignature(querySignature, keys)
    return true
  }
  if (!isSigned(element)) return false
  try {
    verifySignature(element, { keys })
  } catch (error) {
    if (error instanceof XmlFault) {
      throw new SamlFault(error.message, { code: 'SIGNATURE_INVALID', cause: error })
    }
    throw error
  }
  return true
}

interface Sent {
  readonly kind: Received['kind']
  readonly text: string
  readonly relayState: string | null
}

type QuerySigner = Pick<Signer, 'privateKey' | 'signatureAlgorithm'>

const signedQuery = async (query: string, signer: QuerySigner): Promise<string> => {
  const { uri } = signatureAlgorithms[signer.signatureAlgorithm]
  const signed = `${query}&SigAlg=${encodeURIComponent(uri)}`
  const signature = await signBytes(Buffer.from(signed), signer)
  return `${signed}&Signature=${encodeURIComponent(signature.toString('base64'))}`
}

/** The address that carries a message, signed where there is a signer (bindings, section 3.4.4.1). */
export const redirectTo = async (
  location: string,
  { kind, text, relayState }: Sent,
  signer: QuerySigner | null,
): Promise<string> => {
  const message = deflateRawSync(Buffer.from(text)).toString('base64')
  const query = [
    `${kind}=${encodeURIComponent(message)}`,
    ...(relayState === null ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
  ].join('&')
  const whole = signer === null ? query : await signedQuery(query, signer)
  return `${location}${location.includes('?') ? '&' : '?'}${whole}`
}
