import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'

export interface Queued {
  readonly queued: number
  readonly refused: number
}

/** Says how many cards wait now, or how many were not sent. */
export const useTellQueued = () => {
  const text = useText('issuancePortal')
  return ({ queued, refused }: Queued): void => {
    if (refused > 0) {
      const told = text('issuancePortal:printing.refusedCount', { count: refused })
      showMessage(told, { icon: 'warning' })
    } else showMessage(text('issuancePortal:printing.queuedCount', { count: queued }))
  }
}
