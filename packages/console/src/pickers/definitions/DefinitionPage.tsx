import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { EditForm } from '../../kit/EditForm.tsx'
import { oneQuery } from '../../kit/entity.ts'
import { DetailsPage } from '../../kit/frames.tsx'
import { QueryView } from '../../kit/QueryView.tsx'
import type { Tagged } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import type { DefinitionKind } from './definition-kind.ts'
import type { Definition } from './definitions.ts'
import { useKindLabels } from './kind-labels.ts'
import { RemoveDefinition } from './RemoveDefinition.tsx'

interface DefinitionPageProps<Row extends Definition, In extends FieldValues, Wanted> {
  readonly kind: DefinitionKind<Row, In, Wanted>
  readonly id: string
  /** Beside removing. */
  readonly actions?: (row: Row) => ReactNode
  /** Beside saving: what else may be done with what is typed. */
  readonly formActions?: (row: Row) => ReactNode
}

interface EditorProps<Row extends Definition, In extends FieldValues, Wanted>
  extends Pick<DefinitionPageProps<Row, In, Wanted>, 'kind' | 'formActions'> {
  readonly read: Tagged<Row>
}

const Editor = <Row extends Definition, In extends FieldValues, Wanted>({
  kind,
  read,
  formActions,
}: EditorProps<Row, In, Wanted>) => {
  const text = useText('resource')
  const isReadOnly = !useMay()([kind.entity, 'EDIT'])
  const { Fields } = kind
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EditForm
        entity={kind.definitions}
        read={read}
        formOf={kind.typed}
        schema={kind.schema}
        labels={useKindLabels(kind.labels)}
        saved={() => text(`resource:definitions.${kind.words}.saved`)}
        isReadOnly={isReadOnly}
        actions={formActions?.(read.value)}
      >
        <Fields />
      </EditForm>
    </Paper>
  )
}

/** One definition and its form. */
export const DefinitionPage = <Row extends Definition, In extends FieldValues, Wanted>({
  kind,
  id,
  actions,
  formActions,
}: DefinitionPageProps<Row, In, Wanted>) => {
  const text = useText('resource')
  const mayRemove = useMay()([kind.entity, 'REMOVE'])
  const query = useQuery(oneQuery(kind.definitions, id))
  const [isRemoving, setIsRemoving] = useState(false)
  const row = query.data?.value
  const remove = text(`resource:definitions.${kind.words}.remove`)
  return (
    <DetailsPage
      title={row?.name ?? text(kind.titles.one)}
      actions={
        row && (
          <>
            {actions?.(row)}
            {mayRemove && <Button onClick={() => setIsRemoving(true)}>{remove}</Button>}
          </>
        )
      }
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor {...{ kind, read, formActions }} />}
      </QueryView>
      {isRemoving && row !== undefined && (
        <RemoveDefinition
          {...{ kind, row }}
          listPath={kind.listPath}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </DetailsPage>
  )
}
