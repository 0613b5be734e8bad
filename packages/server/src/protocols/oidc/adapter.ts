import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { hasBadText } from '../../kit/body.ts'
import { dropInteraction, findInteraction, saveInteraction } from './access/interactions.ts'
import { findRequest, saveRequest } from './ciba/sign-in-requests.ts'
import { findClient } from './clients/clients.ts'
import { endDeviceCode, findDeviceCode, saveDeviceCode } from './devices/device-codes.ts'
import { endGrant, findGrant, saveGrant } from './grants.ts'
import { endSession, findSession, saveSession } from './sessions.ts'
import { consume, endToken, endTokensOfGrant, findTokenOf, saveToken, saveUse } from './tokens.ts'

type Find = (id: string) => Promise<AdapterPayload | undefined>

const nothing = async (): Promise<undefined> => undefined

/** The library's view of one model; every write waits for the request's one flush. */
interface ModelStore {
  readonly save: (id: string, payload: AdapterPayload, seconds: number) => void | Promise<void>
  readonly find: Find
  readonly end: (id: string) => void
}

const special: Readonly<Record<string, ModelStore>> = {
  Session: { save: saveSession, find: findSession, end: endSession },
  Interaction: { save: saveInteraction, find: findInteraction, end: dropInteraction },
  Grant: { save: saveGrant, find: findGrant, end: endGrant },
  DeviceCode: { save: saveDeviceCode, find: findDeviceCode, end: endDeviceCode },
  BackchannelAuthenticationRequest: { save: saveRequest, find: findRequest, end: endToken },
  ReplayDetection: {
    save: saveUse,
    find: (id) => findTokenOf('ReplayDetection', id),
    end: endToken,
  },
  Client: {
    save: () => {
      throw new Error('applications are changed by the administration API')
    },
    find: findClient,
    end: () => undefined,
  },
}

const tokenStore = (kind: string): ModelStore => ({
  save: saveToken,
  find: (id) => findTokenOf(kind, id),
  end: endToken,
})

export const createAdapter = (kind: string): Adapter => {
  const store = special[kind] ?? tokenStore(kind)
  return {
    // Texts within tokens and JSON have passed no guard (foreign.ts).
    upsert: async (id, payload, seconds) => {
      if (hasBadText(payload)) throw new errors.InvalidRequest('a text holds a control character')
      await store.save(id, payload, seconds ?? 0)
    },
    find: store.find,
    findByUserCode: nothing,
    findByUid: nothing,
    consume: async (id) => consume(kind, id),
    destroy: async (id) => store.end(id),
    revokeByGrantId: async (grantId) => endTokensOfGrant(grantId),
  }
}
