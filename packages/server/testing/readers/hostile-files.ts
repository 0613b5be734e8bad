import { gzipSync } from 'node:zlib'
import { passworded } from '../authenticators/key-files.ts'
import { workbookOf, zipOf } from '../operations/bulk-files.ts'

/* Small files that are made to cost their reader much. */

const times = (count: number, text: string): string => text.repeat(count)
const worksheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const header = '<row r="1"><c t="inlineStr"><is><t>userId</t></is></c></row>'
const empty = worksheet(header)

/** A date by a code of so many brackets, and as many styles of it. */
export const bracketed = (brackets: number, styles = 50): Buffer =>
  workbookOf(empty, [], {
    styles:
      `<numFmts><numFmt numFmtId="164" formatCode="${times(brackets, '[')}"/></numFmts>` +
      `<cellXfs>${times(styles, '<xf numFmtId="164"/>')}</cellXfs>`,
  })

/** With what becomes of them: how many rows, or the fault. */
export const workbooks: Readonly<Record<string, readonly [file: () => Buffer, outcome: string]>> = {
  'a format of 200,000 brackets': [() => bracketed(200_000), 'WORKBOOK_TOO_LARGE'],
  'a format of 255 brackets in 40,000 styles': [() => bracketed(255, 40_000), '1 rows'],
  'a million styles': [
    () =>
      workbookOf(empty, [], {
        styles: `<cellXfs>${times(1_000_000, '<xf numFmtId="1"/>')}</cellXfs>`,
      }),
    'WORKBOOK_TOO_LARGE',
  ],
  'a million formats': [
    () =>
      workbookOf(empty, [], {
        styles: `<numFmts>${times(1_000_000, '<numFmt numFmtId="9" formatCode="d"/>')}</numFmts>`,
      }),
    'WORKBOOK_TOO_LARGE',
  ],
  'a million elements within one another': [
    () => workbookOf(`${times(1_000_000, '<a>')}${times(1_000_000, '</a>')}`),
    'WORKBOOK_TOO_LARGE',
  ],
  'thousands of rows whose last column alone is filled': [
    () => workbookOf(worksheet(header + times(5000, '<row><c r="ALL1"><v>1</v></c></row>'))),
    '5001 rows',
  ],
  'a long shared text in every cell of many rows': [
    () => {
      const row = `<row>${times(30, '<c t="s"><v>0</v></c>')}</row>`
      return workbookOf(worksheet(header + times(300, row)), [`<t>${times(60_000, 'x')}</t>`])
    },
    '301 rows',
  ],
  'a shared text longer than a cell': [
    () => workbookOf(empty, [`<t>${times(1_000_000, 'x')}</t>`]),
    'WORKBOOK_TOO_LARGE',
  ],
  'an element of 200,000 attributes': [
    () => {
      const attributes = Array.from({ length: 200_000 }, (_, at) => ` a${at}=""`).join('')
      return workbookOf(worksheet(`<row${attributes}/>${header}`))
    },
    'WORKBOOK_TOO_LARGE',
  ],
  'a directory of long comments': [
    () => zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`f${at}`, '']))),
    'WORKBOOK_TOO_LARGE',
  ],
}

const megabyte = 1_048_576
const filled = (unit: string): string => times(Math.floor(megabyte / unit.length), unit)

export const delimitedTexts: Readonly<Record<string, string>> = {
  'many cells behind a quote, in one line': `a,b\n"",${filled('a,')}`,
  'lines with a quote and without a delimiter': `a,b\n${filled('a"\n')}`,
  'quotes that open in each line and close in the next': `a,b\n${filled('a","b\n')}`,
  'such quotes, of which the last is wrong': `a,b\n${filled('a","b\n')}a"x`,
  'quotes that are doubled without end': `a,b\n"${filled('""')}`,
  'empty lines only': `a,b\n${filled('\n')}`,
  'lines of one letter': `a,b\n${filled('x\n')}`,
  'delimiters only': `a,b\n${filled(',')}`,
  'quotes only': `a,b\n${filled('"')}`,
  'a header without end': filled('a,'),
}

const names = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('')

/** JSON and LDIF, with what becomes of them: how many rows with the header, or the fault. */
export const recordTexts: Readonly<Record<string, readonly [text: () => string, outcome: string]>> =
  {
    'lists within lists': [() => `[{"a":1},${filled('[')}`, 'JSON line 1'],
    'lists within a record': [
      () => `[{"a":1},{"a":${times(500_000, '[')}${times(500_000, ']')}}]`,
      '3 rows',
    ],
    'objects within a record': [
      () => `[{"a":1},{"a":${times(200_000, '{"a":')}1${times(200_000, '}')}}]`,
      '3 rows',
    ],
    'a string of backslashes': [() => `[{"a":1},{"a":"${filled('\\\\')}"}]`, '3 rows'],
    'a string that never ends': [() => `[{"a":1},{"a":"${filled('x')}`, 'JSON line 1'],
    'empty records only': [
      () => `[{"a":1}${filled(',{}')}]`,
      `${Math.floor(megabyte / 3) + 2} rows`,
    ],
    'a record of very many members': [
      () => `[{"a":1},{${names(90_000, (at) => `"a${at}":1,`)}"z":1}]`,
      'COLUMNS line 2',
    ],
    'another member in each record': [
      () => `[{"a":1}${names(50_000, (at) => `,{"a${at}":1}`)}]`,
      'COLUMNS line 1001',
    ],
    'lists within lists of a wrapper': [
      () => `{"x":${times(300_000, '[')}${times(300_000, ']')},"users":[{"a":1}]}`,
      '2 rows',
    ],
    'a line of LDIF of 1 MB': [() => `dn: a\nuid: ${filled('x')}\n\ndn: b\nuid: b\n`, '3 rows'],
    'Base64 that is none, of 1 MB': [
      () => `dn: a\nuid:: ${times(999_000, '=')}\n\ndn: b\nuid: b\n`,
      '3 rows',
    ],
    'continuations of one letter': [() => `dn: b\nuid: b\n\ndn: a${filled('\n x')}`, '3 rows'],
    'a comment that goes on and on': [
      () => `version: 1\n#${filled('\n x')}\ndn: b\nuid: b\n`,
      '2 rows',
    ],
    'one attribute very often': [() => `dn: b${filled('\na: 1')}`, '2 rows'],
    'very many attributes': [
      () => `dn: b\n${names(90_000, (at) => `a${at}: 1\n`)}`,
      'COLUMNS line 1',
    ],
    'empty lines of LDIF': [() => `dn: b\nuid: b\n${filled('\n')}`, '2 rows'],
  }

const packed = (text: string): string => gzipSync(text).toString('base64')
const version = '<KeyContainer Version="1.0">'

/** Key files in base64, with the code of their fault, or how many tokens they have. */
export const keyFiles: Readonly<
  Record<string, readonly [content: () => string, outcome: string, password?: string]>
> = {
  '1.6 million elements': [
    () => packed(`${version}${times(1_600_000, '<a/>')}</KeyContainer>`),
    'TOO_LARGE',
  ],
  'half a million elements': [
    () => packed(`${version}${times(500_000, '<a/>')}</KeyContainer>`),
    '0 tokens',
  ],
  'a container within a container, and so on': [
    () => packed(times(100_000, version) + times(100_000, '</KeyContainer>')),
    'XML',
  ],
  'an element of 100,000 attributes': [
    () => {
      const attributes = Array.from({ length: 100_000 }, (_, at) => ` a${at}=""`).join('')
      return packed(`<KeyContainer Version="1.0"${attributes}/>`)
    },
    'TOO_LARGE',
  ],
  'more than it may unpack to': [() => packed(times(9_000_000, ' ')), 'GZIP'],
  'half a million elements of SafeNet': [
    () => packed(`<Tokens><Token serial="1"/>${times(500_000, '<a/>')}</Tokens>`),
    '0 tokens',
  ],
  'hundreds of thousands of tokens of SafeNet': [
    () => packed(`<Tokens>${times(400_000, '<Token serial="1"/>')}</Tokens>`),
    'TOO_LARGE',
  ],
  'hundreds of thousands of keys without a secret': [
    () => packed(`${version}${times(250_000, '<KeyPackage><Key/></KeyPackage>')}</KeyContainer>`),
    'TOO_LARGE',
  ],
  'a DualShield header with 100,000 elements': [
    () =>
      packed(`<data><header>${times(100_000, '<a/>')}</header><tokens><token/></tokens></data>`),
    '0 tokens',
  ],
  'hundreds of thousands of SafeWord records': [
    () => packed(times(300_000, 'sccAuthenticatorId: 1\n\n')),
    'TOO_LARGE',
  ],
  'one SafeWord record of many fields': [
    () => packed(`sccAuthenticatorId: 1\nsccTokenData: ${times(1_000_000, 'a=1;')}\n`),
    '0 tokens',
  ],
  'SafeWord lines without an end': [
    () => packed(`sccAuthenticatorId: 1\n${times(2_000_000, 'a:')}`),
    '0 tokens',
  ],
  'keys that are encrypted within one another': [
    () =>
      packed(
        `${version}<EncryptionKey>${times(20, '<EncryptedKey>')}${times(20, '</EncryptedKey>')}</EncryptionKey></KeyContainer>`,
      ),
    'ENCRYPTION_UNSUPPORTED',
    passworded.password,
  ],
  'two thousand million iterations': [
    () => packed(passworded.xml(2_000_000_000)),
    'ENCRYPTION_UNSUPPORTED',
    passworded.password,
  ],
}
