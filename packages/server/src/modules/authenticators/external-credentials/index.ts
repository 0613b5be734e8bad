import * as contract from '@signet/contract/authenticators/external-credentials'
import * as settings from '@signet/contract/settings/externalcredentials'
import { type Route, routes } from '../../../kit/routes.ts'
import { assign, read, readSettings, updateSettings } from './external-credentials.service.ts'

export { credentialQuery } from './external-credentials.repository.ts'
export {
  assign as assignExternalCredential,
  judge as judgeExternally,
  pretendToJudge as pretendToJudgeExternally,
} from './external-credentials.service.ts'

export const externalCredentialRoutes: readonly Route[] = [
  ...routes(contract, {
    readExternalCredential: (ctx, { params, query }) => read(ctx, params.type, query.userId),
    assignExternalCredential: (ctx, { params, body }) => assign(ctx, params.type, body),
  }),
  ...routes(settings, {
    readExternalCredentialSettings: (ctx, { params }) => readSettings(ctx, params.type),
    updateExternalCredentialSettings: (ctx, { params, body }) =>
      updateSettings(ctx, params.type, body),
  }),
]
