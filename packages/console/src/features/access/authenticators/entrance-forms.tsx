import Add from '@mui/icons-material/Add'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { PrintGridDialog } from '../../../pickers/grids/PrintGridDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AppEnrolment } from './AppEnrolment.tsx'
import { ClaimGridDialog } from './ClaimGridDialog.tsx'
import type { EnrolmentProps } from './ConfirmCode.tsx'
import type { DueStep } from './due-steps.ts'
import { dueQuery } from './entrance.queries.ts'
import { printOwnGrid, useOwnGridDeeds } from './grid-deeds.ts'
import { ClaimTokenDialog } from './HardwareDialogs.tsx'
import { PasskeyEnrolment } from './PasskeyEnrolment.tsx'
import { ProveMail } from './ProveMail.tsx'
import { QuestionsDialog } from './QuestionsDialog.tsx'
import { SoftTokenEnrolment } from './SoftTokenEnrolment.tsx'

/** What somebody does themselves; a password an administrator gives them. */
export type Doable = Exclude<DueStep['kind'], 'password'>

/** Whoever may not have any app of their choice sets up the tenant’s own. */
const AppStep = (props: EnrolmentProps) => {
  const { data } = useQuery(dueQuery)
  const isOwnApp = data?.registration.google === 'NOT_ALLOWED'
  return isOwnApp ? <SoftTokenEnrolment {...props} /> : <AppEnrolment {...props} />
}

/** A new card, which is printed at once, or one that is in hand. */
const GridStep = ({ onDone, onCancel }: EnrolmentProps) => {
  const text = useText('authenticators')
  const { make } = useOwnGridDeeds()
  const [made, setMade] = useState<GridCard | null>(null)
  const [isClaiming, setIsClaiming] = useState(false)
  return (
    <Section
      title={text('authenticators:cards.title')}
      description={text('authenticators:cards.about')}
    >
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button icon={<Add />} kind="primary" onClick={() => void make().then(setMade)}>
          {text('authenticators:cards.make')}
        </Button>
        <Button onClick={() => setIsClaiming(true)}>{text('authenticators:cards.claim')}</Button>
        <Button onClick={onCancel}>{text('common:actions.cancel')}</Button>
      </Stack>
      {made !== null && (
        <PrintGridDialog
          serial={made.serialNumber}
          load={(format) => printOwnGrid(made.id, format)}
          onClose={onDone}
        />
      )}
      {isClaiming && <ClaimGridDialog onClose={onDone} />}
    </Section>
  )
}

const HardwareStep = ({ onDone }: EnrolmentProps) => <ClaimTokenDialog onClose={onDone} />

const QuestionsStep = ({ onDone }: EnrolmentProps) => {
  const { data } = useQuery(dueQuery)
  return data === undefined ? null : (
    <QuestionsDialog status={data.authenticators.kba} onClose={onDone} />
  )
}

/** What opens for each step. */
export const forms = {
  email: ProveMail,
  app: AppStep,
  passkey: PasskeyEnrolment,
  grid: GridStep,
  hardware: HardwareStep,
  questions: QuestionsStep,
} as const satisfies Readonly<Record<Doable, unknown>>

/** What each step is called, says, and has on its button. */
export const useStepTexts = (kind: DueStep['kind']) => {
  const text = useText('userPortal', 'authenticators')
  if (kind === 'grid') {
    return {
      title: text('authenticators:cards.title'),
      about: text('authenticators:cards.about'),
      add: text('authenticators:cards.make'),
    }
  }
  if (kind === 'hardware') {
    return {
      title: text('userPortal:authenticators.hardware.title'),
      about: text('userPortal:authenticators.hardware.text'),
      add: text('userPortal:authenticators.hardware.add'),
    }
  }
  if (kind === 'questions') {
    return {
      title: text('userPortal:questions.title'),
      about: text('userPortal:questions.text'),
      add: text('userPortal:questions.set'),
    }
  }
  return {
    title: text(`userPortal:entrance.${kind}.title`),
    about: text(`userPortal:entrance.${kind}.text`),
    add: kind === 'password' ? '' : text(`userPortal:entrance.${kind}.add`),
  }
}
