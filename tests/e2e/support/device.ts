import { setTimeout as sleep } from 'node:timers/promises'

const answerOf = async (url: string, fields: Record<string, string>): Promise<unknown> =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json()

const textAt = (value: unknown, name: string): string => String(Reflect.get(Object(value), name))

/** A device without a browser (RFC 8628): it shows a code, and asks until somebody has decided. */
export const startDevice = async (issuer: string, clientId: string) => {
  const configuration = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  const endpoint = (name: string): string => textAt(configuration, `${name}_endpoint`)
  const asked = await answerOf(endpoint('device_authorization'), {
    client_id: clientId,
    scope: 'openid profile',
  })
  const interval = Number(Reflect.get(Object(asked), 'interval') ?? 5) * 1000
  const ask = () =>
    answerOf(endpoint('token'), {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code: textAt(asked, 'device_code'),
    })
  return {
    userCode: textAt(asked, 'user_code'),
    /** Where people type it. */
    address: textAt(asked, 'verification_uri'),
    /** What came of it: an error, or `signed in`. */
    outcome: async (): Promise<string> => {
      for (;;) {
        const answer = await ask()
        const error = textAt(answer, 'error')
        if (error === 'undefined')
          return textAt(answer, 'id_token') === 'undefined' ? 'no one' : 'signed in'
        if (error !== 'authorization_pending' && error !== 'slow_down') return error
        await sleep(interval)
      }
    },
  }
}
