import Paper from '@mui/material/Paper'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../kit/EntityForm.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { PageHeader } from '../../ui/Page.tsx'
import type { DefinitionKind } from './definition-kind.ts'
import { type Definition, useDefinitionChanges } from './definitions.ts'
import { useKindLabels } from './kind-labels.ts'

interface NewDefinitionProps<Row extends Definition, In extends FieldValues, Wanted> {
  readonly kind: DefinitionKind<Row, In, Wanted>
  /** What the form begins with. */
  readonly initial?: In
}

/** The form of a definition that is not there yet. */
export const NewDefinition = <Row extends Definition, In extends FieldValues, Wanted>({
  kind,
  initial = kind.empty,
}: NewDefinitionProps<Row, In, Wanted>) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { create } = useDefinitionChanges(kind.definitions)
  const { Fields, words } = kind
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <EntityForm
        schema={kind.schema}
        initial={{ value: initial, etag: null }}
        labels={useKindLabels(kind.labels)}
        save={(wanted) => create.mutateAsync(wanted)}
        onCancel={() => void navigate(kind.listPath)}
        onSaved={() => {
          showMessage(text(`resource:definitions.${words}.saved`))
          void navigate(kind.listPath)
        }}
      >
        <Fields />
      </EntityForm>
    </Paper>
  )
}

/** The page that adds one. */
export const NewDefinitionPage = <Row extends Definition, In extends FieldValues, Wanted>(
  props: NewDefinitionProps<Row, In, Wanted>,
) => {
  const text = useText('resource')
  const { titles, words } = props.kind
  return (
    <>
      <PageHeader
        title={text(titles.add)}
        detail={text(`resource:definitions.${words}.emptyText`)}
      />
      <NewDefinition {...props} />
    </>
  )
}
