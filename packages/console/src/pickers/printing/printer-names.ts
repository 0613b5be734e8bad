import { listPrinters } from '@signet/contract/issuance/printers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** The printers to choose from; none of them is asked how it stands. */
export const printerNamesQuery = queryOptions({
  queryKey: ['printers', 'names'],
  queryFn: ({ signal }) => call(listPrinters, { query: { withStatus: 'false' }, signal }),
})
