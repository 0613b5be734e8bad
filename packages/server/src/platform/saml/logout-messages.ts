import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, onlyChild, textOf, type XmlElement } from '../xml/tree.ts'
import type { World } from './messages.ts'
import { SamlFault } from './saml-fault.ts'

const { saml, samlp } = namespaces

/** Of a `LogoutRequest` (SAML 2.0 core, section 3.7.1): whom, and in which of their sessions. */
export interface NamedSessions {
  readonly nameId: string
  /** Empty: in all. */
  readonly indexes: readonly string[]
}

/** @throws SamlFault for an encrypted name, which nobody can have made for us, or one past its time */
export const namedIn = ({ platform }: World, request: XmlElement): NamedSessions => {
  const nameId = onlyChild(request, saml, 'NameID')
  if (nameId === null) throw new SamlFault('nobody is named')
  const end = attributeOf(request, 'NotOnOrAfter')
  if (end !== null && !(Date.parse(end) > platform.clock.now().getTime())) {
    throw new SamlFault('a message past its time')
  }
  const indexes = childrenOf(request, samlp, 'SessionIndex').map(textOf)
  return { nameId: textOf(nameId), indexes }
}
