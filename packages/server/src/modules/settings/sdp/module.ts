import * as contract from '@signet/contract/settings/sdp'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../families/index.ts'
import { expectParty } from '../vouching/index.ts'
import { readDeviceCode } from './device-codes.ts'
import { testConnection } from './sdp.service.ts'

const ofSdp = sealedSettingsOf(contract.sdpFamily, {
  expecting: expectParty(contract.sdpFamily, {
    fields: ['enabled', 'serviceUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'clientId'],
    isUsed: ({ enabled }) => enabled,
  }),
})

const sdpRoutes = routes(contract, {
  readSdpSettings: ofSdp.read,
  updateSdpSettings: ofSdp.update,
  readSdpDeviceCode: readDeviceCode,
  testSdpConnection: testConnection,
})

export const sdpModule: Module = {
  routes: [sdpRoutes],
}
