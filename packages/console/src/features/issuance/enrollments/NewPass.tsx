import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { useMailToast } from '../../../pickers/mail-state/use-mail-toast.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import type { Credential } from './enrollments.queries.ts'
import { mailFieldsOf } from './MailDialog.tsx'
import { passDesignsQuery, usePassChanges } from './pass.queries.ts'

interface Design {
  readonly id: string
  readonly name: string
}

interface ChoiceProps {
  readonly credential: Credential
  readonly designs: readonly Design[]
}

/** Issues, and says whether the link was queued too. */
const useIssue = (enrollmentId: string) => {
  const text = useText('issuancePortal')
  const { issue } = usePassChanges(enrollmentId)
  const { isMissing, notSent } = useMailToast()
  const run = async (chosen: Parameters<typeof issue.mutateAsync>[0]): Promise<void> => {
    try {
      await issue.mutateAsync(chosen)
      const isAsked = chosen.mailField !== ''
      const done = isAsked && !isMissing ? 'issuedMailed' : 'issued'
      showMessage(text(`issuancePortal:flashPasses.ofPeople.${done}`))
      if (isAsked && isMissing) notSent()
    } catch (error) {
      showFailure(error)
    }
  }
  return { isPending: issue.isPending, run }
}

const Choice = ({ credential, designs }: ChoiceProps) => {
  const text = useText('issuancePortal')
  const { isPending, run } = useIssue(credential.enrollment.id)
  const fields = mailFieldsOf(credential)
  const [designId, setDesignId] = useState(designs[0]?.id ?? '')
  const [mailField, setMailField] = useState(fields[0] ?? '')
  return (
    <Stack spacing={2} sx={{ width: '100%', alignItems: 'flex-start' }}>
      <SelectInput
        label={text('issuancePortal:flashPasses.ofPeople.design')}
        options={designs.map(({ id, name }) => ({ value: id, label: name }))}
        value={designId}
        onChange={setDesignId}
      />
      <SelectInput
        label={text('issuancePortal:flashPasses.ofPeople.mailTo')}
        placeholder={text('issuancePortal:flashPasses.ofPeople.noMail')}
        options={fields.map((name) => ({
          value: name,
          label: `${name}: ${credential.enrollment.values[name]}`,
        }))}
        value={mailField}
        onChange={setMailField}
      />
      {mailField !== '' && <MailHint />}
      <Button
        kind="primary"
        isPending={isPending}
        onClick={() => void run({ designId, mailField })}
      >
        {text('issuancePortal:flashPasses.ofPeople.issue')}
      </Button>
    </Stack>
  )
}

/** Issues a pass for somebody who has none. */
export const NewPass = ({ credential }: { readonly credential: Credential }) => {
  const text = useText('issuancePortal')
  const query = useQuery(passDesignsQuery(credential.workflow.id))
  return (
    <QueryView query={query}>
      {(designs) =>
        designs.length === 0 ? (
          <span>{text('issuancePortal:flashPasses.ofPeople.noDesign')}</span>
        ) : (
          <Choice credential={credential} designs={designs} />
        )
      }
    </QueryView>
  )
}
