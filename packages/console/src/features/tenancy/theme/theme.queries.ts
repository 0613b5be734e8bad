import {
  readSubscriber,
  resetSubscriberTheme,
  SubscriberChange,
  updateSubscriber,
} from '@signet/contract/tenancy/subscribers'
import { isCssColour } from '@signet/rules/colours'
import { isLocale } from '@signet/rules/locales'
import { themeColours } from '@signet/rules/tenants'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callWithEtag, type Tagged } from '../../../lib/call.ts'
import { prefer } from '../../../lib/preferences.ts'
import { useSession } from '../../../session/session-context.tsx'

export const ThemeFields = SubscriberChange.pick({
  logo: true,
  colours: true,
  motd: true,
  defaultLocale: true,
})
  .required()
  .extend({
    // An emptied one is left to the product.
    colours: z.partialRecord(
      z.enum(themeColours),
      z.string().refine((text) => text === '' || isCssColour(text), 'is not a colour'),
    ),
  })
export type ThemeValues = z.input<typeof ThemeFields>

const queryKey = ['theme'] as const

const byLocale = (motd: Readonly<Record<string, string>>): ThemeValues['motd'] =>
  Object.fromEntries(Object.entries(motd).filter(([locale]) => isLocale(locale)))

const valuesOf = ({ logo, colours, motd, defaultLocale }: ThemeValues | Subscribed) => ({
  logo,
  colours,
  motd: byLocale(motd),
  defaultLocale: isLocale(defaultLocale) ? defaultLocale : ('en' as const),
})

interface Subscribed {
  readonly logo: string | null
  readonly colours: Readonly<Record<string, string>>
  readonly motd: Readonly<Record<string, string>>
  readonly defaultLocale: string
}

/** Logo and colors of a provider above this tenant. */
export interface InheritedTheme {
  readonly logo: string | null
  readonly colours: Readonly<Record<string, string>>
}

interface ReadTheme extends Tagged<ThemeValues> {
  /** From a provider above this tenant; null where it has its own or there is none. */
  readonly inherited: InheritedTheme | null
}

/** The fields hold what is the tenant's own. */
export const readTheme = async (signal?: AbortSignal): Promise<ReadTheme> => {
  const { value, etag } = await callWithEtag(readSubscriber, { signal })
  if (value.themeSource !== 'PROVIDER') return { value: valuesOf(value), etag, inherited: null }
  const { logo, colours } = value
  const own = valuesOf({ ...value, logo: null, colours: {} })
  return { value: own, etag, inherited: { logo, colours } }
}

export const themeQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => readTheme(signal),
  // What somebody types is never replaced behind their back; If-Match finds the change.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** What is empty is left out: the default then holds. */
const filled = <T extends Readonly<Record<string, string | undefined>>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()))

/** Writes of the theme; the console puts on the colours at once. */
export const useThemeChanges = () => {
  const client = useQueryClient()
  const { id } = useSession().theme
  const wear = ({ value }: Tagged<Subscribed>): void => {
    prefer({ colours: value.colours })
    void client.invalidateQueries({ queryKey })
  }
  return {
    save: async ({ colours, motd, ...rest }: ThemeValues, etag: string | null) => {
      const body = { ...rest, colours: filled(colours), motd: filled(motd) }
      wear(
        await callWithEtag(updateSubscriber, { params: { id }, body, ifMatch: etag ?? undefined }),
      )
    },
    /** Over the version that was read. */
    reset: async () => {
      const ifMatch = client.getQueryData(themeQuery.queryKey)?.etag ?? undefined
      wear(await callWithEtag(resetSubscriberTheme, { params: { id }, ifMatch }))
    },
  }
}
