import Paper from '@mui/material/Paper'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { PageHeader } from '../ui/Page.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { EntityForm } from './EntityForm.tsx'
import type { FormVersion } from './entity-form.ts'
import { QueryView } from './QueryView.tsx'

interface SettingsPageProps<In extends FieldValues, Out> {
  readonly title: string
  readonly description?: ReactNode
  /** Of the query cache: begins with the subject. */
  readonly queryKey: readonly unknown[]
  readonly schema: z.ZodType<Out, In>
  readonly read: (signal?: AbortSignal) => Promise<FormVersion<In>>
  readonly save: (values: Out, etag: string | null) => Promise<unknown>
  readonly labels: Readonly<Record<string, string>>
  /** The fields, laid by hand. */
  readonly children: ReactNode
}

/** One family of settings: load, form, save, guard. */
export const SettingsPage = <In extends FieldValues, Out>(props: SettingsPageProps<In, Out>) => {
  const text = useText()
  const client = useQueryClient()
  const { queryKey, read } = props
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
    <>
      <PageHeader title={props.title} detail={props.description} />
      <Paper variant="outlined" sx={{ p: 2.5 }}>
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
            >
              {props.children}
            </EntityForm>
          )}
        </QueryView>
      </Paper>
    </>
  )
}
