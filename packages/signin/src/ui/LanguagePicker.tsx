import { isLocale, locales } from '@signet/rules/locales'
import { useId } from 'react'
import { useLanguage } from '../texts/language.tsx'
import { nameOfLocale } from '../texts/locale.ts'
import { Icon } from './Icon.tsx'

export const LanguagePicker = () => {
  const { locale, say, choose } = useLanguage()
  const id = useId()
  return (
    <div className="language">
      <label className="visually-hidden" htmlFor={id}>
        {say('page.language')}
      </label>
      <Icon name="language" />
      <select
        id={id}
        value={locale}
        onChange={({ target }) => {
          // Texts that do not come leave the page in the language that it has.
          if (isLocale(target.value)) choose(target.value).catch(() => undefined)
        }}
      >
        {locales.map((one) => (
          <option key={one} value={one} lang={one}>
            {nameOfLocale(one)}
          </option>
        ))}
      </select>
    </div>
  )
}
