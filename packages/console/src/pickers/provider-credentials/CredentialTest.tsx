import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { CredentialTestResult } from '@signet/contract/provider/credential-calls'
import type { Need } from '@signet/rules/permissions'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useText } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Page.tsx'

interface CredentialTestProps {
  readonly needs: Need
  /** What is asked, each with its label. */
  readonly tests: readonly {
    readonly label: string
    readonly run: () => Promise<z.output<typeof CredentialTestResult>>
  }[]
  readonly description: string
}

type Test = CredentialTestProps['tests'][number]

interface TestResultProps {
  readonly result: z.output<typeof CredentialTestResult> | undefined
}

/** What the other service says; nothing before it was asked. */
export const TestResult = ({ result }: TestResultProps) => {
  const text = useText('serviceProvider')
  if (result === undefined) return null
  const { accepted, detail } = result
  return (
    <Notice
      severity={accepted ? 'success' : 'warning'}
      title={text(`serviceProvider:credentials.${accepted ? 'accepted' : 'refused'}`)}
    >
      {detail}
    </Notice>
  )
}

const One = ({ label, run }: Test) => {
  const test = useMutation({ mutationFn: run })
  return (
    <Stack spacing={1}>
      <Box>
        <Button isPending={test.isPending} onClick={() => test.mutate()}>
          {label}
        </Button>
      </Box>
      <ErrorNotice error={test.error} isDetailed />
      <TestResult result={test.data} />
    </Stack>
  )
}

/** Tries what is saved at the other service, and shows what it says. */
export const CredentialTest = ({ needs, tests, description }: CredentialTestProps) => {
  const text = useText('serviceProvider')
  if (!useMay()(needs)) return null
  return (
    <Section title={text('serviceProvider:credentials.test')} description={description}>
      <Stack spacing={2}>
        {tests.map((test) => (
          <One key={test.label} {...test} />
        ))}
      </Stack>
    </Section>
  )
}
