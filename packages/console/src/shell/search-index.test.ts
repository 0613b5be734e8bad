import { glossaryTerms } from '@signet/phrases/glossary'
import { keysOf } from '@signet/phrases/texts'
import { adminLocales } from '@signet/rules/locales'
import { heldInSearchBox } from '@signet/rules/search'
import { afterAll, describe, expect, it } from 'vitest'
import { features } from '../features.ts'
import type { SettingsSection } from '../kit/screen.ts'
import { changeLocale, codesNow, codeTextNow, keyedTextNow, loadTexts } from '../lib/i18n.ts'
import { loadTextsOf } from '../lib/load-texts.ts'
import { blocksOf, type Choice } from './palette-blocks.ts'
import { menuScreenOf, type Offer, screenAt } from './screens-context.tsx'
import { openSearch, type Search } from './search-index.ts'

const screens = features.flatMap((feature) => feature.screens)
const load = features.flatMap(({ sections }) => sections ?? [])
/** Everything is shown. */
const offer: Offer = { all: screens, visible: screens, palette: [], sections: load }
const dark = {
  id: 'scheme',
  label: 'Dark appearance',
  words: 'dark',
  perform: () => undefined,
} as const

const searchIn = async (locale: string): Promise<Search> => {
  await changeLocale(locale)
  return openSearch(load)
}
const termsNow = () =>
  glossaryTerms((head, part) => keyedTextNow(`glossary:terms.${head}.${part}`, {}) ?? '')
const choicesOf = (search: Search, typed: string): readonly Choice[] =>
  blocksOf(
    search.choices(offer, [dark], typed).map(({ kind, found }) => ({ heading: kind, found })),
    'similar',
  ).flatMap(({ items }) => items)
const leadsTo = (search: Search, typed: string) => choicesOf(search, typed).map(({ to }) => to)
const sectionsNow = async (): Promise<readonly SettingsSection[]> =>
  (await Promise.all(load.map((one) => one()))).flat()

afterAll(() => changeLocale('en'))

describe.each(adminLocales)('the search of pages in %s', (locale) => {
  it('finds by each head of the glossary the page it leads to', async () => {
    const search = await searchIn(locale)
    const missed = termsNow().filter(({ name, at }) => !leadsTo(search, name).includes(at))
    expect(missed.map(({ head }) => head)).toEqual([])
  })

  it('finds each head in the menu, in 30 characters', async () => {
    const search = await searchIn(locale)
    const missed = termsNow().filter(({ name, at }) => {
      const screen = screenAt(at, screens)
      const page = screen && menuScreenOf(screen, screens)
      const found = search.menuPages(offer, heldInSearchBox(name))
      return page === undefined || !found.includes(page)
    })
    expect(missed.map(({ head }) => head)).toEqual([])
  })

  it.each([
    ['smtp', '/settings/email'],
    ['branding', '/theme'],
    ['client', '/applications'],
    ['mfa', '/authenticationflow'],
    ['password policy', '/settings/authenticators/password'],
    ['invite', '/user/add'],
    ['import', '/bulkoperations/add'],
    ['api key', '/applications/add'],
    ['totp', '/tokens'],
    ['webhook secret', '/webhooks'],
    ['redirect uri', '/applications'],
    ['conditional access', '/rules'],
    ['named location', '/settings/iplists'],
    ['system log', '/reports'],
    ['realm settings', '/settings/general'],
  ])('finds first by %j %s', async (typed, address) => {
    expect(leadsTo(await searchIn(locale), typed)[0]).toBe(address)
  })

  it('finds a setting by the name of its field', async () => {
    const search = await searchIn(locale)
    const name = codeTextNow('settings:general.fields', 'sessionsPerUser') ?? ''
    expect(leadsTo(search, name)).toContain(
      '/settings/general/sessions?field=settings:general.fields.sessionsPerUser',
    )
  })
})

describe('the search of pages', () => {
  it('puts the very name first, then names, other names, and fields', async () => {
    const search = await searchIn('en')
    expect(leadsTo(search, 'webhooks')[0]).toBe('/webhooks')
    expect(choicesOf(search, 'users')[0]).toEqual({ id: '/users', label: 'Users', to: '/users' })
    const client = leadsTo(search, 'client')
    const field = '/settings/email?field=settings:email.fields.clientId'
    expect(client.indexOf('/oauthroles')).toBeLessThan(client.indexOf(field))
  })

  it('says what the word means by which it found a page', async () => {
    const [first] = choicesOf(await searchIn('en'), 'smtp')
    expect(first).toMatchObject({
      label: 'Email server',
      detail: 'SMTP server',
      hint: 'The mail server that sends Signet’s emails.',
    })
  })

  it('finds what to do by words for doing it', async () => {
    const search = await searchIn('en')
    expect(leadsTo(search, 'new user')[0]).toBe('/user/add')
    expect(leadsTo(search, 'create role')[0]).toBe('/role/add')
    expect(choicesOf(search, 'dark mode')[0]).toMatchObject({ id: 'scheme' })
  })

  it('takes names that are nearly right where nothing has the words', async () => {
    const search = await searchIn('en')
    expect(leadsTo(search, 'aplications')).toContain('/applications')
  })

  it('finds no page, tab or field that is not shown', async () => {
    const search = await searchIn('en')
    const nothing = { ...offer, visible: [] }
    for (const typed of ['smtp', 'users', 'password policy', 'sessions per person', 'usrs']) {
      expect(search.choices(nothing, [], typed).flatMap(({ found }) => found)).toEqual([])
      expect(search.menuPages(nothing, typed)).toEqual([])
    }
  })
})

describe('the glossary', () => {
  it('has a head for every page, and only such as lead to one', async () => {
    await searchIn('en')
    const terms = termsNow()
    const pages = screens.filter(({ path, needs }) => !path.includes(':') && needs?.[1] !== 'ADD')
    const without = pages.filter(({ path }) => !terms.some(({ at }) => at === path))
    expect(
      without.map(({ path }) => path),
      'give each page a term: texts in `glossary.terms`, and a row in packages/phrases/src/glossary/',
    ).toEqual([])
    const places = [...screens, ...(await sectionsNow())].map(({ path }) => path)
    const astray = terms.filter(({ at }) => !places.includes(at.split('?')[0] ?? ''))
    expect(astray.map(({ head }) => head)).toEqual([])
  })

  it('has each head once', async () => {
    const heads = termsNow().map(({ head }) => head)
    expect(new Set(heads).size).toBe(heads.length)
    expect(heads.toSorted()).toEqual(codesNow('glossary:terms').toSorted())
  })
})

/** Of pages that are not about settings of the tenant, or whose fields are there many times. */
const notListed = ['connectors', 'policies', 'riskEngines', 'weak']

describe('the fields of settings', () => {
  it('all belong to a page or a tab', async () => {
    const texts = await loadTextsOf('en', 'settings')
    const subjects = Object.keys(texts).filter((subject) => keysOf(texts, `${subject}.fields`)[0])
    const listed = (await sectionsNow()).map(({ fields }) => fields)
    const missed = subjects.filter((subject) => !listed.includes(`settings:${subject}.fields`))
    expect(missed.toSorted()).toEqual(notListed)
  })

  it('are named once, and exist', async () => {
    await loadTexts(['customization', 'settings'])
    const sections = await sectionsNow()
    const named = sections.flatMap(({ fields, only }) =>
      fields === undefined ? [] : (only ?? codesNow(fields)).map((name) => [fields, name] as const),
    )
    expect(named.filter(([fields, name]) => codeTextNow(fields, name) === null)).toEqual([])
    expect(new Set(named.map(String)).size).toBe(named.length)
    expect(sections.filter(({ path }) => screenAt(path, screens) === undefined)).toEqual([])
  })
})
