import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { TokenTrialResult } from '@signet/contract/authenticators/hardware-tokens'
import { useState } from 'react'
import type { z } from 'zod'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useReadings } from './readings.ts'

type Trial = z.output<typeof TokenTrialResult>

const Answer = ({ trial: { fits, found, imported } }: { readonly trial: Trial }) => {
  const text = useText('resource')
  const { readingOf, foundOf } = useReadings()
  const [first] = found
  if (first === undefined) {
    return <Notice severity="error">{text('resource:tokens.trial.nothing')}</Notice>
  }
  if (fits) {
    const reading = foundOf(first)
    return <Notice severity="success">{text('resource:tokens.trial.fits', { reading })}</Notice>
  }
  const reading = found.map(foundOf).join('; ')
  const told = { imported: readingOf(imported), reading }
  return <Notice severity="warning">{text('resource:tokens.trial.otherwise', told)}</Notice>
}

interface TryCodeProps {
  readonly onTry: (token: {
    readonly serialNumber: string
    readonly response: string
  }) => Promise<Trial>
}

const shortest = 6

const useTrial = ({ onTry }: TryCodeProps) => {
  const [serialNumber, setSerialNumber] = useState('')
  const [response, setResponse] = useState('')
  const [trial, setTrial] = useState<Trial | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isPending, setIsPending] = useState(false)
  const run = async (): Promise<void> => {
    setTrial(null)
    setError(null)
    setIsPending(true)
    try {
      setTrial(await onTry({ serialNumber: serialNumber.trim(), response: response.trim() }))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsPending(false)
    }
  }
  const isReady = serialNumber.trim() !== '' && response.trim().length >= shortest
  const fields = { serialNumber, setSerialNumber, response, setResponse }
  return { ...fields, trial, error, isPending, isReady, run }
}

/** Asks for a code that a token of a file shows, and says whether the import would fit it. */
export const TryCode = (props: TryCodeProps) => {
  const text = useText('resource')
  const { trial, error, isPending, isReady, run, ...fields } = useTrial(props)
  return (
    <Stack spacing={1.5}>
      <Typography variant="body2">{text('resource:tokens.trial.text')}</Typography>
      <TextInput
        label={text('resource:tokens.trial.serial')}
        value={fields.serialNumber}
        onChange={fields.setSerialNumber}
        autoComplete="off"
      />
      <TextInput
        label={text('resource:tokens.trial.code')}
        value={fields.response}
        onChange={fields.setResponse}
        autoComplete="off"
      />
      <Box>
        <Button isPending={isPending} isDisabled={!isReady} onClick={() => void run()}>
          {text('resource:tokens.trial.action')}
        </Button>
      </Box>
      <ErrorNotice error={error} />
      {trial !== null && <Answer trial={trial} />}
    </Stack>
  )
}
