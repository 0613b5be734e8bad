import { textFormats, type WorkflowField } from '@signet/card/enrolment/definition'
import { useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { NumberInput } from './NumberInput.tsx'

export interface FieldProps<F extends WorkflowField = WorkflowField> {
  readonly field: F
  readonly put: (field: WorkflowField) => void
}

type FieldOf<K extends WorkflowField['kind']> = Extract<WorkflowField, { kind: K }>

const TextRules = ({ field, put }: FieldProps<FieldOf<'TEXT'>>) => {
  const text = useText('issuancePortal')
  return (
    <>
      <SelectInput
        label={text('issuancePortal:enrollmentDesigns.format')}
        value={field.format}
        onChange={(value) =>
          put({ ...field, format: textFormats.find((each) => each === value) ?? 'ANY' })
        }
        options={optionsOf(textFormats, (value) =>
          text(`issuancePortal:enrollmentDesigns.formats.${value}`),
        )}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.minimumLength')}
        least={0}
        most={500}
        value={field.minimumLength}
        onChange={(value) => put({ ...field, minimumLength: Math.round(value ?? 0) })}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.maximumLength')}
        least={1}
        most={500}
        value={field.maximumLength}
        onChange={(value) => put({ ...field, maximumLength: Math.round(value ?? 500) })}
      />
    </>
  )
}

const NumberRules = ({ field, put }: FieldProps<FieldOf<'NUMBER'>>) => {
  const text = useText('issuancePortal')
  const limits = { least: -1e15, most: 1e15 }
  return (
    <>
      <NumberInput
        {...limits}
        label={text('issuancePortal:enrollmentDesigns.minimum')}
        value={field.minimum}
        onChange={(minimum) => put({ ...field, minimum })}
      />
      <NumberInput
        {...limits}
        label={text('issuancePortal:enrollmentDesigns.maximum')}
        value={field.maximum}
        onChange={(maximum) => put({ ...field, maximum })}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.decimals')}
        least={0}
        most={6}
        value={field.decimals}
        onChange={(value) => put({ ...field, decimals: Math.round(value ?? 0) })}
      />
    </>
  )
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const ListRules = ({ field, put }: FieldProps<FieldOf<'LIST'>>) => {
  const text = useText('issuancePortal')
  const [typed, setTyped] = useState(field.values.join('\n'))
  const take = (next: string): void => {
    setTyped(next)
    const values = linesOf(next)
    if (values.length > 0) put({ ...field, values })
  }
  return (
    <TextInput
      label={text('issuancePortal:enrollmentDesigns.values')}
      hint={text('issuancePortal:enrollmentDesigns.valuesHint')}
      rows={4}
      value={typed}
      onChange={take}
    />
  )
}

const PictureRules = ({ field, put }: FieldProps<FieldOf<'PHOTO' | 'SIGNATURE'>>) => {
  const text = useText('issuancePortal')
  return (
    <>
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.ratio')}
        hint={text('issuancePortal:enrollmentDesigns.ratioHint')}
        least={0.1}
        most={10}
        value={field.ratio}
        onChange={(ratio) => put({ ...field, ratio })}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.longestSide')}
        unit="px"
        least={50}
        most={2000}
        value={field.longestSidePx}
        onChange={(value) => put({ ...field, longestSidePx: Math.round(value ?? 1000) })}
      />
    </>
  )
}

/** What only fields of one kind have. */
export const KindPanel = ({ field, put }: FieldProps) => {
  switch (field.kind) {
    case 'TEXT':
      return <TextRules {...{ field, put }} />
    case 'NUMBER':
      return <NumberRules {...{ field, put }} />
    case 'LIST':
      return <ListRules {...{ field, put }} />
    case 'DATE':
      return null
    default:
      return <PictureRules {...{ field, put }} />
  }
}
