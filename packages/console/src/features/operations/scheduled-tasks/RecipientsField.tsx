import { listUsers } from '@signet/contract/identity/user-lists'
import { useState } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { errorsOf } from '../../../kit/form-errors.ts'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { faultText } from '../../../lib/validation-texts.ts'
import { type Named, NamedPicker } from '../../../pickers/NamedPicker.tsx'
import { useMay, useSession } from '../../../session/session-context.tsx'
import type { Fields } from './task-form.ts'

const most = 20

const findUsers = async (search: string, signal: AbortSignal): Promise<readonly Named[]> => {
  const body = { limit: most, ...(search === '' ? {} : { search }) }
  const { results } = await call(listUsers, { body, signal })
  return results.map(({ id, userId }) => ({ id, name: userId }))
}

/** What is wrong with the recipients, with whom it is about. */
const useFault = (label: string, nameOf: (at: number) => string): string | undefined => {
  const { errors } = useFormState()
  const fault = errorsOf(errors).find(({ name }) => /^recipients(\.\d+)?$/.test(name))
  if (fault === undefined) return undefined
  const [, at] = fault.name.split('.')
  return faultText(fault.word, at === undefined ? label : nameOf(Number(at)))
}

interface RecipientsProps {
  /** Who is chosen, by name. */
  readonly people: readonly Named[]
}

/** Whom the report is mailed to. Who may not look at users can choose themselves alone. */
export const RecipientsField = ({ people }: RecipientsProps) => {
  const text = useText('dashboard')
  const may = useMay()
  const { user } = useSession()
  const myself = { id: user.id, name: user.userId }
  const [known, setKnown] = useState<readonly Named[]>([myself, ...people])
  const { field } = useController<Fields, 'recipients'>({ name: 'recipients' })
  const nameOf = (id: string): string => known.find((one) => one.id === id)?.name ?? id
  const choose = (chosen: readonly Named[]): void => {
    setKnown([...known, ...chosen])
    field.onChange(chosen.map(({ id }) => id))
  }
  const label = text('dashboard:tasks.fields.recipients')
  const error = useFault(label, (at) => nameOf(field.value[at] ?? ''))
  return (
    <NamedPicker
      subject="recipients"
      label={label}
      hint={text('dashboard:tasks.hints.recipients')}
      error={error}
      isRequired
      value={field.value.map((id) => ({ id, name: nameOf(id) }))}
      onChange={choose}
      find={may(['USERS', 'VIEW']) ? findUsers : async () => [myself]}
    />
  )
}
