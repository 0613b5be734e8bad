import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { testPlayIntegrityCredentials } from '@signet/contract/provider/play-integrity-credentials'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { TestResult } from '../../../pickers/provider-credentials/CredentialTest.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

/** Judges a verdict of an app by what is saved. */
export const VerdictTest = () => {
  const text = useText('serviceProvider')
  const [token, setToken] = useState('')
  const [nonce, setNonce] = useState('')
  const test = useMutation({
    mutationFn: () => call(testPlayIntegrityCredentials, { body: { token, nonce } }),
  })
  return (
    <Section
      title={text('serviceProvider:credentials.test')}
      description={text('serviceProvider:playIntegrity.testText')}
    >
      <Stack spacing={1.5}>
        <TextInput
          label={text('serviceProvider:playIntegrity.token')}
          value={token}
          onChange={setToken}
          rows={3}
        />
        <TextInput
          label={text('serviceProvider:playIntegrity.nonce')}
          value={nonce}
          onChange={setNonce}
        />
        <Box>
          <Button
            isPending={test.isPending}
            isDisabled={token === '' || nonce === ''}
            onClick={() => test.mutate()}
          >
            {text('serviceProvider:playIntegrity.test')}
          </Button>
        </Box>
        <ErrorNotice error={test.error} isDetailed />
        <TestResult result={test.data} />
      </Stack>
    </Section>
  )
}
