import { readDualShield } from './dualshield.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { Adapters, KeyFile } from './key-file-layouts.ts'
import type { Opening } from './key-protection.ts'
import { readContainer } from './pskc.ts'
import { readSafeNet } from './safenet.ts'
import { isSafeWord, readSafeWord } from './safeword.ts'
import { readTree } from './xml-tree.ts'

interface Given extends Opening {
  readonly now: Date
  readonly adapters?: Adapters
}

/** The root of a document that is encrypted as a whole, or of a container within another. */
const wholly = new Set(['EncryptedData', 'EncryptedContainer', 'EncryptedKey'])

/** Each is answered by itself. */
const mostKeys = 50_000

const readAny = (text: string, { now, adapters = new Map(), ...opening }: Given): KeyFile => {
  if (isSafeWord(text)) return readSafeWord(text)
  const root = readTree(text)
  if (wholly.has(root.name)) throw new KeyFileFault('ENCRYPTION_UNSUPPORTED')
  if (root.name === 'KeyContainer') return readContainer(root, { now, adapters, ...opening })
  const other = readSafeNet(root) ?? readDualShield(root)
  if (other === null) throw new KeyFileFault('NOT_PSKC')
  return other
}

/** The tokens of a file of keys, by what stands at its root. @throws KeyFileFault */
export const readKeyFile = (text: string, given: Given): KeyFile => {
  const file = readAny(text, given)
  if (file.tokens.length + file.refused.length > mostKeys) throw new KeyFileFault('TOO_LARGE')
  return file
}
