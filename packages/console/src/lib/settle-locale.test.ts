import { afterEach, expect, it, vi } from 'vitest'
import { changeLocale } from './i18n.ts'
import { prefer } from './preferences.ts'
import { settleLocale } from './settle-locale.ts'

afterEach(() => changeLocale('en'))

const settle = async (own: string | null, chosen: string | null): Promise<string> => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh'])
  prefer({ locale: chosen })
  await settleLocale(own, 'sv')
  return document.documentElement.lang
}

it('the language is the person’s own, else the one chosen at sign-in, else the tenant’s', {
  meta: { covers: ['i18n.interface-locales'] },
}, async () => {
  expect(await settle('pt', 'ja')).toBe('pt')
  expect(await settle(null, 'ja')).toBe('ja')
  expect(await settle(null, null)).toBe('sv')
})

it('the page names its language by the tag that browsers know', async () => {
  expect(await settle('zh-tw', null)).toBe('zh-TW')
})
