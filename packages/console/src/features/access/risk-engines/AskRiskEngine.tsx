import Stack from '@mui/material/Stack'
import { type RiskEngineAnswer, reportRiskFactors } from '@signet/contract/access/risk-engines'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { valuesOf } from '../../../pickers/connectors/typed-values.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

const severities = { LOW: 'success', MEDIUM: 'warning', HIGH: 'error' } as const

type Said = z.output<typeof RiskEngineAnswer>

const Answer = ({ level, failure, riskFactors }: Said) => {
  const text = useText('settings')
  if (level === null) {
    return (
      <Notice severity="warning" title={text('settings:riskEngines.ask.failed')}>
        {text(`settings:riskEngines.failures.${failure ?? 'NOT_ASKED'}`)}
      </Notice>
    )
  }
  return (
    <Notice severity={severities[level]} title={text(`settings:riskEngines.levels.${level}`)}>
      {riskFactors.map(({ name, value }) => `${name}: ${value ?? '–'}`).join(' · ')}
    </Notice>
  )
}

/** Asks the saved engine about an example, and shows what a rule would be told. */
export const AskRiskEngine = ({ id }: { readonly id: string }) => {
  const text = useText('settings')
  const [typed, setTyped] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(reportRiskFactors, { body: { id, values: valuesOf(typed) } }),
  })
  return (
    <Section
      title={text('settings:riskEngines.ask.title')}
      description={text('settings:riskEngines.ask.text')}
    >
      <Stack spacing={1.5} sx={{ maxWidth: 640, alignItems: 'flex-start' }}>
        <TextInput
          label={text('settings:connectors.testValues')}
          hint={text('settings:riskEngines.hints.values')}
          value={typed}
          onChange={setTyped}
          rows={3}
        />
        <Button isPending={isPending} onClick={() => mutate()}>
          {text('settings:riskEngines.ask.run')}
        </Button>
        <ErrorNotice error={error} isDetailed />
        {data !== undefined && <Answer {...data} />}
      </Stack>
    </Section>
  )
}
