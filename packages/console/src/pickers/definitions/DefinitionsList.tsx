import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ListPage } from '../../kit/ListPage.tsx'
import { useAddButton } from '../../kit/use-add-button.tsx'
import { useText } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'
import type { MenuAction } from '../../ui/ActionMenu.tsx'
import type { TableColumn } from '../../ui/table-columns.tsx'
import type { DefinitionKind } from './definition-kind.ts'
import { type Definition, pageQuery } from './definitions.ts'
import { RemoveDefinition } from './RemoveDefinition.tsx'

interface ListProps<Row extends Definition, In extends FieldValues, Wanted> {
  readonly kind: DefinitionKind<Row, In, Wanted>
  /** After the name. */
  readonly columns: readonly TableColumn<Row>[]
  readonly isPart?: boolean
  /** Beside removing. */
  readonly rowActions?: (row: Row) => readonly MenuAction[]
}

/** The name, then what else the kind shows. */
const useColumns = <Row extends Definition>(
  columns: readonly TableColumn<Row>[],
): readonly TableColumn<Row>[] => {
  const text = useText('resource')
  const name: TableColumn<Row> = {
    key: 'name',
    title: text('resource:definitions.name'),
    share: 2,
    minWidth: 180,
    isSortable: true,
    render: (row) => row.name,
  }
  return [name, ...columns]
}

const useActions = <Row extends Definition, In extends FieldValues, Wanted>(
  { kind: { words, entity }, rowActions }: ListProps<Row, In, Wanted>,
  onRemove: (row: Row) => void,
) => {
  const text = useText('resource')
  const mayRemove = useMay()([entity, 'REMOVE'])
  return (row: Row): readonly MenuAction[] => {
    const remove: MenuAction = {
      label: text(`resource:definitions.${words}.remove`),
      isDestructive: true,
      onSelect: () => onRemove(row),
    }
    return [...(rowActions?.(row) ?? []), ...(mayRemove ? [remove] : [])]
  }
}

/** Every definition of a kind. */
export const DefinitionsList = <Row extends Definition, In extends FieldValues, Wanted>(
  props: ListProps<Row, In, Wanted>,
) => {
  const text = useText('resource')
  const [removing, setRemoving] = useState<Row | null>(null)
  const { kind, columns, isPart = false } = props
  const add = useAddButton([kind.entity, 'ADD'], kind.addPath, text(kind.titles.add))
  return (
    <>
      <ListPage<Row>
        title={text(kind.titles.list)}
        isPart={isPart}
        query={pageQuery(kind.definitions)}
        columns={useColumns(columns)}
        searchLabel={text(`resource:definitions.${kind.words}.search`)}
        rowId={({ id }) => id}
        rowName={(row) => row.name}
        rowLink={({ id }) => kind.pathOf(id)}
        rowActions={useActions(props, setRemoving)}
        actions={add}
        empty={{
          title: text(`resource:definitions.${kind.words}.empty`),
          text: text(`resource:definitions.${kind.words}.emptyText`),
          actions: add,
        }}
      />
      {removing !== null && (
        <RemoveDefinition kind={kind} row={removing} onClose={() => setRemoving(null)} />
      )}
    </>
  )
}
