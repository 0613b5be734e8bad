import { z } from 'zod'
import { createSlice } from './slices.ts'
import { useStore } from './store.ts'

const Preferences = z.object({
  scheme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['compact', 'comfortable']),
  /** Rows of a page of every list. */
  pageSize: z.union([z.literal(25), z.literal(50), z.literal(100)]),
  locale: z.string().nullable(),
  /** The tenant's, of the last visit: worn before they are known, and when they do not come. */
  colours: z.record(z.string(), z.string()).default({}),
})
type Preferences = z.output<typeof Preferences>

export const pageSizes = [25, 50, 100] as const satisfies readonly Preferences['pageSize'][]

/** How this visitor likes the console; outlives sign-out, as the theme does. */
export const preferences = createSlice('theme', Preferences, {
  scheme: 'system',
  density: 'compact',
  pageSize: 50,
  locale: null,
  colours: {},
})

export const prefer = (change: Partial<Preferences>): void =>
  preferences.update((before) => ({ ...before, ...change }))

export const usePreferences = (): Preferences => useStore(preferences)
