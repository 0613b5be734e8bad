const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text))

export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Base32 (RFC 4648, section 6), as people type it; null for what is none. */
export const fromBase32 = (text: string): Uint8Array<ArrayBuffer> | null => {
  const digits = [...text.toUpperCase().replaceAll(/[\s=-]/g, '')].map((digit) =>
    alphabet.indexOf(digit),
  )
  if (digits.length === 0 || digits.includes(-1)) return null
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
