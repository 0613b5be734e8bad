import { hashNameIn } from '@signet/rules/token-layouts'
import type { AssumedPart } from './imported-tokens.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { KeyFile } from './key-file-layouts.ts'
import { countIn, hexBytes, type PlainSeed, tokensOf } from './plain-seeds.ts'
import { at, type Element, textAt } from './xml-tree.ts'

/** What SafeID tokens have that say nothing of their clock. */
const usualPeriod = 60

const bytesOf = (text: string | null, encoding: string): Buffer | null => {
  if (encoding === 'HEX') return hexBytes(text)
  const isBase64 = encoding === 'BASE64' && text !== null && /^[a-z\d+/]+=*$/i.test(text)
  return isBase64 ? Buffer.from(text, 'base64') : null
}

const hashIn = (header: Element) => hashNameIn(textAt(header, 'crypto') ?? '')

/** What the header says of all tokens. */
const commonOf = (header: Element): PlainSeed['token'] => {
  const digits = countIn(textAt(header, 'digits'), 10)
  const period = countIn(textAt(header, 'timeWindow'), 3600)
  const hash = hashIn(header)
  const assumed: AssumedPart[] = []
  if (period === undefined) assumed.push('algorithmType', 'periodSeconds')
  if (digits === undefined) assumed.push('digits')
  if (hash === null) assumed.push('hash')
  return {
    algorithmType: 'OATH_TOTP',
    digits: digits ?? 6,
    periodSeconds: period ?? usualPeriod,
    hash: hash ?? 'SHA1',
    assumed,
  }
}

/** The token file of Deepnet DualShield; null for another document. @throws KeyFileFault */
export const readDualShield = (root: Element): KeyFile | null => {
  const header = at(root, 'header')
  const list = at(root, 'tokens')
  if (root.name !== 'data' || header === undefined || list === undefined) return null
  if ((textAt(header, 'encrypt') ?? 'NONE').toUpperCase() !== 'NONE') {
    throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  }
  const encoding = (textAt(header, 'encode') ?? 'HEX').toUpperCase()
  const token = commonOf(header)
  const isKnownHash = hashIn(header) !== null || textAt(header, 'crypto') === null
  const seeds = list.children
    .filter(({ name }) => name === 'token')
    .map((element) => ({
      serial: textAt(element, 'serial') ?? '',
      secret: isKnownHash ? bytesOf(textAt(element, 'seed'), encoding) : null,
      token,
      manufacturer: 'Deepnet Security',
      model: textAt(header, 'productCode'),
    }))
  return { layout: 'DUALSHIELD', ...tokensOf(seeds) }
}
