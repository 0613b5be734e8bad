import { isMetadata } from '../config/metadata-addresses.ts'
import { type AddressBytes, isWithin, networks } from '../config/networks.ts'

/** IPv4 addresses that are not of the public internet (IANA special-purpose registry, RFC 6890). */
const insideV4 = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)

/** The one IPv6 range given out for the internet (RFC 4291, section 2.4) … */
const publicV6 = networks('2000::/3')
/** … less protocol assignments with Teredo, documentation and 6to4. */
const insideV6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

const nat64 = networks('64:ff9b::/96', '64:ff9b:1::/48')
const [compatible, sixToFour, teredo] = [
  networks('::/96'),
  networks('2002::/16'),
  networks('2001::/32'),
]

/** The IPv4 address that an IPv6 one carries (RFC 6052, 8215, 4291, 3056, 4380); null for none. */
const carriedV4 = (bytes: AddressBytes): AddressBytes | null => {
  const isOf = (list: ReturnType<typeof networks>) => list.some((net) => isWithin(bytes, net))
  if (isOf(nat64) || isOf(compatible)) return bytes.slice(12)
  if (isOf(sixToFour)) return bytes.slice(2, 6)
  if (isOf(teredo)) return bytes.slice(12).map((byte) => byte ^ 0xff)
  return null
}

/** Where nobody may call, whatever the operator allows. */
export const isNeverAllowed = (bytes: AddressBytes): boolean => {
  const carried = carriedV4(bytes)
  return isMetadata(bytes) || (carried !== null && isMetadata(carried))
}

/** Whether an address is of the public internet. */
export const isPublic = (bytes: AddressBytes): boolean => {
  const isOf = (list: ReturnType<typeof networks>) => list.some((net) => isWithin(bytes, net))
  return bytes.length === 4 ? !isOf(insideV4) : isOf(publicV6) && !isOf(insideV6)
}
