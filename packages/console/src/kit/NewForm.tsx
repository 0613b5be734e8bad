import { type ComponentType, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { showMessage } from '../lib/messages.ts'
import { Button } from '../ui/Button.tsx'
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
  /** The label of a button that saves and begins the next one; without it there is none. */
  readonly anotherLabel?: string
  /** The address of the list: one who cancels goes back to it. */
  readonly listPath: string
}

const another = 'another'

type Making<Made, In extends FieldValues, Out> = Pick<
  NewFormProps<Made, In, Out>,
  'entity' | 'made' | 'pathOf' | 'secret' | 'listPath'
>

/** Adds the entity, and does then what the button that was pressed says. */
const useMaking = <Made, In extends FieldValues, Out>({
  entity,
  made,
  pathOf,
  secret,
  listPath,
}: Making<Made, In, Out>) => {
  const navigate = useNavigate()
  const create = useCreate(entity)
  const next = useRef(listPath)
  const isAnotherWanted = useRef(false)
  const [count, setCount] = useState(0)
  const [shown, setShown] = useState<NamedSecret | null>(null)
  const open = (): void => void navigate(next.current)
  return {
    /** Of those that were made in this form. */
    count,
    shown,
    open,
    cancel: () => void navigate(listPath),
    press: (value: string): void => {
      isAnotherWanted.current = value === another
    },
    save: async (body: Out): Promise<void> => {
      const created = await create.mutateAsync(body)
      next.current = pathOf?.(created) ?? listPath
      if (made !== undefined) showMessage(made(created))
      if (secret !== undefined) setShown(secret.of(created))
    },
    proceed: (): void => {
      if (isAnotherWanted.current) setCount(count + 1)
      else if (secret === undefined) open()
    },
  }
}

/** The form that adds an entity, and opens it or the list, or begins the next one. */
export const NewForm = <Made, In extends FieldValues, Out>({
  entity,
  initial,
  made,
  pathOf,
  secret,
  anotherLabel,
  listPath,
  actions,
  ...form
}: NewFormProps<Made, In, Out>) => {
  const making = useMaking({ entity, made, pathOf, secret, listPath })
  const { count, shown, open, cancel, press, save, proceed } = making
  const again = anotherLabel !== undefined && (
    <Button type="submit" value={another}>
      {anotherLabel}
    </Button>
  )
  return (
    <>
      <EntityForm
        key={count}
        {...form}
        initial={{ value: initial, etag: null }}
        save={save}
        onSaved={proceed}
        onCancel={cancel}
        onPressed={press}
        actions={
          <>
            {again}
            {actions}
          </>
        }
      />
      {secret !== undefined && shown !== null && <secret.Dialog {...shown} onClose={open} />}
    </>
  )
}
