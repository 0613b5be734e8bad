import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Configuration } from './service.ts'

/** An application as its clients are told apart from others. */
export type Client = NonNullable<Configuration['applications']>[number]

interface Range {
  readonly bytes: readonly number[]
  readonly prefix: number
  readonly client: Client
}

/** An IPv4-mapped address counts as IPv4. Null for what is no address. */
const bytesOf = (text: string): readonly number[] | null => {
  const plain = text.split('%', 1)[0] ?? ''
  return isIP(plain) === 0 ? null : ipaddr.process(plain).toByteArray()
}

const rangeOf = (client: Client, text: string): Range[] => {
  const [base = '', length] = text.split('/')
  const bytes = bytesOf(base)
  if (bytes === null) return []
  return [{ bytes, prefix: length === undefined ? bytes.length * 8 : Number(length), client }]
}

const isWithin = (bytes: readonly number[], range: Range): boolean =>
  bytes.length === range.bytes.length &&
  bytes.every((byte, at) => {
    const bits = Math.min(8, Math.max(0, range.prefix - at * 8))
    const mask = (0xff00 >> bits) & 0xff
    return (byte & mask) === ((range.bytes[at] ?? 0) & mask)
  })

export interface Clients {
  /** Whose address this is, by the narrowest range; null for nobody's. */
  byAddress(address: string): Client | null
  /** Whose certificate has one of these names. */
  byTlsName(names: readonly string[]): Client | null
}

export const clientsOf = (applications: readonly Client[]): Clients => {
  const ranges = applications
    .flatMap((client) => client.allowedAddresses.flatMap((text) => rangeOf(client, text)))
    .toSorted((one, other) => other.prefix - one.prefix)
  const names = new Map(
    applications.flatMap((client) =>
      client.tlsClientName === null ? [] : [[client.tlsClientName.toLowerCase(), client] as const],
    ),
  )
  return {
    byAddress(address) {
      const bytes = bytesOf(address)
      if (bytes === null) return null
      return ranges.find((range) => isWithin(bytes, range))?.client ?? null
    },
    byTlsName: (given) =>
      given.map((name) => names.get(name.toLowerCase())).find((client) => client !== undefined) ??
      null,
  }
}
