import { fromBase32, fromBase64 } from '../keys/bytes.ts'
import type { Algorithm } from '../keys/totp.ts'
import { type Codes, migrated } from './migration.ts'

/** What a link or a QR code asks for. */
export type Offer =
  | { readonly kind: 'claim'; readonly service: string; readonly claim: string }
  | { readonly kind: 'codes'; readonly codes: readonly Codes[] }

const algorithmOf = (name: string | null): Algorithm | null => {
  if (name === null || name === '' || name === 'SHA1') return 'SHA1'
  return name === 'SHA256' || name === 'SHA512' ? name : null
}

const labelOf = (path: string): readonly [string, string] => {
  const label = decodeURIComponent(path.replace(/^\/+(?:totp\/)?/, ''))
  const [issuer, ...name] = label.split(':')
  return name.length === 0 ? ['', label] : [issuer ?? '', name.join(':').trim()]
}

/** An `otpauth://totp/…` address, as any authenticator app reads it; null for what is none. */
const ownCodes = (url: URL): Codes | null => {
  const values = url.searchParams
  const secret = fromBase32(values.get('secret') ?? '')
  const algorithm = algorithmOf(values.get('algorithm'))
  const digits = Number(values.get('digits') ?? 6)
  const periodSeconds = Number(values.get('period') ?? 30)
  const isWhole = Number.isInteger(digits) && Number.isInteger(periodSeconds)
  const isSound =
    isWhole && digits >= 6 && digits <= 8 && periodSeconds >= 15 && periodSeconds <= 300
  if (secret === null || algorithm === null || !isSound) return null
  const [prefix, name] = labelOf(url.pathname)
  return { issuer: values.get('issuer') ?? prefix, name, secret, algorithm, digits, periodSeconds }
}

/** Plain HTTP is for the machine itself. */
const isService = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return origin === address && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

const activation = (url: URL): Offer | null => {
  const values = new URLSearchParams(url.hash.split('?')[1] ?? '')
  const service = values.get('service') ?? ''
  const claim = values.get('claim') ?? ''
  return isService(service) && /^[\w-]{22}$/.test(claim) ? { kind: 'claim', service, claim } : null
}

/** What a scanned or pasted text offers; null for what this app cannot use. */
export const offerOf = (text: string): Offer | null => {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.protocol === 'otpauth-migration:') {
    const codes = migrated(fromBase64(url.searchParams.get('data') ?? ''))
    return codes.length === 0 ? null : { kind: 'codes', codes }
  }
  if (url.protocol === 'otpauth:') {
    const isTotp = /^otpauth:\/\/totp\//i.test(trimmed)
    const codes = isTotp ? ownCodes(url) : null
    return codes === null ? null : { kind: 'codes', codes: [codes] }
  }
  return activation(url)
}
