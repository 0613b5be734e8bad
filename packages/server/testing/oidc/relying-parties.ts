import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import * as openid from 'openid-client'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { buildAdmin } from '../builders.ts'
import type { TestApp } from '../test-app.ts'

/** Tests only: applications whose part `openid-client` plays, against a service that listens. */

export const redirectUri = 'https://rp.example.test/callback'

type Change = Readonly<Record<string, unknown>>

export interface RelyingParties {
  /** An application that is registered and has read the metadata. */
  readonly discovered: (change?: Change, how?: How) => Promise<openid.Configuration>
  /** An application that registers by itself (RFC 7591). */
  readonly registered: (
    metadata: Partial<openid.ClientMetadata>,
    initialAccessToken?: string,
  ) => Promise<openid.Configuration>
  readonly close: () => Promise<void>
}

interface How {
  readonly authentication?: openid.ClientAuth
  /** Beside those of the library, as a proxy would add them. */
  readonly headers?: Readonly<Record<string, string>>
}

const fetchBy =
  (agent: Agent, more: How['headers'] = {}): openid.CustomFetch =>
  async (url, { body, headers, method }) => {
    const answer = await undiciFetch(url, {
      dispatcher: agent,
      method,
      headers: { ...headers, ...more },
      redirect: 'manual',
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
    const text = await answer.text()
    return new Response(text === '' ? null : text, {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
    })
  }

const register = async (test: TestApp, change: Change) => {
  const { token } = await buildAdmin(test.ctx)
  const body = {
    name: `RP ${test.platform.ids.uuid()}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [redirectUri],
    ...change,
  }
  const made = await test.call(createOidcApplication, { as: token, body })
  if (made.status !== 200) throw new Error(made.text)
  return JSON.parse(made.text)
}

/** Has the service listen; the tenant's public name leads to it, as a resolver would lead there. */
export const startRelyingParties = async (test: TestApp): Promise<RelyingParties> => {
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const address = test.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connector = buildConnector({})
  const agent = new Agent({
    connect: (options, callback) =>
      connector({ ...options, hostname: '127.0.0.1', port: String(port) }, callback),
  })
  return {
    discovered: async (change = {}, { authentication, headers } = {}) => {
      const { application, clientSecret } = await register(test, change)
      return openid.discovery(
        new URL(`${test.tenant.publicUrl}/api/oidc`),
        application.clientId,
        clientSecret ?? undefined,
        authentication,
        {
          execute: [openid.allowInsecureRequests],
          [openid.customFetch]: fetchBy(agent, headers),
        },
      )
    },
    registered: (metadata, initialAccessToken) =>
      openid.dynamicClientRegistration(
        new URL(`${test.tenant.publicUrl}/api/oidc`),
        metadata,
        undefined,
        {
          execute: [openid.allowInsecureRequests],
          [openid.customFetch]: fetchBy(agent),
          ...(initialAccessToken === undefined ? {} : { initialAccessToken }),
        },
      ),
    close: () => agent.close(),
  }
}
