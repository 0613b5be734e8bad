import Stack from '@mui/material/Stack'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { asksForProof } from '../../../lib/proof-wanted.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ExternalButton } from '../../../ui/ExternalButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type TenantDetail, type TenantGrant, useSupportEntry } from './tenants.queries.ts'

interface EnterDialogProps {
  readonly tenant: Pick<TenantDetail, 'id' | 'companyName'>
  /** Null where the tenant's sign-in page has led here: it is the one that the tenant gave last. */
  readonly grant: TenantGrant | null
  readonly onClose: () => void
}

/** What entering means, before it is proven. */
const useProofText = (name: string, grant: TenantGrant | null): string => {
  const text = useText('serviceProvider')
  return grant === null
    ? text('serviceProvider:spIdentityProvider.prove', { name })
    : text('serviceProvider:supportEntry.prove', { name })
}

/** Proves the administrator here, then leads to the tenant, which opens in a tab of its own. */
export const EnterDialog = ({ tenant, grant, onClose }: EnterDialogProps) => {
  const text = useText('serviceProvider')
  const { mutate, data: entry, error, isPending } = useSupportEntry(tenant.id)
  const name = tenant.companyName
  const toProve = useProofText(name, grant)
  const prove = (
    <Button kind="primary" isPending={isPending} onClick={() => mutate(grant?.id)}>
      {text('serviceProvider:supportEntry.continue')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      title={text('serviceProvider:supportEntry.title', { name })}
      onClose={onClose}
      actions={
        entry === undefined ? (
          prove
        ) : (
          <ExternalButton href={entry} onClick={onClose}>
            {text('serviceProvider:supportEntry.open', { name })}
          </ExternalButton>
        )
      }
    >
      <Stack spacing={2}>
        <span>{entry === undefined ? toProve : text('serviceProvider:supportEntry.ready')}</span>
        {asksForProof(error) ? (
          <Notice severity="warning">{text('serviceProvider:supportEntry.twoFactors')}</Notice>
        ) : (
          <ErrorNotice error={error} />
        )}
      </Stack>
    </Dialog>
  )
}
