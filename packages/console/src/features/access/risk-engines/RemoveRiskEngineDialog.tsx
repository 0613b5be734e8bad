import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { engines, type RiskEngine, useEngineSwitch } from './risk-engines.queries.ts'

interface DialogProps {
  readonly engine: Pick<RiskEngine, 'id' | 'name'>
  readonly listPath?: string
  readonly onClose: () => void
}

export const RemoveRiskEngineDialog = ({ engine: { id, name }, ...dialog }: DialogProps) => {
  const text = useText('settings')
  const title = text('settings:riskEngines.remove')
  const texts = {
    title,
    action: title,
    text: text('settings:riskEngines.removeText', { name }),
    done: text('settings:riskEngines.removed', { name }),
  }
  return <DeleteDialog entity={engines} {...{ id, texts }} {...dialog} />
}

/** Rules let pass what they would have asked of it: that is said first. */
export const DisableRiskEngineDialog = ({ engine, onClose }: DialogProps) => {
  const text = useText('settings')
  const turn = useEngineSwitch()
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
