import { ChipNumber, SmartCardSerial } from '@signet/contract/issuance/smart-cards'
import { Uuid } from '@signet/contract/kit/schemas'
import { smartCardTypes } from '@signet/rules/smart-cards'
import { z } from 'zod'
import { EditForm } from '../../../kit/EditForm.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { FormGroups } from '../../../pickers/FormGroups.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { type SmartCard, smartCards } from './smart-cards.queries.ts'

const CardValues = z.object({
  serialNumber: SmartCardSerial,
  csn: ChipNumber.nullable(),
  cardType: z.enum(smartCardTypes),
  groups: z.array(Uuid).max(20),
})
type Values = z.input<typeof CardValues>

const formOf = ({ serialNumber, csn, cardType, groups }: SmartCard): Values => ({
  serialNumber,
  csn,
  cardType,
  groups: groups.map(({ id }) => id),
})

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
  const options = optionsOf(smartCardTypes, (value) =>
    text(`issuancePortal:smartCards.types.${value}`),
  )
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
  const { user, groups: known } = read.value
  const labels = useLabels()
  // The groups of somebody's card wait for its return.
  const hasGroups = user === null && may(['GROUPS', 'VIEW'])
  const update = ({ body, ...save }: Parameters<typeof smartCards.update>[0]) => {
    const { groups: _groups, ...rest } = body
    return smartCards.update({ ...save, body: hasGroups ? body : rest })
  }
  return (
    <EditForm
      entity={{ ...smartCards, update }}
      {...{ read, formOf }}
      schema={CardValues}
      labels={labels}
      isReadOnly={!may(['SMARTCARDS', 'EDIT'])}
      saved={() => text('common:form.saved')}
    >
      <CardFields />
      {hasGroups && (
        <FormGroups<Values>
          name="groups"
          label={labels.groups}
          hint={text('issuancePortal:cardStock.groupsHint')}
          known={known}
        />
      )}
    </EditForm>
  )
}
