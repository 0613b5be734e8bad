import { isExplainedByServer } from '@signet/rules/failures'
import { CallError, isSilent } from './call-error.ts'
import { FidoUnsupported } from './fido-support.ts'
import { errorTextNow, textNow } from './i18n.ts'
import { ConnectionLost } from './lost-connection.ts'
import { SaidError } from './said-error.ts'

/** What went wrong, in words; null for errors that show no message. */
export const errorText = (error: unknown): string | null => {
  if (error instanceof FidoUnsupported) return textNow('common:errors.fidoUnsupported')
  if (error instanceof SaidError) return error.message
  if (error instanceof ConnectionLost) return textNow('common:notices.unreachable')
  if (!(error instanceof CallError)) return errorTextNow('general_error', {})
  if (isSilent(error.code)) return null
  return (
    errorTextNow(error.code, { message: error.serverText ?? '', ...error.parameters }) ??
    (isExplainedByServer(error.code) ? error.serverText : null) ??
    errorTextNow('general_error', {})
  )
}

/** For whoever asks the support: code, status and request id; undefined when nothing is known. */
export const errorDetail = (error: unknown): string | undefined => {
  if (!(error instanceof CallError)) return undefined
  const { code, status, requestId } = error
  return requestId === null ? `${code} · ${status}` : `${code} · ${status} · ${requestId}`
}
