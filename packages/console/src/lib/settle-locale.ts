import { isLocale, pickLocale } from '@signet/rules/locales'
import { changeLocale } from './i18n.ts'
import { preferences } from './preferences.ts'

/** Speaks the person's own language, else the one chosen at sign-in, the browser's, the tenant's. */
export const settleLocale = async (own: string | null, tenants: string): Promise<void> => {
  const chosen = [own, preferences.get().locale].filter((locale) => locale !== null)
  const fallback = isLocale(tenants) ? tenants : 'en'
  await changeLocale(pickLocale([...chosen, ...navigator.languages], fallback))
}
