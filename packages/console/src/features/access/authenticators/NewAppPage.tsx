import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { QueryView } from '../../../kit/QueryView.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { ProofMissing } from '../../../pickers/step-up/ProofMissing.tsx'
import { asksForProof } from '../../../pickers/step-up/proof-wanted.ts'
import { StepUpDialog } from '../../../pickers/step-up/StepUpDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { startApp, useOwnDeeds } from './authenticators.queries.ts'
import { AppStores, useNamedApp } from './named-app.tsx'

const list = '/myprofile/authenticators'
const quietZone = { p: 1.5, width: 'fit-content', borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }
const columns = { direction: { xs: 'column', sm: 'row' }, spacing: 3 } as const
const codeLength = 6

/** Groups of four are read and typed without losing the place. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The picture for the app; scanners need dark on light, whatever the scheme. */
const Picture = ({ uri, secret }: { readonly uri: string; readonly secret: string }) => {
  const text = useText('userPortal')
  return (
    <Box>
      <Box sx={quietZone}>
        <QRCodeSVG
          value={uri}
          size={176}
          level="M"
          role="img"
          title={text('userPortal:authenticators.app.picture')}
        />
      </Box>
      <Box component="details" sx={{ mt: 1, fontSize: '0.8125rem', maxWidth: 260 }}>
        <Box component="summary" sx={{ cursor: 'pointer' }}>
          {text('userPortal:authenticators.app.byHand')}
        </Box>
        <Box sx={{ '& code': { whiteSpace: 'normal' } }}>
          <CopyText text={grouped(secret)} label={text('userPortal:authenticators.app.copyKey')} />
        </Box>
      </Box>
    </Box>
  )
}

/** The first code proves that the app has the key. */
const useConfirmation = (tokenId: string) => {
  const text = useText('userPortal')
  const navigate = useNavigate()
  const { confirmApp } = useOwnDeeds()
  const [isPending, setIsPending] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const confirm = async (code: string): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    setFault(undefined)
    try {
      await confirmApp(tokenId, code)
      showMessage(text('userPortal:authenticators.app.added'))
      void navigate(list)
    } catch (failure) {
      setFault(errorText(failure) ?? text('common:states.failed'))
      setIsPending(false)
    }
  }
  return { confirm, isPending, fault }
}

const Confirm = ({ tokenId }: { readonly tokenId: string }) => {
  const text = useText('userPortal')
  const [code, setCode] = useState('')
  const { confirm, isPending, fault } = useConfirmation(tokenId)
  const digits = code.replaceAll(/\s/g, '')
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 320 }}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm(digits)
      }}
    >
      <TextInput
        label={text('userPortal:authenticators.app.code')}
        hint={text('userPortal:authenticators.app.codeHint')}
        error={fault}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
      />
      <Stack direction="row" spacing={1}>
        <Button
          type="submit"
          kind="primary"
          isPending={isPending}
          isDisabled={digits.length < codeLength}
        >
          {text('userPortal:authenticators.app.confirm')}
        </Button>
        <Button to={list}>{text('common:actions.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

const Setup = ({ id, otpauthUri, secret }: Awaited<ReturnType<typeof startApp>>) => {
  const text = useText('userPortal')
  const app = useNamedApp()
  const description =
    app === undefined
      ? text('userPortal:authenticators.app.scanText')
      : text('userPortal:authenticators.app.scanWith', { name: app.name })
  return (
    <Section title={text('userPortal:authenticators.app.scan')} description={description}>
      {app !== undefined && <AppStores {...app} />}
      <Stack {...columns}>
        <Picture uri={otpauthUri} secret={secret} />
        <Confirm tokenId={id} />
      </Stack>
    </Section>
  )
}

/** Sets up an authenticator app: scan, then prove. */
const NewAppPage = () => {
  const text = useText()
  // Each asking makes a new secret: it is asked for once, and forgotten when the page is left.
  const query = useQuery({
    queryKey: ['self', 'new-app'],
    queryFn: startApp,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <PageHeader title={text('common:pages.newAuthenticator')} />
      <StepUpDialog />
      {asksForProof(query.error) ? (
        <ProofMissing onRetry={() => void query.refetch()} />
      ) : (
        <QueryView query={query}>{(app) => <Setup {...app} />}</QueryView>
      )}
    </>
  )
}

export default NewAppPage
