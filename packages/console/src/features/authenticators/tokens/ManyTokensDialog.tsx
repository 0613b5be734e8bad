import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showPartFailure } from '../../../lib/show-failure.ts'
import { useTokenDeeds } from '../../../pickers/tokens/token-deeds.ts'
import type { ChosenTokens, ManyDeed } from './many-tokens.ts'

interface ManyTokensDialogProps extends ChosenTokens {
  readonly onClose: () => void
}

/** One after the other; answers why some were refused. */
const doneTo = async (
  ids: readonly string[],
  deed: (id: string) => Promise<unknown>,
): Promise<readonly unknown[]> => {
  const refusals: unknown[] = []
  for (const id of ids) {
    try {
      await deed(id)
    } catch (error) {
      refusals.push(error)
    }
  }
  return refusals
}

/** Asks before the ticked tokens change; says how many did, and why others did not. */
export const ManyTokensDialog = ({ deed, ids, onClose }: ManyTokensDialogProps) => {
  const text = useText('resource')
  const { change, unassign, remove } = useTokenDeeds()
  const count = ids.length
  const deeds: Readonly<Record<ManyDeed, (id: string) => Promise<unknown>>> = {
    switchOn: (id) => change(id, 'ACTIVE'),
    switchOff: (id) => change(id, 'INACTIVE'),
    unassign,
    remove,
  }
  const run = async (): Promise<void> => {
    const refusals = await doneTo(ids, deeds[deed])
    const [first] = refusals
    if (first === undefined) {
      showMessage(text('resource:tokens.many.done', { count }))
      return
    }
    if (refusals.length === count) throw first
    const failed = refusals.length
    const told = text('resource:tokens.many.failed', { done: count - failed, failed })
    showPartFailure(told, first)
  }
  return (
    <ConfirmAction
      title={text(`resource:tokens.many.${deed}.title`, { count })}
      confirmLabel={text(`resource:tokens.many.${deed}.action`)}
      isDestructive={deed === 'remove'}
      {...(deed === 'remove' ? { typed: String(count) } : {})}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`resource:tokens.many.${deed}.text`)}
    </ConfirmAction>
  )
}
