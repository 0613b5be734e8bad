import { ChipNumber, SmartCardSerial } from '@signet/contract/issuance/smart-cards'
import { Uuid } from '@signet/contract/kit/schemas'
import { smartCardTypes } from '@signet/rules/smart-cards'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { readOne, type SmartCard, useSmartCardDeeds } from './smart-cards.queries.ts'

const CardValues = z.object({
  serialNumber: SmartCardSerial,
  csn: ChipNumber.nullable(),
  cardType: z.enum(smartCardTypes),
  groups: z.array(Uuid).max(20),
})
type Values = z.input<typeof CardValues>

const versionOf = ({ value, etag }: Tagged<SmartCard>) => {
  const { serialNumber, csn, cardType, groups } = value
  return { value: { serialNumber, csn, cardType, groups: groups.map(({ id }) => id) }, etag }
}

interface GroupsFieldProps {
  readonly label: string
  /** Those that the card has, with their names. */
  readonly known: readonly Named[]
}

const GroupsField = ({ label, known }: GroupsFieldProps) => {
  const text = useText('issuancePortal')
  const { field, fieldState } = useController<Values, 'groups'>({ name: 'groups' })
  const [chosen, remember] = useState(known)
  const names = new Map([...known, ...chosen].map(({ id, name }) => [id, name]))
  const handleChange = (groups: readonly Named[]): void => {
    remember(groups)
    field.onChange(groups.map(({ id }) => id))
  }
  return (
    <GroupPicker
      label={label}
      hint={text('issuancePortal:cardStock.groupsHint')}
      error={fieldState.error?.message}
      value={field.value.map((id) => ({ id, name: names.get(id) ?? id }))}
      onChange={handleChange}
    />
  )
}

const useLabels = () => {
  const text = useText('issuancePortal')
  return {
    serialNumber: text('issuancePortal:cardStock.columns.serial'),
    csn: text('issuancePortal:cardStock.columns.csn'),
    cardType: text('issuancePortal:cardStock.columns.cardType'),
    groups: text('issuancePortal:cardStock.columns.groups'),
  }
}

const CardFields = () => {
  const text = useText('issuancePortal')
  const { serialNumber, csn, cardType } = useLabels()
  const options = smartCardTypes.map((value) => ({
    value,
    label: text(`issuancePortal:smartCards.types.${value}`),
  }))
  return (
    <>
      <FormText<Values> name="serialNumber" label={serialNumber} isRequired maxLength={64} />
      <FormText<Values>
        name="csn"
        label={csn}
        hint={text('issuancePortal:cardStock.csnHint')}
        maxLength={29}
        whenEmpty={null}
      />
      <FormSelect<Values> name="cardType" label={cardType} isRequired options={options} />
    </>
  )
}

/** What is printed on the card, what its chip says, and whom it waits for. */
export const SmartCardForm = ({ read }: { readonly read: Tagged<SmartCard> }) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const { change } = useSmartCardDeeds()
  const { id, user, groups: known } = read.value
  const labels = useLabels()
  // The groups of somebody's card wait for its return.
  const hasGroups = user === null && may(['GROUPS', 'VIEW'])
  const save = ({ groups, ...body }: z.output<typeof CardValues>, etag: string | null) =>
    change(id, hasGroups ? { ...body, groups } : body, etag)
  return (
    <EntityForm
      key={read.etag}
      schema={CardValues}
      initial={versionOf(read)}
      labels={labels}
      isReadOnly={!may(['SMARTCARDS', 'EDIT'])}
      reload={async () => versionOf(await readOne(id))}
      save={save}
      onSaved={() => showMessage(text('common:form.saved'))}
    >
      <CardFields />
      {hasGroups && <GroupsField label={labels.groups} known={known} />}
    </EntityForm>
  )
}
