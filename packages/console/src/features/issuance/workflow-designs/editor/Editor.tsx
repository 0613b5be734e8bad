import Box from '@mui/material/Box'
import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { useState } from 'react'
import { ErrorNotice } from '../../../../kit/ErrorNotice.tsx'
import { ToolPage } from '../../../../kit/frames.tsx'
import { UnsavedGuard } from '../../../../kit/unsaved.tsx'
import type { Tagged } from '../../../../lib/call.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Section } from '../../../../ui/Page.tsx'
import { WorkflowActions } from '../WorkflowActions.tsx'
import type { WorkflowDetail } from '../workflow-designs.queries.ts'
import { putField } from './draft.ts'
import { FieldPanel } from './FieldPanel.tsx'
import { HeadPanel } from './HeadPanel.tsx'
import { StepsPanel } from './StepsPanel.tsx'
import { type Draft, useDraft } from './use-draft.ts'

type State = ReturnType<typeof useDraft>

/** Why it could not be saved, and where the card does not fit. */
const Notices = ({ state }: { readonly state: State }) => {
  const text = useText('issuancePortal')
  const { failure, theirs, read } = state
  return (
    <Box sx={{ display: 'grid', gap: 2, '&:not(:empty)': { mb: 2 } }}>
      {failure !== null && <ErrorNotice error={failure} isDetailed />}
      {theirs !== null && (
        <Notice
          severity="warning"
          title={text('common:form.conflictBy', { name: theirs.value.modifiedBy })}
        >
          <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
            <Button onClick={state.takeTheirs}>{text('common:form.takeTheirs')}</Button>
            <Button onClick={() => void state.keepMine()}>{text('common:form.keepMine')}</Button>
          </Box>
        </Notice>
      )}
      {read.mismatches.length > 0 && (
        <Notice severity="info" title={text('issuancePortal:enrollmentDesigns.mismatch')}>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {read.mismatches.map(({ code, field }) => (
              <li key={`${code} ${field}`}>
                {text(`issuancePortal:enrollmentDesigns.mismatches.${code}`, { field })}
              </li>
            ))}
          </Box>
        </Notice>
      )}
    </Box>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly put: (change: Partial<Draft>) => void
}

const Fields = ({ draft, put }: FieldsProps) => {
  const text = useText('issuancePortal')
  const { definition } = draft
  const [chosen, setChosen] = useState<string | null>(null)
  const field = fieldsOfWorkflow(definition).find(({ id }) => id === chosen)
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <StepsPanel
        {...{ definition, chosen }}
        onChoose={setChosen}
        put={(next) => put({ definition: next })}
      />
      {field === undefined ? (
        <Section title={text('issuancePortal:enrollmentDesigns.noField')}>
          {text('issuancePortal:enrollmentDesigns.noFieldText')}
        </Section>
      ) : (
        <FieldPanel
          key={field.id}
          field={field}
          put={(next) => put({ definition: putField(definition, field.id, () => next) })}
        />
      )}
    </Box>
  )
}

/** A design as it is, and what is being changed of it. */
export const Editor = ({ first }: { readonly first: Tagged<WorkflowDetail> }) => {
  const text = useText('issuancePortal')
  const state = useDraft(first)
  const { read, draft, put } = state
  return (
    <ToolPage
      title={read.name}
      actions={
        <>
          <WorkflowActions design={read} />
          <Button
            kind="primary"
            isPending={state.isPending}
            isDisabled={!state.isDirty || draft.name.trim() === ''}
            onClick={() => void state.save()}
          >
            {text('common:actions.save')}
          </Button>
        </>
      }
    >
      <Notices state={state} />
      <HeadPanel {...{ draft, put }} />
      <Fields {...{ draft, put }} />
      <UnsavedGuard isDirty={state.isDirty} isLeaving={state.isLeaving} />
    </ToolPage>
  )
}
