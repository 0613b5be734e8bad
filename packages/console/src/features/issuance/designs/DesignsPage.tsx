import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { designPath, designsPath } from './design-paths.ts'
import { type DesignRow, designsPageQuery, useDesignImport } from './designs.queries.ts'

const rowLink = ({ id }: DesignRow): string => designPath(id)

const useColumns = () => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:designs.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'description',
        title: text('issuancePortal:designs.description'),
        share: 2,
        minWidth: 200,
        render: ({ description }: DesignRow) => description ?? '–',
      },
      {
        key: 'version',
        title: text('issuancePortal:designs.version'),
        width: 100,
        render: ({ version }: DesignRow) => number(version),
      },
      timeColumn(
        { key: 'modified', title: text('issuancePortal:designs.modified') },
        ({ modifiedAt }: DesignRow) => modifiedAt,
      ),
    ],
    [text, timeColumn, number],
  )
}

/** Reads a design from a file, and opens it. */
const ImportButton = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const read = useDesignImport()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    try {
      const { id } = await read.mutateAsync(await file.text())
      void navigate(designPath(id))
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <>
      <Button isPending={read.isPending} onClick={() => input.current?.click()}>
        {text('issuancePortal:designs.import')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={text('issuancePortal:designs.import')}
        accept=".json,application/json"
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </>
  )
}

/** Every design of a card. */
const DesignsPage = () => {
  const text = useText('issuancePortal')
  const button = useAddButton(
    ['CREDENTIALDESIGNS', 'ADD'],
    `${designsPath}/add`,
    text('common:pages.addCredentialDesign'),
  )
  const add = button && (
    <>
      <ImportButton />
      {button}
    </>
  )
  return (
    <ListPage<DesignRow>
      title={text('common:pages.credentialDesigns')}
      query={designsPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:designs.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('issuancePortal:designs.empty'),
        text: text('issuancePortal:designs.emptyText'),
        actions: add,
      }}
    />
  )
}

export default DesignsPage
