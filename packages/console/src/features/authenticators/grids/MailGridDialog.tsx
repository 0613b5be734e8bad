import Stack from '@mui/material/Stack'
import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { useGridDeeds } from './grids.queries.ts'

/** The tenant's own attributes that hold an email address. */
const addressesQuery = queryOptions({
  queryKey: ['user-attributes', 'addresses'],
  queryFn: async ({ signal }) =>
    (await call(listUserAttributes, { signal })).filter(
      ({ group, type }) => group === 'EXTRA' && type === 'EMAIL',
    ),
})

interface AddressFieldProps {
  readonly value: string
  readonly onChange: (attribute: string) => void
}

/** Which address of the owner, where the tenant has more than one attribute for addresses. */
const AddressField = ({ value, onChange }: AddressFieldProps) => {
  const text = useText('resource')
  const isReader = useMay()(['USERATTRIBUTES', 'VIEW'])
  const { data = [] } = useQuery({ ...addressesQuery, enabled: isReader })
  if (data.length === 0) return null
  const own = data.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectInput
      label={text('resource:grids.mail.attribute')}
      hint={text('resource:grids.mail.attributeHint')}
      value={value}
      onChange={onChange}
      options={[{ value: 'email', label: text('resource:grids.mail.email') }, ...own]}
    />
  )
}

interface MailGridDialogProps {
  readonly grid: GridCard
  readonly onClose: () => void
}

/** Asks before a card is emailed to its owner, and to which address. */
export const MailGridDialog = ({ grid, onClose }: MailGridDialogProps) => {
  const text = useText('resource')
  const { mail } = useGridDeeds()
  const [attribute, setAttribute] = useState('email')
  const run = async (): Promise<void> => {
    await mail(grid.id, attribute)
    showMessage(text('common:form.saved'))
  }
  return (
    <ConfirmAction
      title={text('resource:grids.mail.title', { serial: grid.serialNumber })}
      confirmLabel={text('resource:grids.mail.action')}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <div>{text('resource:grids.mail.text')}</div>
        <AddressField value={attribute} onChange={setAttribute} />
        <MailHint />
      </Stack>
    </ConfirmAction>
  )
}
