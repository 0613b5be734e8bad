import { describe, expect, it, test } from 'vitest'
import { readPromises } from '../coverage/promises.ts'
import { check, type Tree } from '../testing/structure.ts'
import { areasToCome, at, type Catalogue, list, shown, waits } from './carried/carried.ts'
import { constants } from './carried/constants.ts'
import { enumerations } from './carried/enumerations.ts'
import { rules } from './carried/rules.ts'
import { carriedBy } from './catalogue.ts'

const formats = 'packages/rules/src/formats.ts'
const main = 'packages/server/src/main.ts'
const contract = 'packages/contract/src/names.ts'
/** Written out here alone: this file itself imports nothing of it. */
const of = (text: string): string =>
  text
    .replaceAll('FORMATS', "'@signet/rules/formats'")
    .replaceAll('NAMES', "'@signet/contract/names'")
    .replaceAll('WORKER', "'./worker.ts'")

const messages = (catalogue: Catalogue, tree: Tree): string[] =>
  check(
    carriedBy(catalogue),
    Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, of(text)])),
  ).map(({ path, message }) => `${path}: ${message}`)

const one = { 'is-a': at('rules/formats:isA') }
const isA = 'export const isA = (text: string) => text === "a"\n'
const unused = ['rules/formats:isA: is-a: no program of the product uses it']

describe('a rule of the specification', () => {
  it.each<[string, Tree]>([
    [
      'only a test imports',
      { 'packages/rules/src/formats.test.ts': 'import { isA } from FORMATS\n' },
    ],
    [
      'a program imports and does not mention',
      { [main]: 'import { isA } from FORMATS\nstart()\n' },
    ],
    [
      'is only handed on',
      { [contract]: 'export { isA } from FORMATS\n', [main]: 'import { isB } from NAMES\nisB()\n' },
    ],
    [
      'only another rule mentions that no program uses',
      { [formats]: `${isA}export const isB = (text: string) => !isA(text)\n`, [main]: 'start()\n' },
    ],
    [
      'a part of the contract mentions that no program uses',
      {
        [contract]:
          'import { isA } from FORMATS\nexport const A = text(isA)\nexport const B = text()\n',
        [main]: 'import { B } from NAMES\nstart(B)\n',
      },
    ],
    [
      'a comment alone mentions',
      { [main]: 'import { isA } from FORMATS\n/** See isA. */\nstart()\n' },
    ],
    ['bears the name of a member', { [main]: 'import { isA } from FORMATS\nstart(one.isA)\n' }],
  ])('is refused that %s', (_how, tree) => {
    expect(messages(one, { [formats]: isA, ...tree })).toEqual(unused)
  })

  it.each<[string, Tree]>([
    ['a program', { [main]: 'import { isA } from FORMATS\nstart(isA)\n' }],
    [
      'a program under another name',
      { [main]: 'import { isA as isGood } from FORMATS\nstart(isGood)\n' },
    ],
    [
      'a program by its namespace',
      { [main]: 'import * as formats from FORMATS\nstart(formats.isA)\n' },
    ],
    [
      'a program with its namespace',
      { [main]: 'import * as formats from FORMATS\nstart(formats)\n' },
    ],
    ['a program as it needs it', { [main]: 'const { isA } = await import(FORMATS)\nstart(isA)\n' }],
    [
      'what a program starts by its address',
      {
        [main]: 'start(new URL(WORKER, import.meta.url))\n',
        'packages/server/src/worker.ts': 'import { isA } from FORMATS\nconst judge = () => isA\n',
      },
    ],
    [
      'the contract of a program',
      {
        [contract]: 'import { isA } from FORMATS\nexport const A = text(isA)\n',
        [main]: 'import { A } from NAMES\nstart(A)\n',
      },
    ],
    [
      'the contract that hands it on',
      {
        [contract]: 'export { isA } from FORMATS\n',
        [main]: 'import { isA } from NAMES\nstart(isA)\n',
      },
    ],
    [
      'another rule of a program',
      {
        [formats]: `${isA}export const isB = (text: string) => !isA(text)\n`,
        [main]: 'import { isB } from FORMATS\nstart(isB)\n',
      },
    ],
    [
      'what runs when a module is loaded',
      {
        [contract]: 'import { isA } from FORMATS\nregister(isA)\n',
        [main]: 'import NAMES\nstart()\n',
      },
    ],
  ])('is accepted that is used by %s', (_how, tree) => {
    expect(messages(one, { [formats]: isA, ...tree })).toEqual([])
  })

  it('that waits is listed with its area, until it is used or gone', () => {
    const waiting = { 'is-a': waits('gateways', 'rules/formats:isA') }
    const using = { [main]: 'import { isA } from FORMATS\nstart(isA)\n' }
    expect(messages(waiting, { [formats]: isA })).toEqual([])
    expect(messages(waiting, { [formats]: isA, ...using })).toEqual([
      'rules/formats:isA: is-a: is used: it no longer waits for gateways',
    ])
    expect(messages(waiting, {})).toEqual(['rules/formats:isA: is-a: is gone'])
    expect(messages({ 'is-a': shown('by the paths') }, {})).toEqual([])
  })
})

describe('a constant of the specification', () => {
  const times = { 'time.poll': at('rules/formats:times.pollMs') }
  const declared = { [formats]: 'export const times = { pollMs: 500, leadMs: 10 } as const\n' }

  it('is used by its own name, not by that of its record', () => {
    const lead = { [main]: 'import { times } from FORMATS\nstart(times.leadMs)\n' }
    const poll = { [main]: 'import { times } from FORMATS\nconst { pollMs } = times\n' }
    expect(messages(times, { ...declared, ...lead })).toEqual([
      'rules/formats:times.pollMs: time.poll: no program of the product uses it',
    ])
    expect(messages(times, { ...declared, ...poll })).toEqual([])
  })
})

describe('an enumeration of the specification', () => {
  const colours = { colours: list('RED|GREEN|BLUE', 'rules/formats:colours') }
  const declared = {
    [formats]: "export const colours = ['RED', 'GREEN', 'BLUE'] as const\n",
    [main]: 'import { colours } from FORMATS\nstart(colours)\n',
  }

  it('is written out in its own place alone', () => {
    const copy = "export const Colour = z.enum([\n  'BLUE',\n  'GREEN',\n  'RED',\n])\n"
    const others = "z.enum(['RED', 'GREEN'])\nz.enum(['RED', 'GREEN', 'BLUE', 'GREY'])\n"
    expect(messages(colours, { ...declared, [contract]: copy })).toEqual([
      `${contract}: writes out colours: use rules/formats:colours`,
    ])
    expect(messages(colours, { ...declared, [contract]: others })).toEqual([])
  })
})

describe('the catalogue', () => {
  it.each([
    ['rules', rules, 'Validation rules and derived values', ''],
    ['constants', constants, 'Constants', 'constant:'],
  ])('says of all its %s what carries them', (_what, carried, section, prefix) => {
    const promised = readPromises().filter((promise) => promise.section === section)
    expect(
      Object.keys(carried)
        .map((id) => prefix + id)
        .toSorted(),
    ).toEqual(promised.map(({ id }) => id).toSorted())
  })

  it('has 125 enumerations', () => {
    expect(Object.keys(enumerations)).toHaveLength(125)
  })

  it('waits for each area that it names', () => {
    const waiting = Object.values({ ...rules, ...constants, ...enumerations }).flatMap(
      ({ waitsFor }) => waitsFor ?? [],
    )
    expect([...new Set(waiting)].toSorted()).toEqual([...areasToCome].toSorted())
  })
})

/** What a list, a record, or a schema of either has in it. */
const valuesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'object' || value === null) return []
  const entries = new Map<string, unknown>(Object.entries(value))
  const inner: unknown =
    Reflect.get(value, 'options') ?? Reflect.get(value, 'shape') ?? entries.get('fields')
  return inner === undefined ? [...entries.keys()] : valuesIn(inner)
}

const listed = Object.entries(enumerations).filter(([, carried]) => carried.listed.length > 0)

test.each(listed)('%s has every value of the specification', async (_id, carried) => {
  const [file = '', name = ''] = carried.places[0]?.split(':') ?? []
  const [folder, ...rest] = file.split('/')
  const path = new URL(`../../packages/${folder}/src/${rest.join('/')}.ts`, import.meta.url).href
  const values = new Set(valuesIn(Reflect.get(await import(path), name)))
  expect(carried.listed.filter((value) => !values.has(value))).toEqual([])
})
