import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** Whether the code of a page has come since the console was opened. */
export const pageDrawn = createStore(false)

/** Long enough for a page to ask for what hangs on its first answers. */
const stillMs = 150

/** Whether the first page is there, with what it shows. */
export const useFirstPage = (): boolean => {
  const isDrawn = useStore(pageDrawn)
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    if (!isDrawn || isLoading) return
    const timer = setTimeout(() => setIsThere(true), stillMs)
    return () => clearTimeout(timer)
  }, [isDrawn, isLoading])
  return isThere
}
