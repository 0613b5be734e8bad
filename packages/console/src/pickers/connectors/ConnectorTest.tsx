import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { testOtpProviders } from '@signet/contract/provider/otp-provider-test'
import { testConnector } from '@signet/contract/settings/http-connectors'
import type { ConnectorUse } from '@signet/rules/connectors'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { connectorForm, type TypedConnector } from './connector-form.ts'
import { valuesOf } from './typed-values.ts'

interface ConnectorTestProps {
  readonly use: ConnectorUse
  /** The name of the saved connector, whose secret is used where none is typed. */
  readonly saved: string
}

const useTest = ({ use, saved }: ConnectorTestProps) => {
  const form = useFormContext<TypedConnector>()
  return useMutation({
    mutationFn: async (typed: string) => {
      await form.trigger()
      const connector = connectorForm(use).safeParse(form.getValues()).data
      if (!connector) return null
      const body = { use, connector, saved, values: valuesOf(typed) }
      // Who looks after those that tenants inherit may do nothing with settings.
      return saved.startsWith('provider-otp-')
        ? call(testOtpProviders, { body })
        : call(testConnector, { body })
    },
  })
}

/** Calls the service once as it is typed, and shows what came of it. */
export const ConnectorTest = (props: ConnectorTestProps) => {
  const text = useText('settings')
  const [typed, setTyped] = useState('')
  const test = useTest(props)
  const result = test.data ?? null
  const title =
    result === null
      ? ''
      : text(result.accepted ? 'settings:connectors.accepted' : 'settings:connectors.refused')
  return (
    <Stack spacing={1.5}>
      <TextInput
        label={text('settings:connectors.testValues')}
        hint={text('settings:connectors.hints.testValues')}
        value={typed}
        onChange={setTyped}
        rows={2}
      />
      <Box>
        <Button isPending={test.isPending} onClick={() => test.mutate(typed)}>
          {text('settings:connectors.test')}
        </Button>
      </Box>
      <ErrorNotice error={test.error} isDetailed />
      {result !== null && (
        <Notice severity={result.accepted ? 'success' : 'warning'} title={title}>
          {[result.status, result.failure, `${result.durationMillis} ms`, result.answer]
            .filter((part) => part !== null && part !== '')
            .join(' · ')}
        </Notice>
      )}
    </Stack>
  )
}
