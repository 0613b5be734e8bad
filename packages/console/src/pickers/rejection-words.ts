import { type RejectionReason, rejectionTexts } from '@signet/rules/rejections'
import { useText } from '../lib/i18n.ts'

const isKnown = (code: string): code is RejectionReason => Object.hasOwn(rejectionTexts, code)

/** Why a request or a sign-in was rejected, in the reader's language; null for no known reason. */
export const useRejectionWords = () => {
  const text = useText('dashboard')
  return (reason: unknown): string | null =>
    typeof reason === 'string' && isKnown(reason) ? text(`dashboard:rejections.${reason}`) : null
}
