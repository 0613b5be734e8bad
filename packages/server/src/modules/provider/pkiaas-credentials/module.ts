import * as contract from '@signet/contract/provider/pkiaas-credentials'
import type { Context } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import {
  inheritedCredential,
  serviceCredentialOf,
} from '../../settings/provider-credentials/index.ts'

const credentials = serviceCredentialOf(contract.pkiaasFamily, 'PKIAASCREDENTIALS')

const readInherited = async (ctx: Context) => {
  const lent = await inheritedCredential(ctx, contract.pkiaasFamily, ({ enabled }) => enabled)
  return {
    available: lent !== null,
    providerName: lent?.providerName ?? null,
    url: lent?.values.url ?? null,
  }
}

export const pkiaasCredentialsModule: Module = {
  routes: [
    routes(contract, {
      readPkiaasCredentials: credentials.read,
      updatePkiaasCredentials: (ctx, { body }) => credentials.update(ctx, body),
      testPkiaasCredentials: credentials.test,
      readInheritedPkiaas: readInherited,
    }),
  ],
}
