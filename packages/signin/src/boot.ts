import type { AuthenticationInformation } from '@signet/contract/access/authentication'
import { isLocale } from '@signet/rules/locales'
import type { z } from 'zod'
import { call } from './calls/call.ts'
import { doors } from './calls/doors.ts'
import { loadTexts, type PageTexts } from './texts/load-texts.ts'
import { speak, wishedLocale } from './texts/locale.ts'
import type { Theme } from './theme/tenant-theme.ts'

export type Information = z.output<typeof AuthenticationInformation>

/** What must be known before anything is shown. */
export interface Start {
  readonly theme: Theme
  readonly information: Information
  readonly texts: PageTexts
}

const localeFor = (theme: Theme): Promise<PageTexts> =>
  loadTexts(isLocale(theme.defaultLocale) ? theme.defaultLocale : 'en')

/** Reads the tenant's looks, what its sign-in offers, and the texts, all at once. */
export const begin = async (applicationId: string | undefined): Promise<Start> => {
  const wished = wishedLocale()
  speak(wished ?? 'en')
  const early = wished === null ? null : loadTexts(wished)
  const [theme, information] = await Promise.all([
    call(doors.readSubscriber, {}),
    call(doors.readInformation, { query: applicationId === undefined ? {} : { applicationId } }),
  ])
  const texts = await (early ?? localeFor(theme))
  speak(texts.locale)
  return { theme, information, texts }
}
