import { flatten } from '@signet/phrases/texts'
import { locales } from '@signet/rules/locales'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from './load-texts.ts'
import { keepLocale, nameOfLocale, wishedLocale } from './locale.ts'

afterEach(() => vi.restoreAllMocks())

const speaking = (...languages: string[]): void => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
}

describe('the texts', () => {
  it('have every key of English in every language', {
    meta: { covers: ['i18n.interface-locales'] },
  }, async () => {
    const english = await loadTexts('en')
    const keys = [...flatten(english.security).keys()]
    for (const locale of locales) {
      const texts = await loadTexts(locale)
      expect([...flatten(texts.security).keys()].toSorted(), locale).toEqual(keys.toSorted())
      expect(texts.errors).toHaveProperty('invalid_user_response')
    }
  })

  it('leave the administration’s texts out', async () => {
    const { security } = await loadTexts('en')
    expect(Object.keys(security).toSorted()).toEqual([
      'closed',
      'consent',
      'device',
      'enrollment',
      'methods',
      'organization',
      'page',
      'pass',
      'passwords',
      'requests',
      'reset',
      'setup',
      'sign-in',
      'sign-up',
    ])
  })
})

describe('the language', () => {
  it('is the first of the browser’s that exists', () => {
    speaking('eo', 'pt-BR', 'fr')
    expect(wishedLocale()).toBe('pt')
  })

  it('is first of all one that the application asks for', () => {
    speaking('fr')
    history.replaceState(null, '', '?uid=x&ui_locales=nl')
    expect(wishedLocale()).toBe('nl')
    history.replaceState(null, '', '?uid=x&ui_locales=tlh')
    expect(wishedLocale()).toBe('fr')
    history.replaceState(null, '', '?')
  })

  it('is nobody’s wish when none exists, so that the tenant’s holds', () => {
    speaking('eo', 'tlh')
    expect(wishedLocale()).toBeNull()
  })

  it('is the one chosen before, beside what the console has kept', () => {
    speaking('de')
    localStorage.setItem('signet.theme', JSON.stringify({ scheme: 'dark', density: 'compact' }))
    keepLocale('ja')
    expect(wishedLocale()).toBe('ja')
    expect(JSON.parse(localStorage.getItem('signet.theme') ?? '')).toMatchObject({ scheme: 'dark' })
  })

  it('is named in its own words', { meta: { covers: ['i18n.interface-locales'] } }, () => {
    expect(nameOfLocale('es')).toBe('Español')
    expect(nameOfLocale('zh-tw')).toBe('繁體中文')
    expect(new Set(locales.map(nameOfLocale)).size).toBe(locales.length)
  })
})
