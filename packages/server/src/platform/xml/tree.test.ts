import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuMillis } from '../../../testing/cpu-time.ts'
import { declarations, many, manyScopes, nested } from '../../../testing/xml/costly-documents.ts'
import { longestMessage, readXml } from './tree.ts'

let heap: Worker
beforeAll(() => {
  heap = new Worker(new URL('../../../testing/xml/heap-worker.ts', import.meta.url))
})
afterAll(() => heap.terminate())

/** What a tree takes while it is held. */
const heldBytes = async (text: string): Promise<number> => {
  heap.postMessage(text)
  const [bytes] = await once(heap, 'message')
  return bytes
}

/** 50 is what is wanted of a quiet machine. */
const mostMillis = 100
const mostBytes = 20_000_000

/** As often as the length of a message takes it. */
const filled = (unit: string, most = Number.POSITIVE_INFINITY): string =>
  unit.repeat(Math.min(most, Math.floor((longestMessage - 20) / unit.length)))

/** The largest that is taken, in several shapes. */
const largest: Readonly<Record<string, string>> = {
  'many scopes within many declarations': manyScopes(4096 - 46 * 62),
  'declarations only': nested(1, () => '', `<a${declarations(64)}/>`.repeat(64)),
  'the longest namespace in many names': nested(
    1,
    () => ` xmlns:p="${'u'.repeat(256)}"`,
    filled('<p:a p:b=""/>', 19_999),
  ),
  'a prefix of the outermost element in the innermost': nested(
    46,
    (at) => (at === 0 ? ' xmlns:p="u"' : declarations(60, at)),
    '<p:a p:b="" p:c=""/>'.repeat(8000),
  ),
  'many attributes': nested(1, () => '', `<a${many(64, (at) => ` a${at}=""`)}/>`.repeat(312)),
  'the greatest depth': nested(48, () => '', ''),
  'many small elements': `<r>${'<a/>'.repeat(19_999)}</r>`,
  'many texts between elements': `<r>${'a<b/>'.repeat(19_999)}</r>`,
  'text in many pieces': `<r>${filled('a<![CDATA[b]]>')}</r>`,
  'text between many comments': `<r>${filled('a<!---->')}</r>`,
  'text of entities': `<r>${filled('&lt;')}</r>`,
  'text of line breaks': `<r>${filled('\r\n')}</r>`,
  'one long text': `<r>${filled('a')}</r>`,
  'one long value': `<r a="${filled('a')}"/>`,
  'one long value of entities': `<r a="${filled('&#9;')}"/>`,
  'many ids': `<r>${many(15_000, (at) => `<a ID="${at}"/>`)}</r>`,
}

describe('a document that is as large as is taken', () => {
  it.each(Object.entries(largest))('costs little: %s', async (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(longestMessage)
    expect(await heldBytes(text)).toBeLessThan(mostBytes)
    expect(await cpuMillis(() => readXml(text))).toBeLessThan(mostMillis)
  })

  it('has the namespaces of its outer elements in scope of the inner ones', () => {
    const root = readXml(
      '<r xmlns="d" xmlns:p="u" xmlns:q="v"><s xmlns:p="w"><t xmlns=""/></s></r>',
    )
    const [middle] = root.children
    const inner = typeof middle === 'object' ? middle.children[0] : undefined
    const scope = typeof inner === 'object' ? inner.scope : undefined
    expect(['', 'p', 'q', 'r'].map((prefix) => scope?.get(prefix))).toEqual([
      '',
      'w',
      'v',
      undefined,
    ])
    expect(['', 'p'].map((prefix) => root.scope.get(prefix))).toEqual(['d', 'u'])
  })
})

describe('a document beyond a limit', () => {
  it.each([
    ['49 levels', nested(49, () => '', '')],
    ['20,001 elements', `<r>${'<a/>'.repeat(20_000)}</r>`],
    ['65 attributes of an element', `<r${many(65, (at) => ` a${at}=""`)}/>`],
    ['20,001 attributes', `<r>${`<a${many(63, (at) => ` a${at}=""`)}/>`.repeat(318)}</r>`],
    ['4,097 declarations', `<r>${'<a xmlns:q="u"/>'.repeat(4097)}</r>`],
    ['a namespace of 257 characters', `<r xmlns="${'u'.repeat(257)}"/>`],
    ['as many scopes as fit', manyScopes(11_000)],
    [
      'a long namespace in many names',
      `<r xmlns:p="${'u'.repeat(100_000)}">${'<a p:b=""/>'.repeat(14_000)}</r>`,
    ],
  ])('is rejected, and soon: %s', async (_name, text) => {
    expect(() => readXml(text)).toThrow('more than is taken')
    const rejected = () => expect(() => readXml(text)).toThrow(/./)
    expect(await cpuMillis(rejected)).toBeLessThan(mostMillis)
  })

  it('is rejected for blanks around a namespace', () => {
    expect(() => readXml('<r xmlns:p=" u"/>')).toThrow('a namespace with blanks')
  })
})
