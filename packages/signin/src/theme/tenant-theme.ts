import type { Subscriber } from '@signet/contract/tenancy/subscribers'
import { themeDefaults } from '@signet/rules/tenants'
import type { z } from 'zod'
import { accentOf, type Scheme } from './accent.ts'
import { type Colour, hexOf, readColour } from './colours.ts'

export type Theme = z.output<typeof Subscriber>

/** What the word for an unset colour stands for (product: console, section 9). */
const unset: Colour = [31, 122, 77]

const colourOf = (text: string | undefined): Colour => {
  const isUnset = text === undefined || text.trim().toLowerCase() === themeDefaults.tenantColour
  return isUnset ? unset : (readColour(text) ?? unset)
}

/** Puts the tenant's colour on the page, in each scheme as it reads there. */
export const wearColours = ({ colours }: Pick<Theme, 'colours'>): void => {
  const wished = colourOf(colours.primary1)
  const { style } = document.documentElement
  for (const scheme of ['light', 'dark'] as const satisfies readonly Scheme[]) {
    const { main, soft, on } = accentOf(wished, scheme)
    style.setProperty(`--brand-${scheme}`, hexOf(main))
    style.setProperty(`--brand-soft-${scheme}`, hexOf(soft))
    style.setProperty(`--on-brand-${scheme}`, hexOf(on))
  }
}

/** The message of the day in the visitor's language, else the tenant's, else English; or none. */
export const messageOfTheDay = (
  { motd, defaultLocale }: Pick<Theme, 'motd' | 'defaultLocale'>,
  locale: string,
): string | null => {
  const found = [locale, defaultLocale, 'en'].map((key) => motd[key]?.trim() ?? '')
  return found.find((text) => text !== '') ?? null
}
