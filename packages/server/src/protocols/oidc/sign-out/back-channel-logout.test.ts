import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { buildUser } from '../../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../../testing/http-services.ts'
import {
  browserOf,
  callback,
  postForm,
  registerParty,
  requestOf,
  verifier,
} from '../../../../testing/oidc/party.ts'
import { startTestApp } from '../../../../testing/test-app.ts'

it('tells an application that somebody signs out, by a token of this issuer', async () => {
  const test = await startTestApp()
  const service = await startHttpService()
  try {
    allowServices(test, [service])
    const party = await registerParty(test, { backchannelLogoutUri: `${service.url}/logout` })
    const user = await buildUser(test.ctx)
    const browser = await browserOf(test, user)
    const asked = await browser.visit(`/api/oidc/authorize?${requestOf(party)}`)
    const code = new URL(String(asked.headers.location)).searchParams.get('code') ?? ''
    const { body } = await postForm(test, '/token', {
      party,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      },
    })
    const { sid } = decodeJwt(String(body.id_token))
    const page = await browser.visit('/api/oidc/endsession')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    await browser.visit('/api/oidc/endsession/confirm', {
      method: 'POST',
      form: { xsrf, logout: 'yes' },
    })
    const told = service.calls.find(({ path }) => path === '/logout')
    const token = new URLSearchParams(told?.body).get('logout_token') ?? ''
    expect(decodeJwt(token)).toMatchObject({
      iss: `${test.tenant.publicUrl}/api/oidc`,
      aud: party.id,
      sid,
    })
  } finally {
    await service.close()
    await test.close()
  }
})
