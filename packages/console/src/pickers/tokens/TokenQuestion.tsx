import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { type TokenAtHand, useTokenDeeds } from './token-deeds.ts'

export type AskedDeed = 'switchOff' | 'unassign' | 'remove'

interface TokenQuestionProps {
  readonly token: TokenAtHand
  readonly deed: AskedDeed
  readonly onDone: (() => void) | undefined
  readonly onClose: () => void
}

/** Asks before a token changes. */
export const TokenQuestion = ({ token, deed, onDone, onClose }: TokenQuestionProps) => {
  const text = useText('resource')
  const { unassign, change, remove } = useTokenDeeds()
  const { id, serialNumber: serial } = token
  const runs: Readonly<Record<AskedDeed, () => Promise<unknown>>> = {
    switchOff: () => change(id, 'INACTIVE'),
    unassign: () => unassign(id),
    remove: () => remove(id),
  }
  const run = async (): Promise<void> => {
    await runs[deed]()
    showMessage(text('common:form.saved'))
    onDone?.()
  }
  return (
    <ConfirmAction
      title={text(`resource:tokens.${deed}.title`, { serial })}
      confirmLabel={text(`resource:tokens.${deed}.action`)}
      isDestructive={deed === 'remove'}
      {...(deed === 'remove' ? { typed: serial } : {})}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`resource:tokens.${deed}.text`)}
    </ConfirmAction>
  )
}
