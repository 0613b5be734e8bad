import { flatten } from '@signet/phrases/texts'
import { locales, namespaces } from '@signet/rules/locales'
import { expect, it } from 'vitest'
import { loadTextsOf } from './load-texts.ts'

const keysOf = async (locale: string, group: (typeof namespaces)[number]) =>
  [...flatten(await loadTextsOf(locale, group)).keys()].toSorted()

it.each(namespaces)(
  '%s has every key of English in every language',
  { meta: { covers: ['i18n.interface-locales'] } },
  async (group) => {
    const keys = await keysOf('en', group)
    for (const locale of locales) expect(await keysOf(locale, group), locale).toEqual(keys)
  },
)

it('the words are those of the language', async () => {
  const save = async (locale: string) =>
    flatten(await loadTextsOf(locale, 'common')).get('actions.save')
  expect([await save('en'), await save('de'), await save('eo')]).toEqual([
    'Save',
    'Speichern',
    'Save',
  ])
})
