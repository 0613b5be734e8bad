import { gunzipSync } from 'node:zlib'
import type { Wanted } from '../readings.ts'
import { encodingOf } from '../tables/text-encoding.ts'
import type { ImportedToken, Refusal } from './imported-tokens.ts'
import { readKeyFile } from './key-file.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { KeyFileLayout } from './key-file-layouts.ts'

/** RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** Handed over at a time. */
const batch = 500

/** A file as it is, or compressed by gzip. */
const textIn = (content: string, mostBytes: number): string => {
  const bytes = Buffer.from(content, 'base64')
  const isPacked = bytes.subarray(0, gzipMagic.length).equals(gzipMagic)
  try {
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes
    return new TextDecoder(encodingOf(plain)).decode(plain)
  } catch (cause) {
    throw new KeyFileFault('GZIP', { cause })
  }
}

/** A token that travels between threads: its secret in base64. */
type TravelingToken = Omit<ImportedToken, 'secret'> & { readonly secret: string }

export interface SomeTokens {
  readonly layout: KeyFileLayout
  readonly tokens: readonly TravelingToken[]
  readonly refused: readonly Refusal[]
}

const traveling = ({ secret, ...token }: ImportedToken): TravelingToken => ({
  ...token,
  secret: secret.toString('base64'),
})

/** The tokens of a key file as it was uploaded, some at a time. @throws KeyFileFault */
export function* packedKeyFile(
  wanted: Extract<Wanted, { kind: 'key-file' }>,
): Generator<SomeTokens> {
  const { layout, tokens, refused } = readKeyFile(textIn(wanted.content, wanted.mostBytes), {
    now: wanted.now,
    adapters: new Map(Object.entries(wanted.adapters)),
    key: wanted.key === undefined ? undefined : Buffer.from(wanted.key, 'hex'),
    password: wanted.password,
  })
  for (let from = 0; from < Math.max(tokens.length, refused.length); from += batch) {
    yield {
      layout,
      tokens: tokens.slice(from, from + batch).map(traveling),
      refused: refused.slice(from, from + batch),
    }
  }
}
