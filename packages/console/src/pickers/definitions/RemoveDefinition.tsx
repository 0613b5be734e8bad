import type { FieldValues } from 'react-hook-form'
import { DeleteDialog } from '../../kit/deletion.tsx'
import { useText } from '../../lib/i18n.ts'
import type { DefinitionKind } from './definition-kind.ts'
import type { Definition } from './definitions.ts'

interface RemoveDefinitionProps<Row extends Definition, In extends FieldValues, Wanted> {
  readonly kind: DefinitionKind<Row, In, Wanted>
  readonly row: Row
  readonly listPath?: string
  readonly onClose: () => void
}

/** Asks before a definition goes. */
export const RemoveDefinition = <Row extends Definition, In extends FieldValues, Wanted>({
  kind: { definitions, words },
  row: { id, name },
  ...dialog
}: RemoveDefinitionProps<Row, In, Wanted>) => {
  const text = useText('resource')
  const title = text(`resource:definitions.${words}.remove`)
  const texts = {
    title,
    action: title,
    text: text(`resource:definitions.${words}.removeText`, { name }),
    done: text('resource:definitions.removed', { name }),
  }
  return <DeleteDialog entity={definitions} {...{ id, texts }} {...dialog} />
}
