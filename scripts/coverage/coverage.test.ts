import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { coveringTests, coversIn } from './covers.ts'
import floor from './floor.json' with { type: 'json' }
import { countsOf, coveragePages } from './pages.ts'
import { type Promised, readPromises, settled, textOfPromises } from './promises.ts'

const promises = readPromises()
const tests = coveringTests()
const shown = new Set(tests.flatMap(({ ids }) => ids))
const counts = countsOf(promises, tests)

describe('tags', () => {
  it('name promises and attacks that exist', () => {
    const attacks = [...readFileSync('docs/security.md', 'utf8').matchAll(/^### (S\d+)\./gm)]
    const known = new Set([...promises.map(({ id }) => id), ...attacks.map(([, id]) => id)])
    expect([...shown].filter((id) => !known.has(id))).toEqual([])
  })

  it('are read in every form that tests use', () => {
    const source = `
      it('one', { meta: { covers: ['a.b'] } }, () => {})
      it.each([1])("it's %d", { timeout: 5, meta: { covers: ['c', 'S1'] } }, () => {})
      describe(
        \`three\`,
        {
          meta: {
            covers: [
              'd',
            ],
          },
        },`
    expect(coversIn('x', source)).toEqual([
      { file: 'x', name: 'one', ids: ['a.b'] },
      { file: 'x', name: "it's %d", ids: ['c', 'S1'] },
      { file: 'x', name: 'three', ids: ['d'] },
    ])
  })

  it('are rejected in a form that would be overlooked', () => {
    expect(() => coversIn('x', "it(name, { meta: { covers: ['a'] } }, () => {})")).toThrow('x: 1')
  })
})

describe('promises', () => {
  it('have ids that differ', () => {
    const ids = promises.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('have a test, or the subject that brings one', () => {
    const bare = promises.filter(({ id, later }) => later === undefined && !shown.has(id))
    expect(bare.map(({ id }) => id)).toEqual([])
  })

  it('with a test never become fewer', () => {
    expect(counts.promisesWithTest).toBeGreaterThanOrEqual(floor.promisesWithTest)
  })

  it('are no longer to be built where a test shows a screen or a constant', () => {
    const row = (id: string, later = ''): Promised => ({
      id,
      page: 'faces',
      section: 'Screens',
      ...(later === '' ? {} : { later }),
    })
    const list = [row('screen:a/{id}', 'gadgets'), row('screen:b', 'gadgets'), row('c', 'gadgets')]
    const shows = { file: 'x', name: 'y', ids: ['screen:a/{id}', 'c'] }
    const now = settled(list, [shows])
    expect(now).toEqual([row('screen:a/{id}'), row('screen:b', 'gadgets'), row('c', 'gadgets')])
    const text = `[\n${list.map((one) => JSON.stringify(one, null, 1)).join(',\n')}\n]\n`
    expect(JSON.parse(textOfPromises(text, now))).toEqual(now)
    expect(textOfPromises(text, list)).toBe(text)
  })
})

describe('attacks', () => {
  const sections = readFileSync('docs/security.md', 'utf8').split(/^### /m).slice(1)

  it('are numbered without a gap', () => {
    expect(sections.map((text) => text.slice(0, text.indexOf('.')))).toEqual(
      sections.map((_, index) => `S${index + 1}`),
    )
  })

  it('have a test, or the feature that brings one', () => {
    const bare = sections.filter((text) => !/^- (?:`|\*pending\*: \w)/m.test(text))
    expect(bare).toEqual([])
  })

  it('with a test never become fewer', () => {
    expect(counts.attacksWithTest).toBeGreaterThanOrEqual(floor.attacksWithTest)
  })
})

test.each(coveragePages(promises, tests))('$path is as `npm run coverage` writes it', (page) => {
  expect(readFileSync(page.path, 'utf8')).toBe(page.text)
})
