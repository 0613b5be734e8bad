import { addressBytes } from '../src/platform/config/networks.ts'

type Value = string | number | { readonly [key: string]: Value } | readonly Value[]

/** Control byte of a type with its size (MaxMind DB, "Data Section"); sizes of 29 and more are written apart. */
const head = (type: number, size: number): Buffer => {
  const [first, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return type < 8
    ? Buffer.from([(type << 5) | first, ...more])
    : Buffer.from([first, type - 7, ...more])
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([head(2, bytes.length), bytes])
}

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return Buffer.concat([head(3, 8), bytes])
}

const whole = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return Buffer.concat([head(6, 4), bytes])
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return double(value)
  if (isList(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    head(7, entries.length),
    ...entries.flatMap(([key, item]) => [text(key), encode(item)]),
  ])
}

/** IPv4 stands in the first 2^32 addresses of the tree. */
const bitsOf = (network: string): readonly number[] => {
  const [address = '', length = ''] = network.split('/')
  const bytes = addressBytes(address)
  if (bytes === null) throw new Error(`no address: ${address}`)
  const isV4 = !address.includes(':')
  const full = isV4 ? [...Array<number>(12).fill(0), ...bytes.slice(-4)] : [...bytes]
  const bits = full.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => (byte >> at) & 1))
  return bits.slice(0, Number(length) + (isV4 ? 96 : 0))
}

type Node = [Node | number | null, Node | number | null]

const insert = (root: Node, bits: readonly number[], place: number): void => {
  let node = root
  for (const [at, bit] of bits.entries()) {
    if (at === bits.length - 1) node[bit] = place
    else {
      const next = node[bit]
      const child: Node = Array.isArray(next) ? next : [null, null]
      node[bit] = child
      node = child
    }
  }
}

const listed = (node: Node): readonly Node[] => [
  node,
  ...node.flatMap((child) => (Array.isArray(child) ? listed(child) : [])),
]

const separator = Buffer.alloc(16)
const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** A MaxMind DB of the networks with their records: 24 bits a record, IPv6. */
export const mmdbOf = (records: Readonly<Record<string, Value>>): Buffer => {
  const root: Node = [null, null]
  const data: Buffer[] = []
  let offset = 0
  for (const [network, record] of Object.entries(records)) {
    const bytes = encode(record)
    insert(root, bitsOf(network), offset)
    data.push(bytes)
    offset += bytes.length
  }
  const nodes = listed(root)
  const numbers = new Map(nodes.map((node, at) => [node, at]))
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [at, node] of nodes.entries()) {
    for (const [side, child] of node.entries()) {
      const place = typeof child === 'number' ? nodes.length + separator.length + child : null
      const next = Array.isArray(child) ? numbers.get(child) : place
      tree.writeUIntBE(next ?? nodes.length, at * 6 + side * 3, 3)
    }
  }
  const facts = { node_count: nodes.length, record_size: 24, ip_version: 6 }
  const numbered = Object.entries(facts).flatMap(([key, value]) => [text(key), whole(value)])
  const metadata = Buffer.concat([head(7, 3), ...numbered])
  return Buffer.concat([tree, separator, ...data, marker, metadata])
}
