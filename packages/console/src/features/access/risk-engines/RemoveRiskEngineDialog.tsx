import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type RiskEngine, useEngineChanges } from './risk-engines.queries.ts'

interface DialogProps {
  readonly engine: Pick<RiskEngine, 'id' | 'name'>
  readonly onClose: () => void
  readonly onDone?: () => void
}

export const RemoveRiskEngineDialog = ({ engine, onClose, onDone }: DialogProps) => {
  const text = useText('settings')
  const { remove } = useEngineChanges()
  const title = text('settings:riskEngines.remove')
  const run = async (): Promise<void> => {
    await remove.mutateAsync(engine.id)
    showMessage(text('settings:riskEngines.removed', { name: engine.name }))
    onDone?.()
  }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text('settings:riskEngines.removeText', { name: engine.name })}
    </ConfirmAction>
  )
}

/** Rules let pass what they would have asked of it: that is said first. */
export const DisableRiskEngineDialog = ({ engine, onClose }: DialogProps) => {
  const text = useText('settings')
  const { turn } = useEngineChanges()
  const title = text('settings:riskEngines.disable')
  const run = async (): Promise<void> => {
    await turn.mutateAsync({ id: engine.id, state: 'DISABLED' })
  }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text('settings:riskEngines.disableText', { name: engine.name })}
    </ConfirmAction>
  )
}
