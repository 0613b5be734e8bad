import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { asksForProof } from '../../../lib/proof-wanted.ts'
import { ProofMissing } from '../../../pickers/step-up/ProofMissing.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AppPicture } from './AppPicture.tsx'
import { startApp, useOwnDeeds } from './authenticators.queries.ts'
import { ConfirmCode, type EnrolmentProps } from './ConfirmCode.tsx'
import { AppStores, useNamedApp } from './named-app.tsx'

const columns = { direction: { xs: 'column', sm: 'row' }, spacing: 3 } as const

interface SetupProps extends EnrolmentProps {
  readonly app: Awaited<ReturnType<typeof startApp>>
}

const Setup = ({ app: { id, otpauthUri, secret }, ...then }: SetupProps) => {
  const text = useText('userPortal')
  const app = useNamedApp()
  const { confirmApp } = useOwnDeeds()
  const description =
    app === undefined
      ? text('userPortal:authenticators.app.scanText')
      : text('userPortal:authenticators.app.scanWith', { name: app.name })
  return (
    <Section title={text('userPortal:authenticators.app.scan')} description={description}>
      {app !== undefined && <AppStores {...app} />}
      <Stack {...columns}>
        <AppPicture uri={otpauthUri} secret={secret} />
        <ConfirmCode confirm={(code) => confirmApp(id, code)} {...then} />
      </Stack>
    </Section>
  )
}

/** An authenticator app: scan, then prove. */
export const AppEnrolment = (props: EnrolmentProps) => {
  // Each asking makes a new secret: it is asked for once, and forgotten when the page is left.
  const query = useQuery({
    queryKey: ['self', 'new-app'],
    queryFn: startApp,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return asksForProof(query.error) ? (
    <ProofMissing onRetry={() => void query.refetch()} />
  ) : (
    <QueryView query={query}>{(app) => <Setup app={app} {...props} />}</QueryView>
  )
}
