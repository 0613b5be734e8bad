import { useQuery } from '@tanstack/react-query'

/**
 * The items whose name is like what was typed, the best first; all of them for nothing typed. The
 * search itself is loaded when somebody first types.
 */
export const useLike = <T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  typed: string,
): readonly T[] => {
  const { data: search } = useQuery({
    queryKey: ['menu-search'],
    queryFn: async () => (await import('./menu-search.ts')).placesLike,
    enabled: typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (typed.trim() === '' || search === undefined) return items
  return search(items.map(nameOf), typed.trim()).flatMap((at) => items[at] ?? [])
}
