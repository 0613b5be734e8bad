import type { SecretEncoding } from '@signet/rules/token-layouts'

/** RFC 4648, section 6. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text.toUpperCase().replaceAll('=', ''), (sign) =>
    alphabet.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/\d{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const readers: Readonly<Record<SecretEncoding, (text: string) => Buffer | null>> = {
  HEX: (text) => (/^(?:[\da-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null),
  BASE32: (text) => (/^[a-z2-7]+=*$/i.test(text) ? fromBase32(text) : null),
  BASE64: (text) => {
    const bytes = Buffer.from(text, 'base64')
    const isWhole = bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '')
    return isWhole && bytes.length > 0 ? bytes : null
  },
}

/** No cell holds more: 128 bytes in hexadecimal with a sign between each. */
const longest = 512

const plainOf = (cell: string): string => cell.slice(0, longest).replaceAll(/[\s:-]/g, '')

export interface ReadSecret {
  readonly secret: Buffer
  readonly encoding: SecretEncoding
  /** It is as good a secret in another encoding. */
  readonly isAmbiguous: boolean
}

/** Hexadecimal, as files of makers have it, or Base32, as apps take it; Base64 where it is told. */
const guessed: readonly SecretEncoding[] = ['HEX', 'BASE32']

/**
 * A secret as a cell has it; blanks mean nothing. `told` is what a column says and holds alone;
 * `usual` is what files of this layout have, and comes first.
 */
export const readSecret = (
  cell: string,
  { told, usual }: { readonly told?: SecretEncoding; readonly usual?: SecretEncoding },
): ReadSecret | null => {
  const text = plainOf(cell)
  const tried =
    told === undefined
      ? [...new Set<SecretEncoding>([...(usual === undefined ? [] : [usual]), ...guessed])]
      : [told]
  const [first, ...others] = tried.flatMap((encoding) => {
    const secret = readers[encoding](text)
    return secret === null ? [] : [{ encoding, secret }]
  })
  return first === undefined
    ? null
    : { ...first, isAmbiguous: told === undefined && others.length > 0 }
}

/** Every way to read it, for a code that may say which is right. */
export const everySecret = (cell: string): readonly Omit<ReadSecret, 'isAmbiguous'>[] => {
  const text = plainOf(cell)
  return (['HEX', 'BASE32', 'BASE64'] as const).flatMap((encoding) => {
    const secret = readers[encoding](text)
    return secret === null ? [] : [{ encoding, secret }]
  })
}
