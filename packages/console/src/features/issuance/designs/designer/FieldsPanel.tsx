import Box from '@mui/material/Box'
import { type Design, type FieldType, fieldTypes } from '@signet/card/document'
import { namedFields, reservedField } from '@signet/card/fields'
import { type Dispatch, useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import type { Action } from './state.ts'

interface FieldsProps {
  readonly design: Design
  readonly dispatch: Dispatch<Action>
}

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u

const useFaultOf = (design: Design) => {
  const text = useText('issuancePortal')
  return (typed: string): string | undefined => {
    if (typed === '') return undefined
    if (!nameForm.test(typed)) return text('issuancePortal:designs.fieldInvalid')
    if (reservedField([{ name: typed, type: 'TEXT', values: [] }]) !== null) {
      return text('issuancePortal:designs.fieldReserved', { name: typed })
    }
    const isTaken = design.fields.some((each) => each.name.toLowerCase() === typed.toLowerCase())
    return isTaken ? text('issuancePortal:designs.fieldTaken') : undefined
  }
}

interface PutProps {
  readonly design: Design
  readonly put: (fields: Design['fields']) => void
}

const FieldRows = ({ design, put }: PutProps) => {
  const text = useText('issuancePortal')
  const used = namedFields(design)
  return (
    <Box component="ul" sx={{ m: 0, mb: 1.5, p: 0, listStyle: 'none' }}>
      {design.fields.map((field) => (
        <Box component="li" key={field.name} sx={{ display: 'flex', flexWrap: 'wrap', py: 0.25 }}>
          <Box sx={{ flexGrow: 1, alignSelf: 'center' }}>
            {`${field.name} · ${text(`issuancePortal:designs.fieldTypes.${field.type}`)}`}
          </Box>
          <Button
            kind="plain"
            isDisabled={used.has(field.name)}
            onClick={() => put(design.fields.filter((each) => each !== field))}
          >
            {text('issuancePortal:designs.removeField', { name: field.name })}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

const NewField = ({ design, put }: PutProps) => {
  const text = useText('issuancePortal')
  const fault = useFaultOf(design)
  const [typed, setTyped] = useState('')
  const [type, setType] = useState<FieldType>('TEXT')
  const name = typed.trim()
  const add = (): void => {
    put([...design.fields, { name, type, values: [] }])
    setTyped('')
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <TextInput
        label={text('issuancePortal:designs.fieldName')}
        value={typed}
        error={fault(name)}
        maxLength={60}
        onChange={setTyped}
      />
      <SelectInput
        label={text('issuancePortal:designs.fieldType')}
        value={type}
        onChange={(value) => setType(fieldTypes.find((each) => each === value) ?? 'TEXT')}
        options={optionsOf(fieldTypes, (value) =>
          text(`issuancePortal:designs.fieldTypes.${value}`),
        )}
      />
      <Button isDisabled={name === '' || fault(name) !== undefined} onClick={add}>
        {text('issuancePortal:designs.addField')}
      </Button>
    </Box>
  )
}

/** What is known of a holder: the card shows it, enrolment asks for it. */
export const FieldsPanel = ({ design, dispatch }: FieldsProps) => {
  const text = useText('issuancePortal')
  const put = (fields: Design['fields']): void =>
    dispatch({ type: 'perform', name: 'fields', command: (before) => ({ ...before, fields }) })
  return (
    <Section title={text('issuancePortal:designs.fields')}>
      <FieldRows {...{ design, put }} />
      <NewField {...{ design, put }} />
    </Section>
  )
}
