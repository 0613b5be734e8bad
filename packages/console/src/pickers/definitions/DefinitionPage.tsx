import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../kit/EntityForm.tsx'
import { QueryView } from '../../kit/QueryView.tsx'
import type { Tagged } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/Page.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import type { DefinitionKind } from './definition-kind.ts'
import { type Definition, oneQuery, useDefinitionChanges } from './definitions.ts'
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
  const { save } = useDefinitionChanges(kind.definitions)
  const isReadOnly = !useMay()([kind.entity, 'EDIT'])
  const { id } = read.value
  const { Fields } = kind
  const versionOf = ({ value, etag }: Tagged<Row>) => ({ value: kind.typed(value), etag })
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EntityForm
        key={read.etag}
        schema={kind.schema}
        initial={versionOf(read)}
        labels={useKindLabels(kind.labels)}
        reload={async () => versionOf(await kind.definitions.read(id))}
        save={(body, etag) => save.mutateAsync({ id, body, etag })}
        onSaved={() => showMessage(text(`resource:definitions.${kind.words}.saved`))}
        isReadOnly={isReadOnly}
        actions={formActions?.(read.value)}
      >
        <Fields />
      </EntityForm>
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
  const navigate = useNavigate()
  const mayRemove = useMay()([kind.entity, 'REMOVE'])
  const query = useQuery(oneQuery(kind.definitions, id))
  const [isRemoving, setIsRemoving] = useState(false)
  const row = query.data?.value
  const remove = text(`resource:definitions.${kind.words}.remove`)
  return (
    <>
      <PageHeader
        title={row?.name ?? text(kind.titles.one)}
        actions={
          row && (
            <>
              {actions?.(row)}
              {mayRemove && <Button onClick={() => setIsRemoving(true)}>{remove}</Button>}
            </>
          )
        }
      />
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor {...{ kind, read, formActions }} />}
      </QueryView>
      {isRemoving && row !== undefined && (
        <RemoveDefinition
          {...{ kind, row }}
          onRemoved={() => void navigate(kind.listPath)}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}
