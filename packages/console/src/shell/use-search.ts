import { useQuery } from '@tanstack/react-query'
import { loadChunk } from '../lib/chunk.ts'
import { useLocale } from '../lib/i18n.ts'
import { useScreens } from './screens-context.tsx'
import type { Search } from './search-index.ts'

/** The search of pages and settings: loaded, with its texts, when the user first types. */
export const useSearch = (isWanted: boolean): Search | undefined => {
  const locale = useLocale()
  const { sections } = useScreens()
  const { data } = useQuery({
    queryKey: ['menu-search', locale],
    queryFn: async () => {
      const { openSearch } = await loadChunk(() => import('./search-index.ts'))
      return openSearch(sections)
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
