import { namespaces } from '../xml/build.ts'
import { attributeOf, childrenOf, isElement, type XmlElement } from '../xml/tree.ts'
import type { SamlFaultFacts } from './saml-fault.ts'

const longest = 1024

const textIn = (element: XmlElement): string =>
  element.children
    .filter((child) => !isElement(child))
    .join('')
    .trim()

/** What a message says of itself, for whoever has to mend it; nothing of it is checked. */
export const saidBy = (message: XmlElement): SamlFaultFacts => {
  const [issuer] = childrenOf(message, namespaces.saml, 'Issuer')
  const consumer = attributeOf(message, 'AssertionConsumerServiceURL')
  const destination = attributeOf(message, 'Destination')
  return {
    ...(issuer === undefined ? {} : { entityId: textIn(issuer).slice(0, longest) }),
    ...(consumer === null ? {} : { consumer: consumer.slice(0, longest) }),
    ...(destination === null ? {} : { destination: destination.slice(0, longest) }),
  }
}
