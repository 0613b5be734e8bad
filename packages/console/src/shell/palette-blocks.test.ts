import { describe, expect, it } from 'vitest'
import { blocksOf, type Choice, mistypedRank, rankedObjects } from './palette-blocks.ts'

const choice = (name: string): Choice => {
  const [label = '', detail] = name.split(' / ')
  return { id: name, label, ...(detail === undefined ? {} : { detail }), to: `/${name}` }
}

type Named = Readonly<Record<string, readonly string[]>>

/** The lines under each heading, when `typed` is looked for in these names. */
const shownFor = (typed: string, kinds: Named, mistyped: readonly string[] = []) => {
  const ranked = Object.entries(kinds).map(([heading, names]) => ({
    heading,
    found: rankedObjects(names.map(choice), typed),
  }))
  const near = mistyped.map((name) => ({
    choice: choice(name),
    rank: mistypedRank,
    isSimilar: true,
  }))
  return blocksOf([{ heading: 'Go to', found: near }, ...ranked], 'Similar')
    .filter(({ items }) => items.length > 0)
    .map(({ heading, items }) => [
      heading,
      ...items.map(({ label, detail }) => (detail === undefined ? label : `${label} / ${detail}`)),
    ])
}

const users = ['Anna Berg / anna', 'Joanna Smith / jsmith', 'Maria Lopez / mlopez']

describe('the lines of the palette', () => {
  it.each<[string, string, Named, readonly string[], readonly (readonly string[])[]]>([
    [
      'put a user whose name begins so before a page that is nearly named so',
      'ann',
      { Users: ['Anna Berg / anna'] },
      ['Single logout'],
      [
        ['Users', 'Anna Berg / anna'],
        ['Similar', 'Single logout / Go to'],
      ],
    ],
    [
      'put parts of words after every kind that has the word itself',
      'ann',
      { Settings: ['Channel', 'Announcements'], Users: users },
      [],
      [
        ['Settings', 'Announcements'],
        ['Users', 'Anna Berg / anna'],
        [
          'Similar',
          'Channel / Settings',
          'Joanna Smith / Users · jsmith',
          'Maria Lopez / Users · mlopez',
        ],
      ],
    ],
    [
      'put the kind first that has the very name',
      'sales',
      { Actions: ['Sales report'], Groups: ['Sales'], Users: ['Sales Desk'] },
      [],
      [
        ['Groups', 'Sales'],
        ['Actions', 'Sales report'],
        ['Users', 'Sales Desk'],
      ],
    ],
    [
      'put a name that is shown beside another one before the beginning of a name',
      'mlopez',
      { Groups: ['mlopez team'], Users: users },
      [],
      [
        ['Users', 'Maria Lopez / mlopez'],
        ['Groups', 'mlopez team'],
        ['Similar', 'Anna Berg / Users · anna', 'Joanna Smith / Users · jsmith'],
      ],
    ],
    [
      'put the beginning of a name before a word of one',
      'berg',
      { Users: ['Anna Berg / anna'], Groups: ['Bergen'] },
      [],
      [
        ['Groups', 'Bergen'],
        ['Users', 'Anna Berg / anna'],
      ],
    ],
    [
      'keep the order of kinds that fit equally well',
      'front',
      { Settings: ['Front page'], Roles: ['Front desk'] },
      [],
      [
        ['Settings', 'Front page'],
        ['Roles', 'Front desk'],
      ],
    ],
    ['are none where nothing was found', 'ann', { Users: [] }, [], []],
  ])('%s', (_what, typed, kinds, mistyped, shown) => {
    expect(shownFor(typed, kinds, mistyped)).toEqual(shown)
  })
})
