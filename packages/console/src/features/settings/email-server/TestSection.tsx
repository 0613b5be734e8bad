import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Severity } from '@signet/rules/severity'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { mailStateQuery } from '../../../pickers/mail-state/mail-state.queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { Arrival } from './Arrival.tsx'
import { type TestReport, tryServer } from './email-server.queries.ts'

type Step = TestReport['steps'][number]

const severities: Readonly<Record<Step['outcome'], Severity>> = {
  DONE: 'OK',
  FAILED: 'ERROR',
  NOT_REACHED: 'UNKNOWN',
}

const StepLine = ({ step: { step, outcome, detail } }: { readonly step: Step }) => {
  const text = useText('settings')
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', flexWrap: 'wrap' }}
    >
      <Box sx={{ width: 110, flexShrink: 0 }}>
        <Tag label={text(`settings:email.outcomes.${outcome}`)} severity={severities[outcome]} />
      </Box>
      <Typography variant="body2">{text(`settings:email.steps.${step}`)}</Typography>
      {detail !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Typography>
      )}
    </Box>
  )
}

const Report = ({ report }: { readonly report: TestReport }) => {
  const text = useText('settings')
  const { sent, recipient, steps } = report
  return (
    <Stack spacing={1.5}>
      <Notice severity={sent ? 'success' : 'error'}>
        {text(sent ? 'settings:email.test.sent' : 'settings:email.test.failed', { recipient })}
      </Notice>
      <Stack component="ol" spacing={0.75} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </Stack>
    </Stack>
  )
}

/** Sends the asker a mail by the saved settings, and shows how far it came. */
export const TestSection = () => {
  const text = useText('settings')
  const client = useQueryClient()
  const trial = useMutation({
    mutationFn: tryServer,
    onSettled: () => client.invalidateQueries({ queryKey: mailStateQuery.queryKey }),
  })
  const button = (
    <Button onClick={() => trial.mutate()} isPending={trial.isPending}>
      {text('settings:email.test.action')}
    </Button>
  )
  return (
    <Section
      title={text('settings:email.test.title')}
      description={text('settings:email.test.description')}
      actions={button}
    >
      <ErrorNotice error={trial.error} />
      <Stack spacing={1.5}>
        {trial.data !== undefined && <Report report={trial.data} />}
        <Arrival />
      </Stack>
    </Section>
  )
}
