import { describe, expect, it } from 'vitest'
import { type Sought, searchWords } from './word-search.ts'

const pages: readonly Sought[] = [
  { name: 'Email server', also: ['SMTP', 'mail server'] },
  { name: 'Email templates', also: ['wording of emails'] },
  { name: 'Applications', also: ['client', 'redirect URI', 'callback URL'] },
  { name: 'OAuth roles', also: ['client role'] },
  { name: 'Scheduled tasks' },
  { name: 'Panel de administración', also: ['impresoras'] },
  { name: 'シングルサインオン', also: ['パスワード ポリシー'] },
]

const found = (typed: string) =>
  searchWords(pages, (page) => page, typed).map(({ item }) => item.name)

describe('a search by words', () => {
  it.each([
    ['email server', ['Email server']],
    ['e-mail', ['Email server', 'Email templates']],
    ['EMAIL', ['Email server', 'Email templates']],
    ['serv', ['Email server']],
    ['server em', ['Email server']],
    ['smtp', ['Email server']],
    ['client', ['Applications', 'OAuth roles']],
    ['uri redirect', ['Applications']],
    ['application client', ['Applications']],
    ['administracion', ['Panel de administración']],
    ['ADMINISTRACIÓN', ['Panel de administración']],
    ['hedule', ['Scheduled tasks']],
    ['サインオン', ['シングルサインオン']],
    ['パスワードポリシー', ['シングルサインオン']],
    ['ﾊﾟｽﾜｰﾄﾞ', ['シングルサインオン']],
    ['he', []],
    ['email printer', []],
    ['', []],
    [' - ', []],
  ])('finds by %j %j', (typed, names) => {
    expect(found(typed)).toEqual(names)
  })

  it('ranks the very name, its beginning, a word, another name, parts of words', () => {
    const items = ['over tokens', 'x', 'tokens of users', 'token', 'y', 'tokenlike', 'betokened']
    const also = (name: string) => (name === 'x' ? ['token'] : name === 'y' ? ['a token'] : [])
    const hits = searchWords(items, (name) => ({ name, also: also(name) }), 'token')
    expect(hits.map(({ item }) => item)).toEqual([
      'token',
      'tokens of users',
      'tokenlike',
      'over tokens',
      'x',
      'y',
      'betokened',
    ])
    expect(hits.map(({ rank }) => rank)).toEqual([0, 1, 1, 2, 3, 6, 8])
  })

  it('says by which name an item was found', () => {
    const [hit] = searchWords(pages, (page) => page, 'callback')
    expect(hit).toMatchObject({ by: 'callback URL' })
  })

  it.each([
    ['Łódź', 'lodz'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Ærø', 'aero'],
    ['ＡＢＣ', 'abc'],
  ])('takes %j as %j', (text, folded) => {
    const [hit] = searchWords([text], (name) => ({ name }), folded)
    expect(hit?.rank).toBe(0)
  })
})
