import type { Context } from '../../kit/context.ts'
import { samlKeys } from '../../modules/applications/saml-keys/index.ts'
import type { SamlSettings } from '../../platform/db/schema/saml.ts'
import { element, namespaces } from '../../platform/xml/build.ts'
import type { Signer } from '../../platform/xml/sign.ts'
import { attributeOf, onlyChild, textOf, type XmlElement } from '../../platform/xml/tree.ts'
import { XmlFault } from '../../platform/xml/xml-fault.ts'
import { addressesOf } from './addresses.ts'
import { SamlFault } from './saml-fault.ts'
import { type StatusName, statuses } from './statuses.ts'

const { saml, samlp } = namespaces

/** An id as XML takes it: it begins with no digit (SAML 2.0 core, section 1.3.4). */
export const newId = ({ platform }: Context): string =>
  `_${platform.ids.random(20).toString('hex')}`

export const instantOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

/** What XML cannot hold is left out: control characters, halves of a pair. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

export const issuerOf = (ctx: Context): XmlElement =>
  element('saml:Issuer', {}, [addressesOf(ctx).entityId])

/** Innermost: the second level says more of the first (SAML 2.0 core, section 3.2.2.2). */
export const statusElement = (name: StatusName): XmlElement => {
  const [first, second] = statuses[name]
  const more = second === undefined ? [] : [element('samlp:StatusCode', { Value: second })]
  return element('samlp:Status', {}, [element('samlp:StatusCode', { Value: first }, more)])
}

/** The signer of what goes to an application, with the algorithms it takes. */
export const signerFor = async (
  ctx: Context,
  {
    signatureAlgorithm,
    digestAlgorithm,
  }: Pick<SamlSettings, 'signatureAlgorithm' | 'digestAlgorithm'>,
): Promise<Signer> => {
  const { active } = await samlKeys(ctx)
  return { ...active, signatureAlgorithm, digestAlgorithm }
}

/** Minutes by which clocks may differ, and a message may have been on its way. */
const toleratedMillis = 5 * 60_000

const timely = (ctx: Context, text: string | null): boolean => {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) return false
  const at = Date.parse(text)
  return Math.abs(at - ctx.platform.clock.now().getTime()) <= toleratedMillis
}

/** What any message says of itself. */
export interface Heading {
  readonly id: string
  readonly issuer: string
  readonly destination: string | null
}

const read = (ctx: Context, message: XmlElement, name: string): Heading => {
  if (message.namespace !== samlp || message.local !== name) throw new SamlFault('another message')
  if (attributeOf(message, 'Version') !== '2.0') throw new SamlFault('another version')
  const id = attributeOf(message, 'ID') ?? ''
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id)) throw new SamlFault('no usable id')
  if (!timely(ctx, attributeOf(message, 'IssueInstant'))) {
    throw new SamlFault('a message of another time')
  }
  const issuer = onlyChild(message, saml, 'Issuer')
  const format = issuer === null ? null : attributeOf(issuer, 'Format')
  const entity = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
  if (issuer === null || (format !== null && format !== entity)) throw new SamlFault('no issuer')
  return { id, issuer: textOf(issuer), destination: attributeOf(message, 'Destination') }
}

/** The heading of a message of this name, of our time. @throws SamlFault */
export const headingOf = (ctx: Context, message: XmlElement, name: string): Heading =>
  withoutXmlFaults(() => read(ctx, message, name))

/** Faults of reading are faults of the message. */
export const withoutXmlFaults = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof XmlFault) throw new SamlFault(error.message, error)
    throw error
  }
}

/** A message that is signed says for whom (bindings, sections 3.4.5.2 and 3.5.5.2). @throws SamlFault */
export const expectDestination = (
  { destination }: Pick<Heading, 'destination'>,
  own: string,
  options: { readonly signed: boolean },
): void => {
  const isRight = destination === null ? !options.signed : destination === own
  if (!isRight) throw new SamlFault('a message for another destination')
}
