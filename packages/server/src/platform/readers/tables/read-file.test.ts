import type { BulkEncoding } from '@signet/rules/bulk'
import { describe, expect, it } from 'vitest'
import { fileOf, workbookOf, zipOf } from '../../../../testing/operations/bulk-files.ts'
import { type FileRow, fileStart, type RowStart, type StoredFile } from './file-rows.ts'
import { readBeginning, readRows } from './read-file.ts'
import { encodingOf } from './text-encoding.ts'

const commas = async (file: StoredFile) => ({
  format: 'csv,' as const,
  encoding: encodingOf(await file.readPart(0)),
  headers: [],
})

const rowsOf = async (file: StoredFile): Promise<readonly FileRow[]> => {
  const reading = await readBeginning(file)
  const all: FileRow[] = []
  for await (const { rows } of readRows(file, reading)) for (const row of rows) all.push(row)
  return all
}

/** Line and cells of each row, or its fault and the cell it is in. */
const told = async (content: string | Buffer, partBytes?: number) =>
  (await rowsOf(fileOf(content, partBytes))).map(({ line, cells, fault, faultAt }) =>
    fault === null ? [line, cells.map((cell) => cell.slice(0, 20))] : [line, fault, faultAt],
  )

const wanted = [
  [1, ['userId', 'name']],
  [2, ['zoë', 'Zoë "Z"; B']],
]

const rowsFrom = async (file: StoredFile, start: RowStart): Promise<readonly FileRow[]> => {
  const all: FileRow[] = []
  for await (const { rows } of readRows(file, await commas(file), start))
    for (const row of rows) all.push(row)
  return all
}

const manyLines = 'userId,name\nzoë,"a\nb"\n\nwrong,"x"y\njürgen,\ufeffz\nlast,"c"\n'

describe('reading that begins again where rows begin', () => {
  const utf16 = Buffer.from(`\ufeff${manyLines}`, 'utf16le')
  it.each([
    ['UTF-8', Buffer.from(manyLines)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${manyLines}`)],
    ['UTF-16', utf16],
    ['big-endian UTF-16', Buffer.from(utf16).swap16()],
  ])('meets the same rows on the same lines, in %s', async (_name, content) => {
    const file = fileOf(content, 8)
    const all = await rowsOf(file)
    const starts: [RowStart, number][] = []
    let before = 0
    for await (const { rows, start } of readRows(file, await commas(file))) {
      if (start !== null) starts.push([start, before])
      before += rows.length
    }
    expect(new Set(starts.map(([{ bytes }]) => bytes)).size).toBeGreaterThan(4)
    for (const [start, passed] of starts) {
      expect(await rowsFrom(file, start), `from ${start.bytes}`).toEqual(all.slice(passed))
    }
  })
})

describe('a text file', () => {
  it.each([
    ['commas', 'userId,name\nzoë,"Zoë ""Z""; B"\n'],
    ['semicolons and CRLF', 'userId;name\r\nzoë;"Zoë ""Z""; B"\r\n'],
    ['tabs, without a last line end', 'userId\tname\nzoë\tZoë "Z"; B'],
    ['a byte order mark', '\ufeffuserId,name\nzoë,"Zoë ""Z""; B"\n'],
  ])('with %s is read', async (_name, content) => {
    expect(await told(content, 17)).toEqual(wanted)
  })

  const text = 'userId,name\nzoë,"Zoë ""Z""; B"\n'
  const utf16 = Buffer.from(text, 'utf16le')
  it.each([
    ['little-endian with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['big-endian with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16()],
    ['little-endian without a mark', utf16],
  ])('in UTF-16, %s, is read', async (_name, content) => {
    expect(await told(content)).toEqual(wanted)
  })

  it('keeps line ends within quotes, and counts them', async () => {
    expect(await told('a,b\n1,"x\r\ny"\n\n2,z\n', 5)).toEqual([
      [1, ['a', 'b']],
      [2, ['1', 'x\r\ny']],
      [5, ['2', 'z']],
    ])
  })

  it('loses one row to a quote that is not closed, or closed too early', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    expect(await told('a,b\n1,"open\n2,ok\n3,"early"x\n4,ok\n')).toEqual([
      [1, ['a', 'b']],
      [2, 'ROW_QUOTES', 1],
      [3, ['2', 'ok']],
      [4, 'ROW_QUOTES', 1],
      [5, ['4', 'ok']],
    ])
    expect(await told('a,b,c\n1,"two, 2","never closed\n')).toEqual([
      [1, ['a', 'b', 'c']],
      [2, 'ROW_QUOTES', 2],
    ])
  })

  it.each([
    ['', ''],
    [' in quotes', '"'],
  ])('loses one row to a line of 10 MB%s', async (_name, quote) => {
    const long = `${quote}${'x'.repeat(10_000_000)}${quote}`
    expect(await told(`a,b\n1,${long}\n2,ok\n`, 524_288)).toEqual([
      [1, ['a', 'b']],
      [2, 'ROW_TOO_LONG', 1],
      [3, ['2', 'ok']],
    ])
  })

  it.each([
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0, 0, 1]),
      'ENCODING line 1 column 1',
    ],
    ['zeros in a text', Buffer.from('a,b\n1,x\u0000y\n'), 'BINARY line 2 column 4'],
    [
      'UTF-8 with a broken character',
      Buffer.concat([Buffer.from('a,b\n1,zoë\n2,zo'), Buffer.from([0xeb, 0x0a])]),
      'ENCODING line 3 column 5',
    ],
    [
      'of bytes that Windows-1252 does not know',
      Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xeb, 0x81, 0x0a]),
      'ENCODING line 2 column 1',
    ],
    ['nothing', Buffer.alloc(0), 'EMPTY'],
    ['a header without a name', Buffer.from(',,\n1,2\n'), 'HEADER line 1'],
  ])('that is %s is refused with its line', async (_name, content, message) => {
    await expect(rowsOf(fileOf(content))).rejects.toThrow(message)
  })
})

/* Guard: `looksLike1252` of text-encoding.ts. */
describe('a text file in an encoding of one country', () => {
  const western = 'userId,name\nzo\u00eb,\u0080 \u0093Zo\u00eb\u0094\n'
  const asBytes = Buffer.from(western, 'latin1')

  it('of Excel in the West is taken for Windows-1252, wherever its first accent is', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const content = Buffer.concat([Buffer.from('a,b\nascii,only\n'.repeat(3)), asBytes])
    for (const partBytes of [5, 16, 50, 4096]) {
      const reading = await readBeginning(fileOf(content, partBytes))
      expect(reading.encoding, `in parts of ${partBytes}`).toBe('windows-1252')
      expect((await told(content, partBytes)).at(-1)).toEqual([8, ['zoë', '€ “Zoë”']])
    }
  })

  it.each([
    [
      'a lead byte of UTF-8 at the end of a part',
      Buffer.from('a\nzo\u00eb', 'latin1'),
      'windows-1252',
    ],
    ['UTF-8 that a part cuts in two', Buffer.from('a\nzoë\n'), 'utf-8'],
    ['ASCII', Buffer.from('a\nzoe\n'), 'utf-8'],
  ])('is not mistaken: %s', async (_name, content, encoding) => {
    for (const partBytes of [4, 5, 6]) {
      expect((await readBeginning(fileOf(content, partBytes))).encoding).toBe(encoding)
    }
  })

  const chosenText = async (content: Buffer, encoding: BulkEncoding) => {
    const file = fileOf(content, 7)
    const reading = await readBeginning(file, { encoding })
    const starts: (RowStart | null)[] = []
    const rows: FileRow[] = []
    for await (const read of readRows(file, reading)) {
      starts.push(read.start)
      rows.push(...read.rows)
    }
    const last = starts.at(-2) ?? fileStart
    const again: FileRow[] = []
    for await (const read of readRows(file, reading, last)) again.push(...read.rows)
    expect(again).toEqual(rows.slice(rows.length - again.length))
    return rows.map(({ cells }) => cells)
  }

  it('is read as it is chosen, and again from where its rows begin', async () => {
    const polish = Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xaf, 0xf3, 0xb3, 0xe6, 0x2c, 0x78, 0x0a])
    expect(await chosenText(polish, 'windows-1250')).toEqual([
      ['a', 'b'],
      ['Żółć', 'x'],
    ])
    const russian = Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xc4, 0xe0, 0x2c, 0x78, 0x0a])
    expect(await chosenText(russian, 'windows-1251')).toEqual([
      ['a', 'b'],
      ['Да', 'x'],
    ])
    const japanese = Buffer.concat([
      Buffer.from('a,b\n'),
      Buffer.from([0x8e, 0x52, 0x93, 0x63, 0xb1, 0x2c, 0x78, 0x0a, 0x95, 0x5c, 0x2c, 0x79, 0x0a]),
    ])
    expect(await chosenText(japanese, 'shift_jis')).toEqual([
      ['a', 'b'],
      ['山田ｱ', 'x'],
      ['表', 'y'],
    ])
  })

  it('that is chosen and does not fit is told with its line', async () => {
    await expect(readBeginning(fileOf(asBytes, 4096), { encoding: 'utf-8' })).rejects.toThrow(
      'ENCODING line 2 column 3',
    )
  })

  // Guard: `separatorLine` of csv-rows.ts.
  it.each([
    'sep=;\r\na,b;c\r\n1;2\r\n',
    '\ufeffsep=;\na,b;c\n1;2\n',
    '"sep=;"\r\na,b;c\r\n1;2\r\n',
    'SEP=;\na,b;c\n1;2',
  ])('takes the delimiter that the first line names for Excel: %j', async (content) => {
    for (const partBytes of [4096, 20]) {
      const { format, headers, samples } = await readBeginning(fileOf(content, partBytes))
      expect({ format, headers, samples }).toEqual({
        format: 'csv;',
        headers: ['a,b', 'c'],
        samples: [['1', '2']],
      })
      expect(await told(content, partBytes)).toEqual([
        [2, ['a,b', 'c']],
        [3, ['1', '2']],
      ])
    }
  })

  it.each([
    ['sep=\t\na;b\tc\n', 'csv\t', ['a;b', 'c']],
    ['sep=|\na;b|c\n', 'csv|', ['a;b', 'c']],
    ['sep=,\na;b,c\n', 'csv,', ['a;b', 'c']],
    ['sep=:\na;b\n', 'csv;', ['a', 'b']],
    ['sep=;x,y\n1,2\n', 'csv,', ['sep=;x', 'y']],
    ['separator;b\n1;2\n', 'csv;', ['separator', 'b']],
  ])('of the first line %j takes %s', async (content, format, headers) => {
    expect(await readBeginning(fileOf(content, 4096))).toMatchObject({ format, headers })
  })

  it('leaves out the line where another delimiter is chosen, and keeps a later one', async () => {
    const file = fileOf('sep=;\na,b\nsep=;,2\n', 4096)
    const { headers, samples } = await readBeginning(file, { format: 'csv,' })
    expect({ headers, samples }).toEqual({ headers: ['a', 'b'], samples: [['sep=;', '2']] })
  })

  it('keeps the delimiter that is chosen', async () => {
    const file = fileOf('a,b;c\n1,2;3\n', 4096)
    expect((await readBeginning(file)).headers).toEqual(['a', 'b;c'])
    expect((await readBeginning(file, { format: 'csv;' })).headers).toEqual(['a,b', 'c'])
    await expect(readBeginning(file, { format: 'xlsx' })).rejects.toThrow('FORMAT')
    await expect(
      readBeginning(fileOf(workbookOf('<worksheet/>')), { format: 'csv,' }),
    ).rejects.toThrow('FORMAT')
  })
})

describe('a text file that is broken behind good lines', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `zoë-${at},ok\n`).join('')
  const latin = Buffer.concat([Buffer.from(`a,b\n${lines}bad,`), Buffer.from([0xeb, 0x0a, 0x78])])
  const utf16 = Buffer.from(`\ufeffa,b\n${lines}bad,`, 'utf16le')
  const lone = Buffer.concat([utf16, Buffer.from([0x00, 0xdc, 0x0a, 0x00, 0x78, 0x00])])
  const zeros = Buffer.from(`a,b\n${lines}bad,\u0000\nx`)
  const contents = { 'ENCODING in UTF-8': latin, 'ENCODING in UTF-16': lone, BINARY: zeros }
  it.each(Object.entries(contents))(
    'gives these, then %s by line and character',
    async (name, all) => {
      // Parts of every size cut characters in two, and the bad line.
      for (const partBytes of [4, 6, 10, 64, 512]) {
        const rows: FileRow[] = []
        const read = async (): Promise<void> => {
          const file = fileOf(all, partBytes)
          for await (const some of readRows(file, await commas(file))) rows.push(...some.rows)
        }
        const fault = `${name.split(' ')[0]} line 42 column 5`
        await expect(read(), `in parts of ${partBytes}`).rejects.toThrow(fault)
        expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 41 }, (_, at) => at + 1))
        expect(rows.at(-1)?.cells).toEqual(['zoë-39', 'ok'])
      }
      await expect(readBeginning(fileOf(all, 4096))).rejects.toThrow('line 42')
    },
  )

  // Guard: `readWaiting` of csv-rows.ts; a long row is read again only once there is twice as much.
  it('gives a long row that has just ended, then the fault', async () => {
    const good = Buffer.from(`a,b\n"${'x'.repeat(40_000)}",ok\nlast,ok\nbad,`)
    const rows: FileRow[] = []
    const read = async (): Promise<void> => {
      const file = fileOf(Buffer.concat([good, Buffer.from([0xeb, 0x0a])]), 16_384)
      for await (const some of readRows(file, await commas(file))) rows.push(...some.rows)
    }
    await expect(read()).rejects.toThrow('ENCODING line 4 column 5')
    expect(rows.map(({ cells }) => cells[1])).toEqual(['b', 'ok', 'ok'])
  })
})

describe('a workbook', () => {
  it('is read from its first sheet', async () => {
    const sheet =
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
      '<row r="3"><c r="A3" t="inlineStr"><is><t>ada &amp; co</t></is></c><c r="B3"><v>42</v></c>' +
      '<c r="C3" t="b"><v>1</v></c></row></sheetData></worksheet>'
    const shared = ['<t>userId</t>', '<r><t>last</t></r><r><t>Name</t></r><rPh><t>no</t></rPh>']
    expect(await told(workbookOf(sheet, shared))).toEqual([
      [1, ['userId', '', 'lastName']],
      [3, ['ada & co', '42', 'true']],
    ])
  })

  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>' +
    '<numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/>' +
    '<numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>' +
    '<xf numFmtId="22"/><xf numFmtId="166"/></cellXfs>'
  const cells = (...values: readonly (readonly [style: number, value: string])[]): string => {
    const all = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`)
    return `<worksheet><sheetData><row r="1">${all.join('')}</row></sheetData></worksheet>`
  }

  it('tells dates as ISO dates by how their cells are shown', async () => {
    const sheet = cells(
      [0, '45000'],
      [1, '45000'],
      [2, '1'],
      [3, '45000'],
      [4, '45000.75'],
      [4, '0.5'],
      [5, '1.5'],
      [1, '-1'],
    )
    expect(await told(workbookOf(sheet, [], { styles }))).toEqual([
      [
        1,
        [
          '45000',
          '2023-03-15',
          '1900-01-01',
          '45000',
          '2023-03-15T18:00:00',
          '12:00:00',
          '1.5',
          '-1',
        ],
      ],
    ])
    const properties = 'date1904="1"'
    const other = workbookOf(cells([1, '43538']), [], { styles, properties })
    expect(await told(other)).toEqual([[1, ['2023-03-15']]])
  })

  it('that would burst is refused before it is unpacked', {
    meta: { covers: ['S44'] },
  }, async () => {
    const bomb = workbookOf(`<worksheet>${' '.repeat(50_000_000)}</worksheet>`)
    expect(bomb.length).toBeLessThan(100_000)
    await expect(rowsOf(fileOf(bomb, 4096))).rejects.toThrow('WORKBOOK_TOO_LARGE')
  })

  it('of very many files is refused', { meta: { covers: ['S44'] } }, async () => {
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`f${at}`, '']))
    await expect(rowsOf(fileOf(zipOf(many), 4096))).rejects.toThrow('WORKBOOK_TOO_LARGE')
  })

  it('that lies about its sizes is refused', async () => {
    const honest = workbookOf('<worksheet><sheetData/></worksheet>')
    const sizeAt = honest.lastIndexOf('PK\u0001\u0002') + 24
    honest.writeUInt32LE(5, sizeAt)
    await expect(rowsOf(fileOf(honest))).rejects.toThrow('WORKBOOK')
  })

  it('with entities of its own is refused', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><c><v>&b;</v></c></worksheet>'
    await expect(rowsOf(fileOf(workbookOf(laughs)))).rejects.toThrow('WORKBOOK')
  })

  it('that is cut or broken is refused', async () => {
    const sheet = '<worksheet><sheetData><row r="1"><c><v>1</v></row></worksheet>'
    await expect(rowsOf(fileOf(workbookOf(sheet)))).rejects.toThrow('WORKBOOK')
    const whole = workbookOf('<worksheet/>')
    const cut = whole.subarray(0, whole.length - 30)
    await expect(rowsOf(fileOf(cut))).rejects.toThrow('WORKBOOK')
  })
})
