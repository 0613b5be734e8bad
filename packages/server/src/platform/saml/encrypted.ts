import type { KeyObject } from 'node:crypto'
import { namespaces } from '../xml/build.ts'
import { decryptElement, isAuthenticated } from '../xml/encryption.ts'
import { childrenOf, readXml, type XmlElement } from '../xml/tree.ts'
import { XmlFault } from '../xml/xml-fault.ts'
import { SamlFault } from './saml-fault.ts'

const { saml } = namespaces

/** How what is encrypted for us is read. */
export interface Opening {
  /** Ours: the one that signs now, and those that were told before it. */
  readonly keys: readonly KeyObject[]
  /** A signature around it was checked. */
  readonly isSealed: boolean
}

const decryptedBy = (holder: XmlElement, keys: readonly KeyObject[]): XmlElement => {
  for (const key of keys) {
    try {
      return readXml(decryptElement(holder, key))
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error
    }
  }
  throw new SamlFault(`${holder.local} cannot be decrypted`, { code: 'DECRYPTION_FAILED' })
}

/**
 * The element of this name that `holder` has encrypted. What has no signature around it has to show
 * by itself that nobody changed it: else whoever sends changed texts learns what stands in them.
 * @throws SamlFault
 */
export const openedBy = (
  holder: XmlElement,
  local: 'Assertion' | 'NameID' | 'Attribute',
  { keys, isSealed }: Opening,
): XmlElement => {
  if (!isSealed && !isAuthenticated(holder)) throw new SamlFault('an encryption without proof')
  const opened = decryptedBy(holder, keys)
  if (opened.namespace !== saml || opened.local !== local) throw new SamlFault(`no ${local}`)
  return opened
}

/** The one name of a subject, in clear or encrypted (SAML 2.0 core, section 2.2.4); null without one. */
export const nameIdIn = (parent: XmlElement, opening: Opening): XmlElement | null => {
  const plain = childrenOf(parent, saml, 'NameID')
  const [only, ...more] = [...plain, ...childrenOf(parent, saml, 'EncryptedID')]
  if (more.length > 0) throw new SamlFault('several names')
  if (only === undefined || plain.length > 0) return only ?? null
  return openedBy(only, 'NameID', opening)
}
