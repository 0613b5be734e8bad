import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { bitFieldKinds } from '@signet/card/chip/bit-layout'
import { cardFormats, formatNames } from '@signet/card/chip/card-formats'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormNumber, FormSelect, FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { BitStrip } from './BitStrip.tsx'
import { layoutOf, type TypedProfile, typedLayout } from './profile-form.ts'

interface RowProps {
  readonly name: string
  readonly onRemove: () => void
  readonly children: ReactNode
}

const Row = ({ name, onRemove, children }: RowProps) => {
  const text = useText('issuancePortal')
  const remove = text('issuancePortal:smartCards.takeOut', { name })
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box
        sx={{
          flex: 1,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '2fr 1fr 1fr 1fr' },
        }}
      >
        {children}
      </Box>
      <IconButton aria-label={remove} title={remove} onClick={onRemove} sx={{ mt: 2.5 }}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  )
}

const FieldRow = ({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) => {
  const text = useText('issuancePortal')
  const kind = useWatch<TypedProfile, `fields.${number}.kind`>({ name: `fields.${at}.kind` })
  return (
    <Row name={text(`issuancePortal:smartCards.parts.${kind}`)} onRemove={onRemove}>
      <FormSelect<TypedProfile>
        name={`fields.${at}.kind`}
        label={text('issuancePortal:smartCards.part')}
        options={optionsOf(bitFieldKinds, (value) =>
          text(`issuancePortal:smartCards.parts.${value}`),
        )}
      />
      <FormNumber<TypedProfile>
        name={`fields.${at}.from`}
        label={text('issuancePortal:smartCards.from')}
      />
      <FormNumber<TypedProfile>
        name={`fields.${at}.length`}
        label={text('issuancePortal:smartCards.length')}
      />
      {kind === 'FIXED' && (
        <FormNumber<TypedProfile>
          name={`fields.${at}.value`}
          label={text('issuancePortal:smartCards.value')}
        />
      )}
    </Row>
  )
}

const FieldRows = () => {
  const text = useText('issuancePortal')
  const { fields, append, remove } = useFieldArray<TypedProfile, 'fields'>({ name: 'fields' })
  return (
    <FieldGroup label={text('issuancePortal:smartCards.fields')}>
      {() => (
        <Stack spacing={1.5} sx={{ alignItems: 'stretch' }}>
          {fields.map(({ id }, at) => (
            <FieldRow key={id} at={at} onRemove={() => remove(at)} />
          ))}
          <Box>
            <Button
              icon={<Add />}
              onClick={() => append({ kind: 'FIXED', from: 1, length: 1, value: 0 })}
            >
              {text('issuancePortal:smartCards.addField')}
            </Button>
          </Box>
        </Stack>
      )}
    </FieldGroup>
  )
}

const ParityRow = ({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) => {
  const text = useText('issuancePortal')
  return (
    <Row name={text('issuancePortal:smartCards.parts.PARITY')} onRemove={onRemove}>
      <FormText<TypedProfile>
        name={`parity.${at}.covers`}
        label={text('issuancePortal:smartCards.covers')}
        maxLength={400}
      />
      <FormNumber<TypedProfile>
        name={`parity.${at}.at`}
        label={text('issuancePortal:smartCards.at')}
      />
      <FormSelect<TypedProfile>
        name={`parity.${at}.kind`}
        label={text('issuancePortal:smartCards.parityKind')}
        options={optionsOf(['EVEN', 'ODD'], (value) =>
          text(`issuancePortal:smartCards.parities.${value}`),
        )}
      />
    </Row>
  )
}

const ParityRows = () => {
  const text = useText('issuancePortal')
  const { fields, append, remove } = useFieldArray<TypedProfile, 'parity'>({ name: 'parity' })
  return (
    <FieldGroup
      label={text('issuancePortal:smartCards.parity')}
      hint={text('issuancePortal:smartCards.parityHint')}
    >
      {() => (
        <Stack spacing={1.5}>
          {fields.map(({ id }, at) => (
            <ParityRow key={id} at={at} onRemove={() => remove(at)} />
          ))}
          <Box>
            <Button icon={<Add />} onClick={() => append({ at: 1, kind: 'EVEN', covers: '' })}>
              {text('issuancePortal:smartCards.addParity')}
            </Button>
          </Box>
        </Stack>
      )}
    </FieldGroup>
  )
}

/** A layout that readers know by name, put in the place of what stands there. */
const FormatChoice = () => {
  const text = useText('issuancePortal')
  const { setValue } = useFormContext<TypedProfile>()
  const take = (name: string): void => {
    const format = formatNames.find((one) => one === name)
    if (format === undefined) return
    const { bits, fields, parity } = typedLayout(cardFormats[format])
    const dirty = { shouldDirty: true }
    setValue('bits', bits, dirty)
    setValue('fields', fields, dirty)
    setValue('parity', parity, dirty)
  }
  return (
    <SelectInput
      label={text('issuancePortal:smartCards.format')}
      hint={text('issuancePortal:smartCards.formatHint')}
      placeholder={text('issuancePortal:smartCards.formatChoose')}
      options={optionsOf(formatNames, (value) =>
        text(`issuancePortal:smartCards.formats.${value}`),
      )}
      value=""
      onChange={take}
    />
  )
}

const Preview = () => {
  const text = useText('issuancePortal')
  const [bits, fields, parity, facilityCode, issueLevel] = useWatch<
    TypedProfile,
    ['bits', 'fields', 'parity', 'facilityCode', 'issueLevel']
  >({ name: ['bits', 'fields', 'parity', 'facilityCode', 'issueLevel'] })
  const layout = layoutOf({ bits, fields, parity })
  if (layout === null) {
    return <Notice severity="warning">{text('issuancePortal:smartCards.unfinished')}</Notice>
  }
  const values = { facilityCode: facilityCode ?? 0, issueLevel: issueLevel ?? 0, cardNumber: 1 }
  return <BitStrip layout={layout} values={values} />
}

/** Which bit of a credential says what, drawn while it is typed. */
export const LayoutFields = () => {
  const text = useText('issuancePortal')
  return (
    <>
      <FormatChoice />
      <Preview />
      <Box sx={{ maxWidth: 160 }}>
        <FormNumber<TypedProfile> name="bits" label={text('issuancePortal:smartCards.bits')} />
      </Box>
      <FieldRows />
      <ParityRows />
    </>
  )
}
