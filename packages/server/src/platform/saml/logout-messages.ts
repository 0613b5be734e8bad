import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import { nameIdIn, type Opening } from './encrypted.ts'
import type { World } from './messages.ts'
import { SamlFault } from './saml-fault.ts'

const { samlp } = namespaces

/** Of a `LogoutRequest` (SAML 2.0 core, section 3.7.1): whom, and in which of their sessions. */
interface NamedSessions {
  readonly nameId: string
  /** URI; null where the name does not say. */
  readonly format: string | null
  /** Empty: in all. */
  readonly indexes: readonly string[]
}

/** @throws SamlFault for a name that is not there or was not encrypted for us, or one past its time */
export const namedIn = (
  { platform }: World,
  request: XmlElement,
  opening: Opening,
): NamedSessions => {
  const nameId = nameIdIn(request, opening)
  if (nameId === null) throw new SamlFault('nobody is named')
  const end = attributeOf(request, 'NotOnOrAfter')
  if (end !== null && !(Date.parse(end) > platform.clock.now().getTime())) {
    throw new SamlFault('a message past its time', { code: 'MESSAGE_EXPIRED' })
  }
  const indexes = childrenOf(request, samlp, 'SessionIndex').map(textOf)
  return { nameId: textOf(nameId), format: attributeOf(nameId, 'Format'), indexes }
}
