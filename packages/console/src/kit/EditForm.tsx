import type { FieldValues } from 'react-hook-form'
import type { Tagged } from '../lib/call.ts'
import { showMessage } from '../lib/messages.ts'
import { EntityForm, type EntityFormProps } from './EntityForm.tsx'
import { type Entity, useUpdate } from './entity.ts'

interface EditFormProps<Row, In extends FieldValues, Out>
  extends Omit<EntityFormProps<In, Out>, 'initial' | 'reload' | 'save' | 'onSaved'> {
  readonly entity: Pick<Entity<Row, never, unknown, Out>, 'subject' | 'also' | 'read' | 'update'>
  readonly read: Tagged<Row>
  readonly formOf: (row: Row) => In
  /** The message about what was saved. */
  readonly saved: (row: Row) => string
}

/** The form on one entity that was read: it saves, and reads again after another's change. */
export const EditForm = <Row extends { readonly id: string }, In extends FieldValues, Out>({
  entity,
  read,
  formOf,
  saved,
  ...form
}: EditFormProps<Row, In, Out>) => {
  const update = useUpdate(entity)
  const { id } = read.value
  const versionOf = ({ value, etag }: Tagged<Row>) => ({ value: formOf(value), etag })
  return (
    <EntityForm
      {...form}
      key={read.etag}
      initial={versionOf(read)}
      reload={async () => versionOf(await entity.read(id))}
      save={async (body, etag) => {
        const { value } = await update.mutateAsync({ id, body, etag })
        showMessage(saved(value))
      }}
      onSaved={() => undefined}
    />
  )
}
