import { reportUiError } from '@signet/contract/operations/ui-errors'
import { call } from '../lib/call.ts'
import { textNow } from '../lib/i18n.ts'
import { currentRoute } from '../lib/leave.ts'
import { showMessage } from '../lib/messages.ts'
import { isSupportTab } from '../session/support-tab.ts'

/** The address without its query, which may hold what somebody searched for. */
const routeOnly = (): string => currentRoute().replace(/\?.*$/s, '').slice(0, 500)

const send = async (error: Error, where: string): Promise<void> => {
  // The call is for users: of a provider it would be logged as an attempt to do more than it may.
  if (isSupportTab()) return
  const stack = `${error.stack ?? ''}\n${where}`.slice(0, 8000)
  const message = `${error.name}: ${error.message}`.slice(0, 1000)
  try {
    await call(reportUiError, { body: { message, stack, route: routeOnly() } })
  } catch {
    // Whoever cannot be told of an error is not told of that either.
  }
}

/** Reports an error of the application to the service's log of UI errors; never throws. */
export const reportCrash = (error: Error, componentStack: string): void =>
  void send(error, componentStack)

/** Reports an error that no screen caught, and tells the visitor that something went wrong. */
export const reportUncaught = (reason: unknown): void => {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  showMessage(textNow('common:crash.title'), { icon: 'warning' })
  reportCrash(error, '')
}
