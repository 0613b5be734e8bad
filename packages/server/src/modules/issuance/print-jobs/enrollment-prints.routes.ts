import * as contract from '@signet/contract/issuance/enrollment-prints'
import { routes } from '../../../kit/routes.ts'
import { printMatching, restart } from './enrollment-prints.service.ts'
import { printEach, printOne } from './printing.service.ts'

export const enrollmentPrintRoutes = routes(contract, {
  printEnrollment: (ctx, { params, body }) => printOne(ctx, { ...body, ...params }),
  printEnrollments: (ctx, { body }) => printEach(ctx, body),
  printAllEnrollments: (ctx, { body }) => printMatching(ctx, body),
  restartPrintJob: (ctx, { body }) => restart(ctx, body),
})
