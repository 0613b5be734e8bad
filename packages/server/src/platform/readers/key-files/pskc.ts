import { parseSuite } from '@signet/algorithms/ocra'
import { isYubicoOtp } from '@signet/rules/token-layouts'
import type { AssumedPart, ImportedToken, Refusal } from './imported-tokens.ts'
import { KeyFileFault } from './key-file-fault.ts'
import type { Adapters, KeyFile } from './key-file-layouts.ts'
import { type Opener, type Opening, openerOf } from './key-protection.ts'
import { at, type Element, textAt } from './xml-tree.ts'

const prefix = 'urn:ietf:params:xml:ns:keyprov:pskc:'

interface Package {
  readonly element: Element
  readonly key: Element
  readonly serial: string
}

type Kind = Pick<ImportedToken, 'algorithmType' | 'hash' | 'suite' | 'assumed'>

const hashIn = (text: string): ImportedToken['hash'] | null => {
  const bits = /sha-?(1|256|512)/i.exec(text)?.[1]
  return bits === '256' ? 'SHA256' : bits === '512' ? 'SHA512' : bits === '1' ? 'SHA1' : null
}

/** RFC 6030, section 10; the suites of OCRA stand in the name or beside it. Null for others. */
const kindOf = (key: Element, adapters: Adapters): Kind | null => {
  const algorithm = key.attributes.Algorithm ?? ''
  const adapted = adapters.get(algorithm)
  const exactly = { hash: 'SHA1', assumed: [] } as const
  if (adapted !== undefined) return { ...exactly, algorithmType: adapted, suite: null }
  const name = algorithm.slice(algorithm.startsWith(prefix) ? prefix.length : 0)
  const suite = textAt(key, 'AlgorithmParameters', 'Suite') ?? ''
  const ocra = [name, suite].find((text) => parseSuite(text) !== null)
  if (ocra !== undefined) return { ...exactly, algorithmType: 'OATH_OCRA', suite: ocra }
  const hash = hashIn(`${name} ${suite}`)
  const [, plain] = /^(hotp|totp)(?:[-:#].*)?$/i.exec(name) ?? []
  if (plain === undefined) return null
  const isCounted = plain.toLowerCase() === 'hotp'
  return {
    algorithmType: isCounted ? 'OATH_HOTP' : 'OATH_TOTP',
    hash: hash ?? 'SHA1',
    suite: null,
    // The codes of counters are those of SHA-1 (RFC 4226), unless the file says otherwise.
    assumed: hash === null && !isCounted ? ['hash'] : [],
  }
}

const numberIn = (open: Opener, data: Element | undefined, most: number): number | null => {
  if (data === undefined) return null
  const plain = textAt(data, 'PlainValue')
  const value = plain === null ? Number(`0x${open(data)?.toString('hex') ?? ''}`) : Number(plain)
  return Number.isSafeInteger(value) && value >= 0 && value <= most ? value : Number.NaN
}

const policyParts = new Set(['StartDate', 'ExpiryDate', 'PINPolicy', 'KeyUsage'])
const usages = new Set(['OTP', 'CR'])

/** RFC 6030, section 5: what a policy says that is not understood forbids the use of the key. */
const mayUse = (key: Element, now: Date): boolean => {
  const policy = at(key, 'Policy')
  if (policy === undefined) return true
  if (policy.children.some(({ name }) => !policyParts.has(name))) return false
  const used = policy.children.filter(({ name }) => name === 'KeyUsage')
  const end = textAt(policy, 'ExpiryDate')
  if (end !== null && !(new Date(end) > now)) return false
  return used.length === 0 || used.some(({ text }) => usages.has(text.trim()))
}

interface Pin {
  readonly pin: string | null
}

/** A PIN that the server has to know (RFC 6030, section 5.1); null where its use is none of ours. */
const pinOf = (key: Element, pins: ReadonlyMap<string, string>, kind: Kind): Pin | null => {
  const policy = at(key, 'Policy', 'PINPolicy')
  const mode = policy?.attributes.PINUsageMode ?? 'Local'
  if (policy === undefined || mode === 'Local') return { pin: null }
  const pin = pins.get(policy.attributes.PINKeyId ?? '') ?? null
  const signs = kind.suite !== null && parseSuite(kind.suite)?.pinHash !== null
  const isOurs = signs ? mode === 'Algorithmic' : mode === 'Prepend'
  return isOurs && pin !== null && /^\d{4,12}$/.test(pin) ? { pin } : null
}

interface Reading {
  readonly open: Opener
  readonly pins: ReadonlyMap<string, string>
  readonly now: Date
  readonly adapters: Adapters
}

type Counted = Pick<ImportedToken, 'counter' | 'periodSeconds' | 'digits' | 'assumed'>

const leftOut = (key: Element, { algorithmType, assumed }: Kind): readonly AssumedPart[] => {
  const data = at(key, 'Data')
  const format = at(key, 'AlgorithmParameters', 'ResponseFormat')?.attributes
  const isTimed = algorithmType === 'OATH_TOTP'
  return [
    ...assumed,
    ...(algorithmType === 'OATH_OCRA' || format?.Length !== undefined ? [] : (['digits'] as const)),
    ...(isTimed && at(data, 'TimeInterval') === undefined ? (['periodSeconds'] as const) : []),
    ...(algorithmType === 'OATH_HOTP' && at(data, 'Counter') === undefined
      ? (['counter'] as const)
      : []),
  ]
}

const countedBy = (key: Element, open: Opener, kind: Kind): Counted | null => {
  const data = at(key, 'Data')
  const format = at(key, 'AlgorithmParameters', 'ResponseFormat')?.attributes ?? {}
  const counter = numberIn(open, at(data, 'Counter'), 2 ** 48) ?? 0
  const periodSeconds = numberIn(open, at(data, 'TimeInterval'), 3600) ?? 30
  const suite = kind.suite === null ? null : parseSuite(kind.suite)
  const digits = suite?.digits ?? Number(format.Length ?? 6)
  const isDecimal = (format.Encoding ?? 'DECIMAL') === 'DECIMAL'
  const isSound = Number.isInteger(digits) && digits >= 6 && digits <= 10 && periodSeconds >= 10
  return isDecimal && isSound && !Number.isNaN(counter)
    ? { counter, periodSeconds, digits, assumed: leftOut(key, kind) }
    : null
}

const tokenOf = ({ element, key, serial }: Package, reading: Reading): ImportedToken | null => {
  const kind = kindOf(key, reading.adapters)
  const secret = reading.open(at(key, 'Data', 'Secret'))
  if (kind === null || secret === null || !mayUse(key, reading.now)) return null
  const counted = countedBy(key, reading.open, kind)
  const known = pinOf(key, reading.pins, kind)
  if (counted === null || known === null) return null
  const device = at(element, 'DeviceInfo')
  return {
    serial,
    ...kind,
    ...counted,
    ...known,
    secret,
    encoding: null,
    manufacturer: textAt(device, 'Manufacturer')?.slice(0, 100) ?? null,
    model: textAt(device, 'Model')?.slice(0, 100) ?? null,
  }
}

const isPin = ({ key }: Package): boolean => key.attributes.Algorithm === `${prefix}pin`

/**
 * A device's serial number; a key that names no device is named by its own id, and so is every key but
 * the first of a device that has several (the second slot of a YubiKey).
 */
const packagesOf = (container: Element): readonly Package[] => {
  const named = new Map<string, string>()
  return container.children.flatMap((element) => {
    const key = element.name === 'KeyPackage' ? at(element, 'Key') : undefined
    if (key === undefined) return []
    const { Id: id = '', Algorithm: algorithm } = key.attributes
    const device = textAt(element, 'DeviceInfo', 'SerialNo')
    const first = named.get(device ?? '') ?? id
    if (device !== null && algorithm !== `${prefix}pin`) named.set(device, first)
    const isFurther = device !== null && id !== '' && id !== first
    return [{ element, key, serial: (isFurther ? id : (device ?? id)).slice(0, 64) }]
  })
}

const pinsOf = (packages: readonly Package[], open: Opener): ReadonlyMap<string, string> =>
  new Map(
    packages.filter(isPin).map(({ key }) => {
      const secret = open(at(key, 'Data', 'Secret'))
      return [key.attributes.Id ?? '', secret?.toString('utf8') ?? ''] as const
    }),
  )

const reasonOf = ({ key }: Package): Refusal['reason'] =>
  isYubicoOtp(key.attributes.Algorithm ?? '') ? 'YUBICO_OTP' : 'UNSUPPORTED'

interface Given extends Opening {
  readonly now: Date
  readonly adapters: Adapters
}

/**
 * The tokens of a key container (PSKC, RFC 6030). What this product cannot check is refused by its
 * serial number; the rest is taken. @throws KeyFileFault
 */
export const readContainer = (
  container: Element,
  { now, adapters, ...opening }: Given,
): KeyFile => {
  if (!container.attributes.Version?.startsWith('1.')) throw new KeyFileFault('NOT_PSKC')
  const open = openerOf(container, opening)
  const packages = packagesOf(container)
  const reading = { open, pins: pinsOf(packages, open), now, adapters }
  const tokens: ImportedToken[] = []
  const refused: Refusal[] = []
  for (const each of packages.filter((one) => !isPin(one))) {
    const isKnown = each.serial !== '' && reasonOf(each) !== 'YUBICO_OTP'
    const token = isKnown ? tokenOf(each, reading) : null
    if (token === null) refused.push({ serialNumber: each.serial, reason: reasonOf(each) })
    else tokens.push(token)
  }
  return { layout: 'PSKC', tokens, refused }
}
