import { expect, it } from 'vitest'
import { helpLink, legalLinks } from './help.ts'

it('help is led to in a language that guides are made in, else in English', {
  meta: { covers: ['i18n.help-guides'] },
}, () => {
  expect(['de', 'ja', 'pt', 'zh-tw'].map((locale) => helpLink('users', locale))).toEqual([
    '/documentation/help/de/users',
    '/documentation/help/ja/users',
    '/documentation/help/en/users',
    '/documentation/help/en/users',
  ])
})

it('the footer leads to terms, privacy and open source', {
  meta: { covers: ['shell.footer'] },
}, () => {
  expect(legalLinks('en').map(({ href }) => href)).toEqual([
    '/documentation/help/en/terms',
    '/documentation/help/en/privacy',
    '/documentation/help/en/open-source',
  ])
})
