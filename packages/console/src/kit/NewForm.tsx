import { type ComponentType, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { showMessage } from '../lib/messages.ts'
import { EntityForm, type EntityFormProps } from './EntityForm.tsx'
import { type Entity, useCreate } from './entity.ts'

interface NamedSecret {
  /** Of what it is. */
  readonly name: string
  readonly secret: string
}

interface NewFormProps<Made, In extends FieldValues, Out>
  extends Omit<EntityFormProps<In, Out>, 'initial' | 'reload' | 'save' | 'onSaved' | 'onCancel'> {
  readonly entity: Pick<Entity<unknown, Out, Made, never>, 'subject' | 'also' | 'create'>
  /** What the fields begin with. */
  readonly initial: In
  /** The message about what was made, if any. */
  readonly made?: (made: Made) => string
  /** The address of what was made; otherwise the list is opened. */
  readonly pathOf?: (made: Made) => string
  /** A secret of what was made, shown this once before that opens. */
  readonly secret?: {
    readonly of: (made: Made) => NamedSecret
    readonly Dialog: ComponentType<NamedSecret & { readonly onClose: () => void }>
  }
  /** The address of the list: one who cancels goes back to it. */
  readonly listPath: string
}

/** The form that adds an entity, and opens it or the list. */
export const NewForm = <Made, In extends FieldValues, Out>({
  entity,
  initial,
  made,
  pathOf,
  secret,
  listPath,
  ...form
}: NewFormProps<Made, In, Out>) => {
  const navigate = useNavigate()
  const create = useCreate(entity)
  const next = useRef(listPath)
  const [shown, setShown] = useState<NamedSecret | null>(null)
  const open = (): void => void navigate(next.current)
  const save = async (body: Out): Promise<void> => {
    const created = await create.mutateAsync(body)
    next.current = pathOf?.(created) ?? listPath
    if (made !== undefined) showMessage(made(created))
    if (secret !== undefined) setShown(secret.of(created))
  }
  return (
    <>
      <EntityForm
        {...form}
        initial={{ value: initial, etag: null }}
        save={save}
        onSaved={secret === undefined ? open : () => undefined}
        onCancel={() => void navigate(listPath)}
      />
      {secret !== undefined && shown !== null && <secret.Dialog {...shown} onClose={open} />}
    </>
  )
}
