import { errors } from 'oidc-provider'
import { expect, it } from 'vitest'
import { createAdapter } from './adapter.ts'

/* What comes within a signed token or a JSON, past the guard of parameters (foreign.ts). */

it.each([
  ['a nonce', { nonce: 'a\u0000b' }],
  ['a detail of an authorization', { rar: [{ type: 'pay', locations: ['\ud800'] }] }],
  ['the name of a claim', { claims: { id_token: { 'a\u0000': null } } }],
])('rejects %s that no database stores, before it is written', async (_case, payload) => {
  const saved = createAdapter('AuthorizationCode').upsert('x', payload, 60)
  await expect(saved).rejects.toThrow(errors.InvalidRequest)
})
