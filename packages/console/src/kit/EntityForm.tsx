import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ReactNode, SubmitEvent } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { ConflictNotice } from './conflict.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { type EntityFormOptions, type EntityFormState, useEntityForm } from './entity-form.ts'
import { markedLook, useMarkedField } from './marked-field.ts'
import { UnsavedGuard } from './unsaved.tsx'

type Labels = Readonly<Record<string, string>>

/** Boxes to tick that follow each other read as one list. */
const fieldsLook = {
  ...markedLook,
  maxWidth: 640,
  '& > [data-toggle] + [data-toggle]': { mt: 0.25 },
} as const

export interface EntityFormProps<In extends FieldValues, Out> extends EntityFormOptions<In, Out> {
  /** The names of fields as people see them, for the summary of faults. */
  readonly labels: Labels
  readonly saveLabel?: string
  readonly onCancel?: () => void
  /** Beside Save: what else may be done with the fields. */
  readonly actions?: ReactNode
  /** What was pressed to save, before it is saved: the value of the button. */
  readonly onPressed?: (value: string) => void
  /** The fields are shown, and nothing can be typed or saved. */
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

interface RefusalsProps<In extends FieldValues, Out> {
  readonly state: EntityFormState<In, Out>
  readonly labels: Labels
}

/** Over the fields: what is wrong, who else changed it, why it could not be saved. */
const Refusals = <In extends FieldValues, Out>({ state, labels }: RefusalsProps<In, Out>) => {
  const { error, conflict, takeTheirs, keepMine } = state
  return (
    <Stack spacing={2} sx={{ '&:not(:empty)': { mb: 2 } }}>
      <ErrorSummary labels={labels} />
      {conflict !== null && (
        <ConflictNotice {...{ conflict, labels }} onTakeTheirs={takeTheirs} onKeepMine={keepMine} />
      )}
      <ErrorNotice error={error} isDetailed labels={labels} />
    </Stack>
  )
}

/**
 * A form on one entity: fields with inline faults, a summary that takes the focus, an explicit Save,
 * a guard on unsaved changes, and an answer to somebody else's change.
 */
export const EntityForm = <In extends FieldValues, Out>(props: EntityFormProps<In, Out>) => {
  const text = useText()
  const state = useEntityForm(props)
  const form = useMarkedField()
  const { isDirty, isSubmitting } = state.form.formState
  const { isReadOnly = false } = props
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isSubmitting) return
    const { submitter } = event.nativeEvent
    props.onPressed?.(submitter instanceof HTMLButtonElement ? submitter.value : '')
    void state.submit()
  }
  return (
    <FormProvider {...state.form}>
      <Box component="form" ref={form} noValidate onSubmit={handleSubmit}>
        <Refusals state={state} labels={props.labels} />
        <Box component="fieldset" disabled={isReadOnly} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
          <Stack spacing={2} sx={fieldsLook}>
            {props.children}
          </Stack>
        </Box>
        {isReadOnly ? null : (
          <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 3, flexWrap: 'wrap' }}>
            <Button type="submit" kind="primary" isPending={isSubmitting}>
              {props.saveLabel ?? text('common:actions.save')}
            </Button>
            {props.onCancel !== undefined && (
              <Button onClick={props.onCancel}>{text('common:actions.cancel')}</Button>
            )}
            {props.actions}
          </Stack>
        )}
        <UnsavedGuard isDirty={isDirty} isLeaving={state.isLeaving} />
      </Box>
    </FormProvider>
  )
}
