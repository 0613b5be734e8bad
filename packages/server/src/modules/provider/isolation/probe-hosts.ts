import { askedOf } from './requests.ts'
import { bodyOf, goOn, isRefused, judged, searchAnswer, type Walk } from './walk.ts'

/** At the host of the other tenant, neither no token nor one of another tenant opens a call that asks for one. */
export const probeHost = async (walk: Walk, probe: 'ANONYMOUS' | 'OTHER_HOST'): Promise<void> => {
  const { host } = walk.two.caller.canary
  for (const route of walk.routes.filter(({ endpoint }) => endpoint.actor !== 'public')) {
    await goOn(walk)
    const ids = walk.two.ids.of(route) ?? {}
    const token = probe === 'ANONYMOUS' ? null : walk.one.caller.token()
    const asked = askedOf(route, ids, bodyOf(walk, route))
    const received = judged(walk, probe, {
      route,
      received: await walk.sender.send(asked, { host, token }),
    })
    if (received === null) continue
    walk.tally.tried(probe, isRefused(received))
    if (!isRefused(received)) {
      walk.tally.find(probe, 'NOT_REFUSED', { route, seen: `status ${received.status}` })
    }
    searchAnswer(walk, probe, { route, received, sent: Object.values(ids).join(' ') })
    await walk.rows.after(probe, {
      route,
      isRefused: isRefused(received),
      repeat: () => walk.sender.send(asked, { host, token }),
    })
  }
}
