import Add from '@mui/icons-material/PersonAddAlt1Outlined'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { newPath, searchPath } from './enrollment-paths.ts'
import { type Workflow, workflowsPageQuery } from './enrollments.queries.ts'

const rowId = ({ workflowId }: Workflow): string => workflowId
const rowLink = ({ workflowId }: Workflow): string => searchPath(workflowId)

const useColumns = () => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:enrollments.design'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'description',
        title: text('issuancePortal:enrollments.description'),
        share: 2,
        minWidth: 180,
        render: ({ description }: Workflow) => description ?? '–',
      },
      {
        key: 'people',
        title: text('issuancePortal:enrollments.people'),
        width: 120,
        render: ({ count, estimated }: Workflow) => `${number(count)}${estimated ? '+' : ''}`,
      },
      timeColumn(
        { key: 'modified', title: text('issuancePortal:enrollments.modified') },
        ({ lastModifiedAt }: Workflow) => lastModifiedAt,
      ),
    ],
    [text, timeColumn, number],
  )
}

/** The designs by which people are enrolled: each leads to its people. */
const CredentialsPage = () => {
  const text = useText('issuancePortal')
  const may = useMay()
  const navigate = useNavigate()
  const rowActions = ({ workflowId }: Workflow) =>
    may(['ENROLLMENTS', 'ADD'])
      ? [
          {
            label: text('issuancePortal:enrollments.enrol'),
            icon: <Add fontSize="small" />,
            onSelect: () => void navigate(newPath(workflowId)),
          },
        ]
      : []
  return (
    <ListPage<Workflow>
      title={text('common:pages.credentials')}
      query={workflowsPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:enrollments.searchDesigns')}
      {...{ rowId, rowName, rowLink, rowActions }}
      empty={{
        title: text('issuancePortal:enrollments.noDesigns'),
        text: text('issuancePortal:enrollments.noDesignsText'),
      }}
    />
  )
}

export default CredentialsPage
