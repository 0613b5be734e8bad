import { searchBox } from '@signet/rules/search'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useScreens } from './screens-context.tsx'

/** Too short a word would search for everything. */
const shortest = 2

/** What was typed, once the typing has stopped for a moment. */
const useSettled = (typed: string): string => {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), searchBox.debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/**
 * What the features find by its name, such as users: all kinds at once, each a request. What belongs to
 * another word than the one typed now is not shown.
 */
export const useFound = (typed: string) => {
  const text = useText()
  const { palette } = useScreens()
  const settled = useSettled(typed)
  const isSettled = settled === typed && typed.length >= shortest
  const results = useQueries({
    queries: palette.map((source) => ({
      queryKey: ['palette', source.heading, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(settled, signal),
      enabled: isSettled,
    })),
  })
  return palette.map(({ heading }, at) => ({
    heading: text(heading),
    items: isSettled ? (results[at]?.data ?? []) : [],
  }))
}
