import Stack from '@mui/material/Stack'
import type { PassWallet } from '@signet/rules/flash-passes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import type { Credential } from './enrollments.queries.ts'
import { type Pass, passDesignsQuery, usePassChanges } from './pass.queries.ts'
import { RevokePass } from './RevokePass.tsx'

interface PassLinksProps {
  readonly credential: Credential
  readonly pass: Pass
}

interface Made {
  readonly uri: string
  readonly expiresAt: string
}

const ShownLink = ({ uri, expiresAt }: Made) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  const label = text('issuancePortal:flashPasses.ofPeople.linkCode')
  return (
    <>
      <span>{text('issuancePortal:flashPasses.ofPeople.linkText', { at: date(expiresAt) })}</span>
      <QrCode value={uri} label={label} />
      <CopyText text={uri} label={label} />
    </>
  )
}

/** Makes a link for somebody who stands before the caller, for each wallet of the design. */
const NewLink = ({ credential, pass }: PassLinksProps) => {
  const text = useText('issuancePortal')
  const { link } = usePassChanges(credential.enrollment.id)
  const query = useQuery(passDesignsQuery(credential.workflow.id))
  const [made, setMade] = useState<Made | null>(null)
  const run = async (wallet: PassWallet): Promise<void> => {
    try {
      const { pageUri: uri, expiresAt } = await link.mutateAsync(wallet)
      setMade({ uri, expiresAt })
    } catch (error) {
      showFailure(error)
    }
  }
  const nameOf = (wallet: PassWallet): string =>
    text(
      wallet === 'APPLE' ? 'issuancePortal:flashPasses.apple' : 'issuancePortal:flashPasses.google',
    )
  return (
    <>
      <QueryView query={query}>
        {(designs) => (
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            {designs
              .find(({ id }) => id === pass.designId)
              ?.wallets.map((wallet) => (
                <Button key={wallet} isPending={link.isPending} onClick={() => void run(wallet)}>
                  {text('issuancePortal:flashPasses.ofPeople.link', { wallet: nameOf(wallet) })}
                </Button>
              ))}
          </Stack>
        )}
      </QueryView>
      {made !== null && <ShownLink {...made} />}
    </>
  )
}

/** What may be done with the pass that somebody has. */
export const PassLinks = ({ credential, pass }: PassLinksProps) => {
  const may = useMay()
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      {may(['ISSUANCE', 'ADD']) && <NewLink credential={credential} pass={pass} />}
      {may(['ISSUANCE', 'EDIT']) && <RevokePass enrollmentId={credential.enrollment.id} />}
    </Stack>
  )
}
