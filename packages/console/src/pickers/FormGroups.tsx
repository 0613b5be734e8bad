import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { z } from 'zod'
import { faultIn } from '../kit/form-errors.ts'
import type { FieldTexts } from '../ui/Field.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import type { Named } from './NamedPicker.tsx'
import { useNamedGroups } from './named-groups.ts'

interface FormGroupsProps<T extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<T>
  /** Those that are chosen already, with their names; looked up without it. */
  readonly known?: readonly Named[]
}

const Ids = z.array(z.string()).catch([])

/** Ids of groups in the form around it. */
export const FormGroups = <T extends FieldValues>(props: FormGroupsProps<T>) => {
  const { name, known, ...texts } = props
  const { field, fieldState } = useController<T>({ name })
  const { named, remember } = useNamedGroups(Ids.parse(field.value), known)
  const set: (ids: readonly string[]) => void = field.onChange
  const handleChange = (groups: readonly Named[]): void => {
    remember(groups)
    set(groups.map(({ id }) => id))
  }
  return (
    <GroupPicker
      {...texts}
      error={faultIn(fieldState, texts.label)}
      value={named}
      onChange={handleChange}
    />
  )
}
