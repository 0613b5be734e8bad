import type { Algorithm } from '../keys/totp.ts'

/** What an app needs to show the codes of one account. */
export interface Codes {
  readonly issuer: string
  readonly name: string
  readonly secret: Uint8Array<ArrayBuffer>
  readonly algorithm: Algorithm
  readonly digits: number
  readonly periodSeconds: number
}

/*
 * The QR codes with which other apps hand accounts over (`otpauth-migration://offline?data=…`):
 * a protocol buffer whose first field repeats, one for each account. This app reads them and makes
 * none: its keys cannot leave it.
 */

interface Field {
  readonly number: number
  readonly value: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const none = new Uint8Array(0)

/** Fields of a message (wire types 0 and 2; no other occurs). */
const fieldsOf = (message: Uint8Array<ArrayBuffer>): readonly Field[] => {
  const fields: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 49; shift += 7) {
      const byte = message[at] ?? 0
      at += 1
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    return value
  }
  while (at < message.length) {
    const tag = varint()
    const value = varint()
    const isBytes = tag % 8 === 2
    if (!isBytes && tag % 8 !== 0) return []
    fields.push({
      number: Math.floor(tag / 8),
      value,
      bytes: isBytes ? message.slice(at, at + value) : none,
    })
    if (isBytes) at += value
  }
  return fields
}

const algorithms = { 0: 'SHA1', 1: 'SHA1', 2: 'SHA256', 3: 'SHA512' } as const
const isKnown = (value: number): value is keyof typeof algorithms =>
  Object.hasOwn(algorithms, value)

const accountOf = (message: Uint8Array<ArrayBuffer>): Codes | null => {
  const fields = fieldsOf(message)
  const find = (number: number) => fields.find((field) => field.number === number)
  const text = (number: number) => new TextDecoder().decode(find(number)?.bytes ?? none)
  const number = (which: number) => find(which)?.value ?? 0
  const algorithm = number(4)
  const secret = find(1)?.bytes ?? none
  // Field 6 tells the kind: 2 is by time, 1 by count, which the service does not offer.
  if (secret.length === 0 || number(6) === 1 || !isKnown(algorithm)) return null
  const label = text(2)
  return {
    issuer: text(3) || (label.includes(':') ? (label.split(':')[0] ?? '') : ''),
    name: label.slice(label.indexOf(':') + 1).trim(),
    secret,
    algorithm: algorithms[algorithm],
    digits: number(5) === 2 ? 8 : 6,
    periodSeconds: 30,
  }
}

/** The accounts that another app hands over. */
export const migrated = (payload: Uint8Array<ArrayBuffer>): readonly Codes[] =>
  fieldsOf(payload)
    .filter(({ number }) => number === 1)
    .flatMap(({ bytes }) => accountOf(bytes) ?? [])
