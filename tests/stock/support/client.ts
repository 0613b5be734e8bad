import { registerParty } from '@signet/server/testing/oidc/party'
import type { StockService } from './service.ts'

export const redirectUri = 'https://app.example.test/callback'

export interface Client {
  readonly id: string
  readonly secret: string
}

/** A web application as an administrator adds it, with nothing chosen but its address. */
export const addClient = async (
  { test }: StockService,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Client> => {
  const { id, secret } = await registerParty(test, { redirectUris: [redirectUri], ...change })
  return { id, secret }
}
