import { errorText } from './error-text.ts'
import { showMessage } from './messages.ts'

/** Says in a toast why a call failed; nothing for codes of which users see no message. */
export const showFailure = (error: unknown): void => {
  const text = errorText(error)
  if (text !== null) showMessage(text, { icon: 'warning' })
}
