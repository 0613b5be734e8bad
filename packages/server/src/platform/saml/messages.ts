import type { Platform } from '../platform.ts'
import { element, namespaces } from '../xml/build.ts'
import { attributeOf, onlyChild, textOf, type XmlElement } from '../xml/tree.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { SamlFault } from './saml-fault.ts'
import { type StatusName, statuses, statusMessages } from './statuses.ts'
import { isSameUrl } from './urls.ts'

const { saml, samlp } = namespaces

/** What messages need of the world: names that nobody guesses, and the time. */
export interface World {
  readonly platform: Pick<Platform, 'ids' | 'clock'>
}

/** An id as XML takes it: it begins with no digit (SAML 2.0 core, section 1.3.4). */
export const newId = ({ platform }: World): string => `_${platform.ids.random(20).toString('hex')}`

export const instantOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

/** What XML cannot hold is left out: control characters, halves of a pair. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

/** Innermost: the second level says more of the first (SAML 2.0 core, section 3.2.2.2). */
export const statusElement = (name: StatusName, message = statusMessages[name]): XmlElement => {
  const [first, second] = statuses[name]
  const more = second === undefined ? [] : [element('samlp:StatusCode', { Value: second })]
  return element('samlp:Status', {}, [
    element('samlp:StatusCode', { Value: first }, more),
    ...(message === null ? [] : [element('samlp:StatusMessage', {}, [xmlText(message)])]),
  ])
}

/** Whether a response says that what was asked for was done. */
export const isSuccess = (response: XmlElement): boolean => {
  const status = onlyChild(response, samlp, 'Status')
  const code = status === null ? null : onlyChild(status, samlp, 'StatusCode')
  return code !== null && attributeOf(code, 'Value') === statuses.success[0]
}

/** The codes of a response, the outer one first, and its message. @throws XmlFault */
export const statusOf = (
  response: XmlElement,
): { readonly codes: readonly string[]; readonly message: string } => {
  const status = onlyChild(response, samlp, 'Status')
  const outer = status && onlyChild(status, samlp, 'StatusCode')
  const inner = outer && onlyChild(outer, samlp, 'StatusCode')
  const message = status && onlyChild(status, samlp, 'StatusMessage')
  return {
    codes: [outer, inner].flatMap((code) => (code && attributeOf(code, 'Value')) ?? []),
    message: message === null ? '' : textOf(message).trim(),
  }
}

/** What every message of ours begins with. */
export const headingFor = (
  world: World,
  destination: string,
): { readonly ID: string; readonly Version: string; readonly IssueInstant: string } & Readonly<
  Record<string, string>
> => ({
  ID: newId(world),
  Version: '2.0',
  IssueInstant: instantOf(world.platform.clock.now()),
  Destination: destination,
})

/** Minutes by which clocks may differ, and a message may have been on its way. */
const toleratedMillis = 5 * 60_000

/**
 * Milliseconds since 1970 of a time in UTC, as messages have them, or with its offset, as some senders
 * write it (SAML 2.0 core, section 1.3.3, asks for UTC); null for anything else.
 */
export const timeOf = (text: string | null): number | null =>
  text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : null

/** @throws SamlFault for a message that was not made now */
const expectTimely = ({ platform }: World, text: string | null): void => {
  const at = timeOf(text) ?? Number.NaN
  if (Number.isNaN(at)) throw new SamlFault('no readable time')
  const age = platform.clock.now().getTime() - at
  if (Math.abs(age) <= toleratedMillis) return
  const code = age > 0 ? 'MESSAGE_EXPIRED' : 'MESSAGE_FROM_FUTURE'
  throw new SamlFault(`a message of another time: ${Math.round(age / 1000)} s old`, { code })
}

/** What any message says of itself. */
export interface Heading {
  readonly id: string
  readonly issuer: string
  readonly destination: string | null
}

/** Of an entity, and of no other format. @throws XmlFault, SamlFault */
export const issuerIn = (parent: XmlElement): string => {
  const issuer = onlyChild(parent, saml, 'Issuer')
  const format = issuer === null ? null : attributeOf(issuer, 'Format')
  const entity = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
  if (issuer === null || (format !== null && format !== entity)) throw new SamlFault('no issuer')
  return textOf(issuer)
}

const read = (world: World, message: XmlElement, name: string): Heading => {
  if (message.namespace !== samlp || message.local !== name) throw new SamlFault('another message')
  if (attributeOf(message, 'Version') !== '2.0')
    throw new SamlFault('another version', { code: 'NOT_SUPPORTED' })
  const id = attributeOf(message, 'ID') ?? ''
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id)) throw new SamlFault('no usable id')
  expectTimely(world, attributeOf(message, 'IssueInstant'))
  return { id, issuer: issuerIn(message), destination: attributeOf(message, 'Destination') }
}

/** The heading of a message of this name, of our time. @throws SamlFault */
export const headingOf = (world: World, message: XmlElement, name: string): Heading =>
  withoutXmlFaults(() => read(world, message, name))

/** Faults of reading are faults of the message. */
export const withoutXmlFaults = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof XmlFault) throw new SamlFault(error.message, { cause: error })
    throw error
  }
}

/** A message that is signed says for whom (bindings, sections 3.4.5.2 and 3.5.5.2). @throws SamlFault */
export const expectDestination = (
  { destination }: Pick<Heading, 'destination'>,
  own: string,
  options: { readonly signed: boolean },
): void => {
  const isRight = destination === null ? !options.signed : isSameUrl(destination, own)
  if (!isRight) {
    throw new SamlFault('a message for another destination', { code: 'DESTINATION_MISMATCH' })
  }
}
