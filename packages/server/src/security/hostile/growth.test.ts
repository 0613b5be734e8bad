import { deflateRawSync } from 'node:zlib'
import { compilePattern, occursIn, replacePattern } from '@signet/rules/patterns'
import { plainText } from '@signet/rules/text'
import { describe, expect, it } from 'vitest'
import { cpuMillis } from '../../../testing/cpu-time.ts'
import { many, nested } from '../../../testing/xml/costly-documents.ts'
import { sourceFault } from '../../modules/settings/email-templates/source-fault.ts'
import { certificatesIn } from '../../platform/pem.ts'
import { readKeyFile } from '../../platform/readers/key-files/key-file.ts'
import { CsvText, delimiterOf } from '../../platform/readers/tables/csv-rows.ts'
import { readForm, readQuery } from '../../platform/saml/bindings.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import { readXml } from '../../platform/xml/tree.ts'

/*
 * Guards: readers that go over their text once. CPU of four times the text is at most 4 × 1.3² times
 * that of the text: a reader in quadratic time takes sixteen times as much.
 */

const mostGrowth = 4 * 1.3 ** 2
/** What takes less is measured by its noise. */
const leastMillis = 4

interface Reader {
  /** What is read, of about this length. */
  readonly make: (length: number) => string
  readonly read: (text: string) => unknown
  /** A quarter of the longest text. */
  readonly length: number
}

const unlessRejected = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const times = (unit: string) => (length: number) =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const xml = (make: Reader['make'], longest = 2_000_000): Reader => ({
  make,
  read: (text) => unlessRejected(() => readXml(text, { longest })),
  length: 60_000,
})
const csv = (make: Reader['make'], delimiter = ','): Reader => ({
  make,
  read: (text) => new CsvText(delimiter).read(text, true),
  length: 250_000,
})
const saml = (make: Reader['make']): Reader => ({
  make,
  read: (text) => unlessRejected(() => readForm(`SAMLRequest=${encodeURIComponent(text)}`)),
  length: 60_000,
})
const keyFile = (make: Reader['make']): Reader => ({
  make: (length) =>
    `<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">${make(length)}</KeyContainer>`,
  read: (text) => unlessRejected(() => readKeyFile(text, { now: new Date(0) })),
  length: 250_000,
})
const pattern = (source: string, make: Reader['make']): Reader => {
  const compiled = compilePattern(source)
  if (compiled === null) throw new Error(`${source} does not compile`)
  return {
    make,
    read: (text) => [
      occursIn(text, compiled),
      replacePattern(compiled, text, { replacement: '[$&]' }),
    ],
    length: 1000,
  }
}
const template = (make: Reader['make']): Reader => ({
  make,
  read: (text) => sourceFault(text),
  length: 25_000,
})
// A million lists in each other are more than the caches of a machine hold.
const json = (make: Reader['make']): Reader => ({
  make,
  read: (text) => unlessRejected(() => JSON.parse(text)),
  length: 60_000,
})

const readers: Readonly<Record<string, Reader>> = {
  'XML of many elements': xml((length) => `<r>${times('<a/>')(length)}</r>`),
  'XML of many attributes': xml((length) => `<r${many(length / 10, (at) => ` a${at}="b"`)}/>`),
  'XML of nested elements': xml((length) => nested(length / 8, () => '', '')),
  'XML of one text': xml((length) => `<r>${times('a')(length)}</r>`),
  'XML of references': xml((length) => `<r>${times('&amp;')(length)}</r>`),
  'XML of CDATA': xml((length) => `<r>${times('<![CDATA[]]]]>')(length)}</r>`),
  'XML of comments': xml((length) => `<r>${times('<!-- - -->')(length)}</r>`),
  'XML without an end': xml((length) => `<r a="${times('<')(length)}`),
  'XML of namespaces': xml((length) => `<r>${times('<a xmlns:q="u"/>')(length)}</r>`),
  'canonical XML': {
    make: (length) => `<r>${times('<a b="&lt;" c="d">&amp;</a>')(length)}</r>`,
    read: (text) => canonical(readXml(text)),
    length: 60_000,
  },
  'a SAML form of blanks': saml(times('+')),
  'a SAML form of padding': saml(times('=')),
  'a SAML form of letters': saml(times('QUJD')),
  'a SAML query of parameters': {
    make: (length) => many(length / 8, (at) => `&p${at}=1`),
    read: (text) => unlessRejected(() => readQuery(text)),
    length: 60_000,
  },
  'a SAML query of one text': {
    make: (length) =>
      `SAMLRequest=${encodeURIComponent(deflateRawSync(`<r>${times('<a>b</a>')(length)}</r>`).toString('base64'))}`,
    read: (text) => unlessRejected(() => readQuery(text)),
    length: 60_000,
  },
  'CSV of delimiters': csv(times(',')),
  'CSV of line ends': csv(times('\n')),
  'CSV of quotes': csv(times('"')),
  'CSV of escaped quotes': csv((length) => `"${times('""')(length)}"`),
  'CSV of quotes that do not end': csv(times('a,"b\n')),
  'CSV of one cell': csv(times('a')),
  'CSV of blanks': csv(times(' ')),
  'the delimiter of a line': { make: times(',;\t|"'), read: delimiterOf, length: 250_000 },
  'a key file of packages': keyFile(times('<KeyPackage><Key Id="1"/></KeyPackage>')),
  'a key file of elements': keyFile(times('<a/>')),
  'a key file of nested packages': keyFile((length) => nested(length / 8, () => '', '')),
  'a pattern that begins everywhere': pattern('(a|aa)+b', times('a')),
  'a pattern of two classes': pattern(String.raw`\s*\s*x`, times(' ')),
  'a pattern that is empty': pattern('(?:a?){20}', times('ab')),
  'a template of braces': template(times('{{')),
  'a template of elements': template(times('<mj-text>a</mj-text>')),
  'a template of quotes': template(times('<a b="')),
  'JSON of lists': json((length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`),
  'JSON of keys': json((length) => `{${many(length / 10, (at) => `"${at}":1,`)}"a":1}`),
  'JSON of escapes': json((length) => `"${times('\\u0041')(length)}"`),
  'a text of blanks and lines': { make: times(' \n'), read: plainText, length: 250_000 },
  'a text of combining marks': { make: times('\u0301'), read: plainText, length: 250_000 },
  'PEM of blanks': {
    make: (length) => `-----BEGIN CERTIFICATE-----\n${times(' ')(length)}`,
    read: certificatesIn,
    length: 250_000,
  },
  'PEM of beginnings': {
    make: times('-----BEGIN CERTIFICATE-----\n'),
    read: certificatesIn,
    length: 250_000,
  },
}

/**
 * The least of some measures, which end with the first that is small enough: who shares the memory of
 * the machine makes long texts dearer than short ones, never cheaper.
 */
const leastOf = async (measures: number, measure: () => Promise<number>): Promise<number> => {
  let least = await measure()
  for (let made = 1; made < measures && least >= mostGrowth; made += 1) {
    least = Math.min(least, await measure())
  }
  return least
}

describe('a reader of text', () => {
  it.each(Object.entries(readers))(
    'takes CPU in proportion to its length: %s',
    { meta: { covers: ['S68'] } },
    async (_name, { make, read, length }) => {
      const [once, fourTimes] = [make(length), make(length * 4)]
      const growth = async (): Promise<number> => {
        const less = await cpuMillis(() => read(once))
        const more = await cpuMillis(() => read(fourTimes))
        return more / Math.max(less, leastMillis)
      }
      expect(await leastOf(3, growth)).toBeLessThan(mostGrowth)
    },
  )
})
