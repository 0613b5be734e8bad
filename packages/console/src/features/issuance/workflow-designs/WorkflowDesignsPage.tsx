import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { type WorkflowRow, workflowsPageQuery } from './workflow-designs.queries.ts'
import { newWorkflowPath, workflowPath } from './workflow-paths.ts'

const rowLink = ({ id }: WorkflowRow): string => workflowPath(id)

/** Null: everybody. */
const peopleOf = ({ allGroups, groups }: WorkflowRow): string | null =>
  allGroups ? null : groups.map(({ name }) => name).join(', ') || '–'

const cardOf = ({ credentialDesignName }: WorkflowRow): string => credentialDesignName

const useColumns = () => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  const everybody = text('issuancePortal:enrollmentDesigns.everybody')
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:enrollmentDesigns.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'card',
        title: text('issuancePortal:enrollmentDesigns.card'),
        minWidth: 150,
        render: cardOf,
      },
      {
        key: 'fields',
        title: text('issuancePortal:enrollmentDesigns.fields'),
        width: 90,
        render: ({ fields }: WorkflowRow) => number(fields),
      },
      {
        key: 'groups',
        title: text('issuancePortal:enrollmentDesigns.groups'),
        render: (row: WorkflowRow) => peopleOf(row) ?? everybody,
      },
      timeColumn(
        { key: 'modified', title: text('issuancePortal:enrollmentDesigns.modified') },
        ({ modifiedAt }: WorkflowRow) => modifiedAt,
      ),
    ],
    [text, timeColumn, number, everybody],
  )
}

/** Every design that people are enrolled by. */
const WorkflowDesignsPage = () => {
  const text = useText('issuancePortal')
  const add = useAddButton(
    ['ENROLLMENTDESIGNS', 'ADD'],
    newWorkflowPath,
    text('common:pages.addEnrollmentDesign'),
  )
  return (
    <ListPage<WorkflowRow>
      title={text('common:pages.enrollmentDesigns')}
      query={workflowsPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:enrollmentDesigns.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('issuancePortal:enrollmentDesigns.empty'),
        text: text('issuancePortal:enrollmentDesigns.emptyText'),
        actions: add,
      }}
    />
  )
}

export default WorkflowDesignsPage
