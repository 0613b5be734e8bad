import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

const retries = 1

/** A refusal stays one; only what the network or the server broke is asked again. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < retries && (!(error instanceof CallError) || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that thinks it is offline may be wrong: a call that fails says so at once.
      networkMode: 'always',
      retry: isWorthRetrying,
      staleTime: 15_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
