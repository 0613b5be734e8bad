import { CallError } from '../lib/call-error.ts'
import { isChunkFailure } from '../lib/chunk.ts'
import { ConnectionLost, checkConnection } from '../lib/lost-connection.ts'
import { showFailure } from '../lib/show-failure.ts'
import { endOnMissingSession } from '../session/endings.ts'
import { reportUncaught } from './crash-report.ts'

const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError'

/** What becomes of a promise whose failure nobody handled (product: self-service, section 8). */
export const handleRejection = (reason: unknown): void => {
  if (isAbort(reason) || reason instanceof ConnectionLost || endOnMissingSession(reason)) return
  // The page says that the connection is lost, where it is.
  if (isChunkFailure(reason)) return void checkConnection()
  if (!(reason instanceof CallError)) return reportUncaught(reason)
  showFailure(reason)
}

/** Hears of every unhandled rejection in the window. */
export const followRejections = (): void => {
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    handleRejection(event.reason)
  })
}
