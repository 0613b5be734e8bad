import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { creditsQuery, type PassDesignRow, passDesignsQuery } from './flash-pass-designs.queries.ts'
import { newPassDesignPath, passDesignPath } from './flash-pass-paths.ts'
import { useWalletName } from './wallet-name.ts'

const rowLink = ({ id }: PassDesignRow): string => passDesignPath(id)
const peopleOf = ({ workflowName }: PassDesignRow): string => workflowName

const useColumns = () => {
  const text = useText('issuancePortal')
  const timeColumn = useTimeColumn()
  const walletName = useWalletName()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:flashPasses.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'people',
        title: text('issuancePortal:flashPasses.people'),
        minWidth: 150,
        render: peopleOf,
      },
      {
        key: 'wallets',
        title: text('issuancePortal:flashPasses.wallets'),
        minWidth: 210,
        render: ({ wallets }: PassDesignRow) => wallets.map(walletName).join(', '),
      },
      timeColumn(
        { key: 'modified', title: text('issuancePortal:flashPasses.modified') },
        ({ modifiedAt }: PassDesignRow) => modifiedAt,
      ),
    ],
    [text, timeColumn, walletName],
  )
}

/** How many passes may still be claimed, where that is limited. */
const Credits = () => {
  const text = useText('issuancePortal')
  const left = useQuery(creditsQuery).data?.credits
  if (left === undefined || left === null) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {text('issuancePortal:flashPasses.credits', { left })}
    </Typography>
  )
}

/** Every design of passes for the wallets of phones. */
const FlashPassDesignsPage = () => {
  const text = useText('issuancePortal')
  const add = useAddButton(
    ['CREDENTIALDESIGNS', 'ADD'],
    newPassDesignPath,
    text('common:pages.addFlashPassDesign'),
  )
  return (
    <>
      <ListPage<PassDesignRow>
        title={text('common:pages.flashPassDesigns')}
        query={passDesignsQuery}
        columns={useColumns()}
        sort={byName}
        searchLabel={text('issuancePortal:flashPasses.search')}
        {...{ rowId, rowName, rowLink }}
        actions={add}
        empty={{
          title: text('issuancePortal:flashPasses.empty'),
          text: text('issuancePortal:flashPasses.emptyText'),
          actions: add,
        }}
      />
      <Credits />
    </>
  )
}

export default FlashPassDesignsPage
