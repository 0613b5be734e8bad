import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { Run } from './profiles.queries.ts'

const severities = { DONE: 'OK', FAILED: 'ERROR', NOT_NEEDED: 'UNKNOWN' } as const

const Steps = ({ steps }: Pick<Run, 'steps'>) => {
  const text = useText('issuancePortal')
  return (
    <Stack component="ol" spacing={0.75} sx={{ m: 0, pl: 3 }}>
      {steps.map(({ step, outcome, reason, statusWord }) => (
        <li key={step}>
          {text(`issuancePortal:smartCards.steps.${step}`)}{' '}
          <Tag
            label={text(`issuancePortal:smartCards.outcomes.${outcome}`)}
            severity={severities[outcome]}
          />{' '}
          {reason !== null && text(`issuancePortal:smartCards.reasons.${reason}`)}
          {statusWord !== null && ` (${statusWord.toUpperCase()})`}
        </li>
      ))}
    </Stack>
  )
}

/** What was done with a card, step by step, and what it says now. */
export const RunSteps = ({ run }: { readonly run: Run }) => {
  const text = useText('issuancePortal')
  const { steps, isDone, serialNumber, credential } = run
  const fact = (
    key: 'serialNumber' | 'sent' | 'memory' | 'facilityCode' | 'cardNumber',
    value: string | null,
  ) => ({
    label: text(`issuancePortal:smartCards.${key}`),
    value:
      value === null ? null : (
        <Box component="span" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      ),
  })
  const facts = [fact('serialNumber', serialNumber)]
  if (credential !== null) {
    facts.push(
      fact('facilityCode', String(credential.facilityCode)),
      fact('cardNumber', String(credential.cardNumber)),
      fact('sent', credential.bits),
      fact('memory', credential.memory),
    )
  }
  return (
    <Stack spacing={2} role="status">
      <Notice severity={isDone ? 'success' : 'error'}>
        {text(`issuancePortal:smartCards.${isDone ? 'runDone' : 'runFailed'}`)}
      </Notice>
      <Steps steps={steps} />
      <Facts facts={facts} />
    </Stack>
  )
}
