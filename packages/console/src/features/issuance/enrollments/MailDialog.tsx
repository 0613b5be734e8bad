import Stack from '@mui/material/Stack'
import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { sendEnrollmentEmail } from '@signet/contract/issuance/enrollment-actions'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import type { Credential } from './enrollments.queries.ts'

/** Text fields, those that hold an address first. */
export const mailFieldsOf = ({
  definition,
  enrollment: { values },
}: Credential): readonly string[] =>
  fieldsOfWorkflow(definition)
    .filter(({ kind }) => kind === 'TEXT')
    .map(({ name }) => name)
    .filter((name) => values[name]?.includes('@') === true)

interface MailDialogProps {
  readonly credential: Credential
  readonly onClose: () => void
}

/** Tells somebody that their card is ready. */
export const MailDialog = ({ credential, onClose }: MailDialogProps) => {
  const text = useText('issuancePortal')
  const fields = mailFieldsOf(credential)
  const [field, setField] = useState(fields[0] ?? '')
  const send = async (): Promise<void> => {
    const params = { enrollmentId: credential.enrollment.id }
    const { sentTo } = await call(sendEnrollmentEmail, { params, body: { field } })
    showMessage(text('issuancePortal:enrollments.mail.done', { address: sentTo }))
  }
  return (
    <ConfirmAction
      title={text('issuancePortal:enrollments.mail.action')}
      confirmLabel={text('issuancePortal:enrollments.mail.send')}
      isIncomplete={field === ''}
      onConfirm={send}
      onClose={onClose}
    >
      {fields.length === 0 ? (
        text('issuancePortal:enrollments.mail.none')
      ) : (
        <Stack spacing={2}>
          <SelectInput
            label={text('issuancePortal:enrollments.mail.field')}
            options={fields.map((name) => ({
              value: name,
              label: `${name}: ${credential.enrollment.values[name]}`,
            }))}
            value={field}
            onChange={setField}
          />
          <MailHint />
        </Stack>
      )}
    </ConfirmAction>
  )
}
