import type { FieldValues } from 'react-hook-form'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import type { DefinitionKind } from './definition-kind.ts'
import { type Definition, useDefinitionChanges } from './definitions.ts'

interface RemoveDefinitionProps<Row extends Definition, In extends FieldValues, Wanted> {
  readonly kind: DefinitionKind<Row, In, Wanted>
  readonly row: Row
  readonly onRemoved?: () => void
  readonly onClose: () => void
}

/** Asks before a definition goes. */
export const RemoveDefinition = <Row extends Definition, In extends FieldValues, Wanted>({
  kind: { definitions, words },
  row: { id, name },
  onRemoved,
  onClose,
}: RemoveDefinitionProps<Row, In, Wanted>) => {
  const text = useText('resource')
  const { remove } = useDefinitionChanges(definitions)
  const title = text(`resource:definitions.${words}.remove`)
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:definitions.removed', { name }))
    onRemoved?.()
  }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text(`resource:definitions.${words}.removeText`, { name })}
    </ConfirmAction>
  )
}
