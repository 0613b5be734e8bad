import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { passPositions } from '@signet/rules/flash-passes'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Fields } from './pass-design-form.ts'

interface RowProps {
  readonly at: number
  readonly onRemove: () => void
}

const Row = ({ at, onRemove }: RowProps) => {
  const text = useText('issuancePortal')
  const name = useWatch<Fields, `fields.${number}.label`>({ name: `fields.${at}.label` })
  const remove = text('issuancePortal:flashPasses.removeField', { name })
  const columns = { sm: '130px 1fr 1.4fr' }
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: columns }}>
        <FormSelect<Fields>
          name={`fields.${at}.position`}
          label={text('issuancePortal:flashPasses.position')}
          options={optionsOf(passPositions, (value) =>
            text(`issuancePortal:flashPasses.positions.${value}`),
          )}
        />
        <FormText<Fields>
          name={`fields.${at}.label`}
          label={text('issuancePortal:flashPasses.label')}
          maxLength={40}
        />
        <FormText<Fields>
          name={`fields.${at}.value`}
          label={text('issuancePortal:flashPasses.value')}
          maxLength={500}
        />
      </Box>
      <IconButton aria-label={remove} title={remove} onClick={onRemove}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  )
}

const blank = { position: 'BACK', label: '', value: '' } as const

/** What stands on the pass, and where. */
export const PassFieldRows = () => {
  const text = useText('issuancePortal')
  const { fields, append, remove } = useFieldArray<Fields, 'fields'>({ name: 'fields' })
  return (
    <FieldGroup
      label={text('issuancePortal:flashPasses.fields')}
      hint={text('issuancePortal:flashPasses.fieldsHint', { example: '{First name}' })}
      isRequired
    >
      {() => (
        <Stack spacing={2} sx={{ pl: 2, mb: 1, borderLeft: 2, borderColor: 'divider' }}>
          {fields.map(({ id }, at) => (
            <Row key={id} at={at} onRemove={() => remove(at)} />
          ))}
          <Box>
            <Button icon={<Add />} onClick={() => append(blank)}>
              {text('issuancePortal:flashPasses.addField')}
            </Button>
          </Box>
        </Stack>
      )}
    </FieldGroup>
  )
}
