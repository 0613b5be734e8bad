import { expectStatus } from '../load/http.ts'
import { password, userIdOf } from '../peers/accounts.ts'
import type { Client, Prove } from './openid-connect.ts'
import { pathOf } from './visitor.ts'

export const peerHost = 'peer.localhost'

const endpoints = {
  base: '',
  authorize: '/auth',
  introspection: '/token/introspection',
  userinfo: '/me',
  secret: 'secret',
} as const

export const peerApp: Client = { ...endpoints, id: 'app' }
export const peerService: Client = { ...endpoints, id: 'service' }

/** The page, then its form: two requests, as many as Signet's query and answer. */
export const provePeer: Prove = async (visitor, page, user) => {
  expectStatus(await visitor.get(page), 200)
  const sent = await visitor.form(page, { user: userIdOf(user % 1000), password })
  return pathOf(expectStatus(sent, 303).headers.location)
}
