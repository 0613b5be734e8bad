import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { updateSubscriber } from '@signet/contract/tenancy/subscribers'
import { isTermsAcknowledged } from '@signet/rules/terms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../kit/ErrorNotice.tsx'
import { call } from '../lib/call.ts'
import { legalLinks } from '../lib/help.ts'
import { useLocale, useText } from '../lib/i18n.ts'
import { useSession } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ToggleInput } from '../ui/ToggleInput.tsx'
import { termsAcknowledged } from './terms-due.ts'

/** The box must be ticked before OK saves. */
const useAcknowledgement = (id: string) => {
  const [isTicked, setIsTicked] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const save = useMutation({
    mutationFn: () => call(updateSubscriber, { params: { id }, body: { legalAcknowledged: true } }),
    onSuccess: () => termsAcknowledged.set(true),
  })
  const submit = (): void => {
    setWasTried(true)
    if (isTermsAcknowledged(isTicked)) save.mutate()
  }
  return { isTicked, setIsTicked, isMissing: wasTried && !isTicked, submit, save }
}

/** An administrator of an authentication tenant acknowledges the terms once. */
const TermsDialog = () => {
  const text = useText()
  const locale = useLocale()
  const { isTicked, setIsTicked, isMissing, submit, save } = useAcknowledgement(
    useSession().theme.id,
  )
  const [terms] = legalLinks(locale)
  const ok = (
    <Button type="submit" kind="primary" isPending={save.isPending}>
      {text('common:terms.ok')}
    </Button>
  )
  const title = text('common:terms.title')
  return (
    <Dialog isOpen title={title} onSubmit={submit} actions={ok}>
      <Stack spacing={1.5}>
        <Typography variant="body2">
          {text('common:terms.text')}{' '}
          <Link href={terms?.href} target="_blank" underline="always">
            {text('common:terms.read')}
          </Link>
        </Typography>
        <ToggleInput
          label={text('common:terms.acknowledge')}
          value={isTicked}
          onChange={setIsTicked}
          isRequired
          error={isMissing ? text('common:terms.required') : undefined}
        />
        <ErrorNotice error={save.error} />
      </Stack>
    </Dialog>
  )
}

export default TermsDialog
