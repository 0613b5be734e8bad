import { describe, expect, it } from 'vitest'
import { findInHelp, type HelpIndex } from './help-search.ts'

const section = (heading: string, anchor: string | null, text: string) => ({
  heading,
  anchor,
  text,
})

const index: HelpIndex = [
  {
    page: 'users',
    sections: [
      section('Users', null, 'A user is an account.'),
      section('Lost devices', 'section-1', 'Remove the passkey that was lost.'),
    ],
  },
  {
    page: 'passkey',
    sections: [
      section('Passkeys', null, 'A passkey is bound to a device. Ça marche aussi en été.'),
    ],
  },
  { page: 'roles', sections: [section('ロール', null, 'ユーザーの権限を決めます。')] },
]

const placesOf = (typed: string) =>
  findInHelp(index, typed).map(({ page, anchor }) => [page, anchor])

describe('a search in the help', () => {
  it('finds sections by words of heading and text, those with them in the title first', () => {
    expect(placesOf('passkey')).toEqual([
      ['passkey', null],
      ['users', 'section-1'],
    ])
    expect(placesOf('LOST passkey')).toEqual([['users', 'section-1']])
  })

  it('finds words of the page and of the section together', () => {
    expect(placesOf('users devices')).toEqual([['users', 'section-1']])
  })

  it('finds words typed without accents, and scripts without spaces', () => {
    expect(placesOf('ca ete')).toEqual([['passkey', null]])
    expect(placesOf('権限')).toEqual([['roles', null]])
  })

  it('finds nothing for nothing, and nothing for other words', () => {
    expect(placesOf('  ')).toEqual([])
    expect(placesOf('printer')).toEqual([])
  })

  it('shows the words around the first one', () => {
    const long = `${'before '.repeat(30)}needle ${'after '.repeat(60)}`
    const [found] = findInHelp(
      [{ page: 'start', sections: [section('Help', null, long)] }],
      'needle',
    )
    expect(found?.excerpt).toMatch(/^… before .*needle after .* …$/)
    expect(found?.excerpt.length).toBeLessThan(160)
  })
})
