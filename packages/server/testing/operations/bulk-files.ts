import { crc32, deflateRawSync } from 'node:zlib'
import type { StoredFile } from '../../src/platform/readers/tables/file-rows.ts'

/** A file as an upload leaves it, in parts as small as the test wants. */
export const fileOf = (content: string | Buffer, partBytes = 64): StoredFile => {
  const bytes = Buffer.from(content)
  return {
    bytes: bytes.length,
    partCount: Math.ceil(bytes.length / partBytes),
    partBytes,
    readPart: async (number) => bytes.subarray(number * partBytes, (number + 1) * partBytes),
  }
}

interface Packed {
  readonly name: Buffer
  readonly packed: Buffer
  readonly header: Buffer
}

const packedOf = (name: string, content: Buffer): Packed => {
  const packed = deflateRawSync(content)
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(8, 4)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(name.length, 22)
  return { name: Buffer.from(name), packed, header }
}

/** A ZIP archive (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16). */
export const zipOf = (files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const { name, packed, header } = packedOf(path, Buffer.from(content))
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, name, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), version, header, place, name]))
    pieces.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...pieces, central, Buffer.from('PK\u0005\u0006'), end])
}

interface WorkbookParts {
  readonly styles?: string
  /** An attribute of the workbook's properties. */
  readonly properties?: string
}

/** A workbook with one sheet of this XML, and the texts that its cells name. */
export const workbookOf = (
  sheet: string,
  shared: readonly string[] = [],
  { styles = '', properties = '' }: WorkbookParts = {},
): Buffer =>
  zipOf({
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/workbook.xml':
      `<workbook xmlns:r="r"><workbookPr ${properties}/>` +
      '<sheets><sheet name="People" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/people.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/people.xml': sheet,
  })
