import { randomUUID } from 'node:crypto'
import { type OutsideService, pageWithButton, type Said } from './services.ts'

interface Run {
  readonly id: string
  readonly applicant_id: string
  readonly workflow_id: string
  readonly status: string
  readonly back: string | null
}

/** A provider that compares faces: its API of applicants and workflow runs, and the page where they show them. */
export const faceProvider = (base: () => string, token: string) => {
  const runs = new Map<string, Run>()
  const applicants = new Set<string>()

  const shown = (run: Run | undefined): Said | null => {
    if (run === undefined) return null
    const { back: _back, ...told } = run
    return { json: { ...told, link: { url: `${base()}/show/${run.id}` } } }
  }

  const begin = (body: Readonly<Record<string, unknown>>): Said | null => {
    const id = randomUUID()
    const { link } = body
    const back =
      typeof link === 'object' && link !== null && 'completed_redirect_url' in link
        ? String(link.completed_redirect_url)
        : null
    const applicant_id = String(body.applicant_id)
    const workflow_id = String(body.workflow_id)
    runs.set(id, { id, applicant_id, workflow_id, status: 'awaiting_input', back })
    return shown(runs.get(id))
  }

  /** The face is shown on the provider's own page, in a person's browser. */
  const show = (id: string, isShown: boolean): Said | null => {
    const run = runs.get(id)
    if (run === undefined) return null
    if (!isShown) return pageWithButton('Show your face', `${base()}/show/${id}`, 'That is me')
    runs.set(id, { ...run, status: 'approved' })
    return run.back === null ? pageWithButton('Thank you', '', 'Again') : { location: run.back }
  }

  const service: OutsideService = ({ method, url, authorization, body }) => {
    const [, version, kind = '', id = ''] = url.pathname.split('/')
    if (version === 'show') return show(kind, method === 'POST')
    if (authorization !== `Token token=${token}`) return { status: 401 }
    if (kind === 'applicants' && method === 'POST') {
      const applicant = randomUUID()
      applicants.add(applicant)
      return { status: 201, json: { id: applicant } }
    }
    if (kind === 'applicants' && method === 'DELETE') {
      applicants.delete(id)
      return { status: 204 }
    }
    return method === 'POST' ? begin(body) : shown(runs.get(id))
  }
  return {
    service,
    applicants,
    /** Where the person of the newest check shows their face. */
    newest: (): string => `${base()}/show/${[...runs.keys()].at(-1)}`,
  }
}
