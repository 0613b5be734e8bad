import { isPictureField, sequenceOf, type WorkflowField } from '@signet/card/enrolment/definition'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PictureInput } from './PictureInput.tsx'
import { isFilledByHand } from './values.ts'

interface FieldProps {
  readonly field: WorkflowField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** One field of an enrolment, by its kind. */
export const FieldInput = ({ field, value, error, onChange }: FieldProps) => {
  const text = useText('issuancePortal')
  const label = field.prompt === '' ? field.name : field.prompt
  if (isPictureField(field)) return <PictureInput {...{ field, label, value, error, onChange }} />
  const texts = {
    label,
    error,
    isRequired: field.mandatory,
    ...(field.hint === '' ? {} : { hint: field.hint }),
  }
  if (field.kind === 'LIST' && !field.readOnly) {
    const options = field.values.map((each) => ({ value: each, label: each }))
    return <SelectInput {...texts} {...{ value, onChange, options }} placeholder="–" />
  }
  const given =
    sequenceOf(field) === null
      ? {}
      : { placeholder: text('issuancePortal:enrollments.numberLater') }
  return (
    <TextInput
      {...texts}
      {...given}
      {...{ value, onChange }}
      type={field.kind === 'DATE' ? 'date' : 'text'}
      isReadOnly={!isFilledByHand(field)}
      {...(field.kind === 'TEXT' ? { maxLength: field.maximumLength } : {})}
    />
  )
}
