import type { AssumedPart } from './imported-tokens.ts'
import type { KeyFile } from './key-file-layouts.ts'
import { countIn, hexBytes, type PlainSeed, tokensOf } from './plain-seeds.ts'
import { at, type Element, textAt } from './xml-tree.ts'

/** Seeds of this length belong to SHA-256. */
const longSeedBytes = 32

const seedOf = (element: Element): PlainSeed => {
  const application = at(element, 'Applications', 'Application')
  const secret = hexBytes(textAt(application, 'Seed'))
  const counter = countIn(textAt(application, 'MovingFactor'), 2 ** 48)
  const assumed: readonly AssumedPart[] = ['algorithmType', 'hash', 'digits']
  return {
    serial: (element.attributes.serial ?? '').trim(),
    secret,
    token: {
      algorithmType: 'OATH_HOTP',
      hash: secret?.length === longSeedBytes ? 'SHA256' : 'SHA1',
      ...(counter === undefined ? {} : { counter }),
      assumed: counter === undefined ? [...assumed, 'counter'] : assumed,
    },
    manufacturer: 'SafeNet',
    model: textAt(element, 'ProductName'),
  }
}

/** The seeds of SafeNet (Aladdin, Gemalto) tokens; null for another document. */
export const readSafeNet = (root: Element): KeyFile | null => {
  const listed = root.children.filter(
    ({ name, attributes }) => name === 'Token' && attributes.serial !== undefined,
  )
  return root.name === 'Tokens' && listed.length > 0
    ? { layout: 'SAFENET', ...tokensOf(listed.map(seedOf)) }
    : null
}
