import { hasHostLabels, isIpv4, isIpv6 } from './network.ts'

const localPartMaximum = 64
const domainMaximum = 255
/** RFC 5322, section 3.2.3: atext with inner dots. Quoted local parts are refused, as browsers do. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/

const isLocalPart = (text: string): boolean =>
  text.length <= localPartMaximum &&
  localPart.test(text) &&
  !text.startsWith('.') &&
  !text.endsWith('.') &&
  !text.includes('..')

const isMailDomain = (text: string): boolean =>
  text.length <= domainMaximum && text.includes('.') && hasHostLabels(text)

/** `[192.0.2.1]` or `[IPv6:2001:db8::1]` (RFC 5321, section 4.1.3). */
const isAddressLiteral = (text: string): boolean => {
  if (!text.startsWith('[') || !text.endsWith(']')) return false
  const address = text.slice(1, -1)
  return /^IPv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address)
}

/**
 * A mail address. There is no limit for the whole: the parts have theirs. A dot at the end of the
 * local part is refused (RFC 5321, Dot-string); letters outside ASCII are too, since most mail
 * systems cannot deliver to them.
 */
export const isMailAddress = (text: string): boolean => {
  if (text.length > localPartMaximum + 1 + domainMaximum) return false
  const at = text.indexOf('@')
  if (at < 1) return false
  const domain = text.slice(at + 1)
  return isLocalPart(text.slice(0, at)) && (isMailDomain(domain) || isAddressLiteral(domain))
}

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text)
/** Letters, marks and digits of any script, and the dots that IDNA takes for one (UTS 46, section 4). */
const foreignDomain = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u
/** A hyphen at an end of a label (RFC 5891, section 4.2.3.1). */
const looseHyphen = /(?:^|[.\u3002\uff0e\uff61])-|-(?:$|[.\u3002\uff0e\uff61])/

/**
 * The address with the domain as mail servers know it (RFC 5890): `info@bücher.example` is
 * `info@xn--bcher-kva.example`. Texts that are no such address are left as they are.
 */
export const asciiMail = (text: string): string => {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const isFormed = foreignDomain.test(domain) && !looseHyphen.test(domain)
  const mayBe = at > 0 && text.length <= 320 && !isPlain(domain) && isFormed
  if (!mayBe || !URL.canParse(`http://${domain}`)) return text
  return `${text.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}
