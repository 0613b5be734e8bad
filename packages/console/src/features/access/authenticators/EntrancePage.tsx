import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { safeRedirect } from '@signet/rules/landing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { leaveTo, withReturn } from '../../../lib/leave.ts'
import { StepUpDialog } from '../../../pickers/step-up/StepUpDialog.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { useSignOut } from '../../../session/use-sign-out.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { type DueStep, dueSteps } from './due-steps.ts'
import { type Due, dueQuery, finishRegistration } from './entrance.queries.ts'
import { type Doable, forms, useStepTexts } from './entrance-forms.tsx'

const severities = { done: 'OK', required: 'WARNING', optional: 'INFO' } as const

interface StepProps extends DueStep {
  readonly onOpen: (kind: Doable) => void
}

const Step = ({ kind, standing, onOpen }: StepProps) => {
  const text = useText('userPortal')
  const { title, about, add } = useStepTexts(kind)
  return (
    <Item
      title={title}
      detail={about}
      tag={
        <Tag
          label={text(`userPortal:entrance.standing.${standing}`)}
          severity={severities[standing]}
        />
      }
      actions={
        kind !== 'password' &&
        standing !== 'done' && (
          <Box sx={{ flexShrink: 0 }}>
            <Button onClick={() => onOpen(kind)}>{add}</Button>
          </Box>
        )
      }
    />
  )
}

/** On to where somebody wanted to go; the page is loaded anew, which knows that nothing is due. */
const useFinish = ({ registration }: Due) => {
  const [parameters] = useSearchParams()
  return useMutation({
    mutationFn: async () => {
      if (registration.registrationRequired) await finishRegistration()
    },
    onSuccess: () =>
      leaveTo(withReturn('/redirect', safeRedirect(parameters.get('redirect')) ?? '/')),
  })
}

const DueBy = ({ registrationDueAt }: Due['registration']) => {
  const text = useText('userPortal')
  const { date } = useFormats()
  if (registrationDueAt === null) return null
  return (
    <Notice severity="info">
      {text('userPortal:entrance.due', { date: date(registrationDueAt) })}
    </Notice>
  )
}

interface StepsProps {
  readonly due: Due
  readonly onOpen: (kind: Doable) => void
}

const Steps = ({ due, onOpen }: StepsProps) => {
  const text = useText('userPortal')
  const signOut = useSignOut()
  const { verificationRequired } = useSession().user
  const steps = dueSteps(due, verificationRequired)
  const finish = useFinish(due)
  const isHeldUp = steps.some(({ standing }) => standing === 'required')
  return (
    <Stack component={Paper} variant="outlined" spacing={2} sx={{ p: 2.5 }}>
      <DueBy {...due.registration} />
      <ItemList empty="">
        {steps.map((step) => (
          <Step key={step.kind} {...step} onOpen={onOpen} />
        ))}
      </ItemList>
      <ErrorNotice error={finish.error} />
      <Stack direction="row" spacing={1}>
        <Button
          kind="primary"
          isDisabled={isHeldUp}
          isPending={finish.isPending}
          onClick={() => finish.mutate()}
        >
          {text('userPortal:entrance.continue')}
        </Button>
        <Button onClick={signOut}>{text('userPortal:entrance.signOut')}</Button>
      </Stack>
    </Stack>
  )
}

const Entrance = () => {
  const text = useText('userPortal')
  const client = useQueryClient()
  const query = useQuery(dueQuery)
  const [open, setOpen] = useState<Doable | null>(null)
  const Form = open === null ? null : forms[open]
  const close = (): void => setOpen(null)
  const done = (): void => {
    close()
    void client.invalidateQueries({ queryKey: dueQuery.queryKey })
  }
  const { companyName } = useSession().theme
  return (
    <Box component="main" sx={{ maxWidth: 640, mx: 'auto', px: 2, py: { xs: 3, sm: 6 } }}>
      <ToolPage
        title={text('userPortal:entrance.title')}
        detail={text('userPortal:entrance.text', { company: companyName })}
      >
        <StepUpDialog />
        {Form === null ? (
          <QueryView query={query}>{(due) => <Steps due={due} onOpen={setOpen} />}</QueryView>
        ) : (
          <Form onDone={done} onCancel={close} />
        )}
      </ToolPage>
    </Box>
  )
}

/** What has to be set up before the rest of the console opens. */
const EntrancePage = () => {
  const { registrationRequired, verificationRequired } = useSession().user
  const [parameters] = useSearchParams()
  const target = safeRedirect(parameters.get('redirect')) ?? '/redirect'
  return registrationRequired || verificationRequired ? (
    <Entrance />
  ) : (
    <Navigate replace to={target} />
  )
}

export default EntrancePage
