import { element } from '../xml/build.ts'
import { readMethods } from '../xml/encryption.ts'
import type { XmlElement } from '../xml/tree.ts'
import { instantOf } from './messages.ts'

/* What our own metadata say in either role. */

const keyInfoOf = (certificate: string): XmlElement =>
  element('ds:KeyInfo', {}, [
    element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [certificate])]),
  ])

/**
 * The keys by which others check what we sign, and the one for which they encrypt what they send to us,
 * with the algorithms that are read (SAML 2.0 metadata, section 2.4.1.1).
 * @param certificates the signing one first
 */
export const keyDescriptors = (certificates: readonly string[]): readonly XmlElement[] => [
  ...certificates.map((each) => element('md:KeyDescriptor', { use: 'signing' }, [keyInfoOf(each)])),
  ...certificates
    .slice(0, 1)
    .map((each) =>
      element('md:KeyDescriptor', { use: 'encryption' }, [keyInfoOf(each), ...readMethods()]),
    ),
]

/** Of a document: others read it again every hour, and no copy of it outlives the key that signs. */
export const lifeOf = (notAfter: Date) => ({
  cacheDuration: 'PT1H',
  validUntil: instantOf(notAfter),
})
