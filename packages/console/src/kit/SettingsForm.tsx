import Paper from '@mui/material/Paper'
import type { Need } from '@signet/rules/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { useMay } from '../session/session-context.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { EntityForm } from './EntityForm.tsx'
import type { FormVersion } from './entity-form.ts'
import { QueryView } from './QueryView.tsx'
import { judgedBy, WeakerValues } from './weaker.tsx'

export interface SettingsFormProps<In extends FieldValues, Out> {
  /** Of the query cache: begins with the subject. */
  readonly queryKey: readonly unknown[]
  readonly schema: z.ZodType<Out, In>
  readonly read: (signal?: AbortSignal) => Promise<FormVersion<In>>
  readonly save: (values: Out, etag: string | null) => Promise<unknown>
  readonly labels: Readonly<Record<string, string>>
  /** What a change takes; that on settings where it is left out. */
  readonly needs?: Need
  /** What the fields go back to; absent where there are no defaults. */
  readonly defaults?: In
  /** Beside Save: what else may be done with what is typed. */
  readonly actions?: ReactNode
  /** The fields, laid by hand. */
  readonly children: ReactNode
}

/** Puts the defaults into the fields; nothing is kept before Save. */
const ToDefaults = <In extends FieldValues>({ defaults }: { readonly defaults: In }) => {
  const text = useText()
  const form = useFormContext<In>()
  return (
    <Button kind="plain" onClick={() => form.reset(defaults, { keepDefaultValues: true })}>
      {text('common:form.toDefaults')}
    </Button>
  )
}

interface ActionsProps<In extends FieldValues> {
  readonly defaults: In | undefined
  readonly children: ReactNode
}

/** Beside Save. */
const Actions = <In extends FieldValues>({ defaults, children }: ActionsProps<In>) => (
  <>
    {children}
    {defaults !== undefined && <ToDefaults defaults={defaults} />}
  </>
)

const usualNeed: Need = ['SETTINGS', 'EDIT']

/** One family of settings: load, form, save, guard, and the way back to the defaults. */
export const SettingsForm = <In extends FieldValues, Out>(props: SettingsFormProps<In, Out>) => {
  const text = useText()
  const client = useQueryClient()
  const isReadOnly = !useMay()(props.needs ?? usualNeed)
  const { queryKey, read, defaults } = props
  const judged = judgedBy(defaults)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // What somebody types is never replaced behind their back; If-Match finds the change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const handleSaved = (): void => {
    showMessage(text('common:form.saved'))
    void client.invalidateQueries({ queryKey })
  }
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      {isReadOnly && <Notice severity="info">{text('common:form.readOnly')}</Notice>}
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(version) => (
          <EntityForm
            key={version.etag}
            schema={props.schema}
            initial={version}
            save={props.save}
            reload={() => read()}
            onSaved={handleSaved}
            labels={props.labels}
            isReadOnly={isReadOnly}
            actions={<Actions {...{ defaults }}>{props.actions}</Actions>}
          >
            <WeakerValues value={judged}>{props.children}</WeakerValues>
          </EntityForm>
        )}
      </QueryView>
    </Paper>
  )
}
