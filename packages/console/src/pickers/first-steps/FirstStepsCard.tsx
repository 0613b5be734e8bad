import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useText } from '../../lib/i18n.ts'
import { onboarding } from '../../lib/onboarding.ts'
import { useStore } from '../../lib/store.ts'
import { useMay, useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFirstSteps } from './use-first-steps.ts'

const card = {
  mb: 2,
  px: 2.5,
  py: 2,
  display: 'flex',
  gap: 2,
  alignItems: 'center',
  flexWrap: 'wrap',
} as const

const dismiss = (): void => onboarding.update((before) => ({ ...before, isDismissed: true }))

/** Points a new administrator to the first steps, until all are done or somebody has enough of it. */
export const FirstStepsCard = () => {
  const text = useText('dashboard')
  const id = useId()
  const mayTakeThem = useMay()(['SETTINGS', 'EDIT'])
  const { isDismissed } = useStore(onboarding)
  const isWanted = mayTakeThem && !isDismissed
  const { steps } = useFirstSteps({ isWanted })
  const { companyName } = useSession().theme
  const done = steps.filter(({ isDone }) => isDone).length
  if (!isWanted || done === steps.length) return null
  const progress = text('dashboard:firstSteps.progress', { done, all: steps.length })
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={card}>
      <Stack spacing={0.5} sx={{ flexGrow: 1, minWidth: 220 }}>
        <Typography id={id} component="h2" variant="h2">
          {text('dashboard:firstSteps.card', { company: companyName })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {progress}
        </Typography>
        <LinearProgress
          variant="determinate"
          aria-label={progress}
          value={(100 * done) / steps.length}
          sx={{ maxWidth: 320 }}
        />
      </Stack>
      <Stack direction="row" spacing={1}>
        <Button kind="primary" to="/firststeps">
          {text('dashboard:firstSteps.open')}
        </Button>
        <Button kind="plain" onClick={dismiss}>
          {text('dashboard:firstSteps.dismiss')}
        </Button>
      </Stack>
    </Paper>
  )
}
