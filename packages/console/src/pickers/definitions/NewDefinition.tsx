import Paper from '@mui/material/Paper'
import type { FieldValues } from 'react-hook-form'
import { FormPage } from '../../kit/frames.tsx'
import { NewForm } from '../../kit/NewForm.tsx'
import { useText } from '../../lib/i18n.ts'
import type { DefinitionKind } from './definition-kind.ts'
import type { Definition } from './definitions.ts'
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
  const { Fields, words } = kind
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      <NewForm
        entity={kind.definitions}
        schema={kind.schema}
        initial={initial}
        labels={useKindLabels(kind.labels)}
        made={() => text(`resource:definitions.${words}.saved`)}
        listPath={kind.listPath}
      >
        <Fields />
      </NewForm>
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
    <FormPage title={text(titles.add)} detail={text(`resource:definitions.${words}.emptyText`)}>
      <NewDefinition {...props} />
    </FormPage>
  )
}
