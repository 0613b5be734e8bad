import { errorText } from './error-text.ts'
import { showMessage } from './messages.ts'

/** Says in a toast why a call failed; nothing for codes of which users see no message. */
export const showFailure = (error: unknown): void => {
  const text = errorText(error)
  if (text !== null) showMessage(text, { icon: 'warning' })
}

/** Says in a toast what was done in part, and why the rest was not. */
export const showPartFailure = (done: string, error: unknown): void =>
  showMessage(`${done} ${errorText(error) ?? ''}`.trim(), { icon: 'warning' })

/** Why a field's value was refused, for the line below it; undefined where no message is shown. */
export const fieldFailure = (error: unknown): string | undefined =>
  error === null ? undefined : (errorText(error) ?? undefined)
