import { prefer, preferences } from './lib/preferences.ts'
import type { SchemeStore } from './ui/theme/AppTheme.tsx'

/** The visitor's colour scheme among their preferences, where the boot script reads it, too. */
export const schemeStore: SchemeStore = {
  get: () => preferences.get().scheme,
  set: (scheme) => prefer({ scheme }),
  subscribe: preferences.subscribe,
}
