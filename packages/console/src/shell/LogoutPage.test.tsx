import { logout } from '@signet/contract/access/authentication'
import { readUpstreamSignOut } from '@signet/contract/access/upstream-sign-in'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../testing/answers.ts'
import { buildSession } from '../../testing/sessions.ts'
import { showShell } from '../../testing/shell.tsx'
import { replaceAssign, replaceReload } from '../lib/leave.ts'
import { deleteSession, readStored, storeSession } from '../session/stored.ts'
import { SessionExpired } from '../session/token.ts'

let reloads: string[]
let assigned: string[]
beforeEach(() => {
  reloads = []
  assigned = []
  replaceReload(() => reloads.push(location.hash))
  replaceAssign((address) => assigned.push(address))
  storeSession(buildSession(), Date.now())
})

const upstream = (redirect: string | null) => answering(readUpstreamSignOut, () => ({ redirect }))
const ending = answering(logout, () => undefined)

const chooseInMenu = async ({ user }: ReturnType<typeof showShell>): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: /Ada/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

describe('signing out by the menu', () => {
  it('ends the session here and at the service, and leads to the sign-in page', {
    meta: { covers: ['session.logout-clears', 'screen:logout'] },
  }, async () => {
    localStorage.setItem('signet.lists', '{}')
    const asked = serve(upstream(null), ending)
    await chooseInMenu(showShell())
    await waitFor(() => expect(reloads).toEqual(['#/']))
    expect(asked.map(({ endpoint }) => endpoint)).toContain(logout)
    expect(readStored().session).toBeNull()
    expect(localStorage.getItem('signet.lists')).toBeNull()
  })

  it('goes on to the identity provider that the session began by', async () => {
    serve(upstream('https://login.example/end'), ending)
    await chooseInMenu(showShell())
    await waitFor(() => expect(assigned).toEqual(['https://login.example/end']))
    expect(readStored().session).toBeNull()
  })

  it('goes to no address in clear', async () => {
    serve(upstream('ftp://login.example/end'), ending)
    await chooseInMenu(showShell())
    await waitFor(() => expect(reloads).toEqual(['#/']))
    expect(assigned).toEqual([])
  })
})

describe('a link to the page that signs out', () => {
  it('ends nothing before somebody has said so', { meta: { covers: ['S10'] } }, async () => {
    const asked = serve(upstream(null), ending)
    const { user } = showShell('/logout')
    await screen.findByRole('heading', { name: 'Sign out?' })
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([readUpstreamSignOut])
    expect(readStored().session).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(reloads).toEqual(['#/']))
    expect(readStored().session).toBeNull()
  })

  it('leads back into the console whoever stays', async () => {
    const asked = serve(upstream(null), ending)
    const { user, router } = showShell('/logout')
    await user.click(await screen.findByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(readStored().session).not.toBeNull()
    expect(asked.map(({ endpoint }) => endpoint)).not.toContain(logout)
  })

  it('asks nothing about a session that the service has ended', async () => {
    serve(
      answering(readUpstreamSignOut, () => new Refusal('expired_session_token')),
      ending,
    )
    showShell('/logout?redirect=%2Fusers')
    await waitFor(() => expect(reloads).toEqual(['#/?redirect=%2Fusers']))
    expect(readStored().session).toBeNull()
  })

  it('asks nothing about a session whose token is over', async () => {
    const isOver = (): never => {
      throw new SessionExpired()
    }
    serve(answering(readUpstreamSignOut, isOver), ending)
    showShell('/logout?redirect=%2Fusers')
    await waitFor(() => expect(reloads).toEqual(['#/?redirect=%2Fusers']))
  })

  it('leads straight to the sign-in when the session has ended already, with the way back', async () => {
    deleteSession()
    showShell('/logout?redirect=%2Fusers')
    await waitFor(() => expect(reloads).toEqual(['#/?redirect=%2Fusers']))
  })

  it('says so when there is neither a session nor a way back', async () => {
    deleteSession()
    const { user } = showShell('/logout')
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(reloads).toEqual(['#/'])
  })
})
