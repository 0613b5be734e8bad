import { crc32 } from 'node:zlib'

/* A ZIP file whose members are stored as they are (APPNOTE 6.3.3, sections 4.3 and 4.4): pictures are compressed already. */

export type Members = ReadonlyMap<string, Uint8Array>

/** 1980-01-01: no time of the making machine leaves with a pass. */
const oldestDay = 0x21

interface Placed {
  readonly name: Buffer
  readonly content: Uint8Array
  readonly offset: number
}

const headOf = ({ name, content }: Placed): Buffer => {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  // Names are UTF-8.
  head.writeUInt16LE(0x0800, 2)
  head.writeUInt16LE(oldestDay, 8)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(content.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

const localOf = (placed: Placed): Buffer =>
  Buffer.concat([Buffer.from('PK\u0003\u0004'), headOf(placed), placed.name, placed.content])

const centralOf = (placed: Placed): Buffer => {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(placed.offset, 10)
  const madeBy = Buffer.from([20, 0])
  const head = headOf(placed)
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, head, rest, placed.name])
}

export const storedZip = (members: Members): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, content] of members) {
    const placed = { name: Buffer.from(name), content, offset }
    const local = localOf(placed)
    locals.push(local)
    centrals.push(centralOf(placed))
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(members.size, 8)
  end.writeUInt16LE(members.size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
