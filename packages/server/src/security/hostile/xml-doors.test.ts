import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readKeyFile } from '../../platform/readers/key-files/key-file.ts'
import { readWhole } from '../../platform/readers/tables/workbook-xml.ts'
import { readForm } from '../../platform/saml/bindings.ts'
import { readIdentityProvider } from '../../platform/saml/identity-provider.ts'
import { readServiceProvider } from '../../platform/saml/service-provider.ts'
import { readXml } from '../../platform/xml/tree.ts'

/*
 * Every place that reads XML of others. The parser is made in one file, which no reader gets around: a
 * new reader is met by the first tests, and has to join the list below.
 */

const packages = fileURLToPath(new URL('../../../..', import.meta.url))
const parserFile = 'server/src/platform/xml/bounded-parser.ts'

/** What reads XML, by whatever name it is imported; of saxes, its types alone are free, and HTML is no XML. */
const parsers =
  /^import (?!type)[^;]*?from '(?:saxes|sax|[^']*xmldom[^']*|fast-xml-parser|xml2js|libxmljs[^']*|linkedom|jsdom|cheerio)'|new DOMParser\((?!\)\.parseFromString\(\w+, 'text\/html'\))/m

/** Code that is shipped: of each package, `src` without its tests. */
const sources = (): readonly string[] =>
  readdirSync(packages).flatMap((name) =>
    readdirSync(`${packages}/${name}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `${name}/src/${file}`),
  )

const contentOf = (file: string): string => readFileSync(`${packages}/${file}`, 'utf8')

/** Files that build a reader of their own upon the parser. */
const readers = {
  'server/src/platform/xml/tree.ts': (text: string) => readXml(text),
  'server/src/platform/readers/key-files/xml-tree.ts': (text: string) =>
    readKeyFile(text, { now: new Date('2026-11-29T00:00:00Z') }),
  'server/src/platform/readers/tables/workbook-xml.ts': (text: string) =>
    readWhole(
      {
        bytes: text.length,
        content: () => Promise.resolve(Readable.from([Buffer.from(text)])),
      },
      {},
    ),
} as const

/** Further doors that lead to one of them. */
const doors = {
  ...readers,
  'messages of SAML': (text: string) =>
    readForm(`SAMLRequest=${encodeURIComponent(Buffer.from(text).toString('base64'))}`),
  'metadata of service providers': readServiceProvider,
  'metadata of identity providers': readIdentityProvider,
} as const

const nest = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const attributes = (count: number): string =>
  Array.from({ length: count }, (_, at) => ` a${at}=""`).join('')

/** Documents that no door takes, whatever it looks for in them. */
const corpus: Readonly<Record<string, string>> = {
  'entities that expand': `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>`,
  'an entity of a file': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'a document type of elsewhere': '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
  'a document type alone': '<!DOCTYPE a><a/>',
  'an entity that is not declared': '<a>&b;</a>',
  'an entity in a value': '<a b="&c;"/>',
  'a reference to no character': '<a>&#0;</a>',
  'more elements within one another than are taken': nest(200),
  'twenty thousand elements within one another': nest(20_000),
  'more attributes than an element has': `<a${attributes(2000)}/>`,
  'an attribute twice': '<a b="" b=""/>',
  'tags that cross': '<a><b></a></b>',
  'an element that does not close': '<a><b>',
  'two roots': '<a/><b/>',
  'text beside the root': '<a/>b',
  'a tag that is cut': '<a b="',
  'a comment that does not close': '<a><!-- b',
  'a section that does not close': '<a><![CDATA[b',
  'a control character': '<a>\u0001</a>',
  nothing: '',
}

/** What a reader says of a document that is no XML to it, by whatever class of its own. */
const rejections =
  /^(?:(?:XmlFault|SamlFault): (?:a document type|more than is taken|not well-formed|empty|.*XML.*)|KeyFileFault: (?:XML|TOO_LARGE)|FileFault: WORKBOOK(?:_TOO_LARGE)?)$/

const outcomeOf = async (read: (text: string) => unknown, text: string): Promise<string> => {
  try {
    await read(text)
    return 'taken'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
  }
}

describe('XML of others', () => {
  it('is parsed in one file', { meta: { covers: ['S44'] } }, () => {
    const found = sources().filter((file) => parsers.test(contentOf(file)))
    expect(found).toEqual([parserFile])
  })

  it('is read by the readers of this list alone', { meta: { covers: ['S44'] } }, () => {
    const found = sources().filter((file) =>
      /from '[^']*\/bounded-parser\.ts'/.test(contentOf(file)),
    )
    expect(found.toSorted()).toEqual(Object.keys(readers).toSorted())
  })
})

describe.each(Object.entries(doors))('%s', (_name, read) => {
  it('gets past the parser with an element', async () => {
    expect(await outcomeOf(read, '<a/>')).not.toMatch(rejections)
  })

  it.each(Object.entries(corpus))('rejects %s', { meta: { covers: ['S44'] } }, async (_, text) => {
    // By a fault of its own: anything else would be answered as a fault of the service.
    expect(await outcomeOf(read, text)).toMatch(rejections)
  })
})
